/** Copies a folder of files that never change once they are complete. */
import type { Stats } from 'node:fs';
import { copyFile, link, mkdir, opendir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Null if there is no such file. */
const statOf = (path: string) => stat(path).catch(() => null);

const isCopyOf = (file: Stats, copy: Stats | null): boolean =>
  copy?.size === file.size && copy.mtime.getTime() === file.mtime.getTime();

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
 * @returns the bytes of all other files
 */
export async function linkFiles(from: string, to: string, before: string | null): Promise<number> {
  let bytes = 0;
  for await (const { name, stats } of filesIn(from)) {
    const [earlier, target] = [before && join(before, name), join(to, name)];
    if (!earlier || !isCopyOf(stats, await statOf(earlier))) {
      bytes += stats.size;
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await link(earlier, target);
  }
  return bytes;
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
