/** A restored backup: how it is noticed, and how every open switch starts over. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Activity } from '../../db/entities/activity.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Restoration } from '../../db/entities/restoration.ts';
import { Switch } from '../../db/entities/switch.ts';
import { User } from '../../db/entities/user.ts';
import { judge } from '../../db/judgement.ts';
import { startOverSome } from '../../db/restoration.ts';
import { touchSwitch } from '../../db/switch.ts';
import { walkChains } from '../../db/walk-chains.ts';
import { spreadMs } from '../../switch/cycle.ts';
import { NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import type { ReconcileResult } from '../../workflows/contract.ts';
import { bringTo, switchOf, take } from '../support/builders/handover.ts';
import { buildOwner, buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { useReconcile } from '../support/servers/use-reconcile.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const { api, deps, activities, workOff, startOver, nextEvent, forgetMessages, messages } =
  await useReconcile();

const armedOwner = () => buildOwnerWithSuccessor(api);
/** As if every successor had been removed after the backup. */
const disarmSuccessors = () => api.em().execute('update successor set verified_at = null');
const epochs = async () =>
  (await api.em().find(Switch, {}, { orderBy: { epoch: 'asc' } })).map(({ epoch }) => epoch);
const stateOf = async (owner: { id: string }) => (await switchOf(api, owner)).state;

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
    const [offBefore, completedBefore] = [await stateOf(off), await stateOf(completed)];
    const pausedBefore = await stateOf(paused);
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
      const state = await stateOf(owner);
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
    expect(await stateOf(paused)).toMatchObject({
      status: 'paused',
      epoch: pausedBefore.epoch + 1,
      lastSeenAt: restoredAt,
      pausedUntil: pausedBefore.pausedUntil,
    });
    expect(await stateOf(off)).toEqual(offBefore);
    expect(await stateOf(completed)).toEqual(completedBefore);
    // Only the successor of the released one had been invited, so only they are told.
    const owed = await api
      .em()
      .find(Mail, {}, { orderBy: { id: 'desc' }, limit: (await api.em().count(Mail, {})) - mails });
    expect(owed.map(({ kind }) => kind)).toEqual(['handover_cancelled']);
    // The workflow of a handover is told. Those that wait find it when their timer fires, and
    // where there is none reconcile starts one in time for the first reminder.
    const signalled = (await messages()).filter(([kind]) => kind === 'switch').map(([, id]) => id);
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
    for (const owner of owners) expect((await stateOf(owner)).lastSeenAt).toBe(restoredAt);
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
    const { due } = plan(await stateOf(owner), api.clock.now, deps.rules, NORMAL_CONDITIONS);
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
    expect(await stateOf(owner)).toMatchObject({ epoch: 2, lastSeenAt: api.clock.now });
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
    expect(await stateOf(owner)).toMatchObject({ status: 'off', lastSeenAt: api.clock.now });
    expect(await stateOf(paused)).toMatchObject({ status: 'paused', lastSeenAt: api.clock.now });
    expect(await api.em().find(Mail, { kind: 'switch_off' })).toMatchObject([{ userId: owner.id }]);
  });
});
