/** Older copies of the key bundle, which the service keeps. */
import { CryptoError, type LogIn, type StoredAccount, unlockArchived, type Vault } from '../crypto/index.ts';
import type { paths } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { highestSeen, type SeenBundles, seenInMemory } from './seen-bundles.ts';

type Page = paths['/auth/key-bundles']['get']['responses'][200]['content']['application/json'];

/** More than anyone collects in years. A service that never ends the list must not keep the client busy forever. */
const MOST_PAGES = 100;

/** Every archived bundle that holds keys, newest first. The bundle of a password reset by mail holds none. */
export async function archivedBundles(api: Api): Promise<Page['keyBundles']> {
  const found: Page['keyBundles'] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const page: Page = await answered(api.GET('/auth/key-bundles', { params: { query } }));
    found.push(
      ...page.keyBundles.filter(({ keyBundle, fromReset }) => !fromReset && !('awaiting' in keyBundle)),
    );
    // Bundles of resets come last, and may be many.
    if (page.nextCursor === null || page.keyBundles.some(({ fromReset }) => fromReset)) break;
    cursor = page.nextCursor;
  }
  return found;
}

/**
 * The newest older copy of the keys that this password opens. Null if there is none, as after a reset.
 *
 * @param seen the memory of this device: older copies than it has seen are refused
 */
export async function olderVault(
  api: Api,
  logIn: LogIn,
  user: StoredAccount,
  seen: SeenBundles = seenInMemory(),
): Promise<Vault | null> {
  const archived = await archivedBundles(api);
  try {
    return await unlockArchived(logIn, user, archived, await highestSeen(seen, user, archived));
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  }
}
