/** A mail that comes back after it was accepted was never delivered: what it brought is taken back. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Activities, type ActivityDeps, createActivities } from '../../activities/index.ts';
import { Mail, type MailRow } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Switch } from '../../db/entities/switch.ts';
import { User } from '../../db/entities/user.ts';
import { ensureMail, mailAccepted } from '../../db/mail.ts';
import { takeBack } from '../../mail/returned.ts';
import { switchOf, take } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwnerWithSuccessor, uniqueEmail } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { caughtMails } from '../support/clients/caught-mail.ts';
import { activityDeps } from '../support/servers/activity-deps.ts';
import { startApi, type TestApi } from '../support/servers/api.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GONE = { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 <away@example.test>: User unknown' };

let api: TestApi;
let deps: ActivityDeps & { mailer: NonNullable<ActivityDeps['mailer']> };
let activities: Activities;
beforeEach(async () => {
  // The rule of dead mailboxes looks at accepted mails in the whole database.
  api = await startApi();
  deps = activityDeps(api);
  activities = createActivities(deps);
});
afterEach(async () => {
  deps.mailer.close();
  await api.close();
});

const stateOf = async (owner: BuiltOwner) => (await switchOf(api, owner)).state;
const referenceOf = ({ id, attempts }: { id: string; attempts: number }) =>
  deps.returnReferences.of(id, attempts);
const report = (reference: string, more: { status?: string; diagnostic?: string } = {}) =>
  takeBack({ ...deps, em: api.em() }, { reference, ...GONE, ...more }, new Date(api.clock.now));
const reportReturned = async (mail: { id: string; attempts: number }, more = {}) =>
  report(referenceOf(mail), more);
const mailOf = (owner: BuiltOwner, kind: string, n: number) =>
  api
    .em()
    .find(Mail, { userId: owner.id, kind })
    .then((mails) => {
      const found = mails.find(({ data }) => data.n === n);
      if (!found) throw new Error(`no ${kind} ${n}`);
      return found;
    });

const STEPS = {
  reminder: 'remind',
  final_notice: 'giveFinalNotice',
  end_grace: 'endGracePeriod',
  invite: 'inviteSuccessors',
} as const;

interface Relay {
  /** How long after it took a mail the relay returns it; null for one that is delivered. */
  returnsAfter: (mail: { kind: string; n: number }) => number | null;
  /** What its report says; if left out, that the mailbox doesn't exist. */
  says?: () => { status?: string; diagnostic?: string };
}

/**
 * What the workflows of a silent owner do until something is the case: each step when it is due, each mail when it has
 * rested. The relay accepts every mail.
 */
async function goOn(
  owner: BuiltOwner,
  isReached: () => Promise<boolean>,
  relay: Relay = { returnsAfter: () => null },
) {
  for (let turn = 0; turn < 1_200; turn += 1) {
    if (await isReached()) return;
    let look = await activities.look(stepInput(api, owner));
    while (look && look.due in STEPS)
      look = await activities[STEPS[look.due as keyof typeof STEPS]](stepInput(api, owner));
    for (const { id } of await api.em().find(Mail, { status: 'queued' })) {
      await activities.sendMail({ mailId: id }).catch(() => {});
    }
    if (await isReached()) return;
    look = await activities.look(stepInput(api, owner));
    const moments = [api.clock.now + DAY, ...(look?.due === 'wait' ? [look.wakeAt] : [])];
    for (const mail of await api.em().find(Mail, { userId: owner.id, recipient: owner.email })) {
      const after = relay.returnsAfter({ kind: mail.kind, n: Number(mail.data.n) });
      if (mail.status === 'queued' && mail.restsUntil) moments.push(mail.restsUntil.getTime());
      if (mail.status !== 'accepted' || after === null || !mail.acceptedAt) continue;
      const at = mail.acceptedAt.getTime() + after;
      moments.push(at);
      if (at <= api.clock.now) await reportReturned(mail, relay.says?.());
    }
    await othersAreServed(owner);
    api.clock.now = Math.max(api.clock.now + 1, Math.min(...moments));
  }
  throw new Error(`stuck in ${JSON.stringify(await stateOf(owner))}`);
}
const until = (owner: BuiltOwner, status: string) => async () => (await stateOf(owner)).status === status;

