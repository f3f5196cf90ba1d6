/** The naive worker: the product's own mail activity around a workflow that does nothing else. */
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { type ActivityDeps, createActivities } from '../../activities/index.ts';
import { switchWorker } from '../../worker/workers.ts';

export const NAIVE_QUEUE = 'naive';
/** The product's own activity that sends a reminder: the same mail, rows, step and settings. */
export const createNaiveActivities = (deps: ActivityDeps) => {
  const { sendReminder } = createActivities(deps);
  return { sendReminder };
};

export type NaiveActivities = ReturnType<typeof createNaiveActivities>;

/** Starts the naive worker. @returns what stops it */
export async function startNaiveWorker(address: string, deps: ActivityDeps): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    ...switchWorker(deps.rules),
    connection,
    namespace: 'default',
    taskQueue: NAIVE_QUEUE,
    workflowsPath: fileURLToPath(new URL('./naive.workflow.ts', import.meta.url)),
    activities: createNaiveActivities(deps),
  });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
}
