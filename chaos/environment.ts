/** Shared by all people in a campaign. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogIn } from '../crypto/index.ts';
import type { ServiceAccess } from '../dev/callers.ts';
import type { CampaignDatabase } from './database.ts';
import type { Shut } from './evidence.ts';
import type { MailLog } from './mail-log.ts';
import type { Mailboxes } from './mailboxes.ts';
import type { SharedLock } from './shared-lock.ts';
import type { WayReceiver } from './way-receiver.ts';

export interface CampaignEnvironment {
  service: ServiceAccess;
  mailLog: MailLog;
  mailboxes: Mailboxes;
  wayReceiver: WayReceiver;
  database: Pick<CampaignDatabase, 'forgetConfirmation'>;
  /** Stretched passwords, which owners share. */
  logIns: readonly LogIn[];
  /** When mailboxes were shut, recorded as each opens again. */
  shut: Shut[];
  dayMs: number;
  /** Held while an owner does something in several steps, because a promoted replica could lack some of them. */
  undivided: SharedLock;
  /** Limits how many expensive operations run at a time. All at once, every response would be late. */
  takeTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Aborts when the campaign ends. */
  over: AbortSignal;
  /** Aborts when the owners who show signs of life until the end may stop. */
  ending: AbortSignal;
}

/** Waits for some of the campaign's days. @throws when it is over */
export const days = ({ dayMs, over }: CampaignEnvironment, count: number): Promise<void> =>
  sleep(count * dayMs, undefined, { signal: over });

/** Resolves when something is found. @throws when the campaign is over */
export async function until<T>(
  { over }: Pick<CampaignEnvironment, 'over'>,
  found: () => T | undefined | false,
): Promise<T> {
  for (;;) {
    const it = found();
    if (it !== undefined && it !== false) return it;
    await sleep(100, undefined, { signal: over });
  }
}

/**
 * Limits how much work runs at a time. The latest to wait goes first, so that an owner who has begun to open an account
 * finishes.
 */
export function limiter(places: number): CampaignEnvironment['takeTurn'] {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = waiting.pop();
      if (next) next();
      else free += 1;
    }
  };
}
