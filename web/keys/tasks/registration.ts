/** Opening an account, and choosing a new password for one whose password is forgotten. */
import { beginReset, CryptoError, createAccount, proveRecoveryCode } from '../../../crypto/index.ts';
import type { components } from '../../../docs/openapi.d.ts';
import { answered, api } from '../../api/client.ts';
import { asBundle } from '../bundle.ts';

type Registration = components['schemas']['Registration'];

interface NewAccount {
  name: string;
  email: string;
  password: string;
  language: components['schemas']['Language'];
  timeZone: string;
}

/** Ready to be sent, until somebody has proven that they kept the recovery code. */
let prepared: Registration | null = null;

/**
 * Makes the keys of a new account. Nothing is sent yet.
 *
 * @returns their recovery code, to be shown once
 */
export async function prepareAccount(typed: NewAccount): Promise<{ recoveryCode: string }> {
  const { name, email, language, timeZone } = typed;
  const { current } = await answered(api.POST('/auth/kdf', { body: { email } }));
  const account = await createAccount({ email, password: typed.password, kdf: current });
  const { recoveryCode, keyBundle, password, salt, kdfVersion } = account;
  const keys = { password, salt, kdfVersion, keyBundle: asBundle(keyBundle) };
  prepared = { email, name, language, timeZone, ...keys };
  return { recoveryCode };
}

/** Opens the account that was prepared last. Trying again is safe: each try has the same keys and the same code. */
export async function register(): Promise<void> {
  if (!prepared) throw new CryptoError('locked');
  await answered(api.POST('/auth/register', { body: prepared }));
  prepared = null;
}

/**
 * Sets a new password with the link from the email. The vault then needs the recovery code.
 *
 * @throws Problem `token_expired`, `token_used`, `token_invalid`; `validation_failed` if it is another address
 */
export async function resetPassword(typed: {
  token: string;
  email: string;
  password: string;
}): Promise<void> {
  const { token, email } = typed;
  const { current } = await answered(api.POST('/auth/kdf', { body: { email } }));
  const { keyBundle, ...fresh } = await beginReset({ email, password: typed.password, kdf: current });
  const body = { token, email, ...fresh, keyBundle: asBundle(keyBundle) };
  await answered(api.POST('/auth/reset-password', { body }));
}

/**
 * Proves the recovery code, which begins the removal of a second factor or, after the wait, completes it.
 *
 * @throws Problem `token_expired`, `token_used`, `token_invalid`
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`
 */
export async function removeSecondFactor(typed: { token: string; recoveryCode: string }) {
  const { token } = typed;
  const { keys } = await answered(api.POST('/auth/2fa/removal/keys', { body: { token } }));
  const signature = await proveRecoveryCode(keys, typed.recoveryCode, token);
  return answered(api.POST('/auth/2fa/removal', { body: { token, signature } }));
}
