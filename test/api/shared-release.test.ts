/** What a release with shares gives to whom, and when. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner, buildSuccessor, type Owner } from '../support/builders.ts';
import { client } from '../support/client.ts';
import { invite } from '../support/handover.ts';
import { storeEntry } from '../support/vault.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ DEFAULT_PLAN: 'family' });
});
afterAll(() => api.close());

const base64 = (bytes: number) => randomBytes(bytes).toString('base64');
/** As large as our own client makes them. */
const share = () => base64(6 * 1024);

const answer = (token = '', more: object = {}) =>
  client(api).raw.post('/handover/respond', { token, response: 'accept', ...more });
const open = (token: string) => client(api).raw.get(`/vault/successor-access?token=${token}`);

async function ownerWith(count: number, quorum: number) {
  const owner = await buildOwner(api);
  const holders: { id: string; encryptedShare: string }[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id } = await buildSuccessor(api, owner, { pinned: true });
    await owner.program.put(`/successors/${id}`, { ownerKey: base64(32) });
    holders.push({ id, encryptedShare: share() });
  }
  const stored = await owner.program.put('/successors/shares', { threshold: quorum, shares: holders });
  expect(stored.status).toBe(200);
  return { owner, holders };
}

const themselves = async (owner: Owner, id: string) => {
  const { body } = await owner.program.get(`/successors/${id}`);
  const { name, publicKey, publicKeySalt, ownerKey } = body.successor;
  return { id, name, publicKey, publicKeySalt, ownerKey };
};

test('15 holders: each gets what opens their own share at once, and the others’ with the quorum', async () => {
  const { owner, holders } = await ownerWith(15, 3);
  const entryId = await storeEntry(owner);
  const envelope = base64(200);
  const [first, second, third, late] = holders.map(({ id }) => id) as [string, string, string, string];
  await owner.program.put(`/successors/${first}/assigned-entries`, {
    entryIds: [entryId],
    restrictToAssignedEntries: true,
    envelopes: [{ entryId, envelope }],
  });
  const self = await themselves(owner, first);
  const tokens = await invite(api, owner);
  const resharesOf = (id: string) =>
    holders.map((to) => ({ successorId: to.id, encryptedShare: `${base64(6 * 1024 - 3)}${id.slice(-4)}` }));

  const accepted = await answer(tokens.get(first));
  expect(accepted.body).toMatchObject({
    status: 'awaiting_successors',
    successor: self,
    encryptedShare: holders[0]?.encryptedShare,
  });
  expect(accepted.body.accessToken).toBeUndefined();
  expect(accepted.body.holders.map((each: { successorId: string }) => each.successorId).sort()).toEqual(
    holders.map(({ id }) => id).sort(),
  );
  const sent = resharesOf(first);
  expect((await answer(tokens.get(first), { reshares: sent })).status).toBe(200);
  // The second holder hears nothing of the first one's share before the third accepts.
  const waiting = await answer(tokens.get(second), { reshares: resharesOf(second) });
  const given = JSON.stringify(waiting.body);
  expect(sent.filter(({ encryptedShare }) => given.includes(encryptedShare))).toEqual([]);
  expect(JSON.stringify((await owner.program.get('/handover/status')).body)).not.toContain('hare":"');

  const completing = await answer(tokens.get(third));
  expect(completing.body.status).toBe('released');
  const opened = (await open(completing.body.accessToken)).body;
  expect(opened).toMatchObject({
    successor: await themselves(owner, third),
    threshold: 3,
    encryptedShare: holders[2]?.encryptedShare,
  });
  const from = (reading: typeof opened) =>
    reading.reshares.map((each: { fromSuccessorId: string }) => each.fromSuccessorId).sort();
  expect(from(opened)).toEqual([first, second].sort());
  expect(opened.reshares).toContainEqual({
    fromSuccessorId: first,
    encryptedShare: sent.find(({ successorId }) => successorId === third)?.encryptedShare,
  });

  // Whose acceptance completed the quorum sends theirs after the release, and so does a later one.
  const link = (await answer(tokens.get(third), { reshares: resharesOf(third) })).body.accessToken;
  await answer(tokens.get(late), { reshares: resharesOf(late) });
  expect(from((await open(link)).body)).toEqual([first, second, third, late].sort());
  const back = (await answer(tokens.get(first))).body.accessToken;
  const readable = (await open(back)).body;
  expect(readable.entries).toMatchObject([{ id: entryId, envelope }]);
  expect(from(readable)).toEqual([first, second, third, late].sort());
});

test('a successor without a share counts towards the quorum of the switch, and brings no share', async () => {
  const { owner, holders } = await ownerWith(2, 2);
  const unpinned = await buildSuccessor(api, owner, { restrictToAssignedEntries: false });
  const tokens = await invite(api, owner);
  const without = await answer(tokens.get(unpinned.id));
  expect(without.body).toMatchObject({ status: 'awaiting_successors', encryptedShare: null });
  const [first, second] = holders.map(({ id }) => id) as [string, string];
  const released = await answer(tokens.get(first));
  expect(released.body.status).toBe('released');
  const opened = (await open(released.body.accessToken)).body;
  // Below the threshold nothing opens. It does once another holder accepts.
  expect(opened).toMatchObject({ threshold: 2, accepted: 2, reshares: [] });
  await answer(tokens.get(second), { reshares: [{ successorId: first, encryptedShare: 'AAAA' }] });
  const reshares = [{ fromSuccessorId: second, encryptedShare: 'AAAA' }];
  expect((await open(released.body.accessToken)).body.reshares).toEqual(reshares);
});
