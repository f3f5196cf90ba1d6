/** A restored backup: how it is noticed, and how every open switch starts over. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { recordActivity } from '../../db/activity-log.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Mail, type MailRow } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Restoration } from '../../db/entities/restoration.ts';
import { Switch } from '../../db/entities/switch.ts';
import { User } from '../../db/entities/user.ts';
import { judge } from '../../db/judgement.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import { ensureMail } from '../../db/mail.ts';
import { REPLACE_WORKFLOW } from '../../db/outbox.ts';
import { type StartOverDeps, startOverSome } from '../../db/restoration.ts';
import { touchSwitch } from '../../db/switch.ts';
import { walkChains } from '../../db/walk-chains.ts';
import { spreadMs } from '../../switch/cycle.ts';
import { NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import type { ReconcileResult } from '../../workflows/contract.ts';
import { bringTo, invite, take } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { newEntry } from '../support/builders/vault-entries.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { client } from '../support/clients/client.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const { api, deps, activities } = await useActivities();
/** Removes the owners of earlier tests, so that each test counts only its own. */
beforeEach(async () => {
  await api.em().execute('delete from "user"');
  await api.em().nativeDelete(Outbox, {});
  await api.em().nativeDelete(Mail, {});
  await api.em().nativeDelete(Restoration, {});
});

const armedOwner = () => buildOwnerWithSuccessor(api);
const nextEvent = (userId: string, at: number | null) =>
  api.em().nativeUpdate(Switch, { userId }, { nextEventAt: at === null ? null : new Date(at) });
const forgetMessages = () => api.em().nativeDelete(Outbox, {});
const told = async () => {
  const rows = await api.em().find(Outbox, {}, { orderBy: { id: 'asc' } });
  return rows.map(({ kind, subjectId }) => [kind, subjectId]);
};
/** Works on the restored backup until nothing is left to do. */
async function workOff(more: Partial<StartOverDeps> = {}, batch?: number): Promise<void> {
  const claimant = randomUUID();
  const work: StartOverDeps = {
    fork: api.em,
    clock: () => api.clock.now,
    signRecord: deps.signRecord,
    rules: deps.rules,
    announce: () => {},
    unreadable: () => {},
    ...more,
  };
  while ((await startOverSome(work, claimant, batch)) !== 'nothing');
}
const startOver = async (restoredAt: number) => {
  await activities.startOver({ restoredAt });
  await workOff();
};
/** As if every successor had been removed after the backup. */
const disarmSuccessors = () => api.em().execute('update successor set verified_at = null');
const epochs = async () =>
  (await api.em().find(Switch, {}, { orderBy: { epoch: 'asc' } })).map(({ epoch }) => epoch);
const stateOf = async (userId: string) => {
  const loaded = await loadSwitch(api.em(), userId);
  if (!loaded) throw new Error('the account is gone');
  return loaded.state;
};