/** The same relay delivers what others get. */
async function othersAreServed(owner: BuiltOwner): Promise<void> {
  const recipient = uniqueEmail('else');
  const request = { key: `else/${recipient}`, kind: 'access_notice', recipient, userId: owner.id };
  const { id } = await ensureMail(api.em(), request, new Date(api.clock.now));
  await mailAccepted(api.em(), id, new Date(api.clock.now));
}

/** What became of each final notice, in the order in which they were made. */
const noticesOf = async (owner: BuiltOwner) =>
  (
    await api.em().find(Mail, { userId: owner.id, kind: 'final_notice' }, { orderBy: { createdAt: 'asc' } })
  ).map(({ attempts, status, acceptedAt }) => ({ attempts, status, at: acceptedAt?.getTime() }));

/** A mail to the owner that no step waits for. */
async function acceptedNotice({ id: userId, email: recipient }: BuiltOwner) {
  const request = { key: `notice/${recipient}`, kind: 'access_notice', recipient, userId };
  const { id } = await ensureMail(api.em(), request, new Date(api.clock.now));
  await mailAccepted(api.em(), id, new Date(api.clock.now));
  return api.em().findOneOrFail(Mail, { id });
}

async function silentOwner(): Promise<BuiltOwner> {
  const owner = await buildOwnerWithSuccessor(api);
  return owner;
}

test('a returned final notice puts the switch back, and a later one gives the full grace period', async () => {
  const owner = await silentOwner();
  await goOn(owner, until(owner, 'grace_period'));
  const handover = (await stateOf(owner)).handover?.id;
  api.clock.now += 30 * HOUR;
  const notice = await mailOf(owner, 'final_notice', 0);
  expect(await reportReturned(notice, { status: '4.4.7', diagnostic: '' })).toBe(owner.id);
  expect(await stateOf(owner)).toMatchObject({
    status: 'reminding',
    remindersAccepted: 3,
    finalNoticeAt: null,
    returnedAt: api.clock.now,
    undeliverableAt: null,
    handover: { id: handover, status: 'grace_period' },
  });
  const back = await mailOf(owner, 'final_notice', 0);
  expect(back).toMatchObject({
    status: 'queued',
    acceptedAt: null,
    lastError: 'returned 4.4.7',
    refusedDays: 1,
  });
  expect(await api.em().count(Outbox, { subjectId: notice.id, seq: 1 })).toBe(1);
  // It is due, and rests: the workflow waits for it and doesn't spin.
  const look = await activities.giveFinalNotice(stepInput(api, owner));
  expect(look).toMatchObject({ due: 'wait', wakeAt: api.clock.now + 30 * DAY });
  expect((await mailOf(owner, 'final_notice', 0)).attempts).toBe(notice.attempts);
  await goOn(owner, until(owner, 'grace_period'));
  const again = api.clock.now;
  expect((await mailOf(owner, 'final_notice', 0)).acceptedAt?.getTime()).toBeGreaterThan(
    notice.acceptedAt?.getTime() ?? 0,
  );
  await goOn(owner, until(owner, 'awaiting_successors'));
  expect(api.clock.now - again).toBeGreaterThanOrEqual(48 * HOUR);
  const { body: log } = await owner.program.get('/activity?type=mail_returned');
  expect(log.activity).toMatchObject([{ type: 'mail_returned', detail: { kind: 'final_notice', n: 0 } }]);
});

