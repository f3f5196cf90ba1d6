/**
 * Runs that the time-skipping server cannot play: it has no Schedules, and a task that gives up an activity cannot
 * continue as new there. The development server plays them, with activities that say what the real ones would.
 */
import '../support/quiet-runtime.ts';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { createChores } from '../../activities/chores.ts';
import type { Activities, Look } from '../../activities/index.ts';
import { workflowBundle } from '../../worker/bundle.ts';
import {
  ensureReconcileSchedule,
  reconcileNow,
  registerSearchAttributes,
  searchAttributesUsable,
} from '../../worker/schedules.ts';
import {
  accountTaskQueue,
  reconcileScheduleId,
  SWITCH_CHANGED,
  SWITCH_WORKFLOW,
  switchWorkflowId,
} from '../../workflows/contract.ts';
import { fetchHistories } from '../support/run-histories.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { until } from '../support/until.ts';
import type { Histories } from './scenarios.ts';

const someQueue = () => `replay-${randomBytes(2).toString('hex')}`;

/** An owner comes back while the step of the final notice is being retried. */
async function saveGivenUp(saved: Histories, client: Client, work: Work): Promise<void> {
  let tries = 0;
  let back = false;
  const common = { deadline: Date.now() + 3_600_000, wakeAt: Date.now() + 3_600_000 };
  const armed: Look = {
    ...common,
    status: 'armed',
    epoch: 2,
    seq: 5,
    due: 'wait',
    waitingFor: 'reminder 1 of 3',
  };
  const activities: Pick<Activities, 'look' | 'giveFinalNotice'> = {
    look: async () =>
      back
        ? armed
        : {
            ...common,
            status: 'reminding',
            epoch: 1,
            seq: 4,
            due: 'final_notice',
            waitingFor: 'final_notice',
          },
    async giveFinalNotice() {
      tries += 1;
      if (!back) throw new Error('the database is down');
      return armed;
    },
  };
  const taskQueue = someQueue();
  await work(taskQueue, activities, async () => {
    const userId = randomUUIDv7();
    const workflowId = switchWorkflowId(userId);
    const handle = await client.workflow.start(SWITCH_WORKFLOW, {
      workflowId,
      taskQueue,
      args: [{ userId }],
    });
    // One attempt on the worker and one by the server.
    await until('the second try', () => tries >= 2);
    back = true;
    await handle.signal(SWITCH_CHANGED, { seq: 5 });
    const runs = await until('the new run', async () => {
      const found = await fetchHistories(client, [{ workflowId, runId: handle.firstExecutionRunId }]);
      return found.length === 2 && (found[1]?.events ?? 0) > 5 ? found : null;
    });
    runs.forEach((run, i) => {
      saved.set(`owner-back-while-the-final-notice-is-tried-run-${i + 1}`, run);
    });
    await client.workflow.getHandle(workflowId).terminate('saved');
  });
}

/** Reconcile: an ordinary run, then one with a restored backup. */
async function saveReconcile(saved: Histories, client: Client, work: Work): Promise<void> {
  const remembered = {
    signsOfLife: '100',
    system: '1',
    timeline: 1,
    written: '1',
    tables: '1/2',
    removals: {},
  };
  const activities: Pick<
    Activities,
    'compareWithLastRun' | 'startOver' | keyof ReturnType<typeof createChores>
  > = {
    compareWithLastRun: async (previous) =>
      previous === null
        ? { ...remembered, highestActivityId: '7000', restoredAt: null, comparedWith: null }
        : {
            ...remembered,
            highestActivityId: '5000',
            restoredAt: Date.now(),
            reason: 'older',
            comparedWith: '[]',
          },
    startOver: async () => {},
    resignal: async () => 3,
    restartMails: async () => {},
    askSuccessors: async () => 2,
    forgetSamples: async () => {},
    emptyTrash: async () => 0,
    async forgetImports() {
      throw new Error('a table is missing');
    },
  };
  const taskQueue = someQueue();
  await work(accountTaskQueue(taskQueue), activities, async () => {
    await ensureReconcileSchedule(client, taskQueue);
    const schedule = client.schedule.getHandle(reconcileScheduleId(taskQueue));
    for (const name of ['reconcile', 'reconcile-restored']) {
      const { restored } = await reconcileNow(client, taskQueue);
      if (restored !== (name === 'reconcile-restored')) throw new Error(`${name}: restored is ${restored}`);
      const { info } = await schedule.describe();
      const { workflowId, firstExecutionRunId: runId } = info.recentActions.at(-1)!.action.workflow;
      const [run] = await fetchHistories(client, [{ workflowId, runId }]);
      saved.set(name, run!);
    }
    await schedule.delete();
  });
}

/** Does something while a worker with these activities is running. */
type Work = (taskQueue: string, activities: object, during: () => Promise<void>) => Promise<void>;

/** Adds these runs to the histories to save. */
export async function playOnDevServer(saved: Histories): Promise<void> {
  const { address, namespace } = servers.temporal;
  const connection = await Connection.connect({ address });
  const nativeConnection = await NativeConnection.connect({ address });
  const client = new Client({ connection, namespace });
  await registerSearchAttributes(connection, namespace);
  const usable = () =>
    searchAttributesUsable(client, 'replay').then(
      () => true,
      () => false,
    );
  await until('the search attributes', usable, 30_000);
  const work: Work = async (taskQueue, activities, during) => {
    const workflowsAndActivities = { workflowBundle: await workflowBundle(), activities };
    const worker = await Worker.create({
      connection: nativeConnection,
      namespace,
      taskQueue,
      ...workflowsAndActivities,
    });
    await worker.runUntil(during);
  };
  await saveGivenUp(saved, client, work);
  await saveReconcile(saved, client, work);
  await nativeConnection.close();
  await connection.close();
}
