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
  /**
   * Admits one more, who waits while the process is full: what is inside takes only moments. A holder who has too much
   * is refused at once, and so is everybody once too many wait.
   *
   * @throws Problem `rate_limited` with `Retry-After`
   */
  enterInTurn(holder: string): Promise<() => void>;
  /** What all holders hold at this moment. */
  readonly held: number;
}

const RETRY_AFTER_S = 5;
/** Most who wait for their turn at a time. */
const MOST_WAITING = 1_000;

/** @param what the refusal, for people: "Only a few exports can run at a time" */
export function createGate({ perHolder, perProcess }: GateLimits, what: string): Gate {
  const holders = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let held = 0;
  const full = (now: number, weight: number, most: number) => now > 0 && now + weight > most;
  const refusal = () =>
    new Problem('rate_limited', `${what}. Try again in a few seconds.`, { retryAfter: RETRY_AFTER_S });
  const checkHolder = (holder: string, weight: number) => {
    if (full(holders.get(holder) ?? 0, weight, perHolder)) throw refusal();
  };
  const addTo = (holder: string, weight: number) => {
    const own = (holders.get(holder) ?? 0) + weight;
    if (own > 0) holders.set(holder, own);
    else holders.delete(holder);
  };
  const letIn = (holder: string, weight: number): (() => void) => {
    held += weight;
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      held -= weight;
      addTo(holder, -weight);
      if (!full(held, 1, perProcess)) waiting.shift()?.();
    };
  };
  return {
    enter(holder, weight = 1) {
      checkHolder(holder, weight);
      if (full(held, weight, perProcess)) throw refusal();
      addTo(holder, weight);
      return letIn(holder, weight);
    },
    async enterInTurn(holder) {
      checkHolder(holder, 1);
      if (full(held, 1, perProcess)) {
        if (waiting.length >= MOST_WAITING) throw refusal();
        addTo(holder, 1);
        return new Promise((resolve) => waiting.push(() => resolve(letIn(holder, 1))));
      }
      addTo(holder, 1);
      return letIn(holder, 1);
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
  /** Requests with a body of up to 64 KiB, until they are answered; counted. */
  smallBodies: createGate({ perHolder: 100, perProcess: 2_000 }, 'Too many requests are under way'),
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
