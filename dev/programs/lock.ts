/** A file that one process at a time may hold. */
import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Say, whileSaying } from '../cli/progress.ts';
import { identify, isAlive, type ProcessIdentity } from '../processes/identity.ts';

/** The holder of the lock, or undefined when it is free. */
async function holder(lock: string): Promise<ProcessIdentity | undefined> {
  try {
    const written = JSON.parse(await readFile(lock, 'utf8')) as ProcessIdentity;
    return isAlive(written) ? written : undefined;
  } catch {
    // A new lock is empty for an instant, so a recent empty one is treated as held.
    const age = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    return age < 5_000 ? { pid: 0, started: '' } : undefined;
  }
}

/** Takes the lock once no living process holds it. */
async function acquire(lock: string): Promise<void> {
  for (;;) {
    try {
      const file = await open(lock, 'wx');
      await file.writeFile(JSON.stringify(identify(process.pid)));
      await file.close();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
    if ((await holder(lock)) === undefined) {
      await rm(lock, { force: true });
    } else {
      await sleep(500);
    }
  }
}

/**
 * Does something while no other process holds the lock. A killed process holds none.
 *
 * @param lock the path of its file, in a folder that exists
 * @param waiting says what we wait for
 */
export async function exclusively<T>(
  lock: string,
  say: Say,
  waiting: string,
  work: () => Promise<T>,
): Promise<T> {
  await whileSaying(say, waiting, acquire(lock));
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}
