/**
 * Files that outlive a closed tab, in the private file system of the browser (OPFS), which no other site sees. Where a
 * browser has none, as in some private windows, or writes nothing there, they last as long as this worker. So does a blob
 * for which there is no room. A path is the folders, and then the name.
 */
import { Problem } from '../../client/problem.ts';
import { pipeStream } from '../../crypto/index.ts';
import { listeners } from './listeners.ts';

/** The part of OPFS that is used here. Node, which runs some tests, has neither it nor its types. */
interface Folder {
  getDirectoryHandle(name: string, options: { create: boolean }): Promise<Folder>;
  getFileHandle(name: string, options?: { create: boolean }): Promise<PrivateFile>;
  removeEntry(name: string, options?: { recursive: boolean }): Promise<void>;
  values(): AsyncIterable<PrivateFile | { kind: 'directory'; name: string }>;
}
interface PrivateFile {
  kind: 'file';
  name: string;
  getFile(): Promise<File>;
  /** Missing in older browsers. */
  createWritable?(): Promise<WritableStream<Uint8Array>>;
}

const inMemory = new Map<string, File>();
const changes = listeners();

/** Whether some files last only as long as this worker. */
export const isHoldingFiles = (): boolean => inMemory.size > 0;

export const onHoldingFiles = changes.subscribe;

/** Whether this browser has given us one of its folders before: then a later failure to do so is only temporary. */
let hasFolders = false;

const isMissing = (error: unknown): boolean => (error as Error).name === 'NotFoundError';

/** Null if there is none. */
async function folderAt(path: readonly string[], create: boolean): Promise<Folder | null> {
  try {
    const { storage } = navigator as unknown as { storage: { getDirectory(): Promise<Folder> } };
    let folder = await storage.getDirectory();
    for (const name of path) folder = await folder.getDirectoryHandle(name, { create });
    hasFolders = true;
    return folder;
  } catch (error) {
    if (hasFolders && !isMissing(error)) throw error;
    return null;
  }
}

const split = (path: readonly string[]): [folders: readonly string[], name: string, key: string] => [
  path.slice(0, -1),
  path.at(-1)!,
  path.join('/'),
];

/**
 * Writes all of a blob, or all that a stream gives, or nothing.
 *
 * @throws for a stream only: Problem `device_full`, and whatever the stream throws
 */
export async function writePrivate(
  path: readonly string[],
  bytes: Blob | ReadableStream<Uint8Array>,
): Promise<void> {
  const [folders, name, key] = split(path);
  const folder = await folderAt(folders, true).catch(() => null);
  const file = await folder?.getFileHandle(name, { create: true }).catch(() => null);
  const disk = await file?.createWritable?.().catch(() => null);
  const isBlob = bytes instanceof Blob;
  let failure: Error | null = null;
  try {
    if (disk) return await pipeStream(isBlob ? bytes.stream() : bytes, disk);
  } catch (error) {
    failure = error as Error;
  }
  await folder?.removeEntry(name).catch(() => {});
  // Unlike a stream, a blob can be read again.
  if (failure && !isBlob)
    throw failure.name === 'QuotaExceededError'
      ? new Problem({ code: 'device_full', status: 0, cause: failure })
      : failure;
  const held = isBlob ? bytes : await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  inMemory.set(key, new File([held], name));
  changes.tell();
}

/**
 * Null if there is no such file, or only an empty one, left by a tab that was closed while writing it.
 *
 * @throws if it can't be read now, as after the device has slept
 */
export async function readPrivate(path: readonly string[]): Promise<File | null> {
  const [folders, name, key] = split(path);
  const held = inMemory.get(key);
  if (held) return held;
  const folder = await folderAt(folders, false);
  try {
    const found = await (await folder?.getFileHandle(name))?.getFile();
    return found && found.size > 0 ? found : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The names in a folder, with the time at which each file was last written, or null for a folder. */
export async function listPrivate(path: readonly string[]): Promise<Map<string, number | null>> {
  const found = new Map<string, number | null>();
  for (const [key, { lastModified }] of inMemory) {
    const folders = key.split('/');
    if (path.some((each, at) => each !== folders[at])) continue;
    found.set(folders[path.length]!, folders.length === path.length + 1 ? lastModified : null);
  }
  for await (const each of (await folderAt(path, false))?.values() ?? [])
    found.set(each.name, each.kind === 'file' ? (await each.getFile()).lastModified : null);
  return found;
}

/** Removes a file, or a folder with everything in it. */
export async function removePrivate(path: readonly string[]): Promise<void> {
  const [folders, name, key] = split(path);
  for (const each of inMemory.keys()) if (`${each}/`.startsWith(`${key}/`)) inMemory.delete(each);
  changes.tell();
  const folder = await folderAt(folders, false).catch(() => null);
  await folder?.removeEntry(name, { recursive: true }).catch(() => {});
}
