/** Files in a folder, each under its key. */
import { type FileHandle, mkdir, open, opendir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, StoreError } from './store.ts';

/** Larger reads cost memory, smaller ones turns of the threads that also hash passwords. */
const READ_BYTES = 256 * 1024;

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function asStoreError(error: unknown): StoreError {
  const { code = '' } = error as NodeJS.ErrnoException;
  return new StoreError(FULL.includes(code) ? 'full' : code === 'ENOENT' ? 'missing' : 'away', error);
}

async function inStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** A write may take only part of the bytes. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written);
    written += bytesWritten;
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

/**
 * Opens a folder, and makes it if it is missing.
 *
 * @throws StoreError if it can't be made
 */
export async function openFolder(folder: string): Promise<FileStore> {
  const pathOf = (key: string) => join(folder, key);
  await inStore(() => mkdir(folder, { recursive: true, mode: 0o700 }));

  const bytes = (key: string): Promise<number | null> =>
    inStore(() => stat(pathOf(key))).then(
      ({ size }) => size,
      (error: StoreError) => {
        if (error.reason === 'missing') return null;
        throw error;
      },
    );

  return {
    name: 'folder',
    bytes,
    create: (key) =>
      // Never over an existing file. If the folder itself is missing, its disk may be, so it isn't made again.
      inStore(async () => (await open(pathOf(key), 'wx', 0o600)).close()),
    async write(key, offset, chunks) {
      const file = await inStore(() => open(pathOf(key), 'r+'));
      let at = offset;
      try {
        for await (const chunk of chunks) {
          await inStore(() => writeAll(file, chunk, at));
          at += chunk.length;
        }
        return at;
      } finally {
        await file.close();
      }
    },
    complete: (key) =>
      inStore(async () => {
        await sync(pathOf(key));
        await sync(folder);
      }),
    read: (key, from, to) =>
      inStore(async () => {
        const file = await open(pathOf(key));
        return file.createReadStream({ start: from, end: to, highWaterMark: READ_BYTES });
      }),
    remove: (key) =>
      inStore(() => unlink(pathOf(key))).catch((error: StoreError) => {
        if (error.reason !== 'missing') throw error;
      }),
    async *list() {
      const entries = await inStore(() => opendir(folder));
      for await (const entry of entries) {
        if (!entry.isFile()) continue;
        const size = await bytes(entry.name);
        if (size !== null) yield { key: entry.name, bytes: size };
      }
    },
  };
}
