import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { type Activities, createActivities } from '../../activities/index.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Handover } from '../../db/entities/handover.ts';
import type { MailKind } from '../../db/entities/mail.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Switch } from '../../db/entities/switch.ts';
import { User } from '../../db/entities/user.ts';
import { claimMail, ensureMail } from '../../db/mail.ts';
import { loadSwitch } from '../../db/switch.ts';
import { activityDeps } from '../support/activity-deps.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner, buildSuccessor } from '../support/builders.ts';
import { bringTo, take } from '../support/handover.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let api: TestApi;
let deps: ReturnType<typeof activityDeps>;
let activities: Activities;
beforeAll(async () => {
  api = await startApi();
  deps = activityDeps(api);
  activities = createActivities(deps);
});
afterAll(async () => {
  deps.mailer.close();
  await api.close();
});
/** Every owner of an earlier test is gone, so that each test counts its own. */
beforeEach(async () => {
  await em().execute('delete from "user"');
  await em().nativeDelete(Outbox, {});
  await em().nativeDelete(Mail, {});
});

const em = () => api.orm.em.fork();
const armedOwner = async () => {
  const owner = await buildOwner(api);
  const successor = await buildSuccessor(api, owner);
  return { ...owner, successor };
};
const nextEvent = (userId: string, at: number | null) =>
  em().nativeUpdate(Switch, { userId }, { nextEventAt: at === null ? null : new Date(at) });
const forgetMessages = () => em().nativeDelete(Outbox, {});
const told = async () => {
  const rows = await em().find(Outbox, {}, { orderBy: { id: 'asc' } });
  return rows.map(({ kind, subjectId }) => [kind, subjectId]);
};
const stateOf = async (userId: string) => {
  const loaded = await loadSwitch(em(), userId);
  if (!loaded) throw new Error('the account is gone');
  return loaded.state;
};

test('reconcile says that somebody works on it, however long the database takes', async () => {
  let beats = 0;
  const enough = Promise.withResolvers<void>();
  const heartbeat = () => {
    beats += 1;
    if (beats === 2) enough.resolve();
  };
  const looking = em().transactional(async (tx) => {
    await tx.execute('lock table activity in access exclusive mode');
    const compared = activityContext.run({ heartbeat } as never, () => activities.compareWithLastRun(null));
    await enough.promise;
    return { compared };
  });
  expect((await (await looking).compared).restoredAt).toBeNull();
});

