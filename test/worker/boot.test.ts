import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { Activity } from '../../db/entities/activity.ts';
import { FailingChore } from '../../db/entities/failing-chore.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Switch } from '../../db/entities/switch.ts';
import { isJudged } from '../../db/judgement.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import { putMessage } from '../../db/outbox.ts';
import { ensureReconcileSchedule, reconcileNow } from '../../worker/schedules.ts';
import { reconcileScheduleId, switchWorkflowId } from '../../workflows/contract.ts';
import { openGrace } from '../support/builders/open-grace.ts';
import { buildOwner, buildOwnerWithSuccessor, buildSuccessor } from '../support/builders/owner.ts';
import { readable } from '../support/readable.ts';
import { startWorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

// Days of real length, so that nothing falls due by itself.
const environment = await use(() => startWorkerEnvironment({ env: { DAY_LENGTH_MS: '86400000' } }));

/** As in a restored backup: the records are missing, and nothing shows that they ever existed. */
async function loseActivity(from: string): Promise<void> {
  await environment.em().execute('delete from activity where id >= ?', [from]);
  await environment.em().execute('delete from removed_activity');
}
const schedule = () => environment.temporal.schedule.getHandle(reconcileScheduleId(environment.taskQueue));
const EVERY_MS = 300_000;
// A scheduled run could find what a test has just done, before the run that the test asks for. Runs that tests ask for
// still start.
beforeAll(() => schedule().pause('only tests run it'));
/** The Schedules of this test's instances. The server's list lags a little. */
async function schedules(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { scheduleId } of environment.temporal.schedule.list()) {
    if (scheduleId.startsWith(`reconcile/${environment.taskQueue}`)) ids.push(scheduleId);
  }
  return ids;
}
const switchOf = async (userId: string) => {
  const loaded = await loadSwitch(environment.em(), userId);
  if (!loaded) throw new Error('no such switch');
  return loaded.state;
};

describe('the reconcile Schedule', () => {
  test('has judged the database by the time the worker is ready', async () => {
    const { info } = await schedule().describe();
    // The Schedule's own runs begin every five minutes by the clock.
    const asked = info.recentActions.filter(({ scheduledAt }) => scheduledAt.getTime() % EVERY_MS !== 0);
    expect(asked).toHaveLength(1);
    expect(await isJudged(environment.em())).toBe(true);
  });

  test('notices a killed worker within half a minute, so that a new worker does not wait longer', async () => {
    const { info } = await schedule().describe();
    const [run] = info.recentActions;
    const { workflowId, firstExecutionRunId } = run?.action.workflow ?? {
      workflowId: '',
      firstExecutionRunId: '',
    };
    const handle = environment.temporal.workflow.getHandle(workflowId, firstExecutionRunId);
    await handle.result();
    const { events } = await handle.fetchHistory();
    const silences = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled ? [Number(scheduled.heartbeatTimeout?.seconds ?? 0)] : [],
    );
    expect(silences).toEqual(Array(7).fill(20));
  });

  test('runs every five minutes, one run at a time, and makes up for ten minutes at most', async () => {
    const described = await schedule().describe();
    expect(described.spec.intervals).toEqual([expect.objectContaining({ every: EVERY_MS })]);
    expect(described.policies).toMatchObject({
      overlap: ScheduleOverlapPolicy.SKIP,
      catchupWindow: 600_000,
    });
    expect(described.action).toMatchObject({
      workflowType: 'reconcileWorkflow',
      taskQueue: `${environment.taskQueue}-account`,
      priority: { priorityKey: 1 },
      workflowExecutionTimeout: 600_000,
    });
  });

  test('is created once, however many workers start at the same time, and is kept up to date', async () => {
    await schedule().pause('an operator was here');
    // As an older version may have left it.
    await schedule().update(({ action, ...rest }) => ({
      ...rest,
      action: { ...action, taskQueue: 'nobody-polls-it' },
    }));
    await Promise.all(
      [1, 2, 3].map(() => ensureReconcileSchedule(environment.temporal, environment.taskQueue)),
    );
    const described = await schedule().describe();
    expect(described.action).toMatchObject({ taskQueue: `${environment.taskQueue}-account` });
    expect(described.state).toMatchObject({ paused: true, note: 'an operator was here' });
    await until('it to be listed', async () => (await schedules()).length > 0);
    expect(await schedules()).toEqual([`reconcile/${environment.taskQueue}`]);
  });

  test('can share a namespace with the Schedule of another instance', async () => {
    const other = `${environment.taskQueue}-two`;
    await ensureReconcileSchedule(environment.temporal, other);
    const handle = environment.temporal.schedule.getHandle(reconcileScheduleId(other));
    try {
      expect((await handle.describe()).action).toMatchObject({ taskQueue: `${other}-account` });
      expect((await schedule().describe()).action).toMatchObject({
        taskQueue: `${environment.taskQueue}-account`,
      });
      await until('both to be listed', async () => (await schedules()).length === 2);
    } finally {
      await handle.delete();
    }
  });

  test('remembers the state of the database from run to run, even if the Schedule is updated', async () => {
    const owner = await buildOwnerWithSuccessor(environment);
    const { epoch } = await switchOf(owner.id);
    const first = await reconcileNow(environment.temporal, environment.taskQueue);
    const [highest] = await environment.em().find(Activity, {}, { orderBy: { id: 'desc' }, limit: 1 });
    expect(first).toMatchObject({ highestActivityId: highest?.id, restored: false });
    await ensureReconcileSchedule(environment.temporal, environment.taskQueue);
    expect(await reconcileNow(environment.temporal, environment.taskQueue)).toMatchObject({
      restored: false,
    });
    await loseActivity(String(highest?.id));
    const after = await reconcileNow(environment.temporal, environment.taskQueue);
    expect(after.restored).toBe(true);
    expect(BigInt(after.highestActivityId)).toBeLessThan(BigInt(first.highestActivityId));
    expect((await switchOf(owner.id)).epoch).toBe(epoch + 1);
    // Noticed once, because the next run compares with the lower number.
    expect(await reconcileNow(environment.temporal, environment.taskQueue)).toMatchObject({
      restored: false,
    });
    expect((await switchOf(owner.id)).epoch).toBe(epoch + 1);
  });
});

