import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Invitee } from '../../../db/entities/invitee.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { OptOut } from '../../../db/entities/opt-out.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { mintToken } from '../../../db/tokens.ts';
import { bringTo, invite, switchOf, take } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
} from '../../support/builders/owner.ts';
import { linkToken, storeKey } from '../../support/builders/successor-links.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const post = (token: string) => client(api).post('/successors/opt-out', { token });
const optOutToken = (owner: BuiltOwner, id: string) =>
  linkToken(api, owner, id, 'opt_out', { livesMs: 365 * 86_400_000 });
const optOut = async (owner: BuiltOwner, id: string) => {
  const reply = await post(await optOutToken(owner, id));
  expect([reply.status, reply.body.alreadyOptedOut]).toEqual([200, false]);
};
const read = async (owner: BuiltOwner, id: string) =>
  (await owner.program.get(`/successors/${id}`)).body.successor;
const mailsTo = (recipient: string) => api.em().find(Mail, { recipient }, { orderBy: { id: 'asc' } });
const answerOf = async (successorId: string) =>
  (await api.em().findOneOrFail(Invitee, { successorId })).response ?? null;

describe('opting out', () => {
  test('ends all of it: proof, key, share, what was assigned; the owner is told by name', async () => {
    const { successor: staying, ...owner } = await buildOwnerWithSuccessor(api, { pinned: true });
    const { id } = await buildSuccessor(api, owner, { name: 'Sam' });
    const { keyFingerprint } = await storeKey(api, owner, id);
    await owner.program.post(`/successors/${id}/verify`, { keyFingerprint });
    const entryId = await storeEntry(owner);
    await owner.program.put(`/successors/${id}/assigned-entries`, {
      entryIds: [entryId],
      restrictToAssignedEntries: true,
      envelopes: [{ entryId, envelope: randomBytes(60).toString('base64') }],
    });
    const shares = [staying.id, id].map((each) => ({
      id: each,
      encryptedShare: randomBytes(80).toString('base64'),
    }));
    await owner.program.put('/successors/shares', { threshold: 2, shares });

    await optOut(owner, id);
    expect(await read(owner, id)).toMatchObject({
      optedOut: true,
      verified: false,
      verifiedAt: null,
      publicKey: null,
      publicKeySalt: null,
      keyPinnedAt: null,
      encryptedShare: null,
    });
    expect(await read(owner, staying.id)).toMatchObject({
      optedOut: false,
      verified: true,
      sharesStale: true,
    });
    expect(await api.em().count(AssignedEntry, { successorId: id })).toBe(0);
    const [, ...mails] = await mailsTo(owner.email);
    expect(mails.map(({ kind, userId, successorId, data }) => ({ kind, userId, successorId, data }))).toEqual(
      [{ kind: 'successor_opted_out', userId: owner.id, successorId: null, data: { successorName: 'Sam' } }],
    );
    const log = await owner.program.get('/activity?type=successor_opted_out');
    expect(log.body.activity).toMatchObject([
      { detail: { successorId: id }, ipAddress: null, userAgent: null },
    ]);
    expect((await switchOf(api, owner)).state.status).toBe('armed');
  });

  test('is possible with the verification link too, before and after proving the mailbox', async () => {
    for (const verified of [false, true]) {
      const owner = await buildOwner(api);
      const { id } = await buildSuccessor(api, owner, { verified });
      const token = await linkToken(api, owner, id);
      expect((await post(token)).status).toBe(200);
      expect(await read(owner, id)).toMatchObject({ optedOut: true });
      await expectProblem(client(api).get(`/successors/verify?token=${token}`), '409 successor_opted_out');
    }
  });

  test('again succeeds and changes nothing, by the same link or by that of another mail', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const [first, second] = [await optOutToken(owner, id), await optOutToken(owner, id)];
    const verification = await linkToken(api, owner, id);
    await post(first);
    const before = await rowChecksum(api.orm);
    for (const token of [first, second]) {
      const { status, body } = await post(token);
      expect([status, body]).toEqual([
        200,
        { message: expect.stringContaining('already'), alreadyOptedOut: true },
      ]);
    }
    expect(await rowChecksum(api.orm)).toBe(before);
    // Every other link says the same.
    const verify = client(api).get(`/successors/verify?token=${verification}`);
    const { body } = await expectProblem(verify, '409 successor_opted_out');
    expect(body.detail).toContain('You asked not to be a successor');
  });

  test('twenty clicks at once are one: one mail to the owner, one record', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const token = await optOutToken(owner, id);
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(token)));
    expect(replies.filter(({ body }) => body.alreadyOptedOut === false)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.alreadyOptedOut === true)).toHaveLength(19);
    expect((await mailsTo(owner.email)).map(({ kind }) => kind).sort()).toEqual([
      'successor_opted_out',
      'switch_off',
    ]);
  });

  test('is respected: no mail, key, share or entry, until the owner names another address', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner);
    await optOut(owner, id);
    const { program } = owner;
    const path = `/successors/${id}` as const;
    for (const send of [
      () => program.post(`${path}/resend-verification`),
      () => program.post(`${path}/new-kit`, { ownerKey: randomBytes(1_984).toString('base64') }),
      () => program.post(`${path}/verify`, { keyFingerprint: '0'.repeat(64) }),
      () => program.put(`${path}/assigned-entries`, { entryIds: [], restrictToAssignedEntries: true }),
    ]) {
      await expectRefused(api, send, 'successor_opted_out');
    }
    await program.put(path, { name: 'Still out' });
    expect(await read(owner, id)).toMatchObject({ optedOut: true, name: 'Still out' });
    expect(await mailsTo(email)).toEqual([]);
    await program.put(path, { email: `new-${email}` });
    expect(await read(owner, id)).toMatchObject({ optedOut: false, verified: false });
    expect((await mailsTo(`new-${email}`)).map(({ kind }) => kind)).toEqual(['successor_verification']);
  });

  test('outlasts the successor: deleting, naming again or moving back does not bring mail back', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner);
    await optOut(owner, id);
    const { program } = owner;
    await program.put(`/successors/${id}`, { email: `new-${email}` });
    await expectRefused(api, () => program.put(`/successors/${id}`, { email }), 'successor_opted_out');
    await program.delete(`/successors/${id}`);
    const name = () => program.post('/successors', { email: email.toUpperCase(), name: 'Sam' });
    await expectRefused(api, name, 'successor_opted_out');
    expect(await mailsTo(email)).toEqual([]);
    // What we keep of it is not an address.
    const [row] = await api.em().find(OptOut, { userId: owner.id });
    expect([row?.mailbox.length, JSON.stringify(row).includes(email)]).toEqual([32, false]);
  });

  test('is respected even if a restored backup has it only in the row of the successor', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner);
    await api.em().nativeUpdate(Successor, { id }, { verifiedAt: null, optedOutAt: new Date() });
    await owner.program.delete(`/successors/${id}`);
    const name = () => owner.program.post('/successors', { email, name: 'Sam' });
    await expectRefused(api, name, 'successor_opted_out');
  });

  test('of one owner leaves others free to name them, until they opt out of everybody', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const { id, email } = await buildSuccessor(api, owner);
    const token = await optOutToken(owner, id);
    expect((await post(token)).status).toBe(200);
    const named = await other.program.post('/successors', { email, name: 'Sam' });
    expect(named.status).toBe(201);
    // By the same link, later.
    const all = await client(api).post('/successors/opt-out', { token, scope: 'everybody' });
    expect([all.status, all.body.alreadyOptedOut]).toEqual([200, true]);
    const third = await buildOwner(api);
    const name = () => third.program.post('/successors', { email, name: 'Sam' });
    await expectRefused(api, name, 'successor_opted_out');
    // Those who had named them before may not write to them again, but keep what they agreed to.
    const resend = () => other.program.post(`/successors/${named.body.successor.id}/resend-verification`);
    await expectRefused(api, resend, 'successor_opted_out');
    expect(await read(other, named.body.successor.id)).toMatchObject({ optedOut: false });
  });

  test('of everybody leaves those who had confirmed for another owner their successors, with new kits and links', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const { id, email } = await buildSuccessor(api, owner);
    const named = await other.program.post('/successors', { email, name: 'Sam' });
    const successorId = named.body.successor.id;
    const path = `/successors/${successorId}` as const;
    const verification = await linkToken(api, other, successorId);
    expect((await client(api).get(`/successors/verify?token=${verification}`)).status).toBe(200);
    const token = await optOutToken(owner, id);
    const opted = await client(api).post('/successors/opt-out', { token, scope: 'everybody' });
    expect(opted.status).toBe(200);
    const before = (await mailsTo(email)).length;
    const ownerKey = randomBytes(1_984).toString('base64');
    for (const reply of [
      await other.program.post(`${path}/resend-verification`),
      await other.program.post(`${path}/new-kit`, { ownerKey }),
    ]) {
      expect(reply.status).toBe(200);
    }
    expect((await mailsTo(email)).slice(before)).toMatchObject([
      { kind: 'successor_verification', data: { forKit: true } },
      { kind: 'successor_verification', data: { forKit: true, isNewKit: true } },
    ]);
  });

  test('is no sign of life', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    await buildSuccessor(api, owner);
    const before = (await switchOf(api, owner)).state.lastSeenAt;
    api.clock.now += 60_000;
    await optOut(owner, id);
    expect((await switchOf(api, owner)).state.lastSeenAt).toBe(before);
  });
});

