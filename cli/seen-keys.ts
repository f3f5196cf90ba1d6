/**
 * How new the keys are that this machine has seen, of each account that it has opened. It outlives the session, so that a
 * service cannot bring older keys back between two log-ins.
 */
import { dirname, join } from 'node:path';
import type { SeenBundles } from '../client/index.ts';
import { CommandFailure } from './failure.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

type Counters = Record<string, number>;

function parse(text: string, path: string): Counters {
  try {
    const { version, counters } = JSON.parse(text) as { version?: unknown; counters?: unknown };
    const isComplete = typeof counters === 'object' && counters !== null;
    if (version === 1 && isComplete && Object.values(counters).every(Number.isSafeInteger))
      return counters as Counters;
  } catch {
    // Falls through to the same advice.
  }
  throw new CommandFailure(
    `${path} is damaged or was written by another version: remove it, and older keys go unnoticed once`,
  );
}

/** Writes follow one another: each keeps what the one before has written. */
let written: Promise<void> = Promise.resolve();

/** @param sessionPath of the session's file, beside which this one is */
export function seenKeys(sessionPath: string): SeenBundles {
  const path = join(dirname(sessionPath), 'seen-keys.json');
  async function read(): Promise<Counters> {
    const text = await readPrivateFile(path, 'remove it, and older keys go unnoticed once');
    return text === null ? {} : parse(text, path);
  }
  async function write(userId: string, counter: number): Promise<void> {
    const counters = { ...(await read()), [userId]: counter };
    try {
      await writePrivateFile(path, { version: 1, counters });
    } catch (error) {
      throw new CommandFailure(
        `How new your keys are cannot be kept in ${path} (${(error as Error).message}): make room there`,
      );
    }
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
