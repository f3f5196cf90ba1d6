/** Changing what opens the vault: the password, the address and the recovery code. */
import { changePassword, keepRecoveryCode, renewRecoveryCode } from '../crypto/index.ts';
import { type Api, answered } from './api.ts';
import type { Derived } from './derive.ts';
import { asBundle, changeBundle, freshVault, type Owner, type UnlockedVault } from './owner.ts';
import { Problem } from './problem.ts';

/** The account's keys under another password, or for another address, as the API takes them. */
async function rewrapped(
  { logIn, current }: Derived,
  { vault, keyBundleVersion }: UnlockedVault,
  { recoveryCode, ...next }: { email: string; password: string; recoveryCode?: string },
) {
  const who = { ...next, kdf: current };
  const { vault: after, keyBundle, ...changed } = await changePassword(vault, who, recoveryCode);
  const body = {
    ...changed,
    currentPassword: logIn.password,
    keyBundle: asBundle(keyBundle),
    keyBundleVersion,
  };
  return { after, body };
}

/**
 * Wraps the keys with another password, derived in the newest way, which logs in from then on. Nothing is encrypted
 * again. Other sessions end.
 *
 * @param derived of the present password
 * @param next.recoveryCode from `prepareRecoveryCode`, if it is to replace the present code in the same step. The owner
 *   has proven that they kept it
 * @returns the vault with its new keys
 * @throws Problem `confirmation_required`, `version_conflict`; with status 0 if it may have been changed
 */
export async function storePassword(
  api: Api,
  derived: Derived,
  unlocked: UnlockedVault,
  next: { password: string; recoveryCode?: string },
): Promise<UnlockedVault> {
  const { email } = derived.logIn;
  const { after, body } = await rewrapped(derived, unlocked, { ...next, email });
  await answered(api.PUT('/auth/change-password', { body }));
  const { user } = await answered(api.GET('/auth/profile')).catch((cause) => {
    // A refusal of this would look as if nothing had been changed.
    throw cause instanceof Problem ? new Problem({ code: cause.code, status: 0, cause }) : cause;
  });
  return { vault: after, keyBundleVersion: user.keyBundleVersion };
}

/**
 * Asks for another address. The same password then gives other keys, so they are wrapped for it now. Until the new
 * mailbox confirms, nothing changes.
 *
 * @param next.password the present password, as it was typed
 * @throws Problem `confirmation_required`, `recently_reset`, `version_conflict`
 */
export async function requestAddress(
  api: Api,
  derived: Derived,
  unlocked: UnlockedVault,
  next: { email: string; password: string },
): Promise<void> {
  const { body } = await rewrapped(derived, unlocked, next);
  await answered(api.PUT('/auth/profile', { body: { ...body, email: next.email } }));
}

/**
 * Makes a new recovery code. It is not active yet: show it once, let the owner prove that they kept it, then call
 * `storeRecoveryCode`.
 */
export async function prepareRecoveryCode(owner: Owner): Promise<string> {
  const { vault } = await freshVault(owner);
  return (await renewRecoveryCode(vault)).recoveryCode;
}

/**
 * Activates a recovery code in place of the present one. Trying again is safe: the code stays the same.
 *
 * @throws Problem `confirmation_required`
 */
export async function storeRecoveryCode(owner: Owner, recoveryCode: string): Promise<void> {
  await changeBundle(owner, (vault) => keepRecoveryCode(vault, recoveryCode));
}
