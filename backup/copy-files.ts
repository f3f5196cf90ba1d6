/** Copies a folder of files that never change once they are complete. */
import type { Stats } from 'node:fs';
import { copyFile, mkdir, opendir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Null if there is no such file. */
const statOf = (path: string) => stat(path).catch(() => null);

/** Some file systems round times to two seconds. */
const COARSEST_MS = 2_000;

const isCopyOf = (file: Stats, copy: Stats | null): boolean =>
  copy?.size === file.size && Math.abs(copy.mtimeMs - file.mtimeMs) <= COARSEST_MS;

export type LinkFile = (existing: string, path: string) => Promise<void>;

/** Errors of a file system without hard links. EPERM can also be about a file of another user. */
const UNLINKABLE = ['EPERM', 'ENOTSUP', 'ENOSYS'];

/** @returns whether it was linked; if not, it can only be copied */
export async function tryLink(link: LinkFile, existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch (error) {
    if (!UNLINKABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

/** A file that is removed in the meantime is left out: nothing names it any more. */
async function* filesIn(folder: string) {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const stats = await statOf(path);
    if (stats) yield { path, name: relative(folder, path), stats };
  }
}

/**
 * Links the files that the previous backup has, with the same size and date. They take no room.
 *
 * @param before the copy in the previous backup; null if there is none
 * @returns the bytes of all other files, and how many of these could not be linked
 */
export async function linkFiles(
  link: LinkFile,
  from: string,
  to: string,
  before: string | null,
): Promise<{ bytes: number; unlinkable: number }> {
  const others = { bytes: 0, unlinkable: 0 };
  for await (const { name, stats } of filesIn(from)) {
    const [earlier, target] = [before && join(before, name), join(to, name)];
    if (earlier && isCopyOf(stats, await statOf(earlier))) {
      await mkdir(dirname(target), { recursive: true });
      if (await tryLink(link, earlier, target)) continue;
      others.unlinkable += 1;
    }
    others.bytes += stats.size;
  }
  return others;
}

/**
 * Copies the files that aren't linked yet, or have grown since.
 *
 * @returns the bytes that were copied
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  let bytes = 0;
  await mkdir(to, { recursive: true });
  for await (const { path, name, stats } of filesIn(from)) {
    const target = join(to, name);
    if (isCopyOf(stats, await statOf(target))) continue;
    await mkdir(dirname(target), { recursive: true });
    // Writing to a link would change the earlier backup.
    await rm(target, { force: true });
    try {
      await copyFile(path, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    await utimes(target, stats.atime, stats.mtime);
    bytes += stats.size;
  }
  return bytes;
}