describe('a switch in Temporal', () => {
  test('a run that finds nothing to do ends', async () => {
    const nobody = randomUUIDv7();
    const off = await buildOwner(environment);
    for (const subjectId of [nobody, off.id]) {
      await putMessage(environment.em(), { kind: 'switch', subjectId, seq: 1 }, new Date());
      const handle = environment.temporal.workflow.getHandle(switchWorkflowId(subjectId));
      await until('the run to end', async () => {
        const described = await handle.describe().catch(() => null);
        return described?.status.name === 'COMPLETED';
      });
    }
  });

  test('can be found by state and deadline, and says what it waits for without naming a person', async () => {
    const owner = await buildOwner(environment, { name: 'Wilhelmina Unmistakable' });
    const successor = await buildSuccessor(environment, owner, { name: 'Bartholomew Unmistakable' });
    const { body } = await owner.browser.get('/inactivity/settings');
    const deadline: string = body.settings.deadline;
    const workflowId = switchWorkflowId(owner.id);
    const found = async (query: string) => {
      const ids = [];
      const all = environment.temporal.workflow.list({
        query: `TaskQueue = '${environment.taskQueue}' and ${query}`,
      });
      for await (const run of all) ids.push(run.workflowId);
      return ids.includes(workflowId);
    };
    const at = (ms: number) => new Date(Date.parse(deadline) + ms).toISOString();
    await until('it armed', () =>
      found(
        `SwitchStatus = 'armed' and NextDeadline between '${at(-1)}' and '${at(1)}' and ExecutionStatus = 'Running'`,
      ),
    );
    expect(await found(`NextDeadline < '${at(-1)}'`)).toBe(false);

    const handle = environment.temporal.workflow.getHandle(workflowId);
    const metadata = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(metadata.currentDetails).toBe('armed, waiting for reminder 1 of 3');
    const history = await handle.fetchHistory();
    const timer = history.events?.find((event) => event.timerStartedEventAttributes);
    expect(Buffer.from(timer?.userMetadata?.summary?.data ?? '').toString()).toBe('"armed: reminder 1 of 3"');
    const everything = readable(history);
    expect(everything).toContain(`"userId\\":\\"${owner.id}`);
    for (const secret of [owner.email, successor.email, 'Wilhelmina', 'Bartholomew', 'example.test']) {
      expect(everything).not.toContain(secret);
    }

    await owner.browser.post('/inactivity/pause');
    await until('it paused', () => found(`SwitchStatus = 'paused' and NextDeadline is null`));
    expect(await found(`SwitchStatus = 'armed'`)).toBe(false);
  });
});

