/** The histories of every workflow run that a client started, and of the runs that they continued as. */
import type { Client, WorkflowClientInterceptor } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import type { temporal } from '@temporalio/proto';
import type { OutgoingMail } from '../../mail/smtp.ts';

type HistoryProto = temporal.api.history.v1.IHistory;

export interface WorkflowRun {
  workflowId: string;
  runId: string;
}

export interface RunHistory extends WorkflowRun {
  history: HistoryProto;
  events: number;
}

/**
 * Records what is started, because the time-skipping server cannot list workflows.
 *
 * @param taskTimeoutMs how long the server waits for a worker that has taken a task; by default as long as usual
 */
export function noteRuns(taskTimeoutMs?: number): {
  interceptor: WorkflowClientInterceptor;
  started: WorkflowRun[];
} {
  const started: WorkflowRun[] = [];
  const more = taskTimeoutMs === undefined ? {} : { workflowTaskTimeout: msToTs(taskTimeoutMs) };
  return {
    started,
    interceptor: {
      async startWithDetails(input, next) {
        const output = await next({ ...input, options: { ...input.options, ...more } });
        started.push({ workflowId: input.options.workflowId, runId: output.runId });
        return output;
      },
      async signalWithStart(input, next) {
        const runId = await next({ ...input, options: { ...input.options, ...more } });
        started.push({ workflowId: input.options.workflowId, runId });
        return runId;
      },
    },
  };
}

/** Fetches these runs and those that they continued as, each once, in the order in which they were started. */
export async function fetchHistories(client: Client, started: readonly WorkflowRun[]): Promise<RunHistory[]> {
  const found = new Map<string, RunHistory>();
  for (const { workflowId, runId } of started) {
    for (let next: string | null | undefined = runId; next && !found.has(next); ) {
      const history: HistoryProto = await client.workflow.getHandle(workflowId, next).fetchHistory();
      const events: temporal.api.history.v1.IHistoryEvent[] = history.events ?? [];
      found.set(next, { workflowId, runId: next, history, events: events.length });
      next = events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    }
  }
  return [...found.values()];
}

/** Everything in a history, with decoded payloads, as one text to search. */
export function textOf({ workflowId, history }: RunHistory): string {
  const texts: string[] = [workflowId];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString('utf8'));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        texts.push(name);
        collect(member);
      }
    }
  };
  collect(history);
  return texts.join('\n');
}

/** What no workflow may know: these names, and the addresses and tokens in every mail that was sent. */
export function secretsOf(sent: readonly OutgoingMail[], names: readonly string[]): string[] {
  const tokens = sent.flatMap(({ text }) => [...text.matchAll(/token=([\w.-]+)/g)].map(([, t = '']) => t));
  return [...new Set([...sent.map(({ to }) => to), ...tokens, ...names])];
}
