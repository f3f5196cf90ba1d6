/** Warnings through other ways than the owner's mailbox: real requests, verified by the reference library. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { createActivities } from '../../activities/index.ts';
import { addressRulesOf } from '../../config.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Channel } from '../../db/entities/channel.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Token } from '../../db/entities/token.ts';
import { DEFAULT_LOCALE } from '../../db/locale.ts';
import { ensureMail, mailAccepted } from '../../db/mail.ts';
import { REPLACE_WORKFLOW } from '../../db/outbox.ts';
import { createGuard } from '../../guard/post.ts';
import { momentIn } from '../../mail/layout/when.ts';
import { takeBack } from '../../mail/returned.ts';
import { MailRefused } from '../../mail/smtp.ts';
import { confirmSessions } from '../support/builders/confirmed.ts';
import { switchOf, take } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { caughtMails } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { startPushService } from '../support/servers/push-service.ts';
import { useActivities } from '../support/servers/use-activities.ts';
import { startWebhookReceiver, verifyWebhook } from '../support/servers/webhook-receiver.ts';
import { use } from '../support/use.ts';

const DAY = 86_400_000;

const receiver = await use(startWebhookReceiver);
const push = await use(startPushService);
const both = [receiver, push];
const { api, deps, activities, passDeadline } = await useActivities({ ALLOW_LOOPBACK_WAYS_IN_TESTS: 'true' });
beforeEach(() => {
  for (const each of both) {
    each.received.length = 0;
    each.answer(204);
  }
});

const now = () => new Date(api.clock.now);
const stateOf = async (owner: BuiltOwner) => (await switchOf(api, owner)).state;

/** Activities that wait two seconds for an answer. */
const impatient = createActivities({
  ...deps,
  guard: createGuard({ ...addressRulesOf(api.config), timeoutMs: 2_000 }),
});

const GONE = new MailRefused('SMTP 550', { reason: 'gone', unsent: true });

/** Activities for which the owner's own mailbox doesn't exist, or can't be reached. */
const withoutMailbox = (owner: BuiltOwner, refusal = GONE) =>
  createActivities({
    ...deps,
    mailer: {
      ...deps.mailer,
      async send(mail, still) {
        if (mail.to !== owner.email) return deps.mailer.send(mail, still);
        throw refusal;
      },
    },
  });

/** Tries everything queued for an owner once, as the mail workflows would. */
async function sendQueued(owner: BuiltOwner, by = activities): Promise<void> {
  const queued = await api
    .em()
    .find(Mail, { userId: owner.id, status: 'queued' }, { orderBy: { createdAt: 'asc' } });
  for (const { id } of queued) await by.sendMail({ mailId: id }).catch(() => {});
}

/** An owner with a successor and a verified webhook. */
async function reachable() {
  const owner = await buildOwner(api);
  await buildSuccessor(api, owner, { name: 'Sam Successor' });
  const added = await owner.browser.post('/channels/webhooks', { name: 'Flat', url: receiver.url });
  expect(added.status).toBe(201);
  const { channel, secret } = added.body;
  await sendQueued(owner);
  const code = /\d{8}/.exec(receiver.received.at(-1)?.data.text ?? '')?.[0] ?? '';
  const verified = await owner.browser.post(`/channels/${channel.id}/verify`, { code });
  expect(verified.status).toBe(200);
  receiver.received.length = 0;
  return { owner, id: channel.id, secret };
}

/** @returns the ID of another mailbox that the owner has verified */
async function addSecondMailbox({ id: userId }: BuiltOwner): Promise<string> {
  const mailbox = {
    id: randomUUID(),
    userId,
    kind: 'mailbox',
    name: 'Work',
    address: uniqueEmail('second'),
  } as const;
  const codes = { codeRound: 1, codeSentAt: now(), verifiedAt: now(), createdAt: now() };
  await api.em().insert(Channel, { ...mailbox, ...codes });
  return mailbox.id;
}

