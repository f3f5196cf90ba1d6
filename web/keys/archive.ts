/** Older copies of the key bundle, which the service keeps. */
import { CryptoError, type LogIn, unlockArchived, type Vault } from '../../crypto/index.ts';
import type { components, paths } from '../../docs/openapi.d.ts';
import { answered, api } from '../api/client.ts';

type Page = paths['/auth/key-bundles']['get']['responses'][200]['content']['application/json'];

/** More than anybody collects in years. A service that goes on for ever must not keep us. */
const MOST_PAGES = 100;

/** Every archived bundle that holds keys, newest first. A reset by mail leaves one without any. */
export async function archivedBundles(): Promise<Page['keyBundles']> {
  const found: Page['keyBundles'] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const page: Page = await answered(api.GET('/auth/key-bundles', { params: { query } }));
    found.push(
      ...page.keyBundles.filter(({ keyBundle, fromReset }) => !fromReset && !('awaiting' in keyBundle)),
    );
    // Those of resets come last, and may be many.
    if (page.nextCursor === null || page.keyBundles.some(({ fromReset }) => fromReset)) break;
    cursor = page.nextCursor;
  }
  return found;
}

/** The older copy of the keys that this password opens. Null if there is none, as after a reset. */
export async function olderVault(logIn: LogIn, user: components['schemas']['User']): Promise<Vault | null> {
  try {
    return await unlockArchived(logIn, user, await archivedBundles());
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  }
}
