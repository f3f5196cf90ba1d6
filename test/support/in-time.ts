/** How long one step of clearing up may take. A hook's own limit would not say which step it was. */
const PATIENCE_MS = 20_000;

/** Waits for one step of clearing up. @throws Error naming it if it does not end */
export async function inTime(what: string, step: Promise<unknown> | undefined): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`${what}: not within ${PATIENCE_MS} ms`)),
    PATIENCE_MS,
  );
  try {
    await Promise.race([step, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
