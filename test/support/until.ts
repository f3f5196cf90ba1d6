/**
 * Waits for something to become true, and no longer.
 *
 * @param probe returns what was waited for; null, undefined or false while it is not there yet
 * @throws Error naming what did not happen in time
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const found = await probe();
    if (found !== null && found !== undefined && found !== false) return found;
    const waited = performance.now() - began;
    if (waited > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    // A probe may be a query, so one that waits for seconds is called less often.
    await new Promise((resolve) => setTimeout(resolve, Math.min(20 + waited / 20, 200)));
  }
}
