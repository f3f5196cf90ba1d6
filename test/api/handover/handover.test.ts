import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { SuccessorAccess } from '../../../api/routes/handover/schema.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { mintToken } from '../../../db/tokens.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { bringTo, invite, switchOf, take } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
} from '../../support/builders/owner.ts';
import { insertEntries } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const DAY = 86_400_000;
const api = await useApi();

async function buildEntry(owner: BuiltOwner, assignedTo?: { id: string; envelope: string }): Promise<string> {
  const [id = ''] = await insertEntries(api, owner, 1, 40, { tags: ['last', 'wörds'] });
  if (assignedTo) {
    await api.em().insert(AssignedEntry, {
      successorId: assignedTo.id,
      entryId: id,
      userId: owner.id,
      envelope: assignedTo.envelope,
    });
  }
  return id;
}

const anyone = () => client(api);
const respond = (token: string | undefined, response: 'accept' | 'decline', more = {}) =>
  anyone().post('/handover/respond', { token, response, ...more });
/** The route does not check streamed answers itself. */
async function read(token: string) {
  const opened = await anyone().get(`/vault/successor-access?token=${token}`);
  if (opened.status === 200) SuccessorAccess.parse(opened.body);
  return opened;
}
const mailsOf = (owner: BuiltOwner, kind: string) =>
  api.em().find(Mail, { userId: owner.id, kind: kind as never }, { orderBy: { key: 'asc' } });

