import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Say, whileSaying } from '../cli/progress.ts';
import { identify, isAlive, type ProcessIdentity } from '../processes/identity.ts';

/** Built servers are kept outside the checkout, so that a fresh clone does not build them again. */
export const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME?.trim() || join(homedir(), '.cache'), 'vault-handover');

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Who holds the lock, or undefined when nobody does. */
async function holder(lock: string): Promise<ProcessIdentity | undefined> {
  try {
    const written = JSON.parse(await readFile(lock, 'utf8')) as ProcessIdentity;
    return isAlive(written) ? written : undefined;
  } catch {
    // A new lock is empty for an instant, so an empty one counts as held while it is young.
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

/** Removes what killed runs left behind. Only for the holder of the lock. */
async function removeScratch(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (entry.startsWith(`${name}.partial-`)) {
      await rm(join(folder, entry), { recursive: true, force: true });
    }
  }
}

/**
 * The path of a cached file or folder, which is made first when it is missing.
 *
 * It gets its name only when complete, so a run that is killed half-way leaves nothing broken. Of two runs at once, the
 * second waits for the first.
 *
 * @param name includes the version
 * @param make makes it in the given scratch folder, and returns the path of what to keep
 */
export async function cached(
  name: string,
  say: Say,
  make: (scratch: string) => Promise<string>,
  folder = cacheFolder(),
): Promise<string> {
  const kept = join(folder, name);
  if (await exists(kept)) {
    return kept;
  }
  await mkdir(folder, { recursive: true });
  const lock = `${kept}.lock`;
  await whileSaying(say, `waiting for another run to finish making ${name}`, acquire(lock));
  await removeScratch(folder, name);
  const scratch = await mkdtemp(`${kept}.partial-`);
  try {
    if (!(await exists(kept))) {
      const made = await make(scratch);
      await mkdir(dirname(kept), { recursive: true });
      await rename(made, kept).catch(async (error) => {
        // Another run thought our lock was dead and was faster. Its copy is as good as ours.
        if (!(await exists(kept))) {
          throw error;
        }
      });
    }
    return kept;
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await rm(lock, { force: true });
  }
}
