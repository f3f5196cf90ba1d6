/** Opening a vault that the password alone does not open. Each task goes on from the password typed last. */
import {
  CryptoError,
  type LogIn,
  startOver,
  unlock as unlockVault,
  unlockWithRecoveryCode,
  type Vault,
} from '../../../crypto/index.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { archivedBundles, olderVault } from '../archive.ts';
import { storeBundle } from '../bundle.ts';
import { hold, lastTyped, moment, onChange } from '../held.ts';
import type { User } from './account.ts';

/** Made for somebody who starts over, until they have proven that they kept the recovery code. */
let fresh: { vault: Vault; version: number } | null = null;
// A lock takes what was typed, and these keys with it.
onChange(() => {
  if (!lastTyped()) fresh = null;
});

/** @throws CryptoError `locked` if the password must be typed again */
async function comingIn(): Promise<{ logIn: LogIn; user: User; at: number }> {
  const at = moment();
  const logIn = lastTyped();
  if (!logIn) throw new CryptoError('locked');
  const { user } = await answered(api.GET('/auth/profile'));
  // Somebody else has logged in since, in another tab.
  if (user.email !== logIn.email) throw new CryptoError('locked');
  return { logIn, user, at };
}

/**
 * Opens the vault with the recovery code after a reset, and stores its keys under the new password.
 *
 * @param typed.older puts an older copy back although a newer one has another code: ask the owner first
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`, `recovery_code_replaced`,
 *   `nothing_to_recover`
 */
export async function recover(typed: { recoveryCode: string; older: boolean }): Promise<void> {
  const { logIn, user, at } = await comingIn();
  const archived = await archivedBundles();
  const { older } = typed;
  const vault = await unlockWithRecoveryCode(logIn, user, archived, typed.recoveryCode, { older });
  hold(await storeBundle(vault, user.keyBundleVersion), at);
}

/** Puts back the newest older copy of the keys that the password opens. */
export async function putOlderKeysBack(): Promise<void> {
  const { logIn, user, at } = await comingIn();
  const vault = await olderVault(logIn, user);
  if (!vault) throw new CryptoError('nothing_to_recover');
  hold(await storeBundle(vault, user.keyBundleVersion), at);
}

/** Makes keys for an empty vault. @returns their recovery code, to be shown once */
export async function prepareNewKeys(): Promise<{ recoveryCode: string }> {
  const { logIn, user } = await comingIn();
  const { vault, recoveryCode } = await startOver(logIn, user);
  fresh = { vault, version: user.keyBundleVersion };
  return { recoveryCode };
}

/** Stores the keys that were prepared last. The ones before stay in the archive. */
export async function storeNewKeys(): Promise<void> {
  if (!fresh) throw new CryptoError('locked');
  const { vault, version } = fresh;
  const { user: present, at } = await comingIn();
  if (present.id !== vault.userId) throw new CryptoError('locked');
  try {
    hold(await storeBundle(vault, version), at);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error;
    // Perhaps an earlier try was carried out, and only its answer got lost.
    const { logIn, user } = await comingIn();
    const stored = await unlockVault(logIn, user).catch(() => null);
    if (stored?.ownerKey !== vault.ownerKey) throw error;
    hold({ vault: stored, keyBundleVersion: user.keyBundleVersion }, at);
  }
  fresh = null;
}
