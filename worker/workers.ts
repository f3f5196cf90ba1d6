/** The Temporal workers: one for the switch, and one for account mail, which never waits behind a storm. */
import { fileURLToPath } from 'node:url';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { type ActivityDeps, createActivities } from '../activities/index.ts';
import { accountTaskQueue } from '../workflows/contract.ts';

export interface WorkersOptions {
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  activities: ActivityDeps;
  /** For tests: fewer cached workflows, and the like. */
  worker?: Partial<WorkerOptions>;
}

/** Long enough for a mail in hand, short enough for Ctrl-C. */
const SHUTDOWN = { shutdownGraceTime: '2 seconds', shutdownForceTime: '4 seconds' } as const;

export function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const { connection, namespace, taskQueue } = options;
  const shared = {
    connection,
    namespace,
    workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
    activities: createActivities(options.activities),
    ...SHUTDOWN,
    ...options.worker,
  };
  return Promise.all([
    Worker.create({ ...shared, taskQueue }),
    Worker.create({
      ...shared,
      taskQueue: accountTaskQueue(taskQueue),
      maxConcurrentActivityTaskExecutions: 20,
    }),
  ]);
}
