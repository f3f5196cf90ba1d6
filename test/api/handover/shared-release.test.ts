/** What each successor gets from a release with shares, and when. */
import { expect, test } from '@jest/globals';
import { attentionSql } from '../../../db/attention.ts';
import type { TokenPurpose } from '../../../db/entities/token.ts';
import { mintToken } from '../../../db/tokens.ts';
import { NORMAL_CONDITIONS, plan } from '../../../switch/plan.ts';
import { base64 } from '../../support/builders/base64.ts';
import { bringTo, invite, switchOf, take } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { linkToken } from '../../support/builders/successor-links.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi({ DEFAULT_PLAN: 'family' });

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
    await owner.program.put(`/successors/${id}`, { ownerKey: base64(1_984) });
    holders.push({ id, encryptedShare: share() });
  }
  const stored = await owner.program.put('/successors/shares', { threshold: quorum, shares: holders });
  expect(stored.status).toBe(200);
  return { owner, holders };
}

const themselves = async (owner: BuiltOwner, id: string) => {
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
  // The second holder gets nothing of the first one's share before the third accepts.
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

  // The holder whose acceptance completed the quorum sends reshares after the release, and so does a later one.
  const link = (await answer(tokens.get(third), { reshares: resharesOf(third) })).body.accessToken;
  await answer(tokens.get(late), { reshares: resharesOf(late) });
  expect(from((await open(link)).body)).toEqual([first, second, third, late].sort());
  const back = (await answer(tokens.get(first))).body.accessToken;
  const readable = (await open(back)).body;
  expect(readable.entries).toMatchObject([{ id: entryId, envelope }]);
  expect(from(readable)).toEqual([first, second, third, late].sort());
});

/** Two holders who need each other's shares, and a third successor who holds none. */
async function twoHoldersAndAnother() {
  const { owner, holders } = await ownerWith(2, 2);
  const other = await buildSuccessor(api, owner, { restrictToAssignedEntries: false });
  const [first, second] = holders.map(({ id }) => id) as [string, string];
  return { owner, first, second, other: other.id, tokens: await invite(api, owner) };
}
const unreachable = async () => {
  const { sql, values } = attentionSql(new Date(api.clock.now), api.deps.rules);
  const [found] = await api
    .em()
    .execute<{ attention: { quorumUnreachable: number } }[]>(`select ${sql} as attention`, values);
  return found?.attention.quorumUnreachable ?? Number.NaN;
};

test('a link to opt out says during a handover whether the others still need the share', async () => {
  const { owner, holders } = await ownerWith(2, 2);
  const other = await buildSuccessor(api, owner, { restrictToAssignedEntries: false });
  const [first, second] = holders.map(({ id }) => id) as [string, string];
  const needed = async (purpose: TokenPurpose = 'opt_out') => {
    const found: string[] = [];
    for (const [name, id] of Object.entries({ first, second, other: other.id })) {
      const token = await linkToken(api, owner, id, purpose);
      if ((await client(api).get(`/successors/link?token=${token}`)).body.shareNeeded) found.push(name);
    }
    return found;
  };
  await bringTo(api, owner, 'awaiting_successors');
  // Those who haven't been asked yet aren't told.
  expect(await needed()).toEqual([]);
  const tokens = await invite(api, owner);
  const passOn = (to: string) => ({ reshares: [{ successorId: to, encryptedShare: 'AAAA' }] });
  await answer(tokens.get(first), passOn(second));
  // Leaving would take this acceptance back, and what was passed on with it.
  expect(await needed()).toEqual(['first', 'second']);
  expect(await needed('successor_verification')).toEqual(['first', 'second']);
  expect(await needed('contact')).toEqual([]);
  expect((await answer(tokens.get(second))).body.status).toBe('released');
  expect(await needed()).toEqual(['second']);
  // Once it is over, nobody can pass anything on.
  await take(api, owner, { kind: 'completed' });
  expect(await needed()).toEqual([]);
  await take(api, owner, { kind: 'access_renewed', successorId: second });
  await answer(tokens.get(second), passOn(first));
  expect(await needed()).toEqual([]);
});

test('nobody needs the share of someone who leaves if each opens the vault alone', async () => {
  const { owner, holders } = await ownerWith(2, 1);
  await invite(api, owner);
  const token = await linkToken(api, owner, holders[0]?.id ?? '', 'opt_out');
  expect((await client(api).get(`/successors/link?token=${token}`)).body.shareNeeded).toBeUndefined();
});

