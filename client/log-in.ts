/** From a typed password to an open vault. */
import { CryptoError, type Kdf, type LogIn, unlock } from '../crypto/index.ts';
import type { components, paths } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { olderVault } from './archive.ts';
import { type Derived, derive } from './derive.ts';
import { storeBundle, type UnlockedVault } from './owner.ts';
import { storePassword } from './password.ts';
import { clientProblem, Problem } from './problem.ts';
import {
  highestSeen,
  rememberBundle,
  rememberOlderBundle,
  type SeenBundles,
  seenInMemory,
} from './seen-bundles.ts';

/** An account as the service returns it. */
export type User = components['schemas']['User'];

/** A code from the authenticator app, or a recovery code instead of it. */
export interface SecondFactor {
  twoFactorCode?: string | undefined;
  recoveryCode?: string | undefined;
}

type LoggedIn = paths['/auth/login']['post']['responses'][200]['content']['application/json'];

/** What kind of session to open. */
export interface SessionRequest extends SecondFactor {
  /** Cookies by default. `app` and `bearer` return tokens for programs; only an `app` has signs of life. */
  session?: 'app' | 'bearer';
  /** From an earlier log-in on this device, which strangers who try passwords for the address then cannot lock out. */
  deviceToken?: string | null;
}

/**
 * Opens a session. The service gets a value derived from the password, never the password.
 *
 * @returns the account, and the tokens if the session has any
 * @throws Problem `invalid_credentials`, `email_not_verified`; `two_factor_required`: ask for the code and call it again
 */
export function openSession(api: Api, logIn: LogIn, request: SessionRequest = {}): Promise<LoggedIn> {
  const { email, password } = logIn;
  const { session, deviceToken, twoFactorCode, recoveryCode } = request;
  const body = {
    email,
    password,
    ...(session ? { session } : {}),
    ...(deviceToken ? { deviceToken } : {}),
    ...(twoFactorCode ? { twoFactorCode } : recoveryCode ? { recoveryCode } : {}),
  };
  return answered(api.POST('/auth/login', { body }));
}

/** The state of a vault when its owner has logged in. */
export type VaultState =
  | 'open'
  /** The password was reset: `recover` with the recovery code. */
  | 'needs_recovery_code'
  /** The account has no keys yet: `startOver`. */
  | 'no_keys'
  /** The password is right, but only an older copy of the keys opens: ask the owner, then `putOlderKeysBack`. */
  | 'older_keys'
  /**
   * The keys that open are older than those that this device has seen: ask the owner whether a backup was restored,
   * then `acceptOlderBundle`.
   */
  | 'rolled_back';

export type OpenedVault = { state: 'open'; unlocked: UnlockedVault } | { state: Exclude<VaultState, 'open'> };

/** The account with its keys, which an unconfirmed session gets only for the password. */
async function withKeys(api: Api, { password }: LogIn, user: User): Promise<User> {
  if (user.keyBundle) return user;
  return { ...user, ...(await answered(api.POST('/auth/keys', { body: { password } }))) };
}

/**
 * The account of the session, with its keys.
 *
 * @throws CryptoError `locked` if another owner has logged in since; Problem `wrong_password`
 */
export async function readOwn(api: Api, logIn: LogIn): Promise<User> {
  const { user } = await answered(api.GET('/auth/profile'));
  if (user.email !== logIn.email) throw new CryptoError('locked');
  return withKeys(api, logIn, user);
}

/**
 * Opens the vault with the password's keys, and remembers how new they are.
 *
 * @throws CryptoError if neither the current keys nor older ones open; Problem `confirmation_required` if the current
 *   ones don't, and the session must be confirmed before older ones can be tried
 */
export async function openVault(
  api: Api,
  logIn: LogIn,
  given: User,
  seen: SeenBundles = seenInMemory(),
): Promise<OpenedVault> {
  const user = await withKeys(api, logIn, given);
  try {
    const vault = await unlock(logIn, user, await highestSeen(seen, user));
    await rememberBundle(seen, vault);
    return { state: 'open', unlocked: { vault, keyBundleVersion: user.keyBundleVersion } };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    const isOlder = error.code === 'bundle_rolled_back';
    if (isOlder) {
      // Another tab may have changed the keys since the service was asked for them.
      const present = await readOwn(api, logIn);
      if (present.keyBundleVersion > user.keyBundleVersion) return openVault(api, logIn, present, seen);
    }
    // A thief may have stored other keys in place of the newest, which are then in the archive.
    if (await olderVault(api, logIn, user, seen)) return { state: 'older_keys' };
    // Otherwise the service could damage the newest keys to get older ones put back.
    if (isOlder || (await olderVault(api, logIn, user))) return { state: 'rolled_back' };
    if (!user.keyBundle) return { state: 'no_keys' };
    if (error.code === 'needs_recovery_code') return { state: 'needs_recovery_code' };
    throw error;
  }
}

/**
 * Opens keys that are older than those that this device has seen, because their owner says that a backup was restored. If
 * the present ones do not open, it puts back the newest that do.
 *
 * @throws CryptoError as `unlock`; `locked` if another owner has logged in since; Problem `confirmation_required`
 */
