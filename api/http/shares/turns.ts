/**
 * Turns at what everybody needs for moments: a connection to the database, a processor that hashes passwords. Who has to
 * wait doesn't wait behind everything that one other holder has asked for: holders take turns (start-time fair queueing,
 * Goyal, Vin and Cheng 1996).
 */
import { Problem } from '../errors.ts';
import { createTally, type Holder, ofLargest, type PartKind, type PerKind } from './holder.ts';

export interface TurnLimits {
  /** How many take their turn at the same time. */
  places: number;
  /** How many of the places are only for requests that are let in first. */
  kept?: number;
  /** How many places each may have. */
  most: PerKind;
  /** How long to wait for a place, in milliseconds. */
  patienceMs?: number;
  /**
   * How long a place rests after a turn whose holder has more waiting, as a multiple of the turn. So one holder's queue
   * doesn't keep the process busy all the time. Somebody who asks for one thing after the other never notices.
   */
  rest?: number;
}

export interface Turns {
  /**
   * Waits for a place.
   *
   * @param first whether it may take a kept place
   * @returns a function to call when the turn is over; calling it again does nothing
   * @throws Problem `rate_limited` if far too many wait, and this holder has most of them; `dependency_unavailable`
   *   after too long a wait
   */
  take(holder: Holder, first?: boolean): Promise<() => void>;
  /** How many have a place at this moment. */
  readonly taken: number;
}

const PATIENCE_MS = 10_000;
const LONGEST_REST_MS = 1_000;
const RETRY_AFTER_S = 5;
/** Most who wait at a time. */
const MOST_WAITING = 1_000;

/** How many turns a wider network takes while an account takes one. */
const TURNS: PerKind = { account: 1, network: 2, '/56': 4, '/48': 8 };
const costOf = (kind: PartKind) => 1 / TURNS[kind];

interface Waiter {
  readonly holder: Holder;
  readonly amount: 1;
  readonly first: boolean;
  /** Its place in the order, in turns since the queue began. */
  readonly begins: number;
  letIn(): void;
  refuse(problem: Problem): void;
}

/** @param what the refusal, for people: "Too many passwords are being checked" */
export function createTurns(
  { places, kept = 0, most, patienceMs = PATIENCE_MS, rest = 0 }: TurnLimits,
  what: string,
): Turns {
  const tally = createTally();
  const waiting = new Set<Waiter>();
  /** When the next turn of each who waits begins. */
  const next = new Map<string, number>();
  let clock = 0;
  let taken = 0;

  const fits = ({ holder, first }: Pick<Waiter, 'holder' | 'first'>) =>
    taken < (first ? places : places - kept) && tally.fits(holder, 1, most);

  function nextInOrder(): Waiter | undefined {
    let chosen: Waiter | undefined;
    for (const each of waiting) {
      if ((!chosen || each.begins < chosen.begins) && fits(each)) chosen = each;
    }
    return chosen;
  }

  /** One who left may have been in the way of several, each in another part of its holder. */
  function letNextIn(): void {
    for (let chosen = nextInOrder(); chosen; chosen = nextInOrder()) {
      clock = Math.max(clock, chosen.begins);
      drop(chosen);
      chosen.letIn();
    }
  }

  function drop(waiter: Waiter): void {
    waiting.delete(waiter);
    // Only those who wait at the same time need an order.
    if (waiting.size === 0) next.clear();
  }

  function hasMoreWaiting(holder: Holder): boolean {
    const key = holder.at(-1)?.key;
    for (const each of waiting) if (each.holder.at(-1)?.key === key) return true;
    return false;
  }

  function enter(holder: Holder): () => void {
    const began = performance.now();
    let inside = true;
    taken += 1;
    tally.add(holder, 1);
    const giveBack = () => {
      taken -= 1;
      tally.add(holder, -1);
      letNextIn();
    };
    return () => {
      if (!inside) return;
      inside = false;
      if (rest === 0 || !hasMoreWaiting(holder)) return giveBack();
      setTimeout(giveBack, Math.min(LONGEST_REST_MS, rest * (performance.now() - began))).unref();
    };
  }

  function placeInOrder(holder: Holder): number {
    const begins = Math.max(clock, ...holder.map(({ key }) => next.get(key) ?? 0));
    for (const { kind, key } of holder) next.set(key, begins + costOf(kind));
    return begins;
  }

  const tooMany = () =>
    new Problem('rate_limited', `${what}. Try again in a few seconds.`, { retryAfter: RETRY_AFTER_S });

  /** Refuses the later half of what the largest holder waits for, so that it isn't looked for with each request. */
  function refuseLargest(): void {
    const largest = ofLargest(waiting);
    for (const each of largest.slice(Math.floor(largest.length / 2))) each.refuse(tooMany());
  }

  return {
    async take(holder, first = false) {
      if (fits({ holder, first })) return enter(holder);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const waiter: Waiter = {
        holder,
        amount: 1,
        first,
        begins: placeInOrder(holder),
        letIn() {
          clearTimeout(timer);
          resolve(enter(holder));
        },
        refuse(problem) {
          clearTimeout(timer);
          drop(waiter);
          reject(problem);
        },
      };
      const timer = setTimeout(() => {
        const busy = `${what}. The service is too busy right now.`;
        waiter.refuse(new Problem('dependency_unavailable', busy, { retryAfter: RETRY_AFTER_S }));
      }, patienceMs);
      waiting.add(waiter);
      if (waiting.size > MOST_WAITING) refuseLargest();
      return promise;
    },
    get taken() {
      return taken;
    },
  };
}
