/** Repeatable chance: everything that a campaign leaves to chance follows from one number. */
import { createHash } from 'node:crypto';

export interface Seeded {
  /** At least `low`, below `high`. */
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  /** One of them. */
  pick<T>(from: readonly T[]): T;
  /** All of them, in another order. */
  shuffled<T>(items: readonly T[]): T[];
  /** Independent chance for a part, however much chance the other parts use. */
  of(part: string): Seeded;
}

/** Mulberry32: small, and random enough to decide what is killed when. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param path names the part of the campaign */
export function seeded(seed: number, path = ''): Seeded {
  const next = generator(createHash('sha256').update(`${seed}${path}`).digest().readUInt32LE());
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    chance: (probability) => next() < probability,
    pick: (from) => from[whole(0, from.length - 1)]!,
    shuffled(items) {
      const rest = [...items];
      return items.map(() => rest.splice(whole(0, rest.length - 1), 1)[0]!);
    },
    of: (part) => seeded(seed, `${path}/${part}`),
  };
}
