/** Opening an account, and choosing a new password for one whose password is forgotten. */
import { beginReset, createAccount } from '../crypto/index.ts';
import type { components } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { asBundle } from './owner.ts';

/** A new account as `register` sends it. */
export type Registration = components['schemas']['Registration'];

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  language?: components['schemas']['Language'];
  /** Such as `Europe/Berlin`. */
  timeZone?: string;
  /** The token of an invitation, where accounts are by invitation only. */
  invitation?: string;
}

/**
 * Makes the keys of a new account. Nothing is stored yet: show the recovery code once, let the owner prove that they
 * kept it, then call `register`.
 *
 * @returns the recovery code, and what `register` sends
 * @throws CryptoError `kdf_too_weak`, `kdf_too_costly`
 */
export async function prepareAccount(
  api: Api,
  { email, password: typed, ...person }: NewAccount,
): Promise<{ recoveryCode: string; registration: Registration }> {
  const { current } = await answered(api.POST('/auth/kdf', { body: { email } }));
  const account = await createAccount({ email, password: typed, kdf: current });
  const { recoveryCode, keyBundle, password, salt, kdfVersion } = account;
  const keys = { password, salt, kdfVersion, keyBundle: asBundle(keyBundle) };
  return { recoveryCode, registration: { email, ...person, ...keys } };
}

/**
 * Opens an account. Trying again is safe: each try has the same keys and the same code. The owner gets an email with a
 * link; its token goes to `verifyAddress`, and then the account can log in.
 */
export async function register(api: Api, registration: Registration): Promise<void> {
  await answered(api.POST('/auth/register', { body: registration }));
}

/** Confirms an address with the token of the link in the email. @throws Problem `token_expired`, `token_used`, `token_invalid` */
export const verifyAddress = (api: Api, token: string) =>
  answered(api.GET('/auth/verify-email', { params: { query: { token } } }));

/**
 * Sets a new password with the token of the link in the email. The vault then needs the recovery code.
 *
 * @throws Problem `token_expired`, `token_used`, `token_invalid`; `validation_failed` if it is another address
 */
export async function resetPassword(
  api: Api,
  { token, email, password }: { token: string; email: string; password: string },
) {
  const { current } = await answered(api.POST('/auth/kdf', { body: { email } }));
  const { keyBundle, ...fresh } = await beginReset({ email, password, kdf: current });
  const body = { token, email, ...fresh, keyBundle: asBundle(keyBundle) };
  return answered(api.POST('/auth/reset-password', { body }));
}
