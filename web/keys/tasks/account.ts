/** Logging in, unlocking and locking. */
import { CryptoError, type Kdf, type LogIn, unlock as unlockVault } from '../../../crypto/index.ts';
import type { components } from '../../../docs/openapi.d.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { olderVault } from '../archive.ts';
import { type Derived, derive, deriveOwn, ownPassword } from '../derive.ts';
import { freshVault } from '../fresh.ts';
import { drop, hold, keepTyped, moment } from '../held.ts';
import { storePassword } from '../store-password.ts';

export type User = components['schemas']['User'];

/** The second factor: a code from the authenticator app, or a recovery code instead of it. */
interface SecondFactor {
  twoFactorCode?: string;
  recoveryCode?: string;
}

export interface TypedPassword extends SecondFactor {
  password: string;
}

export interface TypedLogIn extends TypedPassword {
  email: string;
}

/** What became of the vault when its owner came in. */
export type Opened =
  | { state: 'open' }
  /** The password was reset: it takes the recovery code. */
  | { state: 'needs_recovery_code' }
  /** The account has no keys yet. */
  | { state: 'no_keys' }
  /** The password is right, but only an older copy of the keys opens. */
  | { state: 'older_keys' };

/** @throws CryptoError if neither these keys nor older ones open */
async function openWith(logIn: LogIn, user: User, typedAt: number): Promise<Opened> {
  try {
    const vault = await unlockVault(logIn, user);
    hold({ vault, keyBundleVersion: user.keyBundleVersion }, typedAt);
    return { state: 'open' };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    if (await olderVault(logIn, user)) return { state: 'older_keys' };
    if (!user.keyBundle) return { state: 'no_keys' };
    if (error.code === 'needs_recovery_code') return { state: 'needs_recovery_code' };
    throw error;
  }
}

/** Whether guessing costs more. The service cannot talk us into less. */
const isStronger = (one: Kdf, other: Kdf): boolean =>
  one.memoryKiB >= other.memoryKiB &&
  one.passes >= other.passes &&
  (one.memoryKiB > other.memoryKiB || one.passes > other.passes);

/** Derives the same password in the newest way, if that costs a guesser more. */
async function moveToNewest({ logIn, current }: Derived, password: string, user: User): Promise<void> {
  if (isStronger(current, logIn.kdf)) await storePassword({ logIn, current }, user, password);
}

/**
 * Logs in and opens the vault.
 *
 * @throws Problem such as `two_factor_required`; CryptoError such as `kdf_too_weak`
 */
export async function logIn(typed: TypedLogIn): Promise<{ user: User; opened: Opened }> {
  const typedAt = moment();
  const derived = await derive(typed);
  const { email, password } = derived.logIn;
  const { twoFactorCode, recoveryCode } = typed;
  const second = twoFactorCode ? { twoFactorCode } : recoveryCode ? { recoveryCode } : {};
  const { user } = await answered(api.POST('/auth/login', { body: { email, password, ...second } }));
  const opened = await openWith(derived.logIn, user, typedAt);
  if (opened.state !== 'open') keepTyped(derived.logIn, typedAt);
  // The password works as it is. If this fails, the next log-in tries again.
  else await moveToNewest(derived, typed.password, user).catch(() => {});
  return { user, opened };
}

async function confirmWith(password: string, { twoFactorCode, recoveryCode }: SecondFactor) {
  const second = twoFactorCode ? { token: twoFactorCode } : recoveryCode ? { recoveryCode } : {};
  return answered(api.POST('/auth/confirm', { body: { password, ...second } }));
}

/**
 * Opens the vault of the session with the password.
 *
 * @throws CryptoError `wrong_password`; where the vault does not open by itself, Problem `wrong_two_factor_code`,
 *   `address_unproven`
 */
export async function unlock(typed: TypedPassword): Promise<Opened> {
  const typedAt = moment();
  const { user, logIn } = await deriveOwn(typed.password);
  const opened = await openWith(logIn, user, typedAt);
  if (opened.state === 'open') return opened;
  // Keys are about to be stored under this password, so it must be the one that logs in.
  await confirmWith(logIn.password, typed);
  keepTyped(logIn, typedAt);
  return opened;
}

/**
 * Confirms the session with the password, for what weakens a switch or an account.
 *
 * @throws Problem `wrong_password`, `wrong_two_factor_code`, `address_unproven`
 */
export async function confirm(typed: TypedPassword): Promise<{ confirmedUntil: string }> {
  return confirmWith(await ownPassword(typed.password), typed);
}

/** Goes on with the keys as another device has changed them. Locks the vault if they no longer open without the password. */
export async function takeNewerKeys(): Promise<void> {
  await freshVault();
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