describe('a worker that starts while chores of reconcile fail', () => {
  test('signals overdue switches, and starts no switch over twice', async () => {
    const owner = await buildOwnerWithSuccessor(environment);
    const before = await reconcileNow(environment.temporal, environment.taskQueue);
    await environment.stopWorker();
    // No mail can be told again, and the trash can't be emptied.
    await environment.em().execute('alter table mail rename column rests_until to renamed');
    await environment.em().execute('alter table trashed_entry rename to renamed_entry');
    try {
      // A restored backup: everybody starts over, once.
      const { epoch } = await switchOf(owner.id);
      await loseActivity(before.highestActivityId);
      const overdue = Date.now() - 10 * 60_000;
      await environment.em().nativeUpdate(Switch, { userId: owner.id }, { nextEventAt: new Date(overdue) });
      const started = performance.now();
      await environment.startWorker();
      // It waits for a judgement for a minute, and then fails.
      expect(performance.now() - started).toBeLessThan(55_000);
      const result = await reconcileNow(environment.temporal, environment.taskQueue);
      expect(result.failed.toSorted()).toEqual(['emptyTrash', 'restartMails']);
      await environment.em().nativeUpdate(Switch, { userId: owner.id }, { nextEventAt: new Date(overdue) });
      expect(await reconcileNow(environment.temporal, environment.taskQueue)).toMatchObject({
        restored: false,
      });
      await until('its workflow to look', async () => {
        const row = await environment.em().findOneOrFail(Switch, { userId: owner.id }, { refresh: true });
        return (row.nextEventAt?.getTime() ?? 0) > Date.now();
      });
      await environment.stopWorker();
      await environment.startWorker();
      expect((await switchOf(owner.id)).epoch).toBe(epoch + 1);
      const failing = await environment.em().find(FailingChore, {}, { orderBy: { name: 'asc' } });
      expect(failing.map(({ name }) => name)).toEqual(['emptyTrash', 'restartMails']);
    } finally {
      await environment.em().execute('alter table mail rename column renamed to rests_until');
      await environment.em().execute('alter table renamed_entry rename to trashed_entry');
    }
    expect(await reconcileNow(environment.temporal, environment.taskQueue)).toMatchObject({ failed: [] });
    expect(await environment.em().count(FailingChore, {})).toBe(0);
  });
});

describe('a worker that starts on a restored backup', () => {
  test('starts every open switch over before it looks at any', async () => {
    await reconcileNow(environment.temporal, environment.taskQueue);
    await environment.stopWorker();
    const owners = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const owner = await buildOwnerWithSuccessor(environment);
        // As in the backup: silent for so long that the grace period is over and everything is due at once.
        await openGrace(environment, owner.id, Date.now() - 30 * 86_400_000);
        return owner;
      }),
    );
    await loseActivity('0');
    const before = Date.now();
    await environment.startWorker();
    for (const { id } of owners) {
      const state = await switchOf(id);
      expect(state).toMatchObject({ status: 'armed', epoch: 2, handover: null });
      expect(state.lastSeenAt).toBeGreaterThanOrEqual(before);
      const handover = await until('it to be written down', () =>
        environment.em().findOne(Handover, { userId: id, status: 'cancelled' }),
      );
      expect(handover).toMatchObject({ status: 'cancelled', cancelReason: 'restored', graceEndedAt: null });
      await until('its workflow to look', async () => {
        const row = await environment.em().findOneOrFail(Switch, { userId: id }, { refresh: true });
        return (row.nextEventAt?.getTime() ?? 0) > before + 60_000;
      });
    }
    expect(
      await environment
        .em()
        .count(Mail, { userId: { $in: owners.map(({ id }) => id) }, kind: { $ne: 'restored' } }),
    ).toBe(0);
  });
});
