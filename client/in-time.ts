/** The limit for each piece of a stream. */
export const READ_TIMEOUT_MS = 60_000;

/**
 * Waits for a read, but not forever, because a connection may be lost without notice.
 *
 * @throws any error of the read, or a `TimeoutError`
 */
export async function inTime<T>(reading: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no response in time', 'TimeoutError')), ms);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
