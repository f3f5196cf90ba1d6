/** When an owner's address is believed to be dead, decided from the rows of the mails. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ActivityDeps, createActivities } from '../../activities/index.ts';
import { Channel } from '../../db/entities/channel.ts';
import { Mail } from '../../db/entities/mail.ts';
import { User } from '../../db/entities/user.ts';
import { ensureMail, mailAccepted, mailObsolete, mailRefused, readdressMails } from '../../db/mail.ts';
import { changeSwitch } from '../../db/switch.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { MailRefused } from '../../mail/smtp.ts';
import { verdictOf } from '../../mail/smtp-verdict.ts';
import type { RefusalReason } from '../../switch/dead-mailbox.ts';
import { silenceStart } from '../../switch/state.ts';
import { switchOf, take } from '../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { activityDeps } from '../support/servers/activity-deps.ts';
import { startApi, type TestApi } from '../support/servers/api.ts';

const DAY = 86_400_000;

let api: TestApi;
let deps: ActivityDeps & { mailer: NonNullable<ActivityDeps['mailer']> };
beforeEach(async () => {
  // The rule looks at accepted mails in the whole database.
  api = await startApi();
  deps = activityDeps(api);
});
afterEach(async () => {
  deps.mailer.close();
  await api.close();
});

/** A mail server that answers for every mailbox that it does not exist. */
const refusing = () =>
  createActivities({
    ...deps,
    mailer: {
      ...deps.mailer,
      send: async () => {
        throw new MailRefused('SMTP 550', { reason: 'gone', unsent: true });
      },
    },
  });

/** Another attempt at the reminder, as its own workflow makes it. */
const tryReminder = async (owner: BuiltOwner): Promise<void> => {
  const { id } = await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' });
  await refusing().sendMail({ mailId: id });
};

/** An owner whose first reminder is refused, day after day, for a little more than a week. */
async function refusedForAWeek(): Promise<BuiltOwner> {
  const owner = await buildOwnerWithSuccessor(api);
  api.clock.now += 68 * DAY;
  await refusing().remind(stepInput(api, owner));
  for (let day = 0; day < 8; day += 1) {
    api.clock.now += DAY;
    await expect(tryReminder(owner)).rejects.toThrow('SMTP 550');
  }
  api.clock.now += DAY;
  expect((await switchOf(api, owner)).state.remindersAccepted).toBe(0);
  return owner;
}

/** A mail, accepted at a moment; to someone else if no recipient is given. */
async function accepted(
  kind: MailKindName,
  { id: userId }: { id: string },
  at: number,
  recipient = uniqueEmail('else'),
): Promise<void> {
  const request = { key: `${kind}/${recipient}`, kind, recipient, userId };
  const { id } = await ensureMail(api.em(), request, new Date(at));
  await mailAccepted(api.em(), id, new Date(at));
}

const remindersAfterOneMoreTry = async (owner: BuiltOwner) => {
  await tryReminder(owner).catch(() => {});
  return (await switchOf(api, owner)).state.remindersAccepted;
};

test('no mailbox is declared dead while the server refuses everyone, or by a date from a wrong clock', async () => {
  const owner = await refusedForAWeek();
  await accepted('access_notice', owner, api.clock.now + 3_650 * DAY);
  expect(await remindersAfterOneMoreTry(owner)).toBe(0);
  api.clock.now += DAY;
  await accepted('access_notice', owner, api.clock.now);
  expect(await remindersAfterOneMoreTry(owner)).toBe(1);
});

test('a mail that operators receive proves no mailbox dead while other recipients are refused too', async () => {
  const owner = await refusedForAWeek();
  const other = await buildOwnerWithSuccessor(api);
  await accepted('verify_email', other, api.clock.now, other.email);
  api.clock.now += 68 * DAY;
  await refusing().remind(stepInput(api, other));
  await accepted('owner_unreachable', owner, api.clock.now);
  expect(await remindersAfterOneMoreTry(owner)).toBe(0);
});

