/** The port of the stores of files: bytes under random keys, which may be appended to until they are complete. */
import type { Readable } from 'node:stream';
import type { DiskSpace } from './reserve.ts';

/** The kinds of stores. The row of a file names the one that has its bytes. */
export type StoreName = 'folder' | 's3';

export interface StoredObject {
  key: string;
  /** How many bytes there are; null while it is incomplete and the store doesn't say. */
  bytes: number | null;
}

/** Methods throw `StoreError` if the store can't do what is asked. */
export interface FileStore {
  readonly name: StoreName;
  /** How many bytes have arrived; null if there is nothing under the key. */
  bytes(key: string): Promise<number | null>;
  /** Makes room for a file of this size, so that it can be written. */
  create(key: string, size: number): Promise<void>;
  /**
   * Appends chunks. If `chunks` ends early, what came before is kept. The store owns chunks once they are written, and
   * may have freed their memory.
   *
   * @param offset how many bytes there are
   * @returns how many bytes there are then
   */
  write(key: string, offset: number, chunks: AsyncIterable<Buffer>): Promise<number>;
  /**
   * Resolves once all bytes would survive a power cut. Call it when the last one was written, again if it failed.
   *
   * @throws StoreError `missing` if the store has given up what was written; then the file can be created again
   */
  complete(key: string, size: number): Promise<void>;
  /**
   * Reads bytes of a complete file.
   *
   * @param to the last byte, included
   */
  read(key: string, from: number, to: number): Promise<Readable>;
  /** Deletes the bytes under the key, complete or not. Does nothing if there are none. */
  remove(key: string): Promise<void>;
  /** How much space there is; null if it isn't known. */
  space(): Promise<DiskSpace | null>;
  /** Everything there is, in no order. A key may come more than once. */
  list(): AsyncIterable<StoredObject>;
}

/** `full`: there is no room. `missing`: what was asked for isn't under the key. `away`: anything else. */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly reason: 'full' | 'missing' | 'away';

  constructor(reason: StoreError['reason'], cause: unknown) {
    super(`the store of files is ${reason === 'missing' ? 'missing a file' : reason}`, { cause });
    this.reason = reason;
  }
}

/** Every store that rows may name. */
export interface FileStores {
  all: readonly FileStore[];
  /** Where new files go. */
  current: FileStore;
  /** @throws StoreError if it is no longer configured */
  named(name: StoreName): FileStore;
}

const byName = (stores: readonly FileStore[]) => (name: StoreName) => {
  const store = stores.find((each) => each.name === name);
  if (!store) throw new StoreError('away', new Error(`a file is in a store that is not configured: ${name}`));
  return store;
};

/** @param stores the first one takes new files; null without any */
export function fileStores(stores: readonly FileStore[]): FileStores | null {
  const [current] = stores;
  return current ? { all: stores, current, named: byName(stores) } : null;
}
