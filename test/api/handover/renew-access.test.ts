/** A new access link goes to the successor's mailbox and nowhere else. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { LIMITS } from '../../../api/http/limits.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { ensureMail, mailAccepted } from '../../../db/mail.ts';
import { invite, switchOf, take } from '../../support/builders/handover.ts';
import { buildOwnerWithSuccessor, buildSuccessor } from '../../support/builders/owner.ts';
import { stepInput } from '../../support/builders/step-input.ts';
import { caughtMails, linksIn, tokenIn } from '../../support/clients/caught-mail.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useActivities } from '../../support/servers/use-activities.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// The limits of production, twice as wide, because this file needs that many requests.
const { api, activities } = await useActivities({ RATE_LIMIT_SCALE: '2' });

const renew = (token: string) => client(api).post('/handover/renew-access', { token });
const open = (token: string) => client(api).get(`/vault/successor-access?token=${token}`);
const SAME = {
  message: "If there is something for you to read, we've sent a new link to your email address.",
};

/** A released handover with one reader, whose first access mail was sent. */
async function released() {
  const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api);
  const response = (await invite(api, owner)).get(sam.id) ?? '';
  const answered = await client(api).post('/handover/respond', { token: response, response: 'accept' });
  const mails = () =>
    api.em().find(Mail, { successorId: sam.id, kind: 'access' }, { orderBy: { id: 'asc' } });
  /** Sends what is queued. @returns the token of the latest access mail, and how many there have been so far */
  const inbox = async () => {
    const rows = await mails();
    for (const { id, status } of rows) if (status === 'queued') await activities.sendMail({ mailId: id });
    const caught = await caughtMails(sam.email);
    const latest = caught.find(({ messageId }) => messageId.startsWith(rows.at(-1)?.id ?? '-'));
    return { token: tokenIn(linksIn(latest!)[0] ?? '') ?? '', count: caught.length };
  };
  const first = await inbox();
  expect(first.count).toBe(1);
  return { owner, sam, response, old: answered.body.accessToken as string, mails, inbox };
}

test('once the window is over, a link in the mailbox begins a new one, and the old link gives nothing', async () => {
  const { owner, sam, response, old, inbox } = await released();
  api.clock.now += 90 * DAY;
  await expectProblem(open(old), '410 token_expired');
  await expectProblem(
    client(api).post('/handover/respond', { token: response, response: 'accept' }),
    '410 token_expired',
  );
  expect((await renew(old)).body).toEqual(SAME);
  await expectProblem(open(old), '410 token_expired');
  const { token, count } = await inbox();
  expect(count).toBe(2);
  // A share is passed on with the new link, and not with the old one.
  const accept = (token: string) => client(api).raw.post('/handover/respond', { token, response: 'accept' });
  await expectProblem(accept(old), '410 token_expired');
  expect((await accept(token)).body).toMatchObject({ status: 'released', accessToken: expect.any(String) });
  const read = await open(token);
  expect(read.body.expiresAt).toBe(new Date(api.clock.now + 90 * DAY).toISOString());
  const log = (await owner.program.get('/activity?type=access_renewed')).body.activity;
  expect(log.map(({ detail }: { detail: unknown }) => detail)).toEqual([{ successorId: sam.id }]);
});