test.each([
  ['is dead', false, { remindersAccepted: 1 }, { refusal: 'gone' }],
  ['isn’t dead if its owner was seen in between', true, { remindersAccepted: 0 }, { refusal: 'blocked' }],
])('a mailbox that its provider asks once, and then keeps on a list, %s', async (_, seen, state, refusal) => {
  const owner = await buildOwnerWithSuccessor(api);
  const answers = ['550 5.1.1 no such user'];
  const send = async () => {
    const response = answers.shift() ?? '550 recipient is on the suppression list';
    throw new MailRefused('SMTP 550', verdictOf({ command: 'RCPT TO', responseCode: 550, response }));
  };
  const activities = createActivities({ ...deps, mailer: { ...deps.mailer, send } });
  api.clock.now += 68 * DAY;
  await activities.remind(stepInput(api, owner));
  if (seen) {
    api.clock.now += DAY;
    await take(api, owner, { kind: 'sign_of_life' });
    api.clock.now += 68 * DAY;
    await activities.remind(stepInput(api, owner));
  }
  const latest = { userId: owner.id, kind: 'reminder', createdAt: new Date(api.clock.now) };
  const { id } = await api.em().findOneOrFail(Mail, latest);
  for (let day = 1; day <= 7; day += 1) {
    expect((await switchOf(api, owner)).state.remindersAccepted).toBe(0);
    api.clock.now += DAY;
    await accepted('access_notice', owner, api.clock.now);
    await activities.sendMail({ mailId: id }).catch(() => {});
  }
  expect((await switchOf(api, owner)).state).toMatchObject(state);
  expect(await api.em().findOneOrFail(Mail, { id })).toMatchObject(refusal);
});

test('a final notice that was accepted on the last day gets its grace period, though the step was not taken', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  for (let n = 0; n < 3; n += 1) await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
  const at = api.clock.now;
  await take(api, owner, { kind: 'final_notice_undeliverable', at, handoverId: owner.id });
  const { epoch, lastSeenAt, clockStartedAt } = (await switchOf(api, owner)).state;
  const data = { since: Math.max(lastSeenAt, clockStartedAt), n: 0 };
  const notice = { key: `final_notice/${owner.id}`, kind: 'final_notice', userId: owner.id, epoch, data };
  const { id } = await ensureMail(api.em(), { ...notice, recipient: owner.email }, new Date(at));
  await mailAccepted(api.em(), id, new Date(at + 29.9 * DAY));
  api.clock.now = at + 29.9 * DAY;
  await createActivities(deps).sendMail({ mailId: id });
  expect((await switchOf(api, owner)).state).toMatchObject({
    status: 'grace_period',
    finalNoticeAt: at + 29.9 * DAY,
    undeliverableAt: null,
  });
});

describe('in the long grace period of a dead mailbox, the final notice', () => {
  /** The row of the final notice, refused before, while the long grace period runs. */
  async function undelivered() {
    const owner = await buildOwnerWithSuccessor(api);
    for (let n = 0; n < 3; n += 1) await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
    const at = api.clock.now;
    const { state } = await take(api, owner, {
      kind: 'final_notice_undeliverable',
      at,
      handoverId: owner.id,
    });
    const data = { since: silenceStart(state), n: 0 };
    const key = `final_notice/${owner.id}`;
    const request = { key, kind: 'final_notice', userId: owner.id, epoch: state.epoch, data };
    const { id } = await ensureMail(api.em(), { ...request, recipient: owner.email }, new Date(at));
    const status = async () => (await api.em().findOneOrFail(Mail, { id })).status;
    return { owner, id, at, status };
  }

  test('is not sent shortly before its end, unless an outage prolongs that', async () => {
    const { owner, id, at, status } = await undelivered();
    api.clock.now = at + 29 * DAY;
    await expect(refusing().sendMail({ mailId: id })).rejects.toThrow('SMTP 550');
    expect(await status()).toBe('queued');
    await api.em().nativeUpdate(Mail, { id }, { restsUntil: null });
    api.clock.now = at + 30 * DAY - 60_000;
    const late = createActivities(deps).sendMail({ mailId: id });
    await expect(late).rejects.toThrow('the grace period is about to end');
    expect((await switchOf(api, owner)).state.finalNoticeAt).toBe(at);
    const outage = { from: api.clock.now - DAY, to: api.clock.now };
    const prolonged = createActivities({ ...deps, outages: async () => ({ api: [outage], mail: [] }) });
    await prolonged.sendMail({ mailId: id });
    expect((await switchOf(api, owner)).state.finalNoticeAt).toBe(api.clock.now);
  });

  test('is obsolete once the successors are asked', async () => {
    const { owner, id, at, status } = await undelivered();
    api.clock.now = at + 30 * DAY;
    await createActivities(deps).endGracePeriod(stepInput(api, owner));
    expect((await switchOf(api, owner)).state.status).toBe('awaiting_successors');
    await createActivities(deps).sendMail({ mailId: id });
    expect(await status()).toBe('obsolete');
  });

  test('that was accepted but noted without its step begins its grace period before the long one ends', async () => {
    const { owner, id, at } = await undelivered();
    await mailAccepted(api.em(), id, new Date(at + 29.9 * DAY));
    api.clock.now = at + 30 * DAY;
    await createActivities(deps).endGracePeriod(stepInput(api, owner));
    expect((await switchOf(api, owner)).state).toMatchObject({
      status: 'grace_period',
      finalNoticeAt: at + 29.9 * DAY,
    });
  });
});

