/** The mails that were accepted, as they arrive in each mailbox. */
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caught, Refused } from './catcher.ts';
import type { CaughtMail, RefusedMail } from './evidence.ts';
import { readMail } from './mail-source.ts';

const EVERY_MS = 60;

export interface Post {
  /** Every mail so far, in the order of acceptance. */
  readonly mails: readonly CaughtMail[];
  /** Every mail that a shut mailbox refused, in the same order. */
  readonly refusals: readonly RefusedMail[];
  /** The mails to one address. */
  to(address: string): readonly CaughtMail[];
  /** Resolves with the first mail to an address that fits, whether it has come already or not. */
  await(address: string, fits: (mail: CaughtMail) => boolean, signal: AbortSignal): Promise<CaughtMail>;
  stop(): Promise<void>;
}

/** Null for a line that is empty or incomplete. */
function read(line: string): CaughtMail | RefusedMail | null {
  if (line.trim() === '') return null;
  try {
    const { at, to, ...rest } = JSON.parse(line) as Caught | Refused;
    return 'refused' in rest ? { at, to, reply: rest.refused } : { at, to, ...readMail(rest.source) };
  } catch {
    // Half a line of a mail server that was killed before its 250.
    return null;
  }
}

/** Follows the mail server's file, whether or not the server is up. */
export async function openPost(file: string): Promise<Post> {
  const mails: CaughtMail[] = [];
  const refusals: RefusedMail[] = [];
  const boxes = new Map<string, CaughtMail[]>();
  const looking = new Map<string, Set<() => void>>();
  const stopping = new AbortController();
  const kept = await open(file);
  const buffer = Buffer.alloc(1 << 20);
  let offset = 0;
  let pending = '';

  const box = (address: string) => {
    const found = boxes.get(address) ?? [];
    boxes.set(address, found);
    return found;
  };

  function take(mail: CaughtMail): void {
    mails.push(mail);
    box(mail.to).push(mail);
    for (const again of looking.get(mail.to) ?? []) again();
  }

  async function look(): Promise<void> {
    const { bytesRead } = await kept.read(buffer, 0, buffer.length, offset);
    offset += bytesRead;
    const lines = (pending + buffer.toString('latin1', 0, bytesRead)).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      const told = read(Buffer.from(line, 'latin1').toString('utf8'));
      if (told === null) continue;
      if ('reply' in told) refusals.push(told);
      else take(told);
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
    await look();
    await kept.close();
  })();

  return {
    mails,
    refusals,
    to: box,
    await: (address, fits, signal) =>
      new Promise((resolve, reject) => {
        const waiting = looking.get(address) ?? new Set();
        looking.set(address, waiting);
        const end = () => {
          waiting.delete(again);
          signal.removeEventListener('abort', giveUp);
        };
        const again = () => {
          const found = box(address).find(fits);
          if (!found) return;
          end();
          resolve(found);
        };
        const giveUp = () => {
          end();
          reject(signal.reason);
        };
        if (signal.aborted) return reject(signal.reason);
        waiting.add(again);
        signal.addEventListener('abort', giveUp);
        again();
      }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