describe('reconcile tells again', () => {
  test('the switches whose next event is overdue or unknown, and no other', async () => {
    const [overdue, unknown, late, ahead, off] = await Promise.all([1, 2, 3, 4, 5].map(armedOwner));
    const { now } = api.clock;
    await nextEvent(overdue!.id, now - 3 * MINUTE);
    await nextEvent(unknown!.id, null);
    await nextEvent(late!.id, now - MINUTE);
    await nextEvent(ahead!.id, now + DAY);
    await em().nativeUpdate(Switch, { userId: off!.id }, { status: 'off', nextEventAt: null });
    await forgetMessages();
    expect(await activities.resignal()).toBe(2);
    expect((await told()).sort()).toEqual(
      [
        ['switch', overdue!.id],
        ['switch', unknown!.id],
      ].sort(),
    );
    // While nobody has read the message, one is enough.
    expect(await activities.resignal()).toBe(0);
    expect(await told()).toHaveLength(2);
  });

  test('no switch whose warning was tried a moment ago: it is being worked on', async () => {
    const owner = await armedOwner();
    await nextEvent(owner.id, api.clock.now - 10 * MINUTE);
    const request = { kind: 'reminder' as const, recipient: owner.email, userId: owner.id };
    const mail = await ensureMail(em(), { ...request, key: `reminder/${owner.id}` }, new Date());
    await em().execute('update mail set claimed_until = clock_timestamp() where id = ?', [mail.id]);
    await forgetMessages();
    expect(await activities.resignal()).toBe(0);
    // An hour without another try: the workflow that should is lost.
    await em().execute(`update mail set claimed_until = clock_timestamp() - interval '1 hour' where id = ?`, [
      mail.id,
    ]);
    expect(await activities.resignal()).toBe(1);
  });

  test('one whose warning a clock that was ahead has put in hand for years', async () => {
    const owner = await armedOwner();
    await nextEvent(owner.id, api.clock.now - 10 * MINUTE);
    const request = { kind: 'reminder' as const, recipient: owner.email, userId: owner.id };
    const mail = await ensureMail(em(), { ...request, key: `ahead/${owner.id}` }, new Date());
    await em().execute(
      `update mail set claimed_until = clock_timestamp() + interval '5 years' where id = ?`,
      [mail.id],
    );
    await forgetMessages();
    expect(await activities.resignal()).toBe(1);
    expect((await claimMail(em(), mail.id))?.id).toBe(mail.id);
  });

  test('not one whose warning rests because its mailbox is gone, until it should have been tried again', async () => {
    const owner = await armedOwner();
    await nextEvent(owner.id, api.clock.now - DAY);
    const request = { kind: 'reminder' as const, recipient: owner.email, userId: owner.id };
    const reminder = await ensureMail(em(), { ...request, key: `rests/${owner.id}` }, new Date());
    const invitation = await ensureMail(
      em(),
      { ...request, key: `rests-too/${owner.id}`, kind: 'invitation' },
      new Date(api.clock.now - DAY),
    );
    const restUntil = (at: number) =>
      em().nativeUpdate(Mail, { id: { $in: [reminder.id, invitation.id] } }, { restsUntil: new Date(at) });
    await restUntil(api.clock.now + DAY / 4);
    await forgetMessages();
    expect(await activities.resignal()).toBe(0);
    expect(await told()).toEqual([]);
    await restUntil(api.clock.now - DAY / 24);
    expect(await activities.resignal()).toBe(1);
    const both = [invitation.id, owner.id].sort();
    expect((await told()).map(([, id]) => id).sort()).toEqual(both);
    // Nor one whose rest a clock that was years ahead has written down.
    await restUntil(api.clock.now + 365 * DAY);
    await forgetMessages();
    expect(await activities.resignal()).toBe(1);
    expect((await told()).map(([, id]) => id).sort()).toEqual(both);
    await em().nativeDelete(Mail, { userId: owner.id });
  });

  test('the mails that were forgotten, each on its own queue; not the young, the sent, or a switch’s own steps', async () => {
    const owner = await armedOwner();
    await nextEvent(owner.id, api.clock.now + DAY);
    const queue = async (
      kind: MailKind,
      ageMs: number,
      status: 'queued' | 'accepted' | 'obsolete' = 'queued',
    ) => {
      const request = { kind, recipient: owner.email, userId: owner.id };
      const created = new Date(api.clock.now - ageMs);
      const { id } = await ensureMail(em(), { ...request, key: `${kind}/${ageMs}/${status}` }, created);
      await em().nativeUpdate(Mail, { id }, { status });
      return id;
    };
    const forgotten = await queue('invitation', 11 * MINUTE);
    const forgottenAccount = await queue('verify_email', 30 * DAY);
    const forgottenChange = await queue('email_change', 30 * MINUTE);
    await queue('invitation', 9 * MINUTE);
    await queue('access', 20 * MINUTE, 'accepted');
    await queue('access', 20 * MINUTE, 'obsolete');
    await queue('reminder', 20 * MINUTE);
    await queue('final_notice', 20 * MINUTE);
    await forgetMessages();
    expect(await activities.resignal()).toBe(0);
    expect((await told()).sort()).toEqual([
      ...[forgottenAccount, forgottenChange].map((id) => ['account_mail', id]).sort(),
      ['mail', forgotten],
    ]);
    await activities.resignal();
    expect(await told()).toHaveLength(3);
  });
});

