/** Asking a successor for a new kit, without removing them. */
import { expect, test } from '@jest/globals';
import { Mail } from '../../../db/entities/mail.ts';
import { Session } from '../../../db/entities/session.ts';
import { SuccessorList } from '../../../db/entities/successor-list.ts';
import { base64 } from '../../support/builders/base64.ts';
import { switchOf } from '../../support/builders/handover.ts';
import { buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { linkToken, storeKey } from '../../support/builders/successor-links.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();
const OWNER_KEY = base64(1_984);

test('asking for a new kit drops the key and what was sealed to it, and nothing that the owner chose', async () => {
  const owner = await buildOwner(api);
  const { id, email } = await buildSuccessor(api, owner, { pinned: true });
  const other = await buildSuccessor(api, owner, { pinned: true });
  const entryId = await storeEntry(owner);
  const shares = [id, other.id].map((each) => ({ id: each, encryptedShare: base64(90) }));
  await owner.program.put('/successors/shares', { threshold: 1, shares });
  await owner.program.put(`/successors/${id}/assigned-entries`, {
    entryIds: [entryId],
    restrictToAssignedEntries: true,
    envelopes: [{ entryId, envelope: base64(60) }],
  });
  await api.em().insert(SuccessorList, { successorId: id, list: base64(60), version: 1, shareVersion: 1 });
  const { status } = (await switchOf(api, owner)).state;

  const reply = await owner.program.post(`/successors/${id}/new-kit`, { ownerKey: OWNER_KEY });
  expect(reply.status).toBe(200);
  expect(reply.body.successor).toMatchObject({
    verified: true,
    publicKey: null,
    publicKeySalt: null,
    keyPinnedAt: null,
    encryptedShare: null,
    leftSomething: false,
    ownerKey: OWNER_KEY,
  });
  const assigned = (await owner.program.get(`/successors/${id}/assigned-entries`)).body;
  expect(assigned).toMatchObject({ entryIds: [entryId], entries: [{ hasEnvelope: false }] });
  expect(await api.em().count(SuccessorList, { successorId: id })).toBe(0);
  expect((await owner.program.get(`/successors/${other.id}`)).body.successor.sharesStale).toBe(true);
  expect((await switchOf(api, owner)).state.status).toBe(status);

  const mails = await api.em().find(Mail, { userId: owner.id }, { orderBy: { createdAt: 'asc' } });
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual(
    expect.arrayContaining([
      ['successor_verification', email],
      ['security_change', owner.email],
    ]),
  );
  const log = await owner.program.get('/activity?type=successor_changed');
  expect(log.body.activity[0].detail).toEqual({ successorId: id, newKit: true });

  // The link leads to a new kit, which can be compared.
  const { keyFingerprint } = await storeKey(api, owner, id);
  const compared = await owner.program.post(`/successors/${id}/verify`, { keyFingerprint });
  expect(compared.body.successor.keyPinnedAt).not.toBeNull();
});

test('someone who has not confirmed their address is asked to do that before making a kit', async () => {
  const owner = await buildOwner(api);
  const { id, email } = await buildSuccessor(api, owner, { verified: false });
  expect((await owner.program.post(`/successors/${id}/new-kit`, { ownerKey: OWNER_KEY })).status).toBe(200);
  const [mail] = await api.em().find(Mail, { recipient: email });
  expect(mail?.data).toEqual({});
  expect(await linkToken(api, owner, id)).toBeTruthy();
});

test('asking for a new kit needs a confirmed session, and a successor who has not opted out', async () => {
  const owner = await buildOwner(api);
  const { id } = await buildSuccessor(api, owner, { pinned: true });
  const requestKit = () => owner.program.post(`/successors/${id}/new-kit`, { ownerKey: OWNER_KEY });
  const stranger = await buildOwner(api);
  await expectProblem(
    stranger.program.post(`/successors/${id}/new-kit`, { ownerKey: OWNER_KEY }),
    '404 not_found',
  );
  await api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
  await expectProblem(requestKit(), '403 confirmation_required');
});