describe('a restored backup', () => {
  test('is one whose highest activity record is lower than in the previous run', async () => {
    await armedOwner();
    const first = await activities.compareWithLastRun(null);
    const [highest] = await api.em().find(Activity, {}, { orderBy: { id: 'desc' }, limit: 1 });
    expect(first).toEqual({
      highestActivityId: highest?.id,
      signsOfLife: expect.stringMatching(/^\d+$/),
      system: expect.stringMatching(/^\d+$/),
      timeline: 1,
      written: expect.stringMatching(/^\d+$/),
      removals: {},
      tables: expect.stringMatching(/^\d+\/\d+$/),
      restoredAt: null,
      comparedWith: null,
    });
    const result = { ...first, resignalled: 0, restored: false, failed: [] };
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
      failed: [],
    };
    await api.em().nativeDelete(User, { id: leaver.id });
    expect(await activities.compareWithLastRun(result)).toMatchObject({
      highestActivityId: result.highestActivityId,
      restoredAt: null,
    });
  });

  describe('compared with what the previous run remembered', () => {
    const remembered = async (): Promise<ReconcileResult> => ({
      ...(await activities.compareWithLastRun(null)),
      resignalled: 0,
      restored: false,
      failed: [],
    });
    const noticed = async (previous: ReconcileResult) =>
      (await activities.compareWithLastRun(previous)).reason ?? null;
    /** The restored copy lacks one. */
    const forgetSign = () =>
      api.em().execute(`select setval('sign_of_life', (select last_value - 1 from sign_of_life))`);

    test('is one that lacks a sign of life, even one that wrote no record', async () => {
      const owner = await armedOwner();
      await touchSwitch(api.em(), owner.id, new Date(api.clock.now + 1));
      const records = await api.em().count(Activity, {});
      await touchSwitch(api.em(), owner.id, new Date(api.clock.now + 2));
      expect(await api.em().count(Activity, {})).toBe(records);
      const before = await remembered();
      expect(await noticed(before)).toBeNull();
      await forgetSign();
      expect(await noticed(before)).toBe('older');
      // Noting the same moment again is not another sign of life.
      const { signsOfLife } = await remembered();
      await touchSwitch(api.em(), owner.id, new Date(api.clock.now + 2));
      expect((await remembered()).signsOfLife).toBe(signsOfLife);
      await touchSwitch(api.em(), owner.id, new Date(api.clock.now + 3));
      expect((await remembered()).signsOfLife).not.toBe(signsOfLife);
    });

    test('is one on another timeline, as after a failover', async () => {
      const before = await remembered();
      expect(await noticed({ ...before, timeline: (before.timeline ?? 0) + 1 })).toBe('timeline');
    });

    test('is one whose log is shorter, as in a snapshot of its volume', async () => {
      const before = await remembered();
      await armedOwner();
      const after = await remembered();
      expect(await noticed(before)).toBeNull();
      // The newest record and the count of signs of life may be what they were.
      expect(await noticed({ ...before, written: after.written })).toBeNull();
      expect(await noticed({ ...before, written: String(BigInt(after.written ?? 0) * 2n) })).toBe('older');
    });

    test('is one in another PostgreSQL, or in tables restored from a dump, whatever its counters say', async () => {
      const before = await remembered();
      expect(await noticed({ ...before, system: '1' })).toBe('older');
      expect(await noticed({ ...before, tables: '1/2' })).toBe('older');
      // Temporal's data was lost with it: only the row that came with the dump tells.
      await api.em().execute(`update judged_database set tables = '1/2'`);
      expect((await activities.compareWithLastRun(null)).reason).toBe('older');
      await judge(api.em());
      expect((await activities.compareWithLastRun(null)).restoredAt).toBeNull();
    });

    test('is not one that an operator declared complete, unless something is missing', async () => {
      const before = await remembered();
      const elsewhere = { ...before, system: '1', timeline: 7, tables: '1/2', written: '9007199254740993' };
      await judge(api.em(), { movedAt: new Date(api.clock.now) });
      expect(await noticed({ ...elsewhere, signsOfLife: '9007199254740993' })).toBe('older');
      expect(await noticed(elsewhere)).toBeNull();
      const [row] = await api.em().find(Restoration, {});
      expect(row).toMatchObject({ reason: 'moved', doneAt: new Date(api.clock.now) });
      // A run that repeats, because the one before failed later, notes nothing more.
      expect(await noticed(elsewhere)).toBeNull();
      expect(await api.em().count(Restoration, {})).toBe(1);
      // The operator spoke of that move, and of no later one.
      expect(await noticed({ ...before, system: '2' })).toBe('older');
    });

    test('is noticed once, even if the run that noticed it fails later', async () => {
      const before = await remembered();
      const previous = { ...before, signsOfLife: '9007199254740993' };
      const { restoredAt, reason, comparedWith } = await activities.compareWithLastRun(previous);
      await activities.startOver({ restoredAt: restoredAt!, comparedWith, ...(reason ? { reason } : {}) });
      expect(await noticed(previous)).toBeNull();
      // Another restored backup is another one, although the memory is the same.
      await api.em().execute(`update judged_database set compared_with = null`);
      expect(await noticed(previous)).toBe('older');
    });

    test('is not one because a PostgreSQL withholds its identity', async () => {
      const previous = await remembered();
      const unknown = { signsOfLife: '1', system: null, timeline: null, written: null };
      await forgetSign();
      expect(await noticed({ ...previous, ...unknown })).toBeNull();
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
    const nextLook = async (userId: string) =>
      (await api.em().findOneOrFail(Switch, { userId }, { refresh: true })).nextEventAt?.getTime();
    await nextEvent(paused.id, api.clock.now + 30 * DAY);
    const pausedLook = await nextLook(paused.id);
    await forgetMessages();
    const mails = await api.em().count(Mail, {});

    api.clock.now += 3 * DAY;
    const restoredAt = api.clock.now;
    await startOver(restoredAt);

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
    const handovers = await api.em().find(Handover, { userId: { $in: open.map(({ owner }) => owner.id) } });
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
    // Only the successor of the released one had been invited, so only they are told.
    const owed = await api
      .em()
      .find(Mail, {}, { orderBy: { id: 'desc' }, limit: (await api.em().count(Mail, {})) - mails });
    expect(owed.map(({ kind }) => kind)).toEqual(['handover_cancelled']);
    // The workflow of a handover is told. Those that wait find it when their timer fires, and
    // where there is none reconcile starts one in time for the first reminder.
    const signalled = (await told()).filter(([kind]) => kind === 'switch').map(([, id]) => id);
    const [armed = '', warned = '', ...busy] = open.map(({ owner }) => owner.id);
    expect(signalled.sort()).toEqual(busy.sort());
    for (const id of [armed, warned]) {
      expect(await nextLook(id)).toBe(restoredAt + spreadMs(id, 90, DAY) + 67.5 * DAY);
    }
    const [last] = await api.em().find(Activity, { userId: warned }, { orderBy: { id: 'desc' }, limit: 1 });
    expect(last).toMatchObject({
      type: 'switch_changed',
      detail: { from: 'reminding', to: 'armed', epoch: 2, reason: 'restored' },
    });
    expect((await walkChains(api.orm, [deps.signRecord], {}, () => {})).broken).toBe(0);
    expect(await nextLook(paused.id)).toBe(pausedLook);
    expect(await api.em().findOneOrFail(Restoration, { reason: 'older' })).toMatchObject({
      reason: 'older',
      restoredAt: new Date(restoredAt),
      startedOver: 6,
      doneAt: new Date(restoredAt),
    });
  });

  test('starts every readable switch over, even after one whose row is invalid', async () => {
    const owners = await Promise.all(Array.from({ length: 3 }, armedOwner));
    const [broken] = owners.map(({ id }) => id).sort();
    await api
      .em()
      .execute(`update switch set status = 'grace_period', paused_until = 'infinity' where user_id = ?`, [
        broken,
      ]);
    api.clock.now += DAY;
    const unreadable: string[] = [];
    await activities.startOver({ restoredAt: api.clock.now });
    await workOff({ unreadable: (userId) => unreadable.push(userId) }, 1);
    expect(unreadable).toEqual([broken]);
    const rows = await api.em().find(Switch, {}, { fields: ['epoch', 'userId'] as never });
    expect(rows.map(({ userId, epoch }) => [userId === broken, epoch]).sort()).toEqual([
      [false, 2],
      [false, 2],
      [true, 1],
    ]);
  });

  test('continues after a crash, in another process too, and starts no switch over twice', async () => {
    const owners = [];
    for (let i = 0; i < 6; i += 1) {
      const owner = await armedOwner();
      await bringTo(api, owner, 'grace_period');
      owners.push(owner);
    }
    api.clock.now += DAY;
    const restoredAt = api.clock.now;
    await activities.startOver({ restoredAt });
    let calls = 0;
    const clock = () => {
      calls += 1;
      if (calls > 3) throw new Error('crashed');
      return api.clock.now;
    };
    await expect(workOff({ clock })).rejects.toThrow('crashed');
    expect(await epochs()).toEqual([1, 1, 1, 2, 2, 2]);
    // The claim of the process that crashed lasts for a while. Until then no other process takes over.
    const other = {
      fork: api.em,
      clock: () => api.clock.now,
      signRecord: deps.signRecord,
      rules: deps.rules,
    };
    const quiet = { announce: () => {}, unreadable: () => {} };
    expect(await startOverSome({ ...other, ...quiet }, randomUUID())).toBe('others');
    await api.em().execute(`update restoration set claimed_until = clock_timestamp() - interval '1 second'`);
    api.clock.now += MINUTE;
    await workOff();
    expect(await epochs()).toEqual([2, 2, 2, 2, 2, 2]);
    await startOver(restoredAt);
    expect(await epochs()).toEqual([2, 2, 2, 2, 2, 2]);
    for (const { id } of owners) expect((await stateOf(id)).lastSeenAt).toBe(restoredAt);
  });

  test('starts over again if a later one is detected, and an older one changes nothing', async () => {
    await Promise.all([1, 2, 3].map(armedOwner));
    const restoredAt = api.clock.now + DAY;
    await activities.startOver({ restoredAt });
    await activities.startOver({ restoredAt: restoredAt + 1 });
    await activities.startOver({ restoredAt: restoredAt - 1 });
    api.clock.now += 2 * DAY;
    await workOff({}, 2);
    expect(await epochs()).toEqual([2, 2, 2]);
    const [row, ...more] = await api.em().find(Restoration, {});
    expect([row?.restoredAt.getTime(), row?.startedOver, more]).toEqual([restoredAt + 1, 3, []]);
  });

  test('leaves no first reminder late, even where all reminders come earlier', async () => {
    const owner = await armedOwner();
    const settings = { thresholdDays: 7, reminderPercents: [50, 99] };
    await api.em().nativeUpdate(Switch, { userId: owner.id }, settings);
    api.clock.now += DAY;
    await startOver(api.clock.now);
    const { nextEventAt } = await api.em().findOneOrFail(Switch, { userId: owner.id });
    const { due } = plan(await stateOf(owner.id), api.clock.now, deps.rules, NORMAL_CONDITIONS);
    const until = due.kind === 'wait' ? due.until : Number.NaN;
    // Give or take a millisecond of rounding.
    expect(Math.abs((nextEventAt?.getTime() ?? 0) - until)).toBeLessThanOrEqual(1);
  });

  test('leaves owners alone who have been seen since', async () => {
    const owner = await armedOwner();
    await activities.startOver({ restoredAt: api.clock.now + DAY });
    api.clock.now += 2 * DAY;
    await owner.browser.post('/activity/check-in');
    await workOff();
    expect(await stateOf(owner.id)).toMatchObject({ epoch: 2, lastSeenAt: api.clock.now });
  });

  test('switches off an owner who was seen before it was noted, if it disarms their last successor', async () => {
    const [owner, paused] = [await armedOwner(), await armedOwner()];
    await take(api, paused, { kind: 'paused', until: api.clock.now + 30 * DAY });
    api.clock.now += DAY;
    const restoredAt = api.clock.now;
    api.clock.now += MINUTE;
    for (const { id } of [owner, paused]) await touchSwitch(api.em(), id, new Date(api.clock.now));
    await disarmSuccessors();
    await startOver(restoredAt);
    expect(await stateOf(owner.id)).toMatchObject({ status: 'off', lastSeenAt: api.clock.now });
    expect(await stateOf(paused.id)).toMatchObject({ status: 'paused', lastSeenAt: api.clock.now });
    expect(await api.em().find(Mail, { kind: 'switch_off' })).toMatchObject([{ userId: owner.id }]);
  });
});

describe('before an owner has started over', () => {
  /** A restored backup that has been noted, and that no process is working on yet. */
  const note = async () => {
    api.clock.now += DAY;
    await activities.startOver({ restoredAt: api.clock.now });
    api.clock.now += MINUTE;
  };
  const rows = async () => {
    const all = await api.em().find(Switch, {}, { orderBy: { userId: 'asc' }, refresh: true } as never);
    return all.map(({ userId, status, epoch }) => ({ userId, status, epoch }));
  };

  test('every reader sees the switch as it will be afterwards', async () => {
    const ids: string[] = [];
    for (const stage of [
      'armed',
      'reminding',
      'grace_period',
      'awaiting_successors',
      'released',
      'completed',
    ] as const) {
      const owner = await armedOwner();
      if (stage !== 'armed') await bringTo(api, owner, stage);
      ids.push(owner.id);
    }
    const paused = await armedOwner();
    await take(api, paused, { kind: 'paused', until: api.clock.now + 30 * DAY });
    // Leftovers of an earlier cycle.
    const leftOver = await armedOwner();
    await api.em().nativeUpdate(
      Switch,
      { userId: leftOver.id },
      {
        undeliverableAt: new Date(api.clock.now),
        ownerAliveAt: new Date(1),
        pauseReminders: 3,
      },
    );
    // The last successor left unnoticed, and the owner's address is no longer verified.
    const [alone, unverified] = [await armedOwner(), await armedOwner()];
    await api.em().execute('update successor set opted_out_at = now() where user_id = ?', [alone.id]);
    await api.em().execute('update "user" set email_verified_at = null where id = ?', [unverified.id]);
    ids.push(paused.id, leftOver.id, alone.id, unverified.id, (await buildOwner(api)).id);
    await note();
    const before = await rows();
    const all = () => Promise.all(ids.map((id) => loadSwitch(api.em(), id)));
    const read = await all();
    expect(await rows()).toEqual(before);
    await workOff();
    expect(await rows()).not.toEqual(before);
    expect(await all()).toEqual(read);
  });

  test('no step is due, whatever the backup says, and reconcile sends no mail', async () => {
    const owner = await armedOwner();
    await bringTo(api, owner, 'grace_period');
    await nextEvent(owner.id, api.clock.now);
    await forgetMessages();
    api.clock.now += 60 * DAY;
    await note();
    const input = stepInput(api, owner);
    expect(await activities.look(input)).toMatchObject({ status: 'armed', due: 'wait' });
    for (const take of ['remind', 'giveFinalNotice', 'endGracePeriod', 'inviteSuccessors'] as const)
      await activities[take](input);
    expect(await activities.resignal()).toBe(0);
    expect(await rows()).toEqual([{ userId: owner.id, status: 'grace_period', epoch: 1 }]);
    expect(await api.em().count(Mail, {})).toBe(0);
  });

  test('an acceptance releases nothing, because the handover is cancelled', async () => {
    const owner = await armedOwner();
    const [[, token] = []] = await invite(api, owner);
    await note();
    const reply = await client(api).raw.post('/handover/respond', { token, response: 'accept' });
    await expectProblem(reply, '410 handover_ended');
    expect(await api.em().count(Handover, { status: 'released' })).toBe(0);
  });

  test('nothing that had been released can be read', async () => {
    const owner = await armedOwner();
    const [[, token] = []] = await invite(api, owner);
    const { body } = await client(api).raw.post('/handover/respond', { token, response: 'accept' });
    const read = () => client(api).raw.get(`/vault/successor-access?token=${body.accessToken}`);
    expect((await read()).status).toBe(200);
    await note();
    await expectProblem(read(), '403 access_not_released');
  });

  test('a completed handover opens for nobody any more: whoever asks for a new link starts the switch again', async () => {
    const owner = await armedOwner();
    const [[, token] = []] = await invite(api, owner);
    const { accessToken } = (await client(api).raw.post('/handover/respond', { token, response: 'accept' }))
      .body;
    api.clock.now += 90 * DAY;
    await take(api, owner, { kind: 'completed' });
    await api.em().nativeDelete(Mail, {});
    await note();
    await workOff();
    expect((await stateOf(owner.id)).status).toBe('completed');
    api.clock.now += DAY;
    for (let time = 0; time < 2; time += 1)
      expect((await client(api).raw.post('/handover/renew-access', { token })).status).toBe(200);
    expect(await stateOf(owner.id)).toMatchObject({
      status: 'armed',
      epoch: 2,
      clockStartedAt: api.clock.now,
      handover: null,
    });
    expect(await api.em().count(Mail, {})).toBe(0);
    // Neither that, nor another restored backup, nor a program's log-in is the owner's return.
    const backAt = async () => (await owner.program.get('/handover/status')).body.lastReleased?.ownerBackAt;
    const links = [
      `/successors/link?token=${token}`,
      `/successors/link?token=${accessToken}`,
      `/vault/successor-access?token=${accessToken}`,
    ] as const;
    await note();
    await workOff();
    const loggedIn = { userId: owner.id, type: 'login', at: new Date(api.clock.now) } as const;
    const program = { ...loggedIn, detail: { session: 'bearer' } };
    await api.em().transactional((tx) => recordActivity(tx, deps.signRecord, program));
    expect(await backAt()).toBeNull();
    for (const link of links) await expectProblem(client(api).get(link), '410 token_expired');
    api.clock.now += 70 * DAY;
    await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
    expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
    expect(await backAt()).toBe(new Date(api.clock.now).toISOString());
    for (const link of links) await expectProblem(client(api).get(link), '410 handover_ended');
  });

  test('an invitation on its way is not sent any more', async () => {
    const owner = await armedOwner();
    await invite(api, owner);
    const mail = await api.em().findOneOrFail(Mail, { kind: 'invitation' });
    await note();
    await activities.sendMail({ mailId: mail.id });
    expect(await api.em().findOneOrFail(Mail, { id: mail.id })).toMatchObject({ status: 'obsolete' });
    expect((await stateOf(owner.id)).status).toBe('armed');
  });

  test('each queued mail gets a new workflow, because what its last one did may be missing', async () => {
    const owner = await armedOwner();
    const queued = async (key: string, more: Partial<MailRow> = {}) => {
      const request = { kind: 'password_reset' as const, recipient: owner.email, userId: owner.id };
      const { id } = await ensureMail(api.em(), { ...request, key }, new Date(api.clock.now));
      await api.em().nativeUpdate(Mail, { id }, more);
      return id;
    };
    const lost = await queued('lost');
    const resting = await queued('resting', { restsUntil: new Date(api.clock.now + DAY) });
    await queued('sent', { status: 'accepted' });
    await queued('pointless', { status: 'obsolete' });
    await forgetMessages();
    await note();
    const messages = await api.em().find(Outbox, {});
    expect(messages.map(({ kind, subjectId, seq }) => [kind, subjectId, seq]).sort()).toEqual(
      [lost, resting].map((id) => ['account_mail', id, REPLACE_WORKFLOW]).sort(),
    );
  });

  test.each([
    ['a new name', 200, (owner: BuiltOwner) => owner.browser.raw.put('/auth/profile', { name: 'Olive' })],
    ['a new entry', 201, (owner: BuiltOwner) => owner.browser.raw.post('/vault/entries', newEntry())],
  ])(
    'any write starts the switch over first, even one that changes nothing in it: %s',
    async (_, status, write) => {
      const owner = await armedOwner();
      await disarmSuccessors();
      await note();
      expect((await write(owner)).status).toBe(status);
      expect(await rows()).toMatchObject([{ status: 'off' }]);
      await workOff();
      expect(await api.em().count(Mail, { kind: 'switch_off' })).toBe(1);
    },
  );

  test('an owner’s change starts the switch over first, and the log records both', async () => {
    const owner = await armedOwner();
    await bringTo(api, owner, 'reminding');
    await note();
    const { status } = await owner.browser.raw.put('/inactivity/settings', { accessDays: 30 });
    expect(status).toBe(200);
    expect(await rows()).toEqual([{ userId: owner.id, status: 'armed', epoch: 2 }]);
    expect((await walkChains(api.orm, [deps.signRecord], { userId: owner.id }, () => {})).broken).toBe(0);
  });
});