describe('a restored backup', () => {
  test('is one whose highest activity record is lower than the run before had', async () => {
    await armedOwner();
    const first = await activities.compareWithLastRun(null);
    const [highest] = await em().find(Activity, {}, { orderBy: { id: 'desc' }, limit: 1 });
    expect(first).toEqual({ highestActivityId: highest?.id, restoredAt: null });
    const result = { ...first, resignalled: 0, restored: false };
    expect((await activities.compareWithLastRun(result)).restoredAt).toBeNull();
    await armedOwner();
    expect((await activities.compareWithLastRun(result)).restoredAt).toBeNull();
    const beyond = { ...result, highestActivityId: '9007199254740993' };
    expect((await activities.compareWithLastRun(beyond)).restoredAt).toBe(api.clock.now);
  });

  test('is not the deletion of the account that had the highest record', async () => {
    await armedOwner();
    const leaver = await armedOwner();
    const result = {
      ...(await activities.compareWithLastRun(null)),
      resignalled: 0,
      restored: false,
    };
    await em().nativeDelete(User, { id: leaver.id });
    expect(await activities.compareWithLastRun(result)).toEqual({
      highestActivityId: result.highestActivityId,
      restoredAt: null,
    });
  });

  test('starts every open switch over, whatever it was doing; handovers under way are cancelled', async () => {
    const stages = ['reminding', 'grace_period', 'awaiting_successors', 'released'] as const;
    const open = [{ owner: await armedOwner(), stage: 'armed' }];
    for (const stage of stages) {
      const owner = await armedOwner();
      await bringTo(api, owner, stage);
      open.push({ owner, stage });
    }
    const paused = await armedOwner();
    await take(api, paused, { kind: 'paused', until: api.clock.now + 30 * DAY });
    const off = await buildOwner(api);
    const completed = await armedOwner();
    await bringTo(api, completed, 'completed');
    const [offBefore, completedBefore] = [await stateOf(off.id), await stateOf(completed.id)];
    const pausedBefore = await stateOf(paused.id);
    await forgetMessages();
    const mails = await em().count(Mail, {});

    api.clock.now += 3 * DAY;
    const restoredAt = api.clock.now;
    await activities.startOver({ restoredAt });

    for (const { owner, stage } of open) {
      const state = await stateOf(owner.id);
      expect({ stage, ...state }).toMatchObject({
        stage,
        status: 'armed',
        epoch: 2,
        lastSeenAt: restoredAt,
        remindersAccepted: 0,
        finalNoticeAt: null,
        handover: null,
      });
    }
    const handovers = await em().find(Handover, { userId: { $in: open.map(({ owner }) => owner.id) } });
    expect(handovers.map(({ status, cancelReason }) => [status, cancelReason])).toEqual(
      Array(3).fill(['cancelled', 'restored']),
    );
    expect(await stateOf(paused.id)).toMatchObject({
      status: 'paused',
      epoch: pausedBefore.epoch + 1,
      lastSeenAt: restoredAt,
      pausedUntil: pausedBefore.pausedUntil,
    });
    expect(await stateOf(off.id)).toEqual(offBefore);
    expect(await stateOf(completed.id)).toEqual(completedBefore);
    // Only the successor of the released one had been asked already, and is told; every workflow looks again.
    const owed = await em().find(
      Mail,
      {},
      { orderBy: { id: 'desc' }, limit: (await em().count(Mail, {})) - mails },
    );
    expect(owed.map(({ kind }) => kind)).toEqual(['handover_cancelled']);
    const signalled = (await told()).filter(([kind]) => kind === 'switch').map(([, id]) => id);
    expect(signalled.sort()).toEqual([...open.map(({ owner }) => owner.id), paused.id].sort());
  });

  test('starts everybody over whose row makes sense, though one before them makes none', async () => {
    const owners = await Promise.all(Array.from({ length: 3 }, armedOwner));
    const [broken] = owners.map(({ id }) => id).sort();
    await em().execute(`update switch set paused_until = 'infinity' where user_id = ?`, [broken]);
    api.clock.now += DAY;
    await activities.startOver({ restoredAt: api.clock.now });
    const rows = await em().find(Switch, {}, { fields: ['epoch', 'userId'] as never });
    expect(rows.map(({ userId, epoch }) => [userId === broken, epoch]).sort()).toEqual([
      [false, 2],
      [false, 2],
      [true, 1],
    ]);
  });

  test('that is being dealt with by a second try goes on where the first broke off, and starts nobody over twice', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, armedOwner));
    api.clock.now += DAY;
    const restoredAt = api.clock.now;
    let calls = 0;
    const dying = createActivities({
      ...deps,
      clock: () => {
        calls += 1;
        if (calls > 3) throw new Error('crashed');
        return api.clock.now;
      },
    });
    await expect(dying.startOver({ restoredAt })).rejects.toThrow();
    expect(calls).toBe(4);
    const epochs = async () =>
      (await Promise.all(owners.map(({ id }) => stateOf(id)))).map(({ epoch }) => epoch);
    expect((await epochs()).sort()).toEqual([1, 1, 1, 2, 2, 2]);
    api.clock.now += MINUTE;
    await activities.startOver({ restoredAt });
    expect(await epochs()).toEqual([2, 2, 2, 2, 2, 2]);
    await activities.startOver({ restoredAt });
    expect(await epochs()).toEqual([2, 2, 2, 2, 2, 2]);
  });
});