test('a completed handover opens again for everyone who had access, and its workflow is told', async () => {
  const { owner, sam, response, old, inbox } = await released();
  const bystander = await buildSuccessor(api, owner);
  api.clock.now += 90 * DAY;
  const { state } = await take(api, owner, { kind: 'completed' });
  expect(state.status).toBe('completed');
  await expectProblem(open(old), '410 token_expired');
  await api.em().nativeDelete(Outbox, { subjectId: owner.id });
  api.clock.now += 400 * DAY;
  // The old invitation works too, if the latest link was lost.
  expect((await renew(response)).body).toEqual(SAME);
  const after = (await switchOf(api, owner)).state;
  expect(after).toMatchObject({ status: 'released', handover: { status: 'released', completedAt: null } });
  expect(await api.em().count(Outbox, { subjectId: owner.id, kind: 'switch' })).toBe(1);
  const { token } = await inbox();
  expect((await open(token)).body.successor.id).toBe(sam.id);
  expect(await api.em().count(Mail, { successorId: bystander.id })).toBe(0);
  // It ends as it did before.
  const input = stepInput(api, owner);
  expect((await activities.look(input))?.due).toBe('wait');
  api.clock.now += 90 * DAY;
  await activities.completeHandover({ ...input, workflowNow: api.clock.now });
  expect((await switchOf(api, owner)).state.status).toBe('completed');
});

test('while the window is open, another link comes, which ends when the window ends', async () => {
  const { owner, old, inbox } = await released();
  const before = await switchOf(api, owner);
  api.clock.now += DAY;
  expect((await renew(old)).body).toEqual(SAME);
  expect(await switchOf(api, owner)).toEqual(before);
  const { token } = await inbox();
  const endsAt = before.state.handover?.invitees[0]?.accessEndsAt ?? 0;
  expect((await open(token)).body.expiresAt).toBe(new Date(endsAt).toISOString());
  expect((await open(old)).status).toBe(200);
});

test('one mailbox gets a few links an hour, and none while one is on its way; every answer is the same', async () => {
  const { old, mails, inbox } = await released();
  api.clock.now += DAY;
  for (let i = 0; i < 3; i += 1) expect((await renew(old)).body).toEqual(SAME);
  expect(await mails()).toHaveLength(2);
  const most = Math.round(LIMITS.mail_address.points * api.config.RATE_LIMIT_SCALE);
  const { userId, successorId, handoverId, recipient, kind } = (await mails())[0]!;
  await inbox();
  const request = { userId, successorId: successorId ?? '', handoverId: handoverId ?? '', recipient, kind };
  for (let i = 1; i < most; i += 1) {
    const { id } = await ensureMail(
      api.em(),
      { ...request, key: `had/${successorId}/${i}` },
      new Date(api.clock.now),
    );
    await mailAccepted(api.em(), id, new Date(api.clock.now));
  }
  expect((await renew(old)).body).toEqual(SAME);
  expect(await mails()).toHaveLength(most + 1);
  api.clock.now += HOUR;
  expect((await renew(old)).body).toEqual(SAME);
  expect(await mails()).toHaveLength(most + 2);
});

test('no link comes once the owner is back, for a successor who is gone, or before the release', async () => {
  const back = await released();
  const removed = await released();
  const { successor: asked, ...owner } = await buildOwnerWithSuccessor(api);
  const waiting = (await invite(api, owner)).get(asked.id) ?? '';
  api.clock.now += 90 * DAY;
  await back.owner.program.post('/activity/check-in');
  await api.em().nativeUpdate(Successor, { id: removed.sam.id }, { optedOutAt: new Date(api.clock.now) });
  for (const [token, who] of [
    [back.old, back.owner],
    [removed.old, removed.owner],
    [waiting, owner],
  ] as const) {
    const before = await switchOf(api, who);
    const access = await api.em().count(Mail, { userId: who.id, kind: 'access' });
    expect((await renew(token)).body).toEqual(SAME);
    expect(await switchOf(api, who)).toEqual(before);
    expect(await api.em().count(Mail, { userId: who.id, kind: 'access' })).toBe(access);
  }
  expect((await switchOf(api, back.owner)).state.status).toBe('armed');
});

test('an invented or malformed token is refused', async () => {
  await expectProblem(renew(randomBytes(32).toString('base64url')), '401 token_invalid');
  await expectProblem(renew('x'), '401 token_invalid');
});

test('requests from one place are limited', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 2 * LIMITS.renew_access.points; i += 1) statuses.push((await renew('x')).status);
  expect(statuses.at(-1)).toBe(429);
});