/** Reports that a mailbox which took a mail doesn't exist. */
const reportReturned = ({ id, attempts }: { id: string; attempts: number }) => {
  const reference = deps.returnReferences.of(id, attempts);
  const report = { reference, status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 User unknown' };
  return takeBack({ ...deps, em: api.em(), operators: [] }, report, now());
};

const remind = async (owner: BuiltOwner, by = activities) => {
  await by.remind(stepInput(api, owner));
  await sendQueued(owner, by);
};

test('a warning reaches the mailbox and the webhook at the same step, and the webhook reads no name', async () => {
  const { owner, secret, id } = await reachable();
  api.clock.now += 67.5 * DAY;
  await remind(owner);
  await sendQueued(owner);
  const [first, another] = receiver.received;
  if (!first || another) throw new Error(`received ${receiver.received.length}`);
  expect(verifyWebhook(first, secret)).toMatchObject({ type: 'reminder' });
  expect(() => verifyWebhook({ ...first, body: `${first.body} ` }, secret)).toThrow();
  const { link, ...others } = JSON.parse(first.body).data;
  expect(link).toMatch(/\/check-in\?token=/);
  expect(JSON.stringify(others)).not.toMatch(/Olive|Owner|Sam|Successor/);
  expect(await stateOf(owner)).toMatchObject({ remindersAccepted: 1 });
  const records = await api.em().find(Activity, { userId: owner.id, type: 'channel_warned' });
  expect(records.map(({ detail }) => detail)).toEqual([{ kind: 'reminder', n: 1, channelId: id }]);

  // Its link is its own, and the log says where the owner was reached.
  const token = new URL(first.data.link).searchParams.get('token') ?? '';
  expect((await client(api).post('/activity/check-in-link', { token })).status).toBe(200);
  const seen = await api.em().findOneOrFail(Activity, { userId: owner.id, type: 'check_in_link' });
  expect(seen.detail).toEqual({ channelId: id });
});

test('a webhook that is slow, refuses, fails or redirects loses no step and gets each warning once', async () => {
  const { owner, id } = await reachable();
  const before = receiver.received.length;
  for (const answer of [500, 403, 302]) {
    receiver.answer(answer);
    if (answer === 500) {
      api.clock.now += 67.5 * DAY;
      await activities.remind(stepInput(api, owner));
    }
    await sendQueued(owner);
    expect((await api.em().findOneOrFail(Channel, { id })).lastError).toBe(`HTTP ${answer}`);
  }
  // The mailbox has taken it, so the step is taken all the same.
  expect(await stateOf(owner)).toMatchObject({ status: 'reminding', remindersAccepted: 1 });
  receiver.answer(204);
  await sendQueued(owner);
  await sendQueued(owner);
  const ids = receiver.received.slice(before).map((each) => each.id);
  expect([ids.length, new Set(ids).size]).toEqual([4, 1]);
  expect((await owner.browser.get('/channels')).body.channels[0]).toMatchObject({
    works: true,
    lastError: null,
  });
});

test('a warning that has become obsolete is no longer sent, and 410 ends the attempts', async () => {
  const { owner } = await reachable();
  receiver.answer(500);
  api.clock.now += 67.5 * DAY;
  await remind(owner);
  expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
  receiver.received.length = 0;
  receiver.answer(204);
  await sendQueued(owner);
  expect(receiver.received).toEqual([]);

  receiver.answer(410);
  api.clock.now += 67.5 * DAY;
  await remind(owner);
  await sendQueued(owner);
  expect(receiver.received).toHaveLength(1);
  expect(await api.em().count(Mail, { userId: owner.id, kind: 'channel_reminder', status: 'queued' })).toBe(
    0,
  );
});

/**
 * Lets the mailbox refuse the final notice until it is found dead, while others get their mail.
 *
 * @returns activities for which it is dead
 */
async function refuseUntilDead(owner: BuiltOwner) {
  const dead = withoutMailbox(owner);
  const others = uniqueEmail('else');
  for (let day = 0; day < 8; day += 1) {
    const mail = { key: `else/${others}/${day}`, kind: 'access_notice', recipient: others, userId: owner.id };
    await mailAccepted(api.em(), (await ensureMail(api.em(), mail, now())).id, now());
    if (day === 0) await dead.giveFinalNotice(stepInput(api, owner));
    await sendQueued(owner, dead);
    if (day < 7) expect((await stateOf(owner)).status).toBe('reminding');
    api.clock.now += DAY;
  }
  return dead;
}

test('while the mailbox is dead, a webhook that took the final notice makes the usual grace period enough', async () => {
  const { owner } = await reachable();
  await passDeadline(owner);
  const dead = await refuseUntilDead(owner);
  const state = await stateOf(owner);
  expect(state).toMatchObject({
    status: 'grace_period',
    reachedByWay: true,
    handover: { undeliverable: false },
  });
  expect(receiver.received.filter(({ type }) => type === 'final_notice')).toHaveLength(1);
  const look = await dead.look(stepInput(api, owner));
  expect(look?.deadline).toBe((state.finalNoticeAt ?? 0) + deps.rules.graceMs);
});

test('a second mailbox that returns the final notice after the usual grace period has the others tried again', async () => {
  const { owner } = await reachable();
  const channelId = await addSecondMailbox(owner);
  await passDeadline(owner);
  receiver.answer(500);
  const dead = await refuseUntilDead(owner);
  const noticeOf = (where: { kind: string; channelId?: string }) =>
    api.em().findOneOrFail(Mail, { userId: owner.id, ...where });
  const notice = () => noticeOf({ kind: 'final_notice' });
  // An outage may still prolong a grace period that is about to end.
  api.clock.now = ((await stateOf(owner)).finalNoticeAt ?? 0) + deps.rules.graceMs - 60_000;
  await sendQueued(owner, dead);
  expect((await notice()).status).toBe('queued');
  api.clock.now += 60_000;
  await dead.endGracePeriod(stepInput(api, owner));
  await sendQueued(owner, dead);
  expect((await stateOf(owner)).status).toBe('awaiting_successors');
  expect((await notice()).status).toBe('obsolete');

  api.clock.now += 3 * DAY;
  const taken = await noticeOf({ kind: 'channel_final_notice', channelId });
  expect(await reportReturned(taken)).toBe(owner.id);
  expect(await stateOf(owner)).toMatchObject({ status: 'grace_period', handover: { undeliverable: true } });
  const { id, status } = await notice();
  expect(status).toBe('queued');
  expect(await api.em().count(Outbox, { subjectId: id, seq: REPLACE_WORKFLOW })).toBe(1);
  receiver.answer(204);
  receiver.received.length = 0;
  await activities.sendMail({ mailId: id });
  const { finalNoticeAt, undeliverableAt } = await stateOf(owner);
  expect([finalNoticeAt, undeliverableAt]).toEqual([api.clock.now, null]);
  const look = await activities.look(stepInput(api, owner));
  expect(look?.deadline).toBe(api.clock.now + deps.rules.graceMs);
  await sendQueued(owner);
  expect(receiver.received.map(({ type }) => type)).toEqual(['final_notice']);
});

test('a final notice that a returned reminder makes due again goes to the webhook again, with its new date', async () => {
  const { owner } = await reachable();
  const notify = async () => {
    await activities.giveFinalNotice(stepInput(api, owner));
    await sendQueued(owner);
    expect((await stateOf(owner)).status).toBe('grace_period');
  };
  await passDeadline(owner);
  await notify();
  api.clock.now += DAY;
  await take(api, owner, { kind: 'warning_returned', at: api.clock.now, reminder: 3 });
  await remind(owner);
  api.clock.now += 4.5 * DAY;
  await notify();
  const received = receiver.received.filter(({ type }) => type === 'final_notice');
  expect(new Set(received.map(({ id }) => id)).size).toBe(2);
  expect(new Set(received.map(({ data }) => data.text)).size).toBe(2);
});

test('a webhook names the usual grace period before the mailbox, which returned warnings, takes the final notice', async () => {
  const { owner } = await reachable();
  api.clock.now += 67.5 * DAY;
  await remind(owner);
  await take(api, owner, { kind: 'warning_returned', at: api.clock.now, reminder: 1 });
  await take(api, owner, { kind: 'reminder_undeliverable', at: api.clock.now });
  for (const days of [9, 9]) {
    api.clock.now += days * DAY;
    await remind(owner);
  }
  api.clock.now += 4.5 * DAY;
  const before = await stateOf(owner);
  expect([before.status, before.undeliverableAt, before.returnedAt]).toEqual([
    'reminding',
    expect.any(Number),
    expect.any(Number),
  ]);
  // The mail server doesn't answer at once, so the text for the webhook is written first.
  const unreachable = withoutMailbox(owner, new MailRefused('unreachable'));
  await unreachable.giveFinalNotice(stepInput(api, owner));
  await sendQueued(owner, unreachable);
  expect(await stateOf(owner)).toMatchObject({ status: 'reminding', reachedByWay: true });
  const ends = api.clock.now + deps.rules.graceMs;
  expect(receiver.received.at(-1)?.data.text).toContain(
    `Check in by ${momentIn(DEFAULT_LOCALE, new Date(ends))} to stop`,
  );
  api.clock.now += DAY;
  await sendQueued(owner);
  const { status, finalNoticeAt, handover } = await stateOf(owner);
  expect([status, handover?.undeliverable, handover?.graceMs]).toEqual([
    'grace_period',
    false,
    deps.rules.graceMs,
  ]);
  expect(finalNoticeAt).toBe(api.clock.now);
});

test('a mailbox that returns the final notice changes nothing while a webhook has it', async () => {
  const { owner, id } = await reachable();
  const channelId = await addSecondMailbox(owner);
  await passDeadline(owner);
  await activities.giveFinalNotice(stepInput(api, owner));
  await sendQueued(owner);
  expect(await stateOf(owner)).toMatchObject({ status: 'grace_period', reachedByWay: true });
  const back = async () => {
    return reportReturned(await api.em().findOneOrFail(Mail, { channelId, kind: 'channel_final_notice' }));
  };
  const shown = async () => {
    const { channels } = (await owner.program.get('/channels')).body;
    return channels.find((each: { id: string }) => each.id === channelId);
  };
  expect(await shown()).toMatchObject({ works: true });
  expect(await back()).toBe(owner.id);
  expect((await stateOf(owner)).reachedByWay).toBe(true);
  expect(await shown()).toMatchObject({ works: false, lastError: 'returned 5.1.1' });
  // A relay that takes it again proves nothing.
  await api.em().nativeUpdate(Mail, { channelId }, { restsUntil: null });
  await sendQueued(owner);
  expect(await shown()).toMatchObject({ works: false });

  // Alone, it takes that back.
  await api
    .em()
    .nativeUpdate(
      Mail,
      { channelId, kind: 'channel_final_notice' },
      { status: 'accepted', acceptedAt: now() },
    );
  await api.em().nativeDelete(Mail, { channelId: id, kind: 'channel_final_notice' });
  expect(await back()).toBe(owner.id);
  expect((await stateOf(owner)).reachedByWay).toBe(false);
});

test('a warning that became obsolete when a reminder came back reaches the webhook once it is due again', async () => {
  const { owner } = await reachable();
  await passDeadline(owner);
  receiver.answer(500);
  await activities.giveFinalNotice(stepInput(api, owner));
  await sendQueued(owner);
  const third = (await api.em().find(Mail, { userId: owner.id, kind: 'reminder' })).find(
    ({ data }) => data.n === 3,
  )!;
  const reference = deps.returnReferences.of(third.id, third.attempts);
  const report = { reference, status: '4.2.2', diagnostic: '' };
  expect(await takeBack({ ...deps, em: api.em(), operators: [] }, report, now())).toBe(owner.id);
  expect(await stateOf(owner)).toMatchObject({ status: 'reminding', remindersAccepted: 2 });
  await sendQueued(owner);
  api.clock.now += DAY;
  await remind(owner);
  expect((await stateOf(owner)).remindersAccepted).toBe(3);
  receiver.answer(204);
  receiver.received.length = 0;
  await sendQueued(owner);
  expect(receiver.received).toEqual([]);
  api.clock.now += 4.5 * DAY;
  for (let times = 0; times < 2; times += 1) {
    await activities.giveFinalNotice(stepInput(api, owner));
    await sendQueued(owner);
  }
  expect(receiver.received.map(({ type }) => type)).toEqual(['final_notice']);
  expect(await stateOf(owner)).toMatchObject({ status: 'grace_period', reachedByWay: true });
});

test('a test is not sent to a way that comes back long after it was asked for', async () => {
  const { owner, id } = await reachable();
  receiver.answer(500);
  expect((await owner.browser.post(`/channels/${id}/test`)).status).toBe(200);
  await sendQueued(owner);
  receiver.answer(204);
  api.clock.now += 2 * 3_600_000;
  receiver.received.length = 0;
  await sendQueued(owner);
  expect(receiver.received).toEqual([]);
  expect(await api.em().count(Mail, { userId: owner.id, status: 'queued' })).toBe(0);
});

test('removing a way ends its links and everything that waits for it', async () => {
  const { owner, id } = await reachable();
  api.clock.now += 67.5 * DAY;
  receiver.answer(500);
  await remind(owner);
  expect(await api.em().count(Token, { channelId: id })).toBe(1);
  await confirmSessions(api, owner);
  expect((await owner.program.delete(`/channels/${id}`)).status).toBe(200);
  expect(await api.em().count(Token, { channelId: id })).toBe(0);
  receiver.received.length = 0;
  await sendQueued(owner);
  expect(receiver.received).toEqual([]);
  expect(await api.em().count(Mail, { userId: owner.id, status: 'queued' })).toBe(0);
});

test('a mailbox that was removed while a warning waits for it gets none, whatever its link would be', async () => {
  const owner = await buildOwner(api);
  await buildSuccessor(api, owner);
  const second = uniqueEmail('second');
  const added = await owner.browser.post('/channels/mailboxes', { name: 'Work', email: second });
  const { id } = added.body.channel;
  await api.em().nativeUpdate(Channel, { id }, { verifiedAt: now() });
  await confirmSessions(api, owner);
  const byLogIn = await owner.browser.put('/inactivity/settings', { checkInByLink: false });
  expect(byLogIn.status).toBe(200);
  api.clock.now += 67.5 * DAY;
  await activities.remind(stepInput(api, owner));
  await confirmSessions(api, owner);
  expect((await owner.program.delete(`/channels/${id}`)).status).toBe(200);
  await sendQueued(owner);
  expect(await caughtMails(second)).toEqual([]);
  expect(await api.em().count(Mail, { userId: owner.id, status: 'queued' })).toBe(0);
});

test('a new secret signs beside the old one for a day', async () => {
  const { owner, id, secret } = await reachable();
  const renewed = await owner.browser.post(`/channels/${id}/secret`);
  const test = async () => {
    expect((await owner.browser.post(`/channels/${id}/test`)).status).toBe(200);
    await sendQueued(owner);
    return receiver.received.at(-1)!;
  };
  const both = await test();
  for (const each of [secret, renewed.body.secret]) expect(verifyWebhook(both, each)).toBeDefined();
  await api.em().nativeUpdate(Channel, { id }, { secretRotatedAt: new Date(Date.now() - DAY) });
  const one = await test();
  expect(verifyWebhook(one, renewed.body.secret)).toBeDefined();
  expect(() => verifyWebhook(one, secret)).toThrow();
});

/** An owner with a successor and a verified device. */
async function reachableByPush() {
  const owner = await buildOwner(api);
  await buildSuccessor(api, owner, { name: 'Sam Successor' });
  const { pushKey } = (await owner.browser.get('/channels')).body;
  const subscription = push.subscribe(pushKey ?? '');
  const added = await owner.browser.post('/channels/pushes', { name: 'Phone', subscription });
  expect(added.status).toBe(201);
  const { id, address } = added.body.channel;
  // Anyone who knows the address could send to the device, so nobody reads it again.
  expect(address).toBe(new URL(subscription.endpoint).host);
  await sendQueued(owner);
  const code = /\d{8}/.exec(push.received.at(-1)?.note.text ?? '')?.[0] ?? '';
  expect((await owner.browser.post(`/channels/${id}/verify`, { code })).status).toBe(200);
  push.received.length = 0;
  return { owner, id };
}

test('a device gets warnings that only it can read, with a link of its own and no name', async () => {
  const { owner, id } = await reachableByPush();
  api.clock.now += 67.5 * DAY;
  await remind(owner);
  await sendQueued(owner);
  const [first, another] = push.received;
  if (!first || another) throw new Error(`received ${push.received.length}`);
  expect(first.headers.urgency).toBe('high');
  expect(first.note).toMatchObject({ language: 'en', label: 'Check in', tag: expect.any(String) });
  const { link: _, ...others } = first.note;
  expect(JSON.stringify(others)).not.toMatch(/Olive|Owner|Sam|Successor/);
  const token = new URL(first.note.link).searchParams.get('token') ?? '';
  expect((await client(api).post('/activity/check-in-link', { token })).status).toBe(200);
  const seen = await api.em().findOneOrFail(Activity, { userId: owner.id, type: 'check_in_link' });
  expect(seen.detail).toEqual({ channelId: id });
});

test('a push service that is slow, refuses or redirects loses no warning and gets it once', async () => {
  const { owner, id } = await reachableByPush();
  api.clock.now += 67.5 * DAY;
  await activities.remind(stepInput(api, owner));
  for (const [answer, error] of [
    [429, 'HTTP 429'],
    ['never', 'timeout'],
    [307, 'HTTP 307'],
  ] as const) {
    push.answer(answer);
    await sendQueued(owner, impatient);
    expect((await api.em().findOneOrFail(Channel, { id })).lastError).toBe(error);
  }
  expect(await stateOf(owner)).toMatchObject({ remindersAccepted: 1 });
  push.answer(201);
  await sendQueued(owner);
  await sendQueued(owner);
  expect([push.received.length, new Set(push.received.map(({ note }) => note.tag)).size]).toEqual([4, 1]);
  expect((await owner.browser.get('/channels')).body.channels[0]).toMatchObject({ works: true });
});

test.each([404, 410])(
  'a device that is gone (%i) is asked no more, and its owner is told once',
  async (status) => {
    const { owner, id } = await reachableByPush();
    push.answer(status);
    for (const days of [67.5, 9]) {
      api.clock.now += days * DAY;
      await remind(owner);
    }
    expect(push.received).toHaveLength(1);
    expect((await owner.browser.get('/channels')).body.channels).toMatchObject([
      { id, works: false, lastError: 'gone' },
    ]);
    const mailsSent = await api.em().find(Mail, { userId: owner.id, kind: 'channel_gone' });
    expect(mailsSent.map(({ recipient }) => recipient)).toEqual([owner.email]);
    // The mail about it goes to the mailbox, and says nothing about the device itself.
    await sendQueued(owner);
    expect((await api.em().findOneOrFail(Channel, { id })).lastError).toBe('gone');
  },
);