describe('opting out as the last verified successor', () => {
  test.each(['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released'] as const)(
    'turns off an owner’s switch that was %s, cancels what was open, and tells the owner',
    async (status) => {
      const owner = await buildOwner(api);
      const { id, email } = await buildSuccessor(api, owner);
      if (status !== 'armed') await bringTo(api, owner, status);
      const invited = await mailsTo(email);
      await optOut(owner, id);
      const { state } = await switchOf(api, owner);
      expect([state.status, state.handover]).toEqual(['off', null]);
      const mails = await mailsTo(owner.email);
      expect(mails.map(({ kind }) => kind).sort()).toEqual(['successor_opted_out', 'switch_off']);
      const off = mails.find(({ kind }) => kind === 'switch_off');
      expect(off?.data).toEqual({ handoverCancelled: status !== 'armed' && status !== 'reminding' });
      // They asked for no more mail, so they aren't even told of the cancellation.
      expect(await mailsTo(email)).toEqual(invited);
    },
  );

  test('leaves a pause and a completed switch as they are', async () => {
    for (const status of ['paused', 'completed'] as const) {
      const owner = await buildOwner(api);
      const { id } = await buildSuccessor(api, owner);
      if (status === 'paused') await take(api, owner, { kind: 'paused', until: api.clock.now + 86_400_000 });
      else await bringTo(api, owner, status);
      await optOut(owner, id);
      expect((await switchOf(api, owner)).state.status).toBe(status);
    }
  });
});