test.each([
  ['', false],
  [', even after a change of address', true],
])(
  'a returned reminder is sent again, and so is the final notice it promises, but no reminder that stands%s',
  async (_, moves) => {
    const owner = await silentOwner();
    await goOn(owner, until(owner, 'grace_period'));
    api.clock.now += HOUR;
    await reportReturned(await mailOf(owner, 'reminder', 2), { status: '4.2.2' });
    expect(await stateOf(owner)).toMatchObject({
      status: 'reminding',
      remindersAccepted: 1,
      finalNoticeAt: null,
    });
    if (moves) await take(api, owner, { kind: 'address_changed' });
    const accepted = {
      third: await mailOf(owner, 'reminder', 3),
      notice: await mailOf(owner, 'final_notice', 0),
    };
    await goOn(owner, async () => (await stateOf(owner)).remindersAccepted === 2);
    const second = api.clock.now;
    // Asking for the mail's fate does not hurry its step.
    const asked = activities.sendMail({ mailId: accepted.third.id });
    await expect(asked).rejects.toMatchObject({ message: 'not due yet', nextRetryDelay: DAY / 4 });
    expect((await stateOf(owner)).remindersAccepted).toBe(2);
    await goOn(owner, async () => (await stateOf(owner)).remindersAccepted === 3);
    expect((await stateOf(owner)).lastReminderAt).toBeGreaterThanOrEqual(second + 9 * DAY);
    await goOn(owner, until(owner, 'grace_period'));
    expect((await stateOf(owner)).finalNoticeAt).toBeGreaterThanOrEqual(second + 13.5 * DAY);
    const third = await mailOf(owner, 'reminder', 3);
    expect([third.attempts, third.acceptedAt]).toEqual([accepted.third.attempts, accepted.third.acceptedAt]);
    const noticed = (await stateOf(owner)).finalNoticeAt ?? 0;
    expect(await noticesOf(owner)).toEqual([
      { attempts: 1, status: 'accepted', at: accepted.notice.acceptedAt?.getTime() },
      { attempts: 1, status: 'accepted', at: noticed },
    ]);
    await goOn(owner, until(owner, 'awaiting_successors'));
    expect(api.clock.now - noticed).toBeGreaterThanOrEqual(48 * HOUR);
  },
);

test('a step that was taken back is taken by a worker whose clock is a little behind the workflow’s', async () => {
  const owner = await silentOwner();
  const accepted = (n: number) => async () => (await stateOf(owner)).remindersAccepted === n;
  await goOn(owner, accepted(2));
  await reportReturned(await mailOf(owner, 'reminder', 1), { status: '4.2.2' });
  await goOn(owner, accepted(1));
  const workflowNow = (await activities.look(stepInput(api, owner)))?.wakeAt ?? 0;
  api.clock.now = workflowNow - 5_000;
  // Other mails go first, so the mail's own workflow has to take the step. The switch waits for it.
  const busy = createActivities({ ...deps, mailer: { ...deps.mailer, turn: async () => 1_000 } });
  const look = await busy.remind({ ...stepInput(api, owner), workflowNow });
  expect(look).toMatchObject({ due: 'wait', wakeAt: workflowNow + 30 * DAY });
  const { id: mailId } = await mailOf(owner, 'reminder', 2);
  const early = activities.sendMail({ mailId });
  await expect(early).rejects.toMatchObject({ message: 'not due yet', nextRetryDelay: 5_000 });
  api.clock.now = workflowNow;
  await activities.sendMail({ mailId });
  expect(await stateOf(owner)).toMatchObject({ remindersAccepted: 2, lastReminderAt: workflowNow });
});

