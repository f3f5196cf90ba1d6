/** Keeps a store that hangs from hanging anything else. */

/**
 * Runs work within the limits.
 *
 * @param late gets the result of work that nobody waits for any more
 * @throws Error if it takes too long, even before it could begin
 */
export type Limited = <T>(work: () => Promise<T>, late?: (result: T) => void) => Promise<T>;

/**
 * Work that takes too long is given up, but keeps its place until it ends: a thread that hangs in a disk can't be taken
 * back. So however much is asked for, no more threads hang.
 *
 * @param atOnce how much may run at a time
 */
export function limited(atOnce: number, timeoutMs: number): Limited {
  let free = atOnce;
  const waiting = new Set<() => void>();
  function leave() {
    const [next] = waiting;
    if (!next) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  }
  return <T>(work: () => Promise<T>, late?: (result: T) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let isOver = false;
    const begin = () =>
      void work()
        .then((result) => (isOver ? late?.(result) : resolve(result)), reject)
        .finally(() => {
          clearTimeout(timer);
          leave();
        });
    const timer = setTimeout(() => {
      isOver = true;
      waiting.delete(begin);
      reject(new Error(`nothing happened within ${timeoutMs} ms`));
    }, timeoutMs);
    if (free === 0) waiting.add(begin);
    else {
      free -= 1;
      begin();
    }
    return promise;
  };
}
