/** Logging in, unlocking and locking. */
import { CryptoError, prepareLogIn, unlock as unlockVault } from '../../../crypto/index.ts';
import type { components } from '../../../docs/openapi.d.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { drop, hold, keepTyped, lastTyped } from '../held.ts';

export type User = components['schemas']['User'];

export interface TypedLogIn {
  email: string;
  password: string;
  /** From the authenticator app. */
  twoFactorCode?: string;
  /** Instead of it. */
  recoveryCode?: string;
}

/** What became of the vault when its owner came in. */
export type Opened =
  | { state: 'open' }
  /** The password was reset: it takes the recovery code. */
  | { state: 'needs_recovery_code' }
  /** The account has no keys yet. */
  | { state: 'no_keys' };

/** Derives the keys of a password in the way that the account asks for. */
async function derive({ email, password }: TypedLogIn) {
  const { kdf } = await answered(api.POST('/auth/kdf', { body: { email } }));
  const logIn = await prepareLogIn({ email, password, kdf });
  keepTyped(logIn);
  return logIn;
}

async function openWith(user: User): Promise<Opened> {
  const logIn = lastTyped();
  if (!user.keyBundle) return { state: 'no_keys' };
  if (!logIn) throw new CryptoError('locked');
  try {
    hold({ vault: await unlockVault(logIn, user), keyBundleVersion: user.keyBundleVersion });
    return { state: 'open' };
  } catch (error) {
    if (error instanceof CryptoError && error.code === 'needs_recovery_code')
      return { state: 'needs_recovery_code' };
    throw error;
  }
}

/**
 * Logs in and opens the vault.
 *
 * @throws Problem such as `two_factor_required`; CryptoError such as `kdf_too_weak`
 */
export async function logIn(typed: TypedLogIn): Promise<{ user: User; opened: Opened }> {
  const { email, password } = await derive(typed);
  const { twoFactorCode, recoveryCode } = typed;
  const second = twoFactorCode ? { twoFactorCode } : recoveryCode ? { recoveryCode } : {};
  const { user } = await answered(api.POST('/auth/login', { body: { email, password, ...second } }));
  return { user, opened: await openWith(user) };
}

/**
 * Opens the vault of the session with the password.
 *
 * @throws CryptoError `wrong_password`
 */
export async function unlock({ password }: { password: string }): Promise<Opened> {
  const { user } = await answered(api.GET('/auth/profile'));
  await derive({ email: user.email, password });
  return openWith(user);
}

/**
 * Confirms the session with the password, for what weakens a switch or an account.
 *
 * @throws Problem `wrong_password`, `two_factor_required`
 */
export async function confirm(typed: Omit<TypedLogIn, 'email'>): Promise<{ confirmedUntil: string }> {
  const { user } = await answered(api.GET('/auth/profile'));
  const { kdf } = await answered(api.POST('/auth/kdf', { body: { email: user.email } }));
  const { password } = await prepareLogIn({ email: user.email, password: typed.password, kdf });
  const { twoFactorCode, recoveryCode } = typed;
  const second = twoFactorCode ? { token: twoFactorCode } : recoveryCode ? { recoveryCode } : {};
  return answered(api.POST('/auth/confirm', { body: { password, ...second } }));
}

/** Drops the keys in all tabs. */
export function lock(): void {
  drop();
}

/** Ends the session, and drops the keys whatever the service answers. */
export async function logOut(): Promise<void> {
  drop();
  try {
    await answered(api.POST('/auth/logout'));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
}
