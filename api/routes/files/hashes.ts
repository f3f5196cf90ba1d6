/**
 * Hashes of files being uploaded, computed as the bytes pass. Node can't save the state of a hash, so it is kept in
 * this process. If another process continues an upload, the whole file is read from the store once, at the end.
 */
import { createHash, type Hash } from 'node:crypto';
import { BoundedMap } from '../../bounded-map.ts';

export interface RunningHash {
  hash: Hash;
  /** How many bytes it has seen. */
  bytes: number;
}

/** More than the uploads of an hour. The oldest are forgotten. */
const MOST = 1_000;

export interface RunningHashes {
  /** @returns undefined if what came before `offset` was not seen here */
  take(key: string, offset: number): RunningHash | undefined;
  keep(key: string, running: RunningHash): void;
}

export function createRunningHashes(): RunningHashes {
  const kept = new BoundedMap<string, RunningHash>(MOST);
  return {
    take(key, offset) {
      const running = kept.get(key);
      kept.delete(key);
      if (running?.bytes === offset) return running;
      return offset === 0 ? { hash: createHash('sha256'), bytes: 0 } : undefined;
    },
    keep(key, running) {
      kept.set(key, running);
    },
  };
}
