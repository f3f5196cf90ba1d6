/**
 * Memory that clients occupy for as long as they like, because they send slowly or don't read. There is always room for
 * one who has little: whoever has most loses their oldest.
 */
import { Problem } from '../errors.ts';
import { createTally, type Holder, ofLargest, type PerKind } from './holder.ts';

export interface RoomLimits {
  /** The most that all have together in one process. */
  total: number;
  /** The most that each may have, except for a first one. */
  most: PerKind;
}

/** Something that takes room. */
export interface Holding {
  /** @throws Problem `rate_limited` with `Retry-After`, if its holder has too much then */
  grow(amount: number): void;
  /** From now on it is not cut off for the sake of others. */
  settle(): void;
  /** Gives the room back; calling it again does nothing. */
  leave(): void;
}

export interface Room {
  /**
   * Takes room, if need be by cutting off what belongs to whoever has most.
   *
   * @param cut ends what takes the room; called once at most, and not after `settle` or `leave`. Without it, it is
   *   never cut off
   * @throws Problem `rate_limited` with `Retry-After`, if it is this holder who has too much
   */
  hold(holder: Holder, amount: number, cut?: () => void): Holding;
  /** What all have at this moment. */
  readonly held: number;
}

const RETRY_AFTER_S = 5;

interface Entry {
  readonly holder: Holder;
  amount: number;
  cut: (() => void) | undefined;
}

/** @param what the refusal, for people: "Only one export can run at a time" */
export function createRoom({ total, most }: RoomLimits, what: string): Room {
  const tally = createTally();
  /** The oldest first. */
  const entries = new Set<Entry>();
  let held = 0;

  function change(entry: Entry, amount: number): void {
    entry.amount += amount;
    held += amount;
    tally.add(entry.holder, amount);
  }

  function leave(entry: Entry): void {
    if (!entries.delete(entry)) return;
    change(entry, -entry.amount);
  }

  /** Whether room was made by someone who has more than this one. */
  function makeRoom(entry: Entry): boolean {
    const cuttable = [...entries].filter((each) => each === entry || each.cut);
    const victim = ofLargest(cuttable).find((each) => each !== entry);
    if (!victim) return false;
    leave(victim);
    victim.cut?.();
    return true;
  }

  function grow(entry: Entry, amount: number): void {
    const fits = tally.fits(entry.holder, amount, most);
    change(entry, amount);
    while (!fits || (held > total && held > entry.amount)) {
      if (fits && makeRoom(entry)) continue;
      leave(entry);
      const detail = `${what}. Try again in a few seconds.`;
      throw new Problem('rate_limited', detail, { retryAfter: RETRY_AFTER_S });
    }
  }

  return {
    hold(holder, amount, cut) {
      const entry: Entry = { holder, amount: 0, cut };
      entries.add(entry);
      grow(entry, amount);
      return {
        grow: (more) => {
          if (entries.has(entry)) grow(entry, more);
        },
        settle: () => {
          entry.cut = undefined;
        },
        leave: () => leave(entry),
      };
    },
    get held() {
      return held;
    },
  };
}
