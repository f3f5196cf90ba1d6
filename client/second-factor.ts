/** Two-factor authentication. */
import { type LogIn, proveRecoveryCode } from '../crypto/index.ts';
import { type Api, answered } from './api.ts';
import { asSecondFactor, type SecondFactor } from './log-in.ts';

/** @returns the secret for the app, shown only once @throws Problem `wrong_password` */
export async function setUpTwoFactor(
  api: Api,
  { password }: LogIn,
): Promise<{ secret: string; otpauthUrl: string }> {
  const { secret, otpauthUrl } = await answered(api.POST('/auth/2fa/setup', { body: { password } }));
  return { secret, otpauthUrl };
}

/** @returns new recovery codes in place of the old ones @throws Problem `wrong_password`, `wrong_two_factor_code` */
export async function renewCodes(api: Api, { password }: LogIn, code: string): Promise<string[]> {
  const body = { password, token: code };
  return (await answered(api.POST('/auth/2fa/recovery-codes', { body }))).recoveryCodes;
}

/** @throws Problem `wrong_password`, `wrong_two_factor_code` */
export async function disableTwoFactor(api: Api, { password }: LogIn, second: SecondFactor): Promise<void> {
  await answered(api.POST('/auth/2fa/disable', { body: { password, ...asSecondFactor(second) } }));
}

/**
 * Proves the vault's recovery code, which begins the removal of a second factor or, after the wait, completes it.
 *
 * @param typed.token from the link in the email
 * @throws Problem `token_expired`, `token_used`, `token_invalid`
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`
 */
export async function removeSecondFactor(api: Api, typed: { token: string; recoveryCode: string }) {
  const { token } = typed;
  const { keys } = await answered(api.POST('/auth/2fa/removal/keys', { body: { token } }));
  const signature = await proveRecoveryCode(keys, typed.recoveryCode, token);
  return answered(api.POST('/auth/2fa/removal', { body: { token, signature } }));
}
