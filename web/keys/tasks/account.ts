/** Logging in, unlocking, locking, and tasks that need the password again. */
import type { Derived } from '../../../client/derive.ts';
import {
  confirmSession,
  deleteAccount as deleteFor,
  deriveOwn,
  logOut as endSession,
  logIn as enter,
  type OpenedVault,
  openVault,
  ownLogIn,
  type SecondFactor,
  type User,
  type VaultState,
} from '../../../client/log-in.ts';
import { freshVault, type UnlockedVault } from '../../../client/owner.ts';
import { requestAddress as askForAddress, storePassword } from '../../../client/password.ts';
import { isProblem } from '../../../client/problem.ts';
import * as secondFactor from '../../../client/second-factor.ts';
import { CryptoError, type LogIn } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import { owner } from '../owner.ts';
import { rememberAddress, seen, typedAddresses } from '../seen.ts';
import type { Tab, TaskContext } from '../tab.ts';
import { adoptLaterState, keepTyped, keepUnlocked, lockCount, lockEverywhere } from '../unlocked-vault.ts';
import { stopUploads } from '../uploads.ts';
import { forgetPrepared, prepareRecoveryCode, requirePrepared } from './recovery-code.ts';

export interface TypedPassword extends SecondFactor {
  password: string;
}

export interface TypedLogIn extends TypedPassword {
  email: string;
}

/** The state of the vault, without its keys. */
export interface Opened {
  state: VaultState;
}

/** Keeps an open vault, or else the log-in, for the tasks that can open it. */
function keep(tab: Tab, opened: OpenedVault, logIn: LogIn, since: number): Opened {
  if (opened.state === 'open') keepUnlocked(opened.unlocked, since);
  else keepTyped(tab, logIn, since);
  return { state: opened.state };
}

/**
 * Logs in and opens the vault.
 *
 * @throws Problem such as `two_factor_required`; CryptoError such as `kdf_too_weak`
 */
export async function logIn(
  typed: TypedLogIn,
  { tab }: TaskContext,
): Promise<{ user: User; opened: Opened }> {
  // An earlier session may still end before this one begins.
  let since = lockCount();
  const onSession = (): void => {
    since = lockCount();
  };
  const { user, derived, opened } = await enter(api, { ...typed, seen, onSession });
  // If it cannot be kept, the address has to be typed again.
  await rememberAddress(derived.logIn.email).catch(() => {});
  return { user, opened: keep(tab, opened, derived.logIn, since) };
}

/**
 * Opens the vault of the session with the password.
 *
 * @throws CryptoError `wrong_password`; if the password alone doesn't open the vault, Problem `wrong_two_factor_code`,
 *   `address_unproven`
 */
export async function unlock(typed: TypedPassword, { tab }: TaskContext): Promise<Opened> {
  const since = lockCount();
  const { user, logIn } = await deriveOwn(api, typed.password, await typedAddresses());
  // The address is proven now. Later it might not be: the proof may need older keys, which the service returns only
  // while the session is confirmed.
  await rememberAddress(logIn.email).catch(() => {});
  let isConfirmed = false;
  const opened = await openVault(api, logIn, user, seen).catch(async (error) => {
    if (!isProblem(error, 'confirmation_required')) throw error;
    await confirmSession(api, logIn, typed);
    isConfirmed = true;
    return openVault(api, logIn, user, seen);
  });
  // Keys are about to be stored under this password, so it must be the one that logs in.
  if (opened.state !== 'open' && !isConfirmed) await confirmSession(api, logIn, typed);
  return keep(tab, opened, logIn, since);
}

const ownPassword = async ({ password }: TypedPassword): Promise<LogIn> =>
  ownLogIn(api, password, await typedAddresses());

/**
 * Confirms the session with the password, for changes that weaken a switch or an account.
 *
 * @throws Problem `wrong_password`, `wrong_two_factor_code`, `address_unproven`
 */
export const confirm = async (typed: TypedPassword): Promise<{ confirmedUntil: string }> =>
  confirmSession(api, await ownPassword(typed), typed);

/** Takes over the keys that another device has changed. Locks the vault if they no longer open without the password. */
export async function takeNewerKeys(): Promise<void> {
  await freshVault(owner);
}

/** Drops the keys in all tabs. */
export function lock(): void {
  lockEverywhere();
}

/** Ends the session, and drops the keys whatever the service answers. */
export async function logOut(): Promise<void> {
  lockEverywhere();
  stopUploads();
  await endSession(api);
  // Another tab may have opened the vault in the meantime.
  lockEverywhere();
}

/** @throws Problem `wrong_password`, `recently_reset`, `confirmation_required` */
export async function deleteAccount(typed: TypedPassword): Promise<void> {
  await deleteFor(api, await ownPassword(typed));
  lockEverywhere();
  stopUploads();
}

async function openedWith(password: string): Promise<{ derived: Derived; unlocked: UnlockedVault }> {
  const derived = await deriveOwn(api, password, await typedAddresses());
  const opened = await openVault(api, derived.logIn, derived.user, seen);
  if (opened.state !== 'open')
    throw new CryptoError(opened.state === 'rolled_back' ? 'bundle_rolled_back' : 'bundle_damaged');
  return { derived, unlocked: opened.unlocked };
}

/**
 * @param typed.withNewCode also activates the recovery code that was prepared last, in the same step
 * @throws CryptoError `wrong_password`; Problem `confirmation_required`, `version_conflict`
 */
export async function replacePassword(
  typed: { password: string; newPassword: string; withNewCode: boolean },
  { tab }: TaskContext,
): Promise<void> {
  const code = typed.withNewCode ? { recoveryCode: requirePrepared(tab) } : {};
  const { derived, unlocked } = await openedWith(typed.password);
  adoptLaterState(await storePassword(api, derived, unlocked, { password: typed.newPassword, ...code }));
  if (typed.withNewCode) forgetPrepared(tab);
}

/**
 * Prepares a new recovery code, if the password is right: nobody should write a code down for a mistyped password.
 *
 * @throws CryptoError `wrong_password`
 */
export async function prepareCodeWith(
  typed: { password: string },
  asked: TaskContext,
): Promise<{ recoveryCode: string }> {
  await openedWith(typed.password);
  return prepareRecoveryCode(undefined, asked);
}

/** @throws CryptoError `wrong_password`; Problem `confirmation_required`, `recently_reset`, `version_conflict` */
export async function requestAddress(typed: { email: string; password: string }): Promise<void> {
  const { derived, unlocked } = await openedWith(typed.password);
  await askForAddress(api, derived, unlocked, typed);
  await rememberAddress(typed.email).catch(() => {});
}

/** @returns the secret for the app, shown only once */
export const setUpTwoFactor = async (typed: TypedPassword) =>
  secondFactor.setUpTwoFactor(api, await ownPassword(typed));

/** @returns new recovery codes in place of the old ones */
export const renewCodes = async (typed: { password: string; code: string }): Promise<string[]> =>
  secondFactor.renewCodes(api, await ownPassword(typed), typed.code);

export const disableTwoFactor = async (typed: TypedPassword): Promise<void> =>
  secondFactor.disableTwoFactor(api, await ownPassword(typed), typed);

export const removeSecondFactor = (typed: { token: string; recoveryCode: string }) =>
  secondFactor.removeSecondFactor(api, typed);
