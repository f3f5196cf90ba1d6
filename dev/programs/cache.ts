import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Say } from '../cli/progress.ts';
import { exclusively } from './lock.ts';

/** Built servers are kept outside the checkout, so that a fresh clone does not build them again. */
export const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME?.trim() || join(homedir(), '.cache'), 'vault-handover');

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

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
  return exclusively(`${kept}.lock`, say, `waiting for another run to finish making ${name}`, async () => {
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
    }
  });
}
