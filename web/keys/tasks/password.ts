/** Changing what opens the vault: the password, the address and the recovery code. */
import {
  CryptoError,
  changePassword,
  keepRecoveryCode,
  renewRecoveryCode,
  unlock,
} from '../../../crypto/index.ts';
import { answered, api } from '../../api/client.ts';
import { changeBundle } from '../again.ts';
import { asBundle } from '../bundle.ts';
import { deriveOwn } from '../derive.ts';
import { freshVault } from '../fresh.ts';
import { current, onChange } from '../held.ts';
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

/** Until somebody has proven that they kept it. The service knows nothing of it before. */
let made: { recoveryCode: string; userId: string } | null = null;
onChange(() => {
  if (current()?.vault.userId !== made?.userId) made = null;
});

/** @returns a new recovery code, to be shown once */
export async function prepareRecoveryCode(): Promise<{ recoveryCode: string }> {
  const { vault } = await freshVault();
  const { recoveryCode } = await renewRecoveryCode(vault);
  made = { recoveryCode, userId: vault.userId };
  return { recoveryCode };
}

/**
 * Makes the code that was prepared last count, in place of the one before, for the keys as they are by now. Trying again
 * is safe: it stays the same code.
 */
export async function storeRecoveryCode(): Promise<void> {
  if (!made) throw new CryptoError('locked');
  const { recoveryCode } = made;
  await changeBundle((vault) => keepRecoveryCode(vault, recoveryCode));
  made = null;
}
