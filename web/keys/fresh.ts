/** The open vault, with its keys as they are stored at this moment. */
import { CryptoError, reopen } from '../../crypto/index.ts';
import { answered, api } from '../api/client.ts';
import { current, drop, goOn, type Held, requireOpen } from './held.ts';

/**
 * Another device may have changed the keys since the vault was opened. What is sealed with the former ones opens for
 * no successor who should read it, and for somebody who was shut out.
 *
 * @throws CryptoError `locked` if the password was changed too, so that it has to be typed again
 */
export async function freshVault(): Promise<Held> {
  const held = requireOpen();
  const { user } = await answered(api.GET('/auth/profile'));
  // Somebody else has logged in since, in another tab.
  if (user.id !== held.vault.userId) throw new CryptoError('locked');
  const { keyBundleVersion } = user;
  // An older bundle could bring back a key that was taken away. What is based on it is refused anyway.
  if (keyBundleVersion <= held.keyBundleVersion) return held;
  try {
    goOn({ vault: await reopen(held.vault, user.keyBundle), keyBundleVersion });
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    // Perhaps another tab has just changed the password, and has told us meanwhile.
    if ((current()?.keyBundleVersion ?? 0) < keyBundleVersion) drop();
  }
  return requireOpen();
}
