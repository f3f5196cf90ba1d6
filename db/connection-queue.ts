/**
 * Queues for a database connection. A process that serves many people shares its connections out among them; any other
 * process just takes one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Waits until a connection may be taken. @returns a function that releases it */
export type AcquireConnection = () => Promise<() => void>;

const queue = new AsyncLocalStorage<AcquireConnection | null>();

/** Makes every use of the database within `work` wait for `acquire`. */
export const withConnectionQueue = <T>(acquire: AcquireConnection, work: () => T): T =>
  queue.run(acquire, work);

/** Runs `work`, which needs a connection, once one may be taken. Nested calls share it. */
export async function withConnection<T>(work: () => Promise<T>): Promise<T> {
  const acquire = queue.getStore();
  if (!acquire) return work();
  const release = await acquire();
  try {
    return await queue.run(null, work);
  } finally {
    release();
  }
}
