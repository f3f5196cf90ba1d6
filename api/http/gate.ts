/**
 * How much of one kind may go on at the same time: a little per holder (an account, or an address where nobody is
 * logged in) and a bounded amount per process. Rate limits count how often somebody asks; gates count what they hold.
 */
import type { ServerResponse } from 'node:http';
import { Problem } from './errors.ts';

export interface GateLimits {
  /** Most that one holder has at a time, in the unit that its weights are counted in. */
  perHolder: number;
  /** Most that all of them have together, within one process. */
  perProcess: number;
}

export interface Gate {
  /**
   * Lets one more in, or refuses at once: nobody waits. The first of a holder is always let in, however heavy, as
   * long as the process has anything left.
   *
   * @param weight what it holds; 1 unless told
   * @returns what to call when it is over; calling it again does nothing
   * @throws Problem `rate_limited` with `Retry-After`
   */
  enter(holder: string, weight?: number): () => void;
  /** What is held at this moment, by everybody. */
  readonly held: number;
}

const RETRY_AFTER_S = 5;

/** @param what is refused, for people: "Only a few exports can run at a time" */
export function createGate({ perHolder, perProcess }: GateLimits, what: string): Gate {
  const holders = new Map<string, number>();
  let held = 0;
  const full = (now: number, weight: number, most: number) => now > 0 && now + weight > most;
  return {
    enter(holder, weight = 1) {
      const own = holders.get(holder) ?? 0;
      if (full(own, weight, perHolder) || full(held, weight, perProcess)) {
        throw new Problem('rate_limited', `${what}. Try again in a few seconds.`, {
          retryAfter: RETRY_AFTER_S,
        });
      }
      holders.set(holder, own + weight);
      held += weight;
      let inside = true;
      return () => {
        if (!inside) return;
        inside = false;
        held -= weight;
        const left = (holders.get(holder) ?? 0) - weight;
        if (left > 0) holders.set(holder, left);
        else holders.delete(holder);
      };
    },
    get held() {
      return held;
    },
  };
}

/** Gives a place back once an answer was sent or its client is gone, which may be so already. */
export function leaveWhenSent(res: ServerResponse, leave: () => void): void {
  if (res.destroyed || res.closed) leave();
  else res.once('close', leave);
}

const MIB = 1024 * 1024;

/** The gates of one API process. */
export const createGates = () => ({
  /** Bodies of up to 64 KiB that are still arriving; counted. */
  smallBodies: createGate({ perHolder: 100, perProcess: 2_000 }, 'Too many requests are still being sent'),
  /** Larger ones: one at a time for each holder, and so many bytes of memory for all of them. */
  largeBodies: createGate(
    { perHolder: 1, perProcess: 64 * MIB },
    'Only a few large bodies can be sent at a time',
  ),
  /** Exports: one per account at a time, and a few per process. */
  exports: createGate({ perHolder: 1, perProcess: 4 }, 'Only one export can run at a time'),
  /** Successors' readings of a released vault; a batch of it is held for each. */
  readings: createGate({ perHolder: 3, perProcess: 12 }, 'Only a few successors can read at a time'),
  /** Answers of several MiB while they are made. */
  pages: createGate({ perHolder: 4, perProcess: 12 }, 'Only a few pages can be read at a time'),
  /** Bytes of answers of more than 64 KiB that their clients have not taken yet. */
  unread: createGate({ perHolder: 16 * MIB, perProcess: 64 * MIB }, 'Read the previous answers first'),
});
export type Gates = ReturnType<typeof createGates>;
