import { setTimeout as sleep } from 'node:timers/promises';

/** Does something again and again until stopped, with a pause after each time. `work` must not reject. */
export function repeat(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await work();
      await sleep(everyMs, undefined, { signal }).catch(() => {});
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