/** A mail server during whose answer an owner's address changes. @param answer what the old address then gets */
const whileMoving = (owner: BuiltOwner, moved: string, answer: () => void) => ({
  ...deps.mailer,
  send: async () => {
    await api.em().transactional(async (tx) => {
      const now = new Date(api.clock.now);
      await changeSwitch({ ...api.deps, em: tx, now }, owner.id, { kind: 'address_changed' });
      await tx.nativeUpdate(User, { id: owner.id }, { email: moved });
      await readdressMails(tx, owner.id, moved, now);
    });
    answer();
  },
});

test('refusals by the old address are not held against the new one', async () => {
  const owner = await refusedForAWeek();
  await accepted('access_notice', owner, api.clock.now);
  expect(await remindersAfterOneMoreTry(owner)).toBe(1);
  // From here on, a dead mailbox is believed at once.
  api.clock.now += 9 * DAY;
  await createActivities(deps).look(stepInput(api, owner));
  const moved = uniqueEmail('moved');
  const refuse = () => {
    throw new MailRefused('SMTP 550', { reason: 'gone', unsent: true });
  };
  const activities = createActivities({ ...deps, mailer: whileMoving(owner, moved, refuse) });
  await activities.remind(stepInput(api, owner));
  expect((await switchOf(api, owner)).state).toMatchObject({ remindersAccepted: 1, undeliverableAt: null });
  const [reminder] = await api.em().find(Mail, { userId: owner.id, kind: 'reminder', recipient: moved });
  expect(reminder).toMatchObject({ permanentRefusals: 0, restsUntil: null });
});

test('a warning that the old address accepts goes to the new one before its step is taken', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  api.clock.now += 68 * DAY;
  const moved = uniqueEmail('moved');
  const moving = createActivities({ ...deps, mailer: whileMoving(owner, moved, () => {}) });
  expect(await moving.remind(stepInput(api, owner))).toMatchObject({
    due: 'wait',
    waitingFor: 'the mail server to take reminder 1 of 3',
  });
  expect((await switchOf(api, owner)).state.remindersAccepted).toBe(0);
  const [reminder, ...others] = await api.em().find(Mail, { userId: owner.id, kind: 'reminder' });
  expect(others).toEqual([]);
  expect(reminder).toMatchObject({ recipient: moved, status: 'queued', claimedUntil: null });

  const sentTo: string[] = [];
  const mailer = { ...deps.mailer, send: async ({ to }: { to: string }) => void sentTo.push(to) };
  await createActivities({ ...deps, mailer }).sendMail({ mailId: reminder!.id });
  expect(sentTo).toEqual([moved]);
  expect((await switchOf(api, owner)).state.remindersAccepted).toBe(1);
});