export async function acceptOlderBundle(api: Api, logIn: LogIn, seen: SeenBundles): Promise<UnlockedVault> {
  const user = await readOwn(api, logIn);
  try {
    const vault = await unlock(logIn, user);
    await rememberOlderBundle(seen, vault);
    return { vault, keyBundleVersion: user.keyBundleVersion };
  } catch (error) {
    const vault = error instanceof CryptoError && (await olderVault(api, logIn, user));
    if (!vault) throw error;
    return storeBundle(api, vault, user.keyBundleVersion);
  }
}

/** Whether every parameter makes guessing at least as expensive, so that the service cannot weaken the derivation. */
const isStronger = (one: Kdf, other: Kdf): boolean =>
  one.memoryKiB >= other.memoryKiB &&
  one.passes >= other.passes &&
  (one.memoryKiB > other.memoryKiB || one.passes > other.passes);

/**
 * Derives keys from the same password with the newest parameters, if that makes guessing more expensive. Other sessions
 * end.
 *
 * @returns the vault with its new keys, or null if there was nothing to do
 */
export async function moveToNewest(
  api: Api,
  { logIn, current }: Derived,
  password: string,
  unlocked: UnlockedVault,
): Promise<UnlockedVault | null> {
  if (!isStronger(current, logIn.kdf)) return null;
  return storePassword(api, { logIn, current }, unlocked, { password });
}

/**
 * Logs in and opens the vault: `derive`, `openSession` and `openVault`.
 *
 * @param typed.seen the memory of this device, which makes it refuse older keys
 * @param typed.onSession called once the session is open. A client without cookies must send the access token from then
 *   on, because opening the vault may need it
 * @throws Problem as `openSession`; CryptoError as `derive` and `openVault`
 */
export async function logIn(
  api: Api,
  typed: { email: string; password: string } & SessionRequest & {
      onSession?(session: LoggedIn): void;
      seen?: SeenBundles;
    },
): Promise<LoggedIn & { derived: Derived; opened: OpenedVault }> {
  const derived = await derive(api, typed);
  const session = await openSession(api, derived.logIn, typed);
  typed.onSession?.(session);
  const opened = await openVault(api, derived.logIn, session.user, typed.seen);
  if (opened.state === 'open') {
    // The password works as it is. If this fails, the next log-in tries again.
    const moved = await moveToNewest(api, derived, typed.password, opened.unlocked).catch(() => null);
    if (moved) opened.unlocked = moved;
  }
  return { ...session, derived, opened };
}

/** The addresses that the owner has typed at log-ins on this device. */
export type TypedAddresses = readonly string[];

/**
 * Makes sure that the address, which is the salt of the derivation, is not one that the service made up. If it named the
 * same address to everybody, one table of derived passwords would fit all of them.
 *
 * @throws CryptoError `wrong_password`; Problem `address_unproven`
 */
async function proveAddress(api: Api, logIn: LogIn, user: User, typed: TypedAddresses): Promise<void> {
  if (typed.includes(logIn.email)) return;
  // Keys that the service returns only once it has seen the derived value would prove nothing.
  if (!user.keyBundle) throw clientProblem('address_unproven');
  try {
    // If it opens, it was sealed with the same password under the same address.
    await unlock(logIn, user);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    if (await olderVault(api, logIn, user)) return;
    if (error.code === 'wrong_password') throw error;
    throw clientProblem('address_unproven');
  }
}

/**
 * Derives the keys of the account that is logged in, whose address the service names.
 *
 * @throws CryptoError `wrong_password`; Problem `address_unproven` if nothing opens with it, as after a reset: then the
 *   owner has to log in again, and type the address
 */
export async function deriveOwn(
  api: Api,
  password: string,
  typed: TypedAddresses = [],
): Promise<Derived & { user: User }> {
  const { user } = await answered(api.GET('/auth/profile'));
  const derived = await derive(api, { email: user.email, password });
  await proveAddress(api, derived.logIn, user, typed);
  return { user, ...derived };
}

/**
 * Like `deriveOwn`, for steps that ask for the password again.
 *
 * @throws Problem `wrong_password`, `address_unproven`
 */
export async function ownLogIn(api: Api, password: string, typed: TypedAddresses = []): Promise<LogIn> {
  try {
    return (await deriveOwn(api, password, typed)).logIn;
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code !== 'wrong_password') throw error;
    throw new Problem({ code: 'wrong_password', status: 403 });
  }
}

/** A second factor as most routes take it. */
export const asSecondFactor = ({ twoFactorCode, recoveryCode }: SecondFactor) =>
  twoFactorCode ? { token: twoFactorCode } : recoveryCode ? { recoveryCode } : {};

/**
 * Confirms the session, for what weakens a switch or an account: after Problem `confirmation_required`, confirm and do
 * the same again.
 *
 * @throws Problem `wrong_password`, `wrong_two_factor_code`
 */
export const confirmSession = (api: Api, { password }: LogIn, second: SecondFactor = {}) =>
  answered(api.POST('/auth/confirm', { body: { password, ...asSecondFactor(second) } }));

/** Ends the session. It is no error if it has ended already. */
export async function logOut(api: Api): Promise<void> {
  try {
    await answered(api.POST('/auth/logout'));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
}

/** Deletes the account and everything in it. @throws Problem `wrong_password`, `recently_reset`, `confirmation_required` */
export async function deleteAccount(api: Api, { password }: LogIn): Promise<void> {
  await answered(api.DELETE('/auth/delete-account', { body: { password } }));
}
