/** Opening an account, and choosing a new password for one whose password is forgotten. */
import * as registration from '../../../client/registration.ts';
import { CryptoError } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import type { Tab, TaskContext } from '../tab.ts';

/** Registrations, held until the owner has proven that they kept the recovery code. */
const prepared = new WeakMap<Tab, registration.Registration>();

/**
 * Makes the keys of a new account. Nothing is sent yet.
 *
 * @returns their recovery code, to be shown once
 */
export async function prepareAccount(
  typed: registration.NewAccount,
  { tab }: TaskContext,
): Promise<{ recoveryCode: string }> {
  const made = await registration.prepareAccount(api, typed);
  prepared.set(tab, made.registration);
  return { recoveryCode: made.recoveryCode };
}

/** Opens the account that was prepared last. Trying again is safe: each try has the same keys and the same code. */
export async function register(_: undefined, { tab }: TaskContext): Promise<void> {
  const ready = prepared.get(tab);
  if (!ready) throw new CryptoError('locked');
  await registration.register(api, ready);
  prepared.delete(tab);
}

/**
 * Sets a new password with the link from the email. The vault then needs the recovery code.
 *
 * @throws Problem `token_expired`, `token_used`, `token_invalid`; `validation_failed` for another address
 */
export const resetPassword = (typed: { token: string; email: string; password: string }) =>
  registration.resetPassword(api, typed);
