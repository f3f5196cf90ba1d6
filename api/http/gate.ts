/**
 * How much may run at the same time: a little per holder (an account, or an address if nobody is logged in), and a
 * bounded amount per process. Rate limits count how often someone asks; gates count what they hold.
 */
import type { ServerResponse } from 'node:http';
import { Problem } from './errors.ts';

export interface GateLimits {
  /** The most that one holder may have at a time, in units of weight. */
  perHolder: number;
  /** The most that all holders may have together in one process. */
  perProcess: number;
}

export interface Gate {
  /**
   * Admits one more, or refuses at once without waiting. A holder's first is admitted whatever its weight, as long as
   * the process has room.
   *
   * @param weight what it holds; 1 by default
   * @returns a function to call when it is over; calling it again does nothing
   * @throws Problem `rate_limited` with `Retry-After`
   */
  enter(holder: string, weight?: number): () => void;
  /** What all holders hold at this moment. */
  readonly held: number;
}

const RETRY_AFTER_S = 5;

/** @param what the refusal, for people: "Only a few exports can run at a time" */
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

/** Gives a place back once the answer was sent or the client is gone, which may already be so. */
export function leaveWhenSent(res: ServerResponse, leave: () => void): void {
  if (res.destroyed || res.closed) leave();
  else res.once('close', leave);
}

const MIB = 1024 * 1024;

/** The gates of one API process. */
export const createGates = () => ({
  /** Bodies of up to 64 KiB that are still arriving; counted. */
  smallBodies: createGate({ perHolder: 100, perProcess: 2_000 }, 'Too many requests are still being sent'),
  /** Larger bodies: one at a time per holder, weighed by memory. */
  largeBodies: createGate(
    { perHolder: 1, perProcess: 64 * MIB },
    'Only a few large bodies can be sent at a time',
  ),
  /** Exports: one at a time per account, and a few per process. */
  exports: createGate({ perHolder: 1, perProcess: 4 }, 'Only one export can run at a time'),
  /** Successors reading a released vault; each holds a batch of it. */
  readings: createGate({ perHolder: 3, perProcess: 12 }, 'Only a few successors can read at a time'),
  /** Answers of several MiB while they are built. */
  pages: createGate({ perHolder: 4, perProcess: 12 }, 'Only a few pages can be read at a time'),
  /** Bytes of answers over 64 KiB that their clients have not read yet. */
  unread: createGate({ perHolder: 16 * MIB, perProcess: 64 * MIB }, 'Read the previous answers first'),
});
export type Gates = ReturnType<typeof createGates>;
