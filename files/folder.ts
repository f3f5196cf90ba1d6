/** Files in a folder, each under its key. */
import { type FileHandle, mkdir, open, opendir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { free } from './free.ts';
import { limited } from './limited.ts';
import { roomIn, spaceOf } from './reserve.ts';
import { type FileStore, StoreError } from './store.ts';

/** Larger reads cost memory, smaller ones turns of the threads that also hash passwords. */
const READ_BYTES = 256 * 1024;

/** libuv has four threads for files, passwords and names of hosts. */
const AT_ONCE = 2;
const TIMEOUT_MS = 15_000;
/** How old a reading of the free space may be. */
const SPACE_MS = 1_000;

/** Errors of a network's disk that is away, and may come back. */
const AWAY = ['EIO', 'ESTALE', 'ETIMEDOUT'];
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function asStoreError(error: unknown): StoreError {
  const { code = '' } = error as NodeJS.ErrnoException;
  return new StoreError(FULL.includes(code) ? 'full' : code === 'ENOENT' ? 'missing' : 'away', error);
}

/** A crash can cost a file its end, whatever the disk said. */
const cutShort = () => new StoreError('missing', new Error('the file is shorter than its row says'));

/** Whether it says nothing about the folder: its disk hung, or was away. */
function isPassing({ cause }: StoreError): boolean {
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined || AWAY.includes(code);
}

/**
 * Opens a folder, and makes it if it is missing. If its disk hangs or is away, it is opened all the same, so that
 * nothing else waits for it to start; all operations fail until the disk is back.
 *
 * @param timeoutMs how long its disk may take for anything
 * @param readSpace how much space its disk has
 * @throws StoreError that says why, if it can't be made for another reason
 */
export async function openFolder(
  folder: string,
  timeoutMs = TIMEOUT_MS,
  readSpace = spaceOf,
): Promise<FileStore> {
  const limit = limited(AT_ONCE, timeoutMs);
  const pathOf = (key: string) => join(folder, key);

  const inStore = <T>(work: () => Promise<T>, late?: (result: T) => void): Promise<T> =>
    limit(work, late).catch((error) => {
      throw asStoreError(error);
    });
  const openIn = (path: string, flags = 'r'): Promise<FileHandle> =>
    inStore(
      () => open(path, flags, 0o600),
      (file) => void file.close(),
    );
  async function withFile<T>(
    path: string,
    flags: string,
    work: (file: FileHandle) => Promise<T>,
  ): Promise<T> {
    const file = await openIn(path, flags);
    try {
      return await work(file);
    } finally {
      await inStore(() => file.close());
    }
  }
  const sync = (path: string) => withFile(path, 'r', (file) => inStore(() => file.sync()));

  const space = () => inStore(() => readSpace(folder));
  let reading = { at: -Infinity, room: Promise.resolve(Infinity) };
  /** However many uploads there are, the disk is asked once a second. @throws StoreError */
  async function requireRoom(bytes: number): Promise<void> {
    const now = performance.now();
    if (now - reading.at >= SPACE_MS) reading = { at: now, room: space().then(roomIn) };
    if ((await reading.room) < bytes)
      throw new StoreError('full', new Error('less than the reserve of its disk would stay free'));
  }

  /** A write may take only part of the bytes. */
  async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await inStore(() =>
        file.write(bytes, written, bytes.length - written, at + written),
      );
      written += bytesWritten;
    }
  }

  async function* bytesIn(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer, void> {
    for (let at = from; at <= to; ) {
      const bytes = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, to + 1 - at));
      const { bytesRead } = await inStore(() => file.read(bytes, 0, bytes.length, at));
      if (bytesRead === 0) throw cutShort();
      at += bytesRead;
      yield bytes.subarray(0, bytesRead);
    }
  }

  const bytes = (key: string): Promise<number | null> =>
    inStore(() => stat(pathOf(key))).then(
      ({ size }) => size,
      (error: StoreError) => {
        if (error.reason === 'missing') return null;
        throw error;
      },
    );

  await inStore(() => mkdir(folder, { recursive: true, mode: 0o700 })).catch((error: StoreError) => {
    if (isPassing(error)) return;
    error.message = `FILES_DIR cannot be used: ${(error.cause as Error).message}`;
    throw error;
  });
  return {
    name: 'folder',
    bytes,
    // Never over an existing file. If the folder itself is missing, its disk may be, so it isn't made again.
    async create(key, size) {
      await requireRoom(size);
      await withFile(pathOf(key), 'wx', async () => {});
    },
    write: (key, offset, chunks) =>
      withFile(pathOf(key), 'r+', async (file) => {
        let at = offset;
        // The next chunk comes while this one is written.
        let written = Promise.resolve();
        for await (const chunk of chunks) {
          await written;
          await requireRoom(chunk.length);
          written = writeAll(file, chunk, at).then(() => free(chunk));
          written.catch(() => {});
          at += chunk.length;
        }
        await written;
        return at;
      }),
    async complete(key) {
      await sync(pathOf(key));
      await sync(folder);
    },
    async read(key, from, to) {
      const file = await openIn(pathOf(key));
      const close = () => void file.close().catch(() => {});
      try {
        const { size } = await inStore(() => file.stat());
        if (size <= to) throw cutShort();
      } catch (error) {
        close();
        throw error;
      }
      return Readable.from(bytesIn(file, from, to), { highWaterMark: 1 }).once('close', close);
    },
    remove: (key) =>
      inStore(() => unlink(pathOf(key))).catch((error: StoreError) => {
        if (error.reason !== 'missing') throw error;
      }),
    space,
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
