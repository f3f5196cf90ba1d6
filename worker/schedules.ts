/** Creates what a worker needs in Temporal before it polls: search attributes, and the Schedules of reconcile and files. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  type Connection,
  ScheduleAlreadyRunning,
  type ScheduleExecutionResult,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
// CommonJS: Node doesn't find its named exports.
import proto from '@temporalio/proto';
import {
  accountTaskQueue,
  FILES_WORKFLOW,
  filesScheduleId,
  RECONCILE_WORKFLOW,
  type ReconcileResult,
  reconcileScheduleId,
  SEARCH_ATTRIBUTES,
} from '../workflows/contract.ts';

const { IndexedValueType } = proto.temporal.api.enums.v1;

const TYPES = {
  KEYWORD: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  DATETIME: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
} as const;

const INVALID_ARGUMENT = 3;
const ALREADY_EXISTS = 6;

/** How often to ask whether a triggered run has begun. */
const TRIGGERED_MS = 100;

const runIdOf = ({ action }: ScheduleExecutionResult): string => action.workflow.firstExecutionRunId;

/** The codes of servers that don't let us register attributes, such as Temporal Cloud. */
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;

const BY_HAND = `it refuses to register search attributes: add ${Object.entries(SEARCH_ATTRIBUTES)
  .map(([name, type]) => `${name} (${type.toLowerCase()})`)
  .join(' and ')} to the namespace by hand, as docs/operations.md says`;

/**
 * Registers the search attributes one by one; existing ones stay as they are.
 *
 * @returns false if the server doesn't let us; they may exist anyway
 */
export async function registerSearchAttributes(connection: Connection, namespace: string): Promise<boolean> {
  for (const [name, type] of Object.entries(SEARCH_ATTRIBUTES)) {
    const refusal = await connection.operatorService
      .addSearchAttributes({ namespace, searchAttributes: { [name]: TYPES[type] } })
      .then(
        () => null,
        (error: { code?: number }) => error,
      );
    if (refusal?.code === PERMISSION_DENIED || refusal?.code === UNIMPLEMENTED) return false;
    if (refusal && refusal.code !== ALREADY_EXISTS) throw refusal;
  }
  return true;
}

/**
 * Resolves once the server accepts the search attributes. It caches the list for some seconds, and a workflow that uses
 * one too early fails. A probe workflow shows when; it is terminated at once.
 *
 * @param registered false if we may not register them; the error then says what to do by hand
 */
export async function searchAttributesUsable(
  client: Client,
  taskQueue: string,
  registered = true,
): Promise<void> {
  const starting = client.workflow.start(RECONCILE_WORKFLOW, {
    workflowId: `probe/${randomUUID()}`,
    // Nobody polls it: only the start matters.
    taskQueue: `${taskQueue}-probe`,
    typedSearchAttributes: [
      { key: defineSearchAttributeKey('SwitchStatus', SearchAttributeType.KEYWORD), value: 'probe' },
      { key: defineSearchAttributeKey('NextDeadline', SearchAttributeType.DATETIME), value: new Date() },
    ],
    workflowExecutionTimeout: '1 minute',
  });
  const handle = await starting.catch((error: Error & { cause?: { code?: number } }) => {
    if (registered || error.cause?.code !== INVALID_ARGUMENT) throw error;
    throw new Error(BY_HAND, { cause: error });
  });
  await handle.terminate('probe');
}

interface Housekeeping {
  scheduleId: string;
  workflowType: string;
  every: '5 minutes' | '1 hour';
  /** An abandoned run must not block all later ones. */
  atMost: '10 minutes' | '2 hours';
}

/** Creates a Schedule, or updates it; its last result stays. Runs don't overlap. */
async function ensureSchedule(
  client: Client,
  taskQueue: string,
  { scheduleId, workflowType, every, atMost }: Housekeeping,
): Promise<void> {
  const spec = { intervals: [{ every }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType,
    taskQueue: accountTaskQueue(taskQueue),
    args: [],
    workflowExecutionTimeout: atMost,
    // Overtakes the account mail that waits.
    priority: { priorityKey: 1 },
  };
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 minutes' as const };
  try {
    await client.schedule.create({ scheduleId, spec, action, policies });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule
      .getHandle(scheduleId)
      .update((previous) => ({ ...previous, spec, action, policies }));
  }
}

/**
 * Creates the Schedule of reconcile, or updates it.
 *
 * It runs on the queue of account mail, so that it gets through a storm of switches, and runs at boot before the first
 * switch is looked at.
 */
export const ensureReconcileSchedule = (client: Client, taskQueue: string): Promise<void> =>
  ensureSchedule(client, taskQueue, {
    scheduleId: reconcileScheduleId(taskQueue),
    workflowType: RECONCILE_WORKFLOW,
    every: '5 minutes',
    atMost: '10 minutes',
  });

/** Creates the Schedule of the housekeeping of files, or updates it. */
export const ensureFilesSchedule = (client: Client, taskQueue: string): Promise<void> =>
  ensureSchedule(client, taskQueue, {
    scheduleId: filesScheduleId(taskQueue),
    workflowType: FILES_WORKFLOW,
    every: '1 hour',
    atMost: '2 hours',
  });

/** How often to ask whether reconcile has judged the database. */
const JUDGED_MS = 100;
/** After this, ask for another run: the Schedule may have been deleted, or its run lost with the server. */
const JUDGED_WITHIN_MS = 60_000;

/** Runs reconcile now, or once the run in progress has ended: runs side by side would not get the last result. */
export const triggerReconcile = (client: Client, taskQueue: string): Promise<void> =>
  client.schedule.getHandle(reconcileScheduleId(taskQueue)).trigger(ScheduleOverlapPolicy.BUFFER_ONE);

/**
 * Has reconcile judge the database, and resolves once it has. Its chores may still be running.
 *
 * @param judgedSince whether it has since we began to wait
 * @throws if it hasn't within a minute, or if we are told to stop
 */
export async function reconcileJudges(
  client: Client,
  taskQueue: string,
  judgedSince: () => Promise<boolean>,
  stopping: AbortSignal,
): Promise<void> {
  await triggerReconcile(client, taskQueue);
  const deadline = performance.now() + JUDGED_WITHIN_MS;
  while (!(await judgedSince())) {
    if (performance.now() > deadline) throw new Error('reconcile has not judged the database yet');
    await sleep(JUDGED_MS, undefined, { signal: stopping });
  }
}

/**
 * Runs reconcile now, or waits for the run in progress.
 *
 * @returns what it found
 * @throws WorkflowFailedError if the run did not succeed
 */
export async function reconcileNow(client: Client, taskQueue: string): Promise<ReconcileResult> {
  const schedule = client.schedule.getHandle(reconcileScheduleId(taskQueue));
  const { info: before } = await schedule.describe();
  const over = new Set(before.recentActions.map(runIdOf));
  for (const running of before.runningActions) over.delete(running.workflow.firstExecutionRunId);
  await schedule.trigger(ScheduleOverlapPolicy.SKIP);
  for (;;) {
    const { info } = await schedule.describe();
    const run = info.recentActions.findLast((action) => !over.has(runIdOf(action)));
    if (run) return client.workflow.getHandle(run.action.workflow.workflowId, runIdOf(run)).result();
    await sleep(TRIGGERED_MS);
  }
}
