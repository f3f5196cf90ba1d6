/** When an owner's address is believed to be dead, decided from the rows of the mails. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ActivityDeps, createActivities } from '../../activities/index.ts';
import { Mail } from '../../db/entities/mail.ts';
import { ensureMail, mailAccepted, readdressMails } from '../../db/mail.ts';
import { changeSwitch } from '../../db/switch.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { MailRefused } from '../../mail/smtp.ts';
import { silenceStart } from '../../switch/state.ts';
import { activityDeps } from '../support/activity-deps.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner, buildSuccessor, type Owner, uniqueEmail } from '../support/builders.ts';
import { switchOf, take } from '../support/handover.ts';

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

const em = () => api.orm.em.fork();
const input = ({ id }: Owner) => ({ userId: id, workflowNow: api.clock.now, atOnce: true });

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
const tryReminder = async (owner: Owner): Promise<void> => {
  const { id } = await em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' });
  await refusing().sendMail({ mailId: id });
};

/** An owner whose first reminder is refused, day after day, for a little more than a week. */
async function refusedForAWeek(): Promise<Owner> {
  const owner = await buildOwner(api);
  await buildSuccessor(api, owner);
  api.clock.now += 68 * DAY;
  await refusing().remind(input(owner));
  for (let day = 0; day < 8; day += 1) {
    api.clock.now += DAY;
    await expect(tryReminder(owner)).rejects.toThrow('SMTP 550');
  }
  api.clock.now += DAY;
  expect((await switchOf(api, owner)).state.remindersAccepted).toBe(0);
  return owner;
}

/** A mail to somebody else, accepted at a moment. */
async function accepted(kind: MailKindName, owner: Owner, at: number): Promise<void> {
  const recipient = uniqueEmail('else');
  const request = { key: `${kind}/${recipient}`, kind, recipient, userId: owner.id };
  const { id } = await ensureMail(em(), request, new Date(at));
  await mailAccepted(em(), id, new Date(at));
}

const remindersAfterOneMoreTry = async (owner: Owner) => {
  await tryReminder(owner).catch(() => {});
  return (await switchOf(api, owner)).state.remindersAccepted;
};

test('a server that takes nobody’s mail proves nothing, and neither does a moment that a wrong clock wrote down', async () => {
  const owner = await refusedForAWeek();
  await accepted('access_notice', owner, api.clock.now + 3_650 * DAY);
  expect(await remindersAfterOneMoreTry(owner)).toBe(0);
  api.clock.now += DAY;
  await accepted('access_notice', owner, api.clock.now);
  expect(await remindersAfterOneMoreTry(owner)).toBe(1);
});

test('that operators can be told proves nothing while somebody else is refused too', async () => {
  const owner = await refusedForAWeek();
  const other = await buildOwner(api);
  await buildSuccessor(api, other);
  api.clock.now += 68 * DAY;
  await refusing().remind(input(other));
  await accepted('owner_unreachable', owner, api.clock.now);
  expect(await remindersAfterOneMoreTry(owner)).toBe(0);
});

test('a final notice that was accepted on the last day gets its grace period, though the step was not taken', async () => {
  const owner = await buildOwner(api);
  await buildSuccessor(api, owner);
  for (let n = 0; n < 3; n += 1) await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
  const at = api.clock.now;
  await take(api, owner, { kind: 'final_notice_undeliverable', at, handoverId: owner.id });
  const { epoch, lastSeenAt, clockStartedAt } = (await switchOf(api, owner)).state;
  const data = { since: Math.max(lastSeenAt, clockStartedAt), n: 0 };
  const notice = { key: `final_notice/${owner.id}`, kind: 'final_notice', userId: owner.id, epoch, data };
  const { id } = await ensureMail(em(), { ...notice, recipient: owner.email }, new Date(at));
  await mailAccepted(em(), id, new Date(at + 29.9 * DAY));
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
    const owner = await buildOwner(api);
    await buildSuccessor(api, owner);
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
    const { id } = await ensureMail(em(), { ...request, recipient: owner.email }, new Date(at));
    const status = async () => (await em().findOneOrFail(Mail, { id })).status;
    return { owner, id, at, status };
  }

  test('is tried until shortly before its end, when its promise could no longer be kept', async () => {
    const { owner, id, at, status } = await undelivered();
    api.clock.now = at + 29 * DAY;
    await expect(refusing().sendMail({ mailId: id })).rejects.toThrow('SMTP 550');
    expect(await status()).toBe('queued');
    await em().nativeUpdate(Mail, { id }, { restsUntil: null });
    api.clock.now = at + 30 * DAY - 60_000;
    await createActivities(deps).sendMail({ mailId: id });
    expect(await status()).toBe('obsolete');
    expect((await switchOf(api, owner)).state.finalNoticeAt).toBe(at);
  });

  test('has lost its point once the successors are asked', async () => {
    const { owner, id, at, status } = await undelivered();
    api.clock.now = at + 30 * DAY;
    await createActivities(deps).endGracePeriod(input(owner));
    expect((await switchOf(api, owner)).state.status).toBe('awaiting_successors');
    await createActivities(deps).sendMail({ mailId: id });
    expect(await status()).toBe('obsolete');
  });

  test('that was accepted but noted without its step begins its grace period before the long one ends', async () => {
    const { owner, id, at } = await undelivered();
    await mailAccepted(em(), id, new Date(at + 29.9 * DAY));
    api.clock.now = at + 30 * DAY;
    await createActivities(deps).endGracePeriod(input(owner));
    expect((await switchOf(api, owner)).state).toMatchObject({
      status: 'grace_period',
      finalNoticeAt: at + 29.9 * DAY,
    });
  });
});

test('refusals by the old address are not held against the new one', async () => {
  const owner = await refusedForAWeek();
  await accepted('access_notice', owner, api.clock.now);
  expect(await remindersAfterOneMoreTry(owner)).toBe(1);
  // From here on, a dead mailbox is believed at once.
  api.clock.now += 9 * DAY;
  await createActivities(deps).look(input(owner));
  const moved = uniqueEmail('moved');
  const activities = createActivities({
    ...deps,
    mailer: {
      ...deps.mailer,
      send: async () => {
        await em().transactional(async (tx) => {
          await changeSwitch({ ...api.deps, em: tx, now: new Date(api.clock.now) }, owner.id, {
            kind: 'address_changed',
          });
          await readdressMails(tx, owner.id, moved, new Date(api.clock.now));
        });
        throw new MailRefused('SMTP 550', { reason: 'gone', unsent: true });
      },
    },
  });
  await activities.remind(input(owner));
  expect((await switchOf(api, owner)).state).toMatchObject({ remindersAccepted: 1, undeliverableAt: null });
  const [reminder] = await em().find(Mail, { userId: owner.id, kind: 'reminder', recipient: moved });
  expect(reminder).toMatchObject({ permanentRefusals: 0, restsUntil: null });
});