describe('answering an invitation', () => {
  test('the acceptance that completes the quorum releases, and carries the access at once', async () => {
    const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api);
    const entry = await buildEntry(owner, { id: sam.id, envelope: 'ZW52ZWxvcGU=' });
    await buildEntry(owner);
    const tokens = await invite(api, owner);
    const reply = await respond(tokens.get(sam.id), 'accept', { message: 'I am so sorry.' });
    expect(reply.body).toMatchObject({ status: 'released', accessToken: expect.any(String) });
    expect(Date.parse(reply.body.accessExpiresAt) - api.clock.now).toBe(90 * DAY);

    const opened = await read(reply.body.accessToken);
    expect(opened.status).toBe(200);
    expect(opened.body).toMatchObject({ ownerName: 'Olive Owner', quorum: 1, accepted: 1, threshold: null });
    const stored = await api.em().findOneOrFail(VaultEntry, { userId: owner.id, id: entry });
    expect(opened.body.entries).toHaveLength(1);
    expect(opened.body.entries[0]).toMatchObject({
      id: entry,
      encryptedData: stored.encryptedData,
      iv: stored.iv,
      salt: stored.salt,
      tags: stored.tags,
      envelope: 'ZW52ZWxvcGU=',
    });
    expect(await mailsOf(owner, 'access')).toHaveLength(1);
  });

  test('an unrestricted successor reads everything', async () => {
    const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api, {
      restrictToAssignedEntries: false,
    });
    const assigned = await buildEntry(owner, { id: sam.id, envelope: 'ZQ==' });
    const other = await buildEntry(owner);
    const tokens = await invite(api, owner);
    const { body } = await respond(tokens.get(sam.id), 'accept');
    const opened = await read(body.accessToken);
    // Both were made at the same moment of this test, so their order means nothing.
    const envelopes = new Map(
      opened.body.entries.map(({ id, envelope }: { id: string; envelope: string | null }) => [id, envelope]),
    );
    expect(envelopes).toEqual(
      new Map([
        [assigned, 'ZQ=='],
        [other, null],
      ]),
    );
  });

  test('below the quorum nothing opens; an answer may change until the release, and then acceptances are final', async () => {
    const owner = await buildOwner(api);
    const [a, b, c] = [
      await buildSuccessor(api, owner),
      await buildSuccessor(api, owner),
      await buildSuccessor(api, owner),
    ];
    await owner.program.put('/inactivity/settings', { quorum: 2 });
    const tokens = await invite(api, owner);
    expect((await respond(tokens.get(a.id), 'accept')).body).toMatchObject({ status: 'awaiting_successors' });
    expect((await respond(tokens.get(a.id), 'decline')).body.status).toBe('awaiting_successors');
    expect((await respond(tokens.get(b.id), 'accept')).body.status).toBe('awaiting_successors');
    const last = await respond(tokens.get(a.id), 'accept');
    expect(last.body).toMatchObject({ status: 'released', accessToken: expect.any(String) });
    await expectProblem(respond(tokens.get(a.id), 'decline'), '409 response_final');
    // Those who had not answered still may, and can read from then on.
    api.clock.now += 10 * DAY;
    const joined = await respond(tokens.get(c.id), 'accept');
    expect(Date.parse(joined.body.accessExpiresAt) - api.clock.now).toBe(90 * DAY);
    expect(await mailsOf(owner, 'access')).toHaveLength(3);
  });

  test('an acceptance returns one’s own share, and reshares reach only their holders', async () => {
    const owner = await buildOwner(api);
    const [a, b] = [await buildSuccessor(api, owner), await buildSuccessor(api, owner)];
    await api.em().nativeUpdate(Successor, { id: a.id }, { encryptedShare: 'c2hhcmU=' });
    await owner.program.put('/inactivity/settings', { quorum: 2 });
    const tokens = await invite(api, owner);
    const first = await respond(tokens.get(a.id), 'accept');
    expect(first.body.encryptedShare).toBe('c2hhcmU=');
    expect(first.body.accessToken).toBeUndefined();
    await respond(tokens.get(a.id), 'accept', {
      reshares: [{ successorId: b.id, encryptedShare: 'Zm9yIGI=' }],
    });
    const second = await respond(tokens.get(b.id), 'accept');
    const opened = await read(second.body.accessToken);
    expect(opened.body.reshares).toEqual([{ fromSuccessorId: a.id, encryptedShare: 'Zm9yIGI=' }]);
    const again = await respond(tokens.get(a.id), 'accept');
    const own = await read(again.body.accessToken);
    expect(own.body).toMatchObject({ reshares: [], encryptedShare: 'c2hhcmU=', threshold: 2 });
  });

  test('two acceptances at the same moment release once', async () => {
    const owner = await buildOwner(api);
    const [a, b] = [await buildSuccessor(api, owner), await buildSuccessor(api, owner)];
    await owner.program.put('/inactivity/settings', { quorum: 2 });
    const tokens = await invite(api, owner);
    const replies = await Promise.all([a, b].map(({ id }) => respond(tokens.get(id), 'accept')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await switchOf(api, owner)).state.status).toBe('released');
    expect(await mailsOf(owner, 'access')).toHaveLength(2);
  });

  test('someone who may not postpone again is told so, even while a returned warning is repeated', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const [[, token] = []] = await invite(api, owner);
    const postpone = () => anyone().raw.post('/handover/respond', { token, response: 'owner_alive' });
    for (let said = 0; said < 2; said += 1) {
      expect((await postpone()).status).toBe(200);
      await bringTo(api, owner, 'awaiting_successors');
    }
    await take(api, owner, { kind: 'warning_returned', reminder: null, at: api.clock.now });
    await expectProblem(postpone(), '409 owner_alive_limit');
  });

  test('after the owner is back the link says so, and nothing opens', async () => {
    const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api);
    const tokens = await invite(api, owner);
    await owner.program.post('/activity/check-in');
    await expectProblem(respond(tokens.get(sam.id), 'accept'), '410 handover_ended');
    expect((await switchOf(api, owner)).state.status).toBe('armed');
    expect(await mailsOf(owner, 'handover_cancelled')).toHaveLength(1);
  });

  test('text that the database cannot store is refused, and changes nothing', async () => {
    const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api);
    const tokens = await invite(api, owner);
    const answer = respond(tokens.get(sam.id), 'accept', { message: 'a\u0000b' });
    await expectProblem(answer, '400 validation_failed');
    const cancel = owner.browser.post('/handover/cancel', { reason: 'a\u0000b' });
    await expectProblem(cancel, '400 validation_failed');
    expect((await switchOf(api, owner)).state).toMatchObject({ status: 'awaiting_successors' });
  });

  test('a token of another purpose is refused', async () => {
    await expectProblem(respond(randomBytes(32).toString('base64url'), 'accept'), '401 token_invalid');
    const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api);
    const tokens = await invite(api, owner);
    const { body } = await respond(tokens.get(sam.id), 'accept');
    // Only an acceptance may be repeated with it (shared-release.test.ts).
    await expectProblem(respond(body.accessToken, 'decline'), '401 token_invalid');
    const optOut = await mintToken(
      api.em(),
      api.deps.tokenSigner,
      { purpose: 'opt_out', userId: owner.id, successorId: sam.id },
      new Date(api.clock.now),
    );
    await expectProblem(respond(optOut, 'accept'), '401 token_invalid');
    await expectProblem(
      anyone().get(`/vault/successor-access?token=${tokens.get(sam.id)}`),
      '401 token_invalid',
    );
  });
});

