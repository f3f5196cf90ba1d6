/** The private file system of the browser (OPFS). No other site sees it, and it outlives a closed tab. */
import { pour } from '../../crypto/index.ts';

/** The part of it that is used here. Node, which runs some tests, has neither it nor its types. */
export interface Folder {
  getDirectoryHandle(name: string, options: { create: boolean }): Promise<Folder>;
  getFileHandle(name: string, options?: { create: boolean }): Promise<PrivateFile>;
  removeEntry(name: string, options?: { recursive: boolean }): Promise<void>;
  values(): AsyncIterable<PrivateFile>;
}
interface PrivateFile {
  name: string;
  getFile(): Promise<Blob & { lastModified: number }>;
  /** Missing in older browsers. */
  createWritable?(): Promise<WritableStream<Uint8Array>>;
}

/** A folder, which is made if need be. Null where a browser has no such place, as in some private windows. */
export async function privateFolder(...path: string[]): Promise<Folder | null> {
  try {
    const { storage } = navigator as unknown as { storage: { getDirectory(): Promise<Folder> } };
    let folder = await storage.getDirectory();
    for (const name of path) folder = await folder.getDirectoryHandle(name, { create: true });
    return folder;
  } catch {
    return null;
  }
}

/**
 * Writes all that a stream gives under a name, or nothing.
 *
 * @returns whether this browser can
 */
export async function writePrivate(
  folder: Folder | null,
  name: string,
  bytes: ReadableStream<Uint8Array>,
): Promise<boolean> {
  const file = await folder?.getFileHandle(name, { create: true });
  if (!file?.createWritable) return false;
  try {
    await pour(bytes, await file.createWritable());
    return true;
  } catch (error) {
    await folder?.removeEntry(name).catch(() => {});
    throw error;
  }
}

/** Null if there is none, or only an empty one, which a closed tab leaves of what it was writing. */
export async function readPrivate(
  folder: Folder | null,
  name: string,
): Promise<(Blob & { lastModified: number }) | null> {
  const file = await folder?.getFileHandle(name).catch(() => null);
  const found = await file?.getFile();
  return found && found.size > 0 ? found : null;
}
