import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does something again and again until stopped.
 *
 * @param work must not reject. It is told when to give up, and returns the pause after it in milliseconds; 0 for none
 */
export function repeat(work: (stopping: AbortSignal) => Promise<number>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const pauseMs = await work(signal);
      // Leaves no listener behind: a quiet day of the outbox has a quarter of a million pauses.
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
