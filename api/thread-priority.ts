/** Hashing a password takes tens of milliseconds of a core. Other requests should be answered in the meantime. */
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

const THREADS = '/proc/self/task';
/** As libuv calls them. */
const POOL_THREAD = 'libuv-worker';
/**
 * A nice value. If both want the same core, the thread that answers gets three quarters of it. Much lower, and log-ins
 * would take seconds wherever databases share a busy machine.
 */
const LOWER = 5;

/**
 * Lowers the priority of libuv's threads, which hash passwords. On Linux each thread has its own priority. On other
 * systems nothing changes.
 */
export async function lowerPoolPriority(): Promise<void> {
  // Reading the folder has started them.
  const threads = await readdir(THREADS).catch(() => []);
  for (const thread of threads) {
    const name = await readFile(`${THREADS}/${thread}/comm`, 'utf8');
    if (name.trim() === POOL_THREAD) setPriority(Number(thread), LOWER);
  }
}