describe('access', () => {
  async function released() {
    const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api);
    const tokens = await invite(api, owner);
    const { body } = await respond(tokens.get(sam.id), 'accept');
    return { owner, sam, open: () => read(body.accessToken) };
  }

  test('is told to the owner by mail, at most once a day, and recorded in their log', async () => {
    const { owner, open } = await released();
    await open();
    await open();
    expect(await mailsOf(owner, 'access_notice')).toHaveLength(1);
    api.clock.now += DAY;
    await open();
    expect(await mailsOf(owner, 'access_notice')).toHaveLength(2);
    const log = await owner.program.get('/activity?type=vault_accessed');
    expect(log.body.activity).toHaveLength(3);
  });

  test('ends with its window', async () => {
    const { open } = await released();
    api.clock.now += 90 * DAY;
    await expectProblem(open(), '410 token_expired');
  });

  test.each(['check-in', 'cancel', 'browser write'])(
    'ends the moment the owner is back by %s',
    async (how) => {
      const { owner, open } = await released();
      if (how === 'check-in') await owner.program.post('/activity/check-in');
      else if (how === 'cancel') await owner.browser.post('/handover/cancel', { reason: 'I was at sea.' });
      else await owner.browser.put('/inactivity/settings', { accessDays: 30 });
      await expectProblem(open(), '410 handover_ended');
      expect(await mailsOf(owner, 'handover_cancelled')).toHaveLength(1);
    },
  );

  test('a successor who opted out reads nothing', async () => {
    const { sam, open } = await released();
    await api.em().nativeUpdate(Successor, { id: sam.id }, { optedOutAt: new Date(api.clock.now) });
    await expectProblem(open(), '409 successor_opted_out');
  });
});

describe('a message with an answer', () => {
  test('reaches the owner who is back, and the other successors if the answer allows it', async () => {
    const owner = await buildOwner(api);
    const [ann, bob, eve] = [
      await buildSuccessor(api, owner, { name: 'Ann' }),
      await buildSuccessor(api, owner, { name: 'Bob' }),
      await buildSuccessor(api, owner, { name: 'Eve' }),
    ];
    const tokens = await invite(api, owner);
    const answer = (who: { id: string }, body: object) =>
      client(api).raw.post('/handover/respond', { token: tokens.get(who.id), ...body });
    await answer(bob, { response: 'decline', message: 'I am ill.', shareMessage: true });
    await answer(eve, { response: 'decline', message: 'Only for the owner.' });
    const { body } = await answer(ann, { response: 'accept', message: 'Rest in peace.' });
    const read = await client(api).get(`/vault/successor-access?token=${body.accessToken}`);
    expect(read.body.messages).toEqual([{ fromSuccessorId: bob.id, name: 'Bob', message: 'I am ill.' }]);

    await owner.program.post('/activity/check-in');
    const { lastCancelled } = (await owner.program.get('/handover/status')).body;
    const written = lastCancelled?.responses.map(({ successorId, message }) => [successorId, message]);
    expect(Object.fromEntries(written ?? [])).toEqual({
      [ann.id]: 'Rest in peace.',
      [bob.id]: 'I am ill.',
      [eve.id]: 'Only for the owner.',
    });
    // A new quorum applies to the next handover.
    expect((await owner.browser.put('/inactivity/settings', { quorum: 3 })).status).toBe(200);
    const shown = (await owner.browser.get('/handover/status')).body;
    for (const former of [shown.lastCancelled, shown.lastReleased])
      expect(former).toMatchObject({ quorum: 1, effectiveQuorum: 1 });
  });
});

