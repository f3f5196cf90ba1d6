import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const OWNER_KEY = randomBytes(1_984).toString('base64');
const sealed = () => randomBytes(92).toString('base64');

/** Every write that an owner can make to successors. */
const WRITES: [string, (owner: BuiltOwner, id: string) => ReturnType<BuiltOwner['program']['post']>][] = [
  ['naming one', ({ program }) => program.post('/successors', { email: 'x@example.test', name: 'X' })],
  ['changing one', ({ program }, id) => program.put(`/successors/${id}`, { name: 'X' })],
  ['removing one', ({ program }, id) => program.delete(`/successors/${id}`)],
  [
    'asking for a new kit',
    ({ program }, id) => program.post(`/successors/${id}/new-kit`, { ownerKey: OWNER_KEY }),
  ],
  ['writing again', ({ program }, id) => program.post(`/successors/${id}/resend-verification`)],
  [
    'pinning a key',
    ({ program }, id) => program.post(`/successors/${id}/verify`, { keyFingerprint: '0'.repeat(64) }),
  ],
  [
    'storing shares',
    ({ program }, id) =>
      program.put('/successors/shares', { threshold: 1, shares: [{ id, encryptedShare: sealed() }] }),
  ],
  [
    'assigning entries',
    ({ program }, id) =>
      program.put(`/successors/${id}/assigned-entries`, { entryIds: [], restrictToAssignedEntries: true }),
  ],
];

describe.each([
  ['grace_period', 'handover_active'],
  ['awaiting_successors', 'handover_active'],
  ['released', 'handover_active'],
  ['completed', 'handover_completed'],
] as const)('in %s', (stage, code) => {
  let owner: BuiltOwner;
  let id: string;
  beforeAll(async () => {
    owner = await buildOwner(api);
    ({ id } = await buildSuccessor(api, owner));
    await bringTo(api, owner, stage);
  });

  test.each(WRITES)('%s is refused to a program', (_, write) =>
    expectRefused(api, () => write(owner, id), code),
  );

  test('reading is not refused', async () => {
    for (const path of ['', `/${id}`, `/${id}/assigned-entries`]) {
      expect((await owner.program.raw.get(`/successors${path}`)).status).toBe(200);
    }
    expect((await switchOf(api, owner)).state.status).toBe(stage);
  });

  test('writing is not refused to a program that has checked in', async () => {
    await owner.program.post('/activity/check-in');
    expect((await owner.program.put(`/successors/${id}`, { name: 'New' })).status).toBe(200);
  });
});
