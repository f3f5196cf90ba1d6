/** The mails that were accepted, as they arrive in each mailbox. */
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caught, Refused } from './catcher.ts';
import type { AcceptedMail, RefusedDelivery, ReturnedMail } from './evidence.ts';
import { readMail } from './mail-source.ts';

const EVERY_MS = 60;

export interface MailLog {
  /** Every mail so far that did not come back, in the order of acceptance. */
  readonly mails: readonly AcceptedMail[];
  /** Every mail that came back. The relay enters here when it was reported. */
  readonly returned: readonly ReturnedMail[];
  /** Every mail that a shut mailbox refused, in the same order. */
  readonly refusals: readonly RefusedDelivery[];
  /** The mails to one address. */
  to(address: string): readonly AcceptedMail[];
  /** Resolves with the first mail to an address that fits, whether it has come already or not. */
  await(address: string, fits: (mail: AcceptedMail) => boolean, signal: AbortSignal): Promise<AcceptedMail>;
  stop(): Promise<void>;
}

/** Null for a line that is empty or incomplete. */
async function read(line: string): Promise<AcceptedMail | ReturnedMail | RefusedDelivery | null> {
  if (line.trim() === '') return null;
  try {
    const { at, to, ...rest } = JSON.parse(line) as Caught | Refused;
    if ('refused' in rest) return { at, to, reply: rest.refused };
    const mail = { at, to, ...(await readMail(rest.source)) };
    if (rest.lost === 'returned') return { ...mail, reportedAt: null };
    return rest.lost === 'dropped' ? { ...mail, dropped: true } : mail;
  } catch {
    // Half a line of a mail server that was killed before its 250.
    return null;
  }
}

/** Follows the mail server's file, whether or not the server is up. */
export async function openMailLog(file: string): Promise<MailLog> {
  const mails: AcceptedMail[] = [];
  const returned: ReturnedMail[] = [];
  const refusals: RefusedDelivery[] = [];
  const boxes = new Map<string, AcceptedMail[]>();
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

  function take(mail: AcceptedMail): void {
    mails.push(mail);
    if (mail.dropped) return;
    box(mail.to).push(mail);
    for (const again of looking.get(mail.to) ?? []) again();
  }

  async function look(): Promise<void> {
    const { bytesRead } = await kept.read(buffer, 0, buffer.length, offset);
    offset += bytesRead;
    const lines = (pending + buffer.toString('latin1', 0, bytesRead)).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      const record = await read(Buffer.from(line, 'latin1').toString('utf8'));
      if (record === null) continue;
      if ('reply' in record) refusals.push(record);
      else if ('reportedAt' in record) returned.push(record);
      else take(record);
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
    returned,
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
