/** The Temporal workers: one for the switches, and one for what must never wait behind them. */
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { type ActivityDeps, createActivities, type Mailer } from '../activities/index.ts';
import type { Rules } from '../switch/state.ts';
import { accountTaskQueue } from '../workflows/contract.ts';
import { workflowBundle } from './bundle.ts';

export interface WorkersOptions {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  activities: ActivityDeps;
  /** A separate connection to the mail server, so that account mail never queues behind the switches' mail. */
  accountMailer: Mailer | null;
  /** For tests, such as fewer cached workflows. */
  worker?: Partial<WorkerOptions>;
}

/** As many as the SDK keeps in a heap of 4 GB. Ours is smaller, and a switch takes only 30 KB. */
const CACHED_WORKFLOWS = 2_300;

/** Long enough to finish a mail, short enough for Ctrl-C. */
const SHUTDOWN = { shutdownGraceTime: '2 seconds', shutdownForceTime: '4 seconds' } as const;

/**
 * How much the worker of the switches takes on at a time.
 *
 * In a storm, a woken switch waits for its turn at the worker that has it in memory. After the SDK's default of ten
 * seconds it would move to another worker and be replayed from its beginning. If its worker was killed, it also waits
 * this long.
 */
export const switchWorker = ({ dayMs }: Pick<Rules, 'dayMs'>) =>
  ({
    ...SHUTDOWN,
    // A woken switch occupies a slot while its mail is sent; without one, the server writes it down and reads it again.
    maxConcurrentWorkflowTaskExecutions: 100,
    maxConcurrentWorkflowTaskPolls: 20,
    // Half more than there are database connections, because some are always waiting for the mail server. With many
    // more they would time out waiting for each other.
    maxConcurrentLocalActivityExecutions: 30,
    // A minute, unless days are shortened.
    stickyQueueScheduleToStartTimeout: Math.min(60_000, Math.max(10_000, dayMs / 1_440)),
  }) satisfies Partial<WorkerOptions>;

/** How many activities of account mail and reconcile run at a time. */
const ACCOUNT_ACTIVITIES = 20;
/** Warnings go to verified ways only. Anyone can have codes and tests sent to a receiver that hangs. */
const WARNED_WAYS_AT_ONCE = 50;

/** @returns the worker of the switches, and the one of account mail and reconcile; neither runs yet */
export async function createWorkers(options: WorkersOptions): Promise<[switches: Worker, accounts: Worker]> {
  const { connection, namespace, taskQueue, activities, accountMailer } = options;
  const shared = {
    connection,
    namespace,
    workflowBundle: await workflowBundle(),
    maxCachedWorkflows: CACHED_WORKFLOWS,
    ...SHUTDOWN,
    ...options.worker,
  };
  return Promise.all([
    Worker.create({
      ...switchWorker(activities.rules),
      ...shared,
      activities: createActivities(activities, WARNED_WAYS_AT_ONCE),
      taskQueue,
    }),
    Worker.create({
      ...shared,
      activities: createActivities({ ...activities, mailer: accountMailer }),
      taskQueue: accountTaskQueue(taskQueue),
      maxConcurrentActivityTaskExecutions: ACCOUNT_ACTIVITIES,
    }),
  ]);
}
