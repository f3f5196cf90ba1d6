/**
 * The naive workers: the product's own mail activity, and a workflow that does nothing else. One has the SDK's default
 * settings, the other the product's.
 */
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { type ActivityDeps, createActivities } from '../../activities/index.ts';
import { PRELOADED } from '../../worker/bundle.ts';
import { switchWorker } from '../../worker/workers.ts';

export type NaiveKind = 'naive' | 'tuned';
/** Their task queues. */
export const NAIVE_QUEUES: Record<NaiveKind, string> = { naive: 'naive', tuned: 'tuned' };

/** The product's own activity that sends a reminder, with the same mail, rows and step. */
const createNaiveActivities = (deps: ActivityDeps) => {
  const { remind } = createActivities(deps);
  return { remind };
};

export type NaiveActivities = ReturnType<typeof createNaiveActivities>;

/** Starts a naive worker. @returns a function that stops it */
export async function startNaiveWorker(
  kind: NaiveKind,
  address: string,
  deps: ActivityDeps,
): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    ...(kind === 'tuned'
      ? { ...switchWorker(deps.rules), bundlerOptions: { preloadModules: PRELOADED } }
      : {}),
    connection,
    namespace: 'default',
    taskQueue: NAIVE_QUEUES[kind],
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
