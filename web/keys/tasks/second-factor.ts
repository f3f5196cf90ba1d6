/** Two-factor authentication. */
import { answered, api } from '../../api/client.ts';
import { ownPassword } from '../derive.ts';

/** @returns the secret for the app, shown only once */
export async function setUpTwoFactor(typed: {
  password: string;
}): Promise<{ secret: string; otpauthUrl: string }> {
  const password = await ownPassword(typed.password);
  const { secret, otpauthUrl } = await answered(api.POST('/auth/2fa/setup', { body: { password } }));
  return { secret, otpauthUrl };
}

/** @returns new recovery codes in place of the old ones */
export async function renewCodes(typed: { password: string; code: string }): Promise<string[]> {
  const body = { password: await ownPassword(typed.password), token: typed.code };
  return (await answered(api.POST('/auth/2fa/recovery-codes', { body }))).recoveryCodes;
}

export async function disableTwoFactor(typed: {
  password: string;
  twoFactorCode?: string;
  recoveryCode?: string;
}): Promise<void> {
  const { twoFactorCode, recoveryCode } = typed;
  const second = twoFactorCode ? { token: twoFactorCode } : recoveryCode ? { recoveryCode } : {};
  const body = { password: await ownPassword(typed.password), ...second };
  await answered(api.POST('/auth/2fa/disable', { body }));
}