describe('the owner', () => {
  test('sees the grace period’s end, the answers, and the completed handover, even once they are back', async () => {
    const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api);
    expect((await owner.program.get('/handover/status')).body).toMatchObject({
      status: 'armed',
      handover: null,
    });
    const { state } = await bringTo(api, owner, 'grace_period');
    const graceEndsAt = new Date((state.finalNoticeAt ?? 0) + 2 * DAY).toISOString();
    const grace = (await owner.program.get('/handover/status')).body;
    expect(grace).toMatchObject({ status: 'grace_period', deadline: graceEndsAt });
    expect(grace.handover).toMatchObject({ status: 'grace_period', graceEndsAt, quorum: 1 });
    await bringTo(api, owner, 'released');
    const { handover } = (await owner.program.get('/handover/status')).body;
    expect(handover).toMatchObject({
      status: 'released',
      accepted: 1,
      responses: [{ successorId: sam.id, response: 'accept', at: expect.any(String) }],
    });
    await bringTo(api, owner, 'completed');
    expect((await owner.program.get('/handover/status')).body).toMatchObject({
      status: 'completed',
      handover: { id: handover.id, status: 'completed', completedAt: expect.any(String) },
      lastReleased: null,
    });
    // A write has no record of its own in the log.
    expect((await owner.browser.put('/auth/profile', { name: 'Olive' })).status).toBe(200);
    const backAt = new Date(api.clock.now).toISOString();
    api.clock.now += DAY;
    expect((await owner.program.get('/handover/status')).body).toMatchObject({
      status: 'armed',
      handover: null,
      lastCancelled: null,
      lastReleased: {
        id: handover.id,
        status: 'completed',
        ownerBackAt: backAt,
        responses: [{ successorId: sam.id, accessEndsAt: expect.any(String), lastAccessAt: null }],
      },
    });
  });

  test.each(['grace_period', 'awaiting_successors', 'released'] as const)('cancels in %s', async (stage) => {
    const owner = await buildOwnerWithSuccessor(api);
    const { state } = await bringTo(api, owner, stage);
    // A token alone does not restart the clock. Someone who enters the password is alive.
    await expectProblem(
      owner.program.post('/handover/cancel', { reason: 'Still here.' }),
      '403 confirmation_required',
    );
    expect((await switchOf(api, owner)).state).toEqual(state);
    await confirmSessions(api, owner);
    const reply = await owner.program.post('/handover/cancel', { reason: 'Still here.' });
    expect(reply.status).toBe(200);
    const called = { status: 'cancelled', cancelReason: 'owner_cancelled', reason: 'Still here.' };
    expect(reply.body.handover).toMatchObject(called);
    const shown = (await owner.program.get('/handover/status')).body;
    expect(shown).toMatchObject({ status: 'armed', handover: null, lastCancelled: called });
    expect(shown.lastReleased?.id).toBe(stage === 'released' ? state.handover?.id : undefined);
    const after = (await switchOf(api, owner)).state;
    expect(after).toMatchObject({ status: 'armed', epoch: state.epoch + 1, clockStartedAt: api.clock.now });
    expect(after.lastSeenAt).toBe(api.clock.now);
  });

  test.each(['armed', 'reminding', 'completed'] as const)('has nothing to cancel in %s', async (stage) => {
    const owner = await buildOwnerWithSuccessor(api);
    if (stage !== 'armed') await bringTo(api, owner, stage);
    const before = await switchOf(api, owner);
    for (const who of [owner.browser, owner.program]) {
      await expectProblem(who.post('/handover/cancel'), '409 no_active_handover');
    }
    expect(await switchOf(api, owner)).toEqual(before);
  });

  test('a person’s cancel is a sign of life too', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    await bringTo(api, owner, 'grace_period');
    await owner.browser.post('/handover/cancel');
    expect((await switchOf(api, owner)).state.lastSeenAt).toBe(api.clock.now);
  });
});
