/**
 * How new the keys are that this machine has seen, of each account that it has opened. It outlives the session, so that a
 * service cannot bring older keys back between two log-ins.
 */
import { dirname, join } from 'node:path';
import type { SeenBundles } from '../client/index.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

interface SeenKeysFile {
  version: 1;
  counters: Record<string, number>;
}

const isComplete = ({ counters }: Partial<SeenKeysFile>): boolean =>
  typeof counters === 'object' && counters !== null && Object.values(counters).every(Number.isSafeInteger);

/** Writes run one after another, so that each keeps what the one before has written. */
let written: Promise<void> = Promise.resolve();

/** @param sessionPath of the session's file, beside which this one is */
export function seenKeys(sessionPath: string): SeenBundles {
  const path = join(dirname(sessionPath), 'seen-keys.json');
  async function read(): Promise<SeenKeysFile['counters']> {
    const advice = 'remove it, and older keys, lists and shares go unnoticed once';
    return (await readPrivateFile<SeenKeysFile>(path, isComplete, advice))?.counters ?? {};
  }
  async function write(userId: string, counter: number): Promise<void> {
    const counters = { ...(await read()), [userId]: counter };
    await writePrivateFile(path, { version: 1, counters }, 'The age of your keys');
  }
  return {
    async highest(userId) {
      const counters = await read();
      return Object.hasOwn(counters, userId) ? (counters[userId] ?? 0) : 0;
    },
    remember(userId, counter) {
      const next = written.then(() => write(userId, counter));
      written = next.catch(() => {});
      return next;
    },
  };
}
