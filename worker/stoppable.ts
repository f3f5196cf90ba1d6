/** Calls to Temporal that are given up when the worker stops. */
import type { Client } from '@temporalio/client';

/**
 * Runs `work`, and gives up its calls to Temporal when `stopping` aborts.
 *
 * The SDK never removes the listener that each call adds to its signal, and the listener keeps the whole call in memory.
 * So these calls get a signal of their own, not one that lasts as long as the process.
 */
export async function stoppable<T>(
  temporal: Pick<Client, 'withAbortSignal'>,
  stopping: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const calls = new AbortController();
  const stop = () => calls.abort();
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop);
  try {
    return await temporal.withAbortSignal(calls.signal, work);
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