describe('opting out of a handover that goes on with the others', () => {
  const twoInvited = async () => {
    const owner = await buildOwner(api);
    const [leaving, staying] = [await buildSuccessor(api, owner), await buildSuccessor(api, owner)];
    await owner.browser.put('/inactivity/settings', { quorum: 2 });
    const links = await invite(api, owner);
    return { owner, leaving, staying, links };
  };

  test('declines it for those who have not answered yet', async () => {
    const { owner, leaving, staying } = await twoInvited();
    await optOut(owner, leaving.id);
    expect(await answerOf(leaving.id)).toBe('decline');
    expect(await answerOf(staying.id)).toBeNull();
    expect((await switchOf(api, owner)).state.status).toBe('awaiting_successors');
  });

  test('declines it for those who had accepted, before the release', async () => {
    const { owner, leaving } = await twoInvited();
    await take(api, owner, { kind: 'responded', successorId: leaving.id, response: 'accept' });
    await optOut(owner, leaving.id);
    expect(await answerOf(leaving.id)).toBe('decline');
    expect((await switchOf(api, owner)).state.status).toBe('awaiting_successors');
  });

  test('of one of two, where both had to accept, leaves it to the other: released at once if they had accepted', async () => {
    const { successor: staying, ...owner } = await buildOwnerWithSuccessor(api);
    const { id } = await buildSuccessor(api, owner);
    expect((await owner.program.put('/inactivity/settings', { quorum: 2 })).status).toBe(200);
    const tokens = await invite(api, owner);
    const quorums = async () => {
      const { handover } = (await owner.program.get('/handover/status')).body;
      return [handover.status, handover.quorum, handover.effectiveQuorum];
    };
    const accepted = await client(api).post('/handover/respond', {
      token: tokens.get(staying.id),
      response: 'accept',
    });
    expect(accepted.body.status).toBe('awaiting_successors');
    expect(await quorums()).toEqual(['awaiting_successors', 2, 2]);
    await optOut(owner, id);
    expect(await quorums()).toEqual(['released', 2, 1]);
    expect((await mailsTo(staying.email)).map(({ kind }) => kind)).toContain('access');
  });

  test('after the release ends their access, keeps the answer that led to it, and tells the workflow', async () => {
    const owner = await buildOwner(api);
    const [leaving, staying] = [await buildSuccessor(api, owner), await buildSuccessor(api, owner)];
    await invite(api, owner);
    for (const { id } of [leaving, staying])
      await take(api, owner, { kind: 'responded', successorId: id, response: 'accept' });
    const { state } = await switchOf(api, owner);
    expect(state.status).toBe('released');
    const access = await mintToken(
      api.em(),
      api.deps.tokenSigner,
      {
        purpose: 'access',
        userId: owner.id,
        successorId: leaving.id,
        handoverId: state.handover?.id ?? null,
      },
      new Date(api.clock.now),
    );
    const messagesBefore = await api.em().count(Outbox, { kind: 'switch', subjectId: owner.id });
    await optOut(owner, leaving.id);
    const after = (await switchOf(api, owner)).state;
    expect([after.status, after.successors.map(({ id }) => id)]).toEqual(['released', [staying.id]]);
    expect(await answerOf(leaving.id)).toBe('accept');
    expect(await api.em().count(Outbox, { kind: 'switch', subjectId: owner.id })).toBe(messagesBefore + 1);
    await expectProblem(
      client(api).get(`/vault/successor-access?token=${access}`),
      '409 successor_opted_out',
    );
    const mails = await mailsTo(leaving.email);
    await client(api).post('/handover/renew-access', { token: access });
    expect(await mailsTo(leaving.email)).toEqual(mails);
  });

  test('makes the link to respond worthless, and the link says why', async () => {
    const { owner, leaving, links } = await twoInvited();
    await optOut(owner, leaving.id);
    const token = links.get(leaving.id);
    await expectProblem(
      client(api).post('/handover/respond', { token, response: 'accept' }),
      '409 successor_opted_out',
    );
    expect(await answerOf(leaving.id)).toBe('decline');
  });
});

