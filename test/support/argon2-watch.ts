/** Watches the real argon2 jobs of this process: how many there were, and how many ran at the same time. */
import { createHook } from 'node:async_hooks';

export interface Argon2Watch {
  jobs: number;
  mostAtOnce: number;
  stop(): void;
}

export function watchArgon2(): Argon2Watch {
  const running = new Set<number>();
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return;
      running.add(id);
      watch.jobs += 1;
      watch.mostAtOnce = Math.max(watch.mostAtOnce, running.size);
    },
    before(id) {
      // The job is done once its callback begins.
      running.delete(id);
    },
  });
  const watch: Argon2Watch = { jobs: 0, mostAtOnce: 0, stop: () => hook.disable() };
  hook.enable();
  return watch;
}
