/** The key bundle as the service keeps it. */
import type { KeyBundle, Vault } from '../../crypto/index.ts';
import { answered, api } from '../api/client.ts';
import type { Held } from './held.ts';

/** As the API takes it: our bundle is opaque to it. */
export const asBundle = (keyBundle: KeyBundle): Record<string, unknown> => ({ ...keyBundle });

/**
 * Stores the bundle of a changed vault.
 *
 * @param version of the bundle that it is based on
 * @returns the vault with its new version, for `hold` or `goOn`
 * @throws Problem `version_conflict` if that has been replaced since, `confirmation_required`
 */
export async function storeBundle(vault: Vault, version: number): Promise<Held> {
  const body = { keyBundle: asBundle(vault.keyBundle), keyBundleVersion: version };
  const { user } = await answered(api.PUT('/auth/profile', { body }));
  return { vault, keyBundleVersion: user.keyBundleVersion };
}
