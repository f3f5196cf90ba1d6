/** What everybody in a campaign lives in. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../dev/demo/callers.ts';
import type { Books } from './database.ts';
import type { Shut } from './evidence.ts';
import type { Mailboxes } from './mailboxes.ts';
import type { Post } from './post.ts';

export interface World {
  service: Service;
  post: Post;
  mailboxes: Mailboxes;
  books: Pick<Books, 'forgetConfirmation'>;
  /** Every time in which one of them was shut, as it comes to an end. */
  shut: Shut[];
  dayMs: number;
  /** Where what costs the service much waits its turn: in a rush everybody would be told too late. */
  door: <T>(work: () => Promise<T>) => Promise<T>;
  /** Aborts when the campaign is over for everybody. */
  over: AbortSignal;
  /** Aborts when whoever lives on may stop showing it. */
  ending: AbortSignal;
}

/** Waits some days of the campaign. @throws the reason once it is over */
export const days = ({ dayMs, over }: World, count: number): Promise<void> =>
  sleep(count * dayMs, undefined, { signal: over });

/** Resolves once something holds. @throws the reason once it is over */
export async function until<T>({ over }: World, found: () => T | undefined | false): Promise<T> {
  for (;;) {
    const it = found();
    if (it !== undefined && it !== false) return it;
    await sleep(100, undefined, { signal: over });
  }
}

/** Lets so many in at a time, whoever came last first: who has begun to move in gets on with it. */
export function turnstile(places: number): World['door'] {
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
