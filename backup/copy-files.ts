/** Copies a folder of files that never change once they are complete. */
import { copyFile, link, mkdir, opendir, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Null if there is no such file. */
const statOf = (path: string) => stat(path).catch(() => null);

/**
 * A file that the previous backup has, with the same size and date, is linked and takes no room. A file that is removed
 * during the copy is left out: nothing names it any more.
 *
 * @param before the copy in the previous backup; null if there is none
 * @returns the bytes that were copied
 */
export async function copyFiles(from: string, to: string, before: string | null): Promise<number> {
  let bytes = 0;
  await mkdir(to, { recursive: true });
  for await (const entry of await opendir(from, { recursive: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const name = relative(from, source);
    const target = join(to, name);
    const [now, earlier] = await Promise.all([statOf(source), before ? statOf(join(before, name)) : null]);
    if (!now) continue;
    await mkdir(dirname(target), { recursive: true });
    if (before && earlier?.size === now.size && earlier.mtime.getTime() === now.mtime.getTime()) {
      await link(join(before, name), target);
      continue;
    }
    try {
      await copyFile(source, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    await utimes(target, now.atime, now.mtime);
    bytes += now.size;
  }
  return bytes;
}