describe('what the server does for others decides how long it takes', () => {
  type Answer = RefusalReason | 'accepted';

  /** A mail server that answers for each recipient as the test says, and the activities that write to it. */
  const answering = (answer: (to: string) => Answer, operators: string[]) =>
    createActivities({
      ...deps,
      operators,
      mailer: {
        ...deps.mailer,
        async send({ to }) {
          const reason = answer(to);
          if (reason !== 'accepted') throw new MailRefused(`SMTP ${reason}`, { reason, unsent: true });
        },
      },
    });

  /** An owner with a successor, whose mailbox has taken a mail. */
  async function silentOwner(more: { email?: string } = {}): Promise<BuiltOwner> {
    const owner = await buildOwner(api, more);
    await accepted('verify_email', owner, api.clock.now, owner.email);
    await buildSuccessor(api, owner);
    return owner;
  }

  /** Another mailbox to which the owner's warnings go. @returns its address */
  async function secondMailbox({ id: userId }: BuiltOwner): Promise<string> {
    const now = new Date(api.clock.now);
    const address = uniqueEmail('second');
    const mailbox = { id: randomUUID(), userId, kind: 'mailbox', name: 'Work', address } as const;
    await api
      .em()
      .insert(Channel, { ...mailbox, codeRound: 1, codeSentAt: now, verifiedAt: now, createdAt: now });
    await accepted('channel_code', { id: userId }, api.clock.now, address);
    return address;
  }

  /** A stranger registers an address that doesn't exist, once a week. Every other account is deleted again. */
  async function strangersRegister(days: number): Promise<void> {
    await accepted('farewell', { id: randomUUID() }, api.clock.now);
    for (let day = 0; day < days; day += 7) {
      const at = new Date(api.clock.now + day * DAY);
      const deleted = { id: randomUUID(), email: uniqueEmail('nobody') };
      const { id: userId, email } = day % 2 ? deleted : await buildOwner(api, { verified: false });
      const request = { key: `verify_email/${userId}`, kind: 'verify_email', recipient: email, userId };
      const { id } = await ensureMail(api.em(), request, at);
      await mailRefused(api.em(), { id, attempt: 0, takenAt: 0 }, 'SMTP 550', { reason: 'gone', at });
      await mailObsolete(api.em(), id);
    }
  }

  /**
   * Lets the workflows of the owners and their mails run, every other day from the day before the first reminder on.
   *
   * @returns on which day of silence each owner's successors were asked; null if they weren't
   */
  async function askedOn(
    owners: BuiltOwner[],
    days: number,
    answer: (to: string) => Answer,
    operators: string[],
  ): Promise<(number | null)[]> {
    const start = api.clock.now;
    const day = () => (api.clock.now - start) / DAY;
    const activities = answering(answer, operators);
    const invitedAt = new Map<BuiltOwner, number>();
    api.clock.now += 67 * DAY;
    for (; day() < days && invitedAt.size < owners.length; api.clock.now += 2 * DAY) {
      for (const owner of owners) {
        const { due } = (await activities.look(stepInput(api, owner))) ?? {};
        if (due === 'reminder') await activities.remind(stepInput(api, owner));
        if (due === 'final_notice') await activities.giveFinalNotice(stepInput(api, owner));
        if (due === 'end_grace') await activities.endGracePeriod(stepInput(api, owner));
        const { status } = (await switchOf(api, owner)).state;
        if (status === 'awaiting_successors' && !invitedAt.has(owner)) invitedAt.set(owner, day());
      }
      for (const { id } of await api.em().find(Mail, { status: 'queued' })) {
        await activities.sendMail({ mailId: id }).catch(() => {});
      }
    }
    return owners.map((owner) => invitedAt.get(owner) ?? null);
  }

  const warningsTo = (owner: BuiltOwner) =>
    api
      .em()
      .count(Mail, { userId: owner.id, kind: { $in: ['reminder', 'final_notice'] }, status: 'accepted' });

  const OPERATOR = 'root@operators.test';

  test('if no other mail is due, a mail to an operator tests the server; the grace period has 30 days', async () => {
    const owner = await silentOwner();
    const [on] = await askedOn([owner], 400, (to) => (to === owner.email ? 'gone' : 'accepted'), [
      owner.email.toUpperCase(),
      OPERATOR,
    ]);
    // Three reminders and the final notice, the first after a week, the others at their distances, and 30 days of grace.
    expect(on).toBeGreaterThanOrEqual(67.5 + 7 + 22.5 + 30);
    expect(on).toBeLessThan(67.5 + 7 + 22.5 + 30 + 7);
    expect(await warningsTo(owner)).toBe(0);
    // The evidence never lapses between two of these mails.
    const operatorMails = await api
      .em()
      .find(Mail, { kind: 'owner_unreachable' }, { orderBy: { acceptedAt: 'asc' } });
    expect(operatorMails.map(({ recipient }) => recipient)).toEqual(operatorMails.map(() => OPERATOR));
    expect(operatorMails[0]?.data.rule).toBe('gone');
  });

  test('without an operator whose mailbox is another, it takes 90 days of permanent refusals', async () => {
    const owner = await silentOwner();
    const answer = (to: string) => (to === owner.email ? 'gone' : 'accepted');
    const [on] = await askedOn([owner], 400, answer, [owner.email.toUpperCase()]);
    expect(on).toBeGreaterThanOrEqual(67.5 + 90 + 22.5 + 30);
    expect(on).toBeLessThan(67.5 + 90 + 22.5 + 30 + 7);
  });

  test.each<[RefusalReason, number, number]>([
    ['gone', 7, 7 + 7],
    // Warnings are tried every other day here, so 30 days of refusals take 60.
    ['unavailable', 30, 60 + 30],
  ])(
    'a second mailbox of the owner that ends with the first delays nothing: %s',
    async (reason, from, until) => {
      const owner = await silentOwner();
      const second = await secondMailbox(owner);
      const answer = (to: string) => (to === owner.email || to === second ? reason : 'accepted');
      const [on] = await askedOn([owner], 400, answer, [OPERATOR]);
      expect(on).toBeGreaterThanOrEqual(67.5 + from + 22.5 + 30);
      expect(on).toBeLessThan(67.5 + until + 22.5 + 30);
      const [warning] = await api.em().find(Mail, { recipient: second, kind: 'channel_reminder' });
      expect(warning?.refusedDays).toBeGreaterThan(1);
    },
  );

  test.each<[string, string[], number]>([
    ['an operator is written to', [OPERATOR], 7],
    ['the owner is the only operator', [], 90],
  ])('strangers who register addresses that don’t exist delay nothing while %s', async (_, others, days) => {
    const owner = await silentOwner();
    await strangersRegister(400);
    const answer = (to: string) => (to === owner.email ? 'gone' : 'accepted');
    const [on] = await askedOn([owner], 400, answer, [owner.email, ...others]);
    expect(on).toBeGreaterThanOrEqual(67.5 + days + 22.5 + 30);
    expect(on).toBeLessThan(67.5 + days + 22.5 + 30 + 7);
  });

  test('two dead mailboxes of one handover do not block each other indefinitely', async () => {
    const family = [await silentOwner(), await silentOwner()];
    const dead = family.map(({ email }) => email);
    const answer = (to: string) => (dead.includes(to) ? 'gone' : 'accepted');
    for (const on of await askedOn(family, 400, answer, [OPERATOR])) {
      expect(on).toBeGreaterThanOrEqual(67.5 + 90 + 22.5 + 30);
      expect(on).toBeLessThan(67.5 + 90 + 22.5 + 30 + 14);
    }
    expect(await api.em().count(Mail, { kind: 'owner_unreachable', status: 'accepted' })).toBeGreaterThan(20);
  });

  test('a relay that refuses everyone proves nothing, however long it goes on', async () => {
    const family = [await silentOwner(), await silentOwner()];
    // Others would be asked after 157.5 days.
    expect(await askedOn(family, 165, () => 'gone', [OPERATOR])).toEqual([null, null]);
    for (const owner of family) {
      expect((await switchOf(api, owner)).state).toMatchObject({ status: 'armed', undeliverableAt: null });
    }
  });

  test('the vault of the only operator is handed over even if all their mailboxes are gone', async () => {
    const owner = await silentOwner();
    const [on] = await askedOn([owner], 400, () => 'gone', [OPERATOR]);
    expect(on).toBeGreaterThanOrEqual(67.5 + 90 + 22.5 + 30);
    expect(on).toBeLessThan(67.5 + 90 + 22.5 + 30 + 7);
  });

  test('a block, or a problem of the whole domain, is not held against the mailbox while other domains take mail', async () => {
    const blocked = await silentOwner({ email: uniqueEmail('blocked').replace(/@.*/, '@blocking.test') });
    const troubled = await silentOwner({ email: uniqueEmail('troubled').replace(/@.*/, '@troubled.test') });
    const answer = (to: string) =>
      to === blocked.email ? 'blocked' : to === troubled.email ? 'unclear' : 'accepted';
    // Mail to others at other domains is accepted every other day.
    for (let day = 66; day < 130; day += 2)
      await accepted('access_notice', blocked, api.clock.now + day * DAY);
    expect(await askedOn([blocked, troubled], 130, answer, [OPERATOR])).toEqual([null, null]);
    for (const owner of [blocked, troubled]) {
      expect((await switchOf(api, owner)).state).toMatchObject({ status: 'armed', undeliverableAt: null });
      expect(await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' })).toMatchObject({
        againstDays: 0,
        permanentRefusals: 0,
      });
    }
    const [operatorMail] = await api.em().find(Mail, { kind: 'owner_unreachable', userId: blocked.id });
    expect(operatorMail?.data.rule).toBe('blocked');
  });
});