test('a holder who declines is asked again before the vault is released to people who cannot open it', async () => {
  const { owner, first, second, other, tokens } = await twoHoldersAndAnother();
  const before = await unreachable();
  await take(api, owner, { kind: 'invitation_accepted', successorId: second, at: api.clock.now });
  await answer(tokens.get(second), { response: 'decline' });
  const without = await answer(tokens.get(other));
  expect(without.body).toMatchObject({ status: 'awaiting_successors', encryptedShare: null });
  const alone = await answer(tokens.get(first));
  expect(alone.body.status).toBe('awaiting_successors');
  // Two have accepted, but only one of the two whose shares are needed.
  const asked = await client(api).get(`/successors/link?token=${tokens.get(other)}`);
  expect(asked.body.handover).toMatchObject({ effectiveQuorum: 2, accepted: 1, released: false });
  expect((await owner.program.get('/handover/status')).body.handover).toMatchObject({
    effectiveQuorum: 2,
    accepted: 1,
  });
  expect(await unreachable()).toBe(before + 1);
  const { state } = await switchOf(api, owner);
  const { due } = plan(state, api.clock.now + 60 * 86_400_000, api.deps.rules, NORMAL_CONDITIONS);
  expect(due).toEqual({ kind: 'invite', successorIds: [second] });
  // Their change of mind releases the vault, and now it opens.
  const released = await answer(tokens.get(second), {
    reshares: [{ successorId: first, encryptedShare: 'AAAA' }],
  });
  expect(released.body.status).toBe('released');
  const back = (await answer(tokens.get(first))).body.accessToken;
  expect((await open(back)).body).toMatchObject({
    threshold: 2,
    reshares: [{ fromSuccessorId: second, encryptedShare: 'AAAA' }],
  });
});

test('two holders release the vault without the others', async () => {
  const { first, second, tokens } = await twoHoldersAndAnother();
  expect((await answer(tokens.get(first))).body.status).toBe('awaiting_successors');
  expect((await answer(tokens.get(second))).body.status).toBe('released');
});

test('a holder who declined before the release can still bring their share after it', async () => {
  const { owner, holders } = await ownerWith(3, 2);
  const [first, second, late] = holders.map(({ id }) => id) as [string, string, string];
  const tokens = await invite(api, owner);
  await answer(tokens.get(late), { response: 'decline' });
  await answer(tokens.get(first));
  expect((await answer(tokens.get(second))).body.status).toBe('released');
  const accepted = await answer(tokens.get(late), {
    reshares: [{ successorId: first, encryptedShare: 'AAAA' }],
  });
  expect(accepted.body).toMatchObject({ status: 'released', accessToken: expect.any(String) });
  expect((await open(accepted.body.accessToken)).status).toBe(200);
  const back = (await answer(tokens.get(first))).body.accessToken;
  expect((await open(back)).body.reshares).toEqual([{ fromSuccessorId: late, encryptedShare: 'AAAA' }]);
  await expectProblem(answer(tokens.get(late), { response: 'decline' }), '409 response_final');
});

test('someone who has accepted passes their share on with their access link too, and gives no other answer', async () => {
  const { owner, holders } = await ownerWith(3, 2);
  const [first, second, silent] = holders.map(({ id }) => id) as [string, string, string];
  const tokens = await invite(api, owner);
  await answer(tokens.get(first));
  const waiting = (await answer(tokens.get(second))).body.accessToken;
  // The invitation is lost.
  const link = (await answer(tokens.get(first))).body.accessToken;
  const accepted = await answer(link);
  expect(accepted.body).toMatchObject({
    status: 'released',
    encryptedShare: holders[0]?.encryptedShare,
    holders: [expect.anything(), expect.anything(), expect.anything()],
  });
  const sent = await answer(link, { reshares: [{ successorId: second, encryptedShare: 'AAAA' }] });
  expect(sent.status).toBe(200);
  expect((await open(waiting)).body.reshares).toEqual([{ fromSuccessorId: first, encryptedShare: 'AAAA' }]);
  for (const response of ['decline', 'owner_alive'])
    await expectProblem(answer(link, { response }), '401 token_invalid');

  // Nobody can accept with an access link.
  const { state } = await switchOf(api, owner);
  const foreign = await mintToken(
    api.em(),
    api.deps.tokenSigner,
    { purpose: 'access', userId: owner.id, successorId: silent, handoverId: state.handover?.id ?? null },
    new Date(api.clock.now),
  );
  await expectProblem(answer(foreign), '401 token_invalid');
});
