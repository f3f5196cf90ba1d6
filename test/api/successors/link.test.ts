/** What the pages behind a successor's links know before anybody presses a button. */
import { expect, test } from '@jest/globals';
import { Successor } from '../../../db/entities/successor.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { bringTo, invite, take } from '../../support/builders/handover.ts';
import { buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { linkToken } from '../../support/builders/successor-links.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const DAY = 86_400_000;

const describe = (token: string) => client(api).get(`/successors/link?token=${token}`);

test('a link says who asks whom, and describing it changes nothing', async () => {
  const owner = await buildOwner(api, { name: 'Olive' });
  const { id } = await buildSuccessor(api, owner, { name: 'Sam', verified: false });
  for (const purpose of ['successor_verification', 'opt_out', 'rehearsal_response'] as const) {
    const token = await linkToken(api, owner, id, purpose);
    const before = await rowChecksum(api.orm);
    const { status, body } = await describe(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      ownerName: 'Olive',
      language: 'en',
      successor: { name: 'Sam', verified: false, hasKit: false, keyPinned: false },
      handover: null,
      access: null,
      ...(purpose === 'rehearsal_response' ? { hasOthers: false, rehearsal: true } : {}),
    });
    expect(await rowChecksum(api.orm)).toBe(before);
  }
});

test('an invitation says how long the owner has been silent, and how far the handover is, until it is over', async () => {
  const owner = await buildOwner(api);
  const [one, other] = [await buildSuccessor(api, owner, { pinned: true }), await buildSuccessor(api, owner)];
  await owner.browser.put('/inactivity/settings', { quorum: 2 });
  const tokens = await invite(api, owner);
  const { lastSeenAt } = await api.em().findOneOrFail(Switch, { userId: owner.id });
  const token = tokens.get(one.id) ?? '';
  const asked = {
    lastSeenAt: lastSeenAt.toISOString(),
    effectiveQuorum: 2,
    accepted: 0,
    released: false,
    response: null,
    leftSomething: false,
  };
  expect((await describe(token)).body).toMatchObject({
    successor: { verified: true, hasKit: true, keyPinned: true },
    handover: asked,
    hasOthers: true,
  });
  const em = api.em();
  for (const [encryptedShare, restrictToAssignedEntries, leftSomething] of [
    [null, false, false],
    ['AAAA', false, true],
    ['AAAA', true, false],
  ] as const) {
    await em.nativeUpdate(Successor, { id: one.id }, { encryptedShare, restrictToAssignedEntries });
    expect((await describe(token)).body.handover).toEqual({ ...asked, leftSomething });
  }
  await take(api, owner, { kind: 'responded', successorId: one.id, response: 'accept' });
  expect((await describe(token)).body.handover).toEqual({ ...asked, accepted: 1, response: 'accept' });
  expect((await describe(tokens.get(other.id) ?? '')).body.handover).toEqual({ ...asked, accepted: 1 });
  expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
  await expectProblem(describe(token), '410 handover_ended');
});

test('a link to what was left says whether it is open and until when, and why not once it is over', async () => {
  const owner = await buildOwner(api);
  const [one, other] = [await buildSuccessor(api, owner), await buildSuccessor(api, owner)];
  await owner.browser.put('/inactivity/settings', { quorum: 2 });
  const handoverId = (await bringTo(api, owner, 'awaiting_successors')).state.handover?.id ?? '';
  const link = await linkToken(api, owner, one.id, 'access', { handoverId });
  const late = await linkToken(api, owner, one.id, 'access', { handoverId, livesMs: -1 });
  expect((await describe(link)).body.access).toEqual({ accessEndsAt: null });
  const invited = { kind: 'successors_invited', successorIds: [one.id, other.id] } as const;
  await take(api, owner, invited);
  for (const { id } of [one, other])
    await take(api, owner, { kind: 'responded', successorId: id, response: 'accept' });
  const accessEndsAt = new Date(api.clock.now + 90 * DAY).toISOString();
  expect((await describe(link)).body).toMatchObject({ handover: null, access: { accessEndsAt } });
  await expectProblem(describe(late), '410 token_expired');
  const before = api.clock.now;
  api.clock.now += 91 * DAY;
  await expectProblem(describe(link), '410 token_expired');
  await take(api, owner, { kind: 'completed' });
  await expectProblem(describe(link), '410 token_expired');
  // Nothing can be renewed once the owner is back.
  expect((await owner.program.post('/activity/check-in')).status).toBe(200);
  for (const token of [link, late]) {
    const { body } = await expectProblem(describe(token), '410 handover_ended');
    expect(body.ownerName).toBeUndefined();
    await expectProblem(client(api).get(`/vault/successor-access?token=${token}`), '410 handover_ended');
  }
  api.clock.now = before;
});

test('a link that belongs to nobody, an old one, and one of a successor who opted out say so', async () => {
  const owner = await buildOwner(api);
  const { id } = await buildSuccessor(api, owner);
  await expectProblem(describe('guess'), '401 token_invalid');
  await expectProblem(
    describe(await linkToken(api, owner, id, 'access', { livesMs: -1 })),
    '410 token_expired',
  );
  const token = await linkToken(api, owner, id, 'opt_out');
  expect((await client(api).post('/successors/opt-out', { token, scope: 'owner' })).status).toBe(200);
  await expectProblem(describe(token), '409 successor_opted_out');
});