test('reports about several final notices of one silence send each once an hour, and never skip one', async () => {
  const owner = await silentOwner();
  await goOn(owner, until(owner, 'grace_period'));
  const first = await mailOf(owner, 'final_notice', 0);
  await reportReturned(await mailOf(owner, 'reminder', 3), { status: '4.2.2' });
  await goOn(owner, until(owner, 'grace_period'));
  expect(await noticesOf(owner)).toHaveLength(2);
  // The step rests on the second. A report about the first takes it back all the same, and only that one goes out again.
  await reportReturned(first, { status: '4.2.2' });
  const looked = await activities.giveFinalNotice(stepInput(api, owner));
  expect(looked).toMatchObject({ due: 'wait' });
  await goOn(owner, until(owner, 'grace_period'));
  expect(await noticesOf(owner)).toMatchObject([{ attempts: 2, status: 'accepted' }, { attempts: 1 }]);
  // An acceptance whose step was lost is not sent again.
  await api.orm.em
    .fork()
    .execute(`update switch set status = 'reminding', final_notice_at = null where user_id = ?`, [owner.id]);
  await goOn(owner, until(owner, 'grace_period'));
  expect(await noticesOf(owner)).toMatchObject([{ attempts: 2 }, { attempts: 1 }]);
});

test('no vault is released unwarned if all mails come back; in the end the mailbox is undeliverable', async () => {
  const owner = await silentOwner();
  const returnsAfter = () => 5 * HOUR;
  const seen = new Set<string>();
  await goOn(
    owner,
    async () => {
      const { status, remindersAccepted, undeliverableAt } = await stateOf(owner);
      seen.add(`${status} ${undeliverableAt === null}`);
      return undeliverableAt !== null || remindersAccepted > 1;
    },
    { returnsAfter },
  );
  const { undeliverableAt } = await stateOf(owner);
  const first = await mailOf(owner, 'reminder', 1);
  expect(first.permanentRefusals).toBeGreaterThanOrEqual(3);
  expect(undeliverableAt).toBeGreaterThanOrEqual((first.refusedSince?.getTime() ?? Infinity) + 7 * DAY);
  expect(seen).not.toContain('grace_period true');
  await goOn(owner, until(owner, 'grace_period'), { returnsAfter });
  const { finalNoticeAt } = await stateOf(owner);
  await goOn(owner, until(owner, 'awaiting_successors'), { returnsAfter });
  expect(api.clock.now - (finalNoticeAt ?? 0)).toBeGreaterThanOrEqual(30 * DAY);
  expect((await stateOf(owner)).handover).toMatchObject({ undeliverable: true });
  // It was tried every day to the end, in case the mailbox works again.
  const [notice] = await noticesOf(owner);
  expect(notice?.attempts).toBeGreaterThanOrEqual(25);
  // The mail server took it each time. It names the end of the long grace period, and no shorter one.
  expect((await caughtMails(owner.email)).at(-1)?.text).toContain('a grace period has begun.');
});

/** As Amazon SES reports what it didn't send. */
const SUPPRESSED = {
  diagnostic:
    'Amazon SES did not send the message to this address because it is on the suppression list for your account.',
};

test.each([
  ['doesn’t exist', {}, 7],
  // As Outlook.com and Hotmail say of a mailbox that doesn't exist.
  ['is unavailable', { diagnostic: 'smtp; 550 5.5.0 Requested action not taken: mailbox unavailable' }, 30],
])(
  'a dead mailbox that a provider asks only once, and that says it %s, is found dead',
  async (_, own, days) => {
    const owner = await silentOwner();
    let reports = 0;
    const relay = { returnsAfter: () => HOUR, says: () => (reports++ === 0 ? own : SUPPRESSED) };
    await goOn(owner, until(owner, 'grace_period'), relay);
    expect((await stateOf(owner)).handover).toMatchObject({ undeliverable: true });
    const first = await mailOf(owner, 'reminder', 1);
    expect((await stateOf(owner)).undeliverableAt).toBeGreaterThanOrEqual(
      (first.refusedSince?.getTime() ?? Infinity) + (days - 1) * DAY,
    );
    expect(first.lastError).toBe('returned suppressed');
  },
);

