/** What the worker makes sure exists in Temporal before it polls. */
import { randomUUID } from 'node:crypto';
import {
  type Client,
  type Connection,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { RECONCILE_SCHEDULE_ID, RECONCILE_WORKFLOW, SEARCH_ATTRIBUTES } from '../workflows/contract.ts';

const { IndexedValueType } = temporal.api.enums.v1;

const TYPES = {
  KEYWORD: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  DATETIME: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
} as const;

const ALREADY_EXISTS = 6;

/** Registers the search attributes, one by one; those that exist already stay as they are. */
export async function registerSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  for (const [name, type] of Object.entries(SEARCH_ATTRIBUTES)) {
    await connection.operatorService
      .addSearchAttributes({ namespace, searchAttributes: { [name]: TYPES[type] } })
      .catch((error: { code?: number }) => {
        if (error.code !== ALREADY_EXISTS) throw error;
      });
  }
}

/**
 * Resolves once the server accepts the search attributes: it caches the list for some seconds, and a workflow that
 * uses one too early fails. A probe start says when; its workflow is ended at once.
 */
export async function searchAttributesUsable(client: Client, taskQueue: string): Promise<void> {
  const handle = await client.workflow.start(RECONCILE_WORKFLOW, {
    workflowId: `probe/${randomUUID()}`,
    // Nobody polls it: the probe is about the start alone.
    taskQueue: `${taskQueue}-probe`,
    typedSearchAttributes: [
      { key: defineSearchAttributeKey('SwitchState', SearchAttributeType.KEYWORD), value: 'probe' },
      { key: defineSearchAttributeKey('NextDeadline', SearchAttributeType.DATETIME), value: new Date() },
    ],
    workflowExecutionTimeout: '1 minute',
  });
  await handle.terminate('probe');
}

/** Creates or updates the reconcile Schedule, and runs it once. */
export async function ensureReconcileSchedule(client: Client, taskQueue: string): Promise<void> {
  const spec = { intervals: [{ every: '5 minutes' as const }] };
  const action = { type: 'startWorkflow' as const, workflowType: RECONCILE_WORKFLOW, taskQueue, args: [] };
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 minutes' as const };
  try {
    await client.schedule.create({ scheduleId: RECONCILE_SCHEDULE_ID, spec, action, policies });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule
      .getHandle(RECONCILE_SCHEDULE_ID)
      .update((previous) => ({ ...previous, spec, action, policies }));
  }
  await client.schedule.getHandle(RECONCILE_SCHEDULE_ID).trigger(ScheduleOverlapPolicy.SKIP);
}
