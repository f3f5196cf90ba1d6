/**
 * A lock that many may share, or one may hold alone. The sole holder waits until the others are done, and anyone who
 * comes later waits for it.
 */
export interface SharedLock {
  /** Must not be nested. */
  shared<T>(work: () => Promise<T>): Promise<T>;
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function sharedLock(): SharedLock {
  const running = new Set<Promise<unknown>>();
  let held: Promise<unknown> | null = null;
  return {
    async shared(work) {
      while (held) await held;
      const mine = work();
      running.add(mine);
      try {
        return await mine;
      } finally {
        running.delete(mine);
      }
    },
    async alone(work) {
      const mine = Promise.allSettled(running).then(work);
      held = mine.catch(() => {});
      try {
        return await mine;
      } finally {
        held = null;
      }
    },
  };
}
