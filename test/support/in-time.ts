/** How long one step of clearing up may take. A hook's own limit would not say which step it was. */
const TIMEOUT_MS = 60_000;

/** Waits for one step. @throws Error naming it if it does not end */
export async function inTime<T>(what: string, step: T | Promise<T>, withinMs = TIMEOUT_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what}: not within ${withinMs} ms`)), withinMs);
  try {
    return await Promise.race([step, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