test('what a mailbox said during a pause is its last answer after it, if nobody was seen', async () => {
  const owner = await silentOwner();
  const before = await acceptedNotice(owner);
  api.clock.now += HOUR;
  await reportReturned(before);
  await api.em().nativeUpdate(Mail, { id: before.id }, { status: 'obsolete' });
  api.clock.now += DAY;
  // As the end of a pause does.
  const resumed = { clockStartedAt: new Date(api.clock.now) };
  await api.em().nativeUpdate(Switch, { userId: owner.id }, resumed);
  await goOn(owner, until(owner, 'grace_period'), { returnsAfter: () => HOUR, says: () => SUPPRESSED });
  expect((await stateOf(owner)).handover).toMatchObject({ undeliverable: true });
});

/** Why a mailbox has said nothing by the time its address is on a list. */
const NOTHING_SAID: Record<string, (owner: BuiltOwner, before: MailRow) => Promise<unknown>> = {
  'its owner was seen since': async (owner, before) => {
    await reportReturned(before);
    api.clock.now += DAY;
    await take(api, owner, { kind: 'sign_of_life' });
  },
  'it has accepted a mail since': async (owner, before) => {
    await reportReturned(before);
    api.clock.now += DAY;
    const request = { kind: 'access_notice', recipient: owner.email, userId: owner.id };
    const { id } = await ensureMail(
      api.em(),
      { ...request, key: `later/${owner.id}` },
      new Date(api.clock.now),
    );
    await mailAccepted(api.em(), id, new Date(api.clock.now));
  },
  'another mailbox has refused': async (_, before) => {
    await reportReturned(before);
    await api.em().nativeUpdate(Mail, { id: before.id }, { recipient: uniqueEmail('former') });
  },
  'its refusal was about us': async (_, before) => {
    await reportReturned(before, { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 blocked by policy' });
  },
};

test.each(Object.entries(NOTHING_SAID))(
  'a mailbox is not dead because it is on a suppression list: %s',
  async (_, prepare) => {
    const owner = await silentOwner();
    const before = await acceptedNotice(owner);
    api.clock.now += HOUR;
    await prepare(owner, before);
    await api.em().nativeUpdate(Mail, { id: before.id }, { status: 'obsolete' });
    await goOn(owner, until(owner, 'reminding'));
    for (let day = 0; day < 9; day += 1) {
      await reportReturned(await mailOf(owner, 'reminder', 1), SUPPRESSED);
      api.clock.now += DAY;
      await othersAreServed(owner);
      await activities.sendMail({ mailId: (await mailOf(owner, 'reminder', 1)).id });
    }
    await reportReturned(await mailOf(owner, 'reminder', 1), SUPPRESSED);
    expect(await stateOf(owner)).toMatchObject({ remindersAccepted: 0, undeliverableAt: null });
    expect(await mailOf(owner, 'reminder', 1)).toMatchObject({ refusal: 'blocked', permanentRefusals: 0 });
  },
);

test('no mailbox is declared dead because of mail that the relay accepted today', async () => {
  const owner = await silentOwner();
  await goOn(owner, until(owner, 'reminding'));
  for (let day = 0; day < 9; day += 1) {
    await reportReturned(await mailOf(owner, 'reminder', 1));
    api.clock.now += DAY;
    await othersAreServed(owner);
    await activities.sendMail({ mailId: (await mailOf(owner, 'reminder', 1)).id });
    // What was accepted for others is returned, too, before it has stood for a day.
    await api.em().nativeDelete(Mail, { kind: 'access_notice' });
    await othersAreServed(owner);
  }
  await reportReturned(await mailOf(owner, 'reminder', 1));
  expect(await stateOf(owner)).toMatchObject({ remindersAccepted: 0, undeliverableAt: null });
});

test('a report that is repeated, altered, late or about another acceptance changes nothing', async () => {
  const owner = await silentOwner();
  await goOn(owner, until(owner, 'reminding'));
  const mail = await mailOf(owner, 'reminder', 1);
  const reference = referenceOf(mail);
  const before = await switchOf(api, owner);
  const flipped = reference.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const other = await silentOwner();
  const nobody = deps.returnReferences.of(other.id, 1);
  const earlier = deps.returnReferences.of(mail.id, mail.attempts - 1);
  for (const wrong of [flipped, nobody, earlier, `${mail.id.replaceAll('-', '')}-`]) {
    expect(await report(wrong)).toBeNull();
  }
  expect(await switchOf(api, owner)).toEqual(before);
  expect(await report(reference.toUpperCase().toLowerCase())).toBe(owner.id);
  const after = await switchOf(api, owner);
  expect(await report(reference)).toBeNull();
  api.clock.now += DAY;
  await activities.sendMail({ mailId: mail.id });
  expect((await stateOf(owner)).remindersAccepted).toBe(1);
  // The same report once more, now that the mail was accepted again.
  expect(await report(reference)).toBeNull();
  expect((await stateOf(owner)).remindersAccepted).toBe(1);
  expect(after.state.remindersAccepted).toBe(0);
  const again = await mailOf(owner, 'reminder', 1);
  api.clock.now += 31 * DAY;
  expect(await reportReturned(again)).toBeNull();
});

test('two reports at once take one step back', async () => {
  const owner = await silentOwner();
  await goOn(owner, until(owner, 'reminding'));
  const mail = await mailOf(owner, 'reminder', 1);
  const results = await Promise.all([reportReturned(mail), reportReturned(mail), reportReturned(mail)]);
  expect(results.filter((each) => each !== null)).toHaveLength(1);
  expect((await mailOf(owner, 'reminder', 1)).permanentRefusals).toBe(1);
});

test('once the owner was seen, a returned warning changes no switch', async () => {
  const owner = await silentOwner();
  await goOn(owner, until(owner, 'reminding'));
  await take(api, owner, { kind: 'sign_of_life' });
  const before = await stateOf(owner);
  const mail = await mailOf(owner, 'reminder', 1);
  expect(await reportReturned(mail)).toBe(owner.id);
  expect(await stateOf(owner)).toEqual(before);
  api.clock.now += DAY;
  await activities.sendMail({ mailId: mail.id });
  expect((await mailOf(owner, 'reminder', 1)).status).toBe('obsolete');
});

test('a returned invitation is sent again, and the next one counts from when that was accepted', async () => {
  const owner = await silentOwner();
  await goOn(owner, until(owner, 'awaiting_successors'));
  await goOn(owner, async () => (await stateOf(owner)).handover?.invitees[0]?.invitedAt != null);
  api.clock.now += 2 * DAY;
  const mail = await mailOf(owner, 'invitation', 1);
  await reportReturned(mail);
  expect((await stateOf(owner)).handover?.invitees[0]).toMatchObject({ invitationsSent: 1, invitedAt: null });
  await goOn(owner, async () => (await stateOf(owner)).handover?.invitees[0]?.invitedAt != null);
  const invitedAt = api.clock.now;
  await goOn(owner, async () => (await stateOf(owner)).handover?.invitees[0]?.invitationsSent === 2);
  expect(api.clock.now).toBe(invitedAt + 7 * DAY);
});

test('mails of a deleted account stay as they are, and a returned warning follows its owner to a new address', async () => {
  const owner = await silentOwner();
  await goOn(owner, until(owner, 'reminding'));
  const moved = uniqueEmail('moved');
  await api.em().nativeUpdate(User, { id: owner.id }, { email: moved });
  await reportReturned(await mailOf(owner, 'reminder', 1));
  const mail = await mailOf(owner, 'reminder', 1);
  expect(mail).toMatchObject({ recipient: moved, status: 'queued', permanentRefusals: 0, restsUntil: null });
  await activities.sendMail({ mailId: mail.id });
  await api.em().nativeDelete(User, { id: owner.id });
  const accepted = await mailOf(owner, 'reminder', 1);
  expect(await reportReturned(accepted)).toBeNull();
  expect((await mailOf(owner, 'reminder', 1)).status).toBe('accepted');
});
