/** Changing what opens the vault: the password, the address and the recovery code. */
import { CryptoError, changePassword, renewRecoveryCode, unlock, type Vault } from '../../../crypto/index.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { asBundle, storeBundle } from '../bundle.ts';
import { deriveOwn } from '../derive.ts';
import { freshVault } from '../fresh.ts';
import { current, hold, onChange } from '../held.ts';
import { storePassword } from '../store-password.ts';

/** @throws CryptoError `wrong_password`; Problem `confirmation_required`, `version_conflict` */
export async function replacePassword(typed: { password: string; newPassword: string }): Promise<void> {
  const { user, ...derived } = await deriveOwn(typed.password);
  await storePassword(derived, user, typed.newPassword);
}

/**
 * Asks for another address. The same password then gives other keys, so they are wrapped for it now. Until the new
 * mailbox confirms, nothing changes.
 *
 * @throws CryptoError `wrong_password`; Problem `confirmation_required`, `version_conflict`
 */
export async function requestAddress(typed: { email: string; password: string }): Promise<void> {
  const { email, password } = typed;
  const { user, logIn, current: kdf } = await deriveOwn(password);
  const before = await unlock(logIn, user);
  const { newPassword, salt, keyBundle, kdfVersion } = await changePassword(before, { email, password, kdf });
  const body = {
    email,
    currentPassword: logIn.password,
    newPassword,
    salt,
    kdfVersion,
    keyBundle: asBundle(keyBundle),
    keyBundleVersion: user.keyBundleVersion,
  };
  await answered(api.PUT('/auth/profile', { body }));
}

/** With a new recovery code, until somebody has proven that they kept it. */
let renewed: { vault: Vault; version: number } | null = null;
onChange(() => {
  if (!current()) renewed = null;
});

/** @returns a new recovery code, to be shown once */
export async function prepareRecoveryCode(): Promise<{ recoveryCode: string }> {
  const { vault: before, keyBundleVersion: version } = await freshVault();
  const { vault, recoveryCode } = await renewRecoveryCode(before);
  renewed = { vault, version };
  return { recoveryCode };
}

/** What only this code's bundle has. */
const markOf = (keyBundle: unknown): string | undefined =>
  (keyBundle as Vault['keyBundle'] | null)?.vaultKey?.recovery?.data;

/** Makes the code that was prepared last count, in place of the one before. */
export async function storeRecoveryCode(): Promise<void> {
  if (!renewed) throw new CryptoError('locked');
  const { vault, version } = renewed;
  try {
    await storeBundle(vault, version);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error;
    // Perhaps an earlier try was carried out, and only its answer got lost.
    const { user } = await answered(api.GET('/auth/profile'));
    if (markOf(user.keyBundle) !== markOf(vault.keyBundle)) throw error;
    hold({ vault, keyBundleVersion: user.keyBundleVersion });
  }
  renewed = null;
}
