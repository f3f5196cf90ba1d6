/** Replays histories, and leaves nothing of the replay behind. */
import v8 from 'node:v8';
import { type ReplayResult, Worker, type WorkerOptions } from '@temporalio/worker';

type ReplayedHistories = Parameters<typeof Worker.runReplayHistories>[1];

/**
 * Replays each of these histories.
 *
 * The SDK replays in this process, and from then on watches every promise in it. A test file that Jest runs afterwards
 * in the same process would stumble over that, so this ends it.
 *
 * @returns how each of them ended, by its workflow ID: undefined if it replays
 */
export async function replayHistories(
  workflowBundle: NonNullable<WorkerOptions['workflowBundle']>,
  histories: ReplayedHistories,
): Promise<Map<string, ReplayResult['error']>> {
  const { createHook } = v8.promiseHooks;
  const stops: ReturnType<typeof createHook>[] = [];
  v8.promiseHooks.createHook = (callbacks) => {
    const stop = createHook(callbacks);
    stops.push(stop);
    return stop;
  };
  const errors = new Map<string, ReplayResult['error']>();
  try {
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
      errors.set(workflowId, error);
    }
  } finally {
    v8.promiseHooks.createHook = createHook;
    for (const stop of stops) stop();
  }
  return errors;
}
