/** The relay: passes messages from the outbox to Temporal. */
import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Orm } from '../db/orm.ts';
import { type OutboxMessage, REPLACE_WORKFLOW, takeMessages } from '../db/outbox.ts';
import {
  accountTaskQueue,
  MAIL_WORKFLOW,
  mailSummary,
  mailWorkflowId,
  SWITCH_CHANGED,
  SWITCH_WORKFLOW,
  switchWorkflowId,
} from '../workflows/contract.ts';
import { repeat } from './repeat.ts';
import { stoppable } from './stoppable.ts';

const BATCH = 100;
/** The pause after an empty outbox. */
const IDLE_MS = 300;
/** The pause after a database error. */
const FAILED_MS = 2_000;
/** How long a call to Temporal may take, because the rows of its messages stay locked until then. */
const CALL_TIMEOUT_MS = 10_000;

export interface RelayDeps {
  orm: Orm;
  client: Client;
  taskQueue: string;
  log: Logger;
}

/** A warning to another way overtakes all mail that waits, because it becomes obsolete with the next step. */
const FIRST = { priority: { priorityKey: 1 } } as const;
const goesFirst = (kind: string): boolean => kind === 'channel_reminder' || kind === 'channel_final_notice';

/** Passes on one message: signals a switch's workflow, or starts a mail's. Doing so twice is harmless. */
async function passOn({ client, taskQueue }: RelayDeps, message: OutboxMessage): Promise<void> {
  if (message.kind === 'switch') {
    await client.workflow.signalWithStart(SWITCH_WORKFLOW, {
      workflowId: switchWorkflowId(message.subjectId),
      taskQueue,
      args: [{ userId: message.subjectId }],
      signal: SWITCH_CHANGED,
      signalArgs: [{ seq: message.seq }],
    });
    return;
  }
  const queue = message.kind === 'account_mail' ? accountTaskQueue(taskQueue) : taskQueue;
  await client.workflow
    .start(MAIL_WORKFLOW, {
      workflowId: mailWorkflowId(message.subjectId),
      taskQueue: queue,
      args: [{ mailId: message.subjectId }],
      ...(message.mail ? { staticSummary: mailSummary(message.mail) } : {}),
      ...(message.mail && goesFirst(message.mail.kind) ? FIRST : {}),
      ...(message.seq === REPLACE_WORKFLOW ? { workflowIdConflictPolicy: 'TERMINATE_EXISTING' } : {}),
    })
    .catch((error: unknown) => {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    });
}

/**
 * Empties the outbox once. Messages that Temporal refuses, or doesn't take within ten seconds, stay for the next round.
 *
 * @param stopping gives up calls in progress; their messages stay
 * @returns how many messages were passed on
 */
export async function relayOnce(
  deps: RelayDeps,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { client, orm } = deps;
  return takeMessages(orm.em.fork(), BATCH, async (messages) => {
    const passOnAll = () => Promise.allSettled(messages.map((message) => passOn(deps, message)));
    const results = await stoppable(client, stopping, () =>
      client.withDeadline(Date.now() + CALL_TIMEOUT_MS, passOnAll),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) deps.log.warn({ err: failed.reason }, 'Temporal did not take every message; trying again');
    return messages.filter((_, i) => results[i]?.status === 'fulfilled').map(({ id }) => id);
  });
}

/** Keeps the outbox empty until stopped. */
export function startRelay(deps: RelayDeps): { stop(): Promise<void> } {
  return repeat(async (stopping) => {
    try {
      return (await relayOnce(deps, stopping)) === 0 ? IDLE_MS : 0;
    } catch (error) {
      deps.log.warn({ err: error }, 'the outbox cannot be read; trying again');
      return FAILED_MS;
    }
  });
}
