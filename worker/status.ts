/** Reports Temporal's status into the database, where the API reads it: the API never waits for Temporal. */
import { randomUUIDv7 } from 'node:crypto';
import type { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { Logger } from 'pino';
import { WorkerStatus } from '../db/entities/worker-status.ts';
import type { Orm } from '../db/orm.ts';
import { REPORT_EVERY_MS, reportWorker } from '../db/worker-status.ts';
import { accountTaskQueue } from '../workflows/contract.ts';
import type { MailCheck } from './mail-check.ts';
import { repeat } from './repeat.ts';
import { stoppable } from './stoppable.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;
const TYPES = [TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY];

/** A poller polls again within a minute. One that hasn't for this long is gone. */
const SILENT_MS = 150_000;
const TIMEOUT_MS = 3_000;
/** A worker that has just started takes a moment to poll. */
const UNTIL_POLLED_MS = 1_000;

export interface StatusDeps {
  orm: Orm;
  connection: Connection;
  namespace: string;
  taskQueue: string;
  /** The database's clock. */
  referenceClock: () => Promise<number>;
  mail: Pick<MailCheck, 'problem' | 'certificateUntil'>;
  log: Logger;
}

interface QueueStatus {
  pollers: number;
  polledAt: Date | null;
  backlog: number;
}

/** Describes our task queues as Temporal knows them. @throws if it doesn't answer in time */
async function describeQueues({ connection, namespace, taskQueue }: StatusDeps): Promise<QueueStatus> {
  const queues = [taskQueue, accountTaskQueue(taskQueue)];
  const asked = queues.flatMap((name) => TYPES.map((taskQueueType) => ({ name, taskQueueType })));
  const described = await connection.withDeadline(Date.now() + TIMEOUT_MS, () =>
    Promise.all(
      asked.map(({ name, taskQueueType }) =>
        connection.workflowService.describeTaskQueue({
          namespace,
          taskQueue: { name },
          taskQueueType,
          reportStats: true,
        }),
      ),
    ),
  );
  // Only workers poll for workflow tasks of switches.
  const seen = (described[0]?.pollers ?? [])
    .map(({ identity, lastAccessTime }) => ({ identity, at: Number(lastAccessTime?.seconds ?? 0) * 1_000 }))
    .filter(({ at }) => at > Date.now() - SILENT_MS);
  return {
    pollers: new Set(seen.map(({ identity }) => identity)).size,
    polledAt: seen.length === 0 ? null : new Date(Math.max(...seen.map(({ at }) => at))),
    backlog: described.reduce((sum, { stats }) => sum + Number(stats?.approximateBacklogCount ?? 0), 0),
  };
}

/** The database's time, and how far our clock is ahead of it, give or take half of the round trip. */
async function readClocks(referenceClock: () => Promise<number>) {
  const asked = Date.now();
  const reference = await referenceClock();
  return { reference, clockSkewMs: Math.round((asked + Date.now()) / 2 - reference) };
}

/** Reports every few seconds until stopped. If reports stop, the API notices. */
export function startStatusReports(deps: StatusDeps): { stop(): Promise<void> } {
  const { orm, connection, referenceClock, log } = deps;
  const id = randomUUIDv7();

  /** @returns whether Temporal knows of a worker */
  async function report(stopping: AbortSignal): Promise<boolean> {
    const queues = await stoppable(connection, stopping, () => describeQueues(deps)).catch(
      (error: unknown) => {
        log.debug({ err: error }, 'Temporal does not describe its task queues');
        return { pollers: 0, polledAt: null, backlog: null };
      },
    );
    if (stopping.aborted) return false;
    // Dated by the database's clock, because workers whose own clock is wrong must show up too.
    const { reference, clockSkewMs } = await readClocks(referenceClock);
    await reportWorker(orm.em.fork(), {
      id,
      reportedAt: new Date(reference),
      ...queues,
      clockSkewMs,
      mailProblem: deps.mail.problem(),
      mailCertificateUntil: deps.mail.certificateUntil(),
    });
    return queues.pollers > 0;
  }

  const reports = repeat(async (stopping) => {
    const working = await report(stopping).catch((error: unknown) => {
      log.debug({ err: error }, 'the status could not be reported');
      return false;
    });
    return working ? REPORT_EVERY_MS : UNTIL_POLLED_MS;
  });
  return {
    /** Removes our row on shutdown, so that this worker isn't reported missing. */
    async stop() {
      await reports.stop();
      await orm.em.fork().nativeDelete(WorkerStatus, { id });
    },
  };
}
