/** Reads the workflow histories from Temporal. */
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { type Config, temporalOf } from '../../config.ts';

export interface ReadHistories {
  workflows: number;
  events: number;
  /** Everything in them as text, payloads in the clear. */
  texts: string[];
  /** What failed or timed out: the workflow and the kind of event. */
  failures: string[];
}

/** Payloads are bytes that hold JSON. */
const readable = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;

const { WorkflowTaskFailedCause } = proto.temporal.api.enums.v1;

/**
 * The failure that an event records: the name of its attributes, such as `workflowTaskTimedOutEventAttributes`, and the
 * cause if there is one. A signal that arrives while a run ends is no failure: the run handles it and ends again
 * (`UNHANDLED_COMMAND`, docs.temporal.io/references/errors).
 */
export function failureIn(event: proto.temporal.api.history.v1.IHistoryEvent): string | undefined {
  const cause = event.workflowTaskFailedEventAttributes?.cause;
  if (cause === WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND) return undefined;
  const name = Object.entries(event).find(
    ([key, value]) => value && /(Failed|TimedOut)EventAttributes$/.test(key),
  )?.[0];
  return name && cause ? `${name}, ${WorkflowTaskFailedCause[cause]}` : name;
}

/** Reads the histories of all workflows, running and ended. */
export async function readHistories(config: Config): Promise<ReadHistories> {
  const connection = await Connection.connect(temporalOf(config));
  try {
    const { workflow } = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
    const all: ReadHistories = { workflows: 0, events: 0, texts: [], failures: [] };
    for await (const { workflowId, runId, type } of workflow.list()) {
      const { events } = await workflow.getHandle(workflowId, runId).fetchHistory();
      all.workflows += 1;
      all.events += events?.length ?? 0;
      all.texts.push(workflowId, JSON.stringify(events, readable));
      for (const event of events ?? []) {
        const failure = failureIn(event);
        if (failure) all.failures.push(`${type}: ${failure}`);
      }
    }
    return all;
  } finally {
    await connection.close();
  }
}
