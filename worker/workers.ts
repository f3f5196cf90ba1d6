/** The Temporal workers: one for the switches, and one for what must never wait behind a storm of them. */
import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  type NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { type ActivityDeps, createActivities, type Mailer } from '../activities/index.ts';
import type { Rules } from '../switch/state.ts';
import { accountTaskQueue } from '../workflows/contract.ts';

export interface WorkersOptions {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  activities: ActivityDeps;
  /** Account mail's own way to the mail server, so that it never queues behind the mail of switches. */
  accountMailer: Mailer | null;
  /** For tests: fewer cached workflows, and the like. */
  worker?: Partial<WorkerOptions>;
}

/** Long enough for a mail in hand, short enough for Ctrl-C. */
const SHUTDOWN = { shutdownGraceTime: '2 seconds', shutdownForceTime: '4 seconds' } as const;

/**
 * What the worker of the switches takes in hand at a time.
 *
 * In a storm a woken switch waits for its turn, and is this worker's all the while: given back after the SDK's ten
 * seconds, it would be read and replayed from its beginning. What waits for a worker that was killed waits so long too.
 */
export const switchWorker = ({ dayMs }: Pick<Rules, 'dayMs'>) =>
  ({
    ...SHUTDOWN,
    // A woken switch is held while its mail is sent, and what no worker holds the server writes down and reads again.
    maxConcurrentWorkflowTaskExecutions: 100,
    maxConcurrentWorkflowTaskPolls: 20,
    // Half more than there are connections to the database, as some are always with the mail server; many more would
    // outlast their time, waiting for each other.
    maxConcurrentLocalActivityExecutions: 30,
    // A minute, unless days are shortened.
    stickyQueueScheduleToStartTimeout: Math.min(60_000, Math.max(10_000, dayMs / 1_440)),
  }) satisfies Partial<WorkerOptions>;

/** What the workflows' context loads before everything else. */
export const PRELOADED = [fileURLToPath(new URL('../workflows/stack-depth.ts', import.meta.url))];

/** The workflows, as a worker runs them: one piece of code without anything from outside. */
export const bundleWorkflows = () =>
  bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
    preloadModules: PRELOADED,
    logger: Runtime.instance().logger,
  });

/** @returns the worker of the switches, and the one of account mail and reconcile; neither runs yet */
export async function createWorkers(options: WorkersOptions): Promise<[switches: Worker, accounts: Worker]> {
  const { connection, namespace, taskQueue, activities, accountMailer } = options;
  const shared = {
    connection,
    namespace,
    // Bundled once for both.
    workflowBundle: options.worker?.workflowBundle ?? (await bundleWorkflows()),
    ...SHUTDOWN,
    ...options.worker,
  };
  return Promise.all([
    Worker.create({
      ...switchWorker(activities.rules),
      ...shared,
      activities: createActivities(activities),
      taskQueue,
    }),
    Worker.create({
      ...shared,
      activities: createActivities({ ...activities, mailer: accountMailer }),
      taskQueue: accountTaskQueue(taskQueue),
      maxConcurrentActivityTaskExecutions: 20,
    }),
  ]);
}
