/**
 * One process's memory of a result.
 *
 * @param work never runs twice at the same time. A failure is thrown to every caller that waits for it, and not
 *   remembered
 * @returns a function that gives the latest result again for `lifetimeMs`
 */
export function memoize<T>(lifetimeMs: number, work: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | null = null;
  /** By the process's own clock, which never jumps; infinite while the work runs. */
  let freshUntil = 0;
  return () => {
    if (latest && performance.now() < freshUntil) return latest;
    freshUntil = Number.POSITIVE_INFINITY;
    latest = work().then(
      (result) => {
        freshUntil = performance.now() + lifetimeMs;
        return result;
      },
      (error) => {
        freshUntil = 0;
        throw error;
      },
    );
    return latest;
  };
}
