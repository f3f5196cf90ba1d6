/** The key bundle as the service keeps it. */
import type { KeyBundle, Vault } from '../../crypto/index.ts';
import { answered, api } from '../api/client.ts';
import { hold } from './held.ts';

/** As the API takes it: our bundle is opaque to it. */
export const asBundle = (keyBundle: KeyBundle): Record<string, unknown> => ({ ...keyBundle });

/**
 * Stores the bundle of a changed vault, and goes on with that vault in all tabs.
 *
 * @param version of the bundle that it is based on
 * @throws Problem `version_conflict` if that has been replaced since, `confirmation_required`
 */
export async function storeBundle(vault: Vault, version: number): Promise<void> {
  const body = { keyBundle: asBundle(vault.keyBundle), keyBundleVersion: version };
  const { user } = await answered(api.PUT('/auth/profile', { body }));
  hold({ vault, keyBundleVersion: user.keyBundleVersion });
}
