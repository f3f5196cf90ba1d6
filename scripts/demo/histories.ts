/** What Temporal was told and did, read from its histories. */
import { Client, Connection } from '@temporalio/client';
import { type Config, temporalOf } from '../../config.ts';

export interface Histories {
  workflows: number;
  events: number;
  /** Everything in them as text, payloads in the clear. */
  texts: string[];
  /** What failed or timed out: workflow and kind of event. */
  failures: string[];
}

/** Protocol buffers hold bytes; what we put into them is JSON. */
const readable = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;

/** The attributes that an event of something gone wrong has, such as `workflowTaskFailedEventAttributes`. */
const failureIn = (event: object): string | undefined =>
  Object.entries(event).find(([name, value]) => value && /(Failed|TimedOut)EventAttributes$/.test(name))?.[0];

/** Reads the histories of all workflows, those that run and those that have ended. */
export async function readHistories(config: Config): Promise<Histories> {
  const connection = await Connection.connect(temporalOf(config));
  try {
    const { workflow } = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
    const all: Histories = { workflows: 0, events: 0, texts: [], failures: [] };
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
