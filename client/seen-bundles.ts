/** How new the keys are that a device has seen, so that a service cannot bring older ones back unnoticed. */
import { namedKeysOf, type StoredAccount, type Vault } from '../crypto/index.ts';

/** What a device remembers between sessions, of each account whose vault it has opened. */
export interface SeenBundles {
  /** The highest counter remembered under this name, such as that of a user's key bundles; 0 if there is none. */
  highest(name: string): Promise<number>;
  /** Remembers a counter, even a lower one: only after the owner agreed to that. */
  remember(name: string, counter: number): Promise<void>;
}

/** The memory of a client that keeps nothing between sessions. */
export function seenInMemory(): SeenBundles {
  const seen = new Map<string, number>();
  return {
    highest: async (name) => seen.get(name) ?? 0,
    async remember(name, counter) {
      seen.set(name, counter);
    },
  };
}

/** Remembers a counter, unless a higher one was seen. */
export async function rememberCounter(seen: SeenBundles, of: string, counter: number): Promise<void> {
  if (counter > (await seen.highest(of))) await seen.remember(of, counter);
}

/**
 * The names under which the counter of a bundle is remembered. The ID alone is not enough: the service names it, and
 * the bundle of a registration opens under any ID. Its signing key is that of later bundles, or one that was replaced
 * since.
 */
const namesOf = ({ userId, keyBundle }: Vault): string[] => [userId, ...namedKeysOf(keyBundle)];

/** Remembers the bundle of an open vault, unless a newer one was seen. */
export async function rememberBundle(seen: SeenBundles, vault: Vault): Promise<void> {
  for (const name of namesOf(vault)) await rememberCounter(seen, name, vault.keyBundle.counter);
}

/** Remembers the bundle of an open vault, even if a newer one was seen: only after the owner agreed to that. */
export async function rememberOlderBundle(seen: SeenBundles, vault: Vault): Promise<void> {
  for (const name of namesOf(vault)) await seen.remember(name, vault.keyBundle.counter);
}

/**
 * The highest counter that this device has seen of an account.
 *
 * @param archived all of its older bundles that are about to be tried
 */
export async function highestSeen(
  seen: SeenBundles,
  { id, keyBundle }: Pick<StoredAccount, 'id' | 'keyBundle'>,
  archived: readonly { keyBundle: unknown }[] = [],
): Promise<number> {
  const names = new Set([id]);
  for (const bundle of [keyBundle, ...archived.map((each) => each.keyBundle)]) {
    // Not checked yet. A bundle that lies about its key does not open.
    const key = (bundle as { signing?: { publicKey?: unknown } } | null)?.signing?.publicKey;
    if (typeof key === 'string') names.add(key);
  }
  return Math.max(...(await Promise.all([...names].map((name) => seen.highest(name)))));
}