describe('bad input', () => {
  test.each<[string, unknown]>([
    ['no body', undefined],
    ['an unknown scope', { token: 'x', scope: 'me' }],
    ['a token of 201 characters', { token: 'x'.repeat(201) }],
  ])('%s is refused', (_, body) =>
    expectRefused(api, () => client(api).raw.post('/successors/opt-out', body), 'validation_failed'),
  );

  test('an invented link, another mail’s, a removed successor’s or an expired one is refused', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const gone = await buildSuccessor(api, owner, { verified: false });
    const goneToken = await optOutToken(owner, gone.id);
    await owner.program.delete(`/successors/${gone.id}`);
    const tokens = [
      randomBytes(32).toString('base64url'),
      'x',
      'a\u0000b',
      goneToken,
      await linkToken(api, owner, id, 'response'),
      await linkToken(api, owner, id, 'access'),
    ];
    for (const token of tokens) await expectRefused(api, () => post(token), 'token_invalid');
    const expired = await linkToken(api, owner, id, 'opt_out', { livesMs: 1_000 });
    api.clock.now += 1_000;
    await expectRefused(api, () => post(expired), 'token_expired');
    expect(await api.em().count(Successor, { userId: owner.id, optedOutAt: { $ne: null } })).toBe(0);
  });
});
