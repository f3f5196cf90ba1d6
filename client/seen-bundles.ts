/** How new the keys are that a device has seen, so that a service cannot bring older ones back unnoticed. */
import type { Vault } from '../crypto/index.ts';

/** What a device remembers between sessions, of each account whose vault it has opened. */
export interface SeenBundles {
  /** The highest counter of the user's key bundles; 0 if this device has opened none. */
  highest(userId: string): Promise<number>;
  /** Remembers a counter, even a lower one: only after the owner agreed to that. */
  remember(userId: string, counter: number): Promise<void>;
}

/** The memory of a client that keeps nothing between sessions. */
export function seenInMemory(): SeenBundles {
  const seen = new Map<string, number>();
  return {
    highest: async (userId) => seen.get(userId) ?? 0,
    async remember(userId, counter) {
      seen.set(userId, counter);
    },
  };
}

/** Remembers a counter, unless a higher one was seen. */
export async function rememberCounter(seen: SeenBundles, of: string, counter: number): Promise<void> {
  if (counter > (await seen.highest(of))) await seen.remember(of, counter);
}

/** Remembers the bundle of an open vault, unless a newer one was seen. */
export const rememberBundle = (seen: SeenBundles, { userId, keyBundle }: Vault): Promise<void> =>
  rememberCounter(seen, userId, keyBundle.counter);
