/** Opening a vault at log-in, with the password or with the recovery code. */
import { wipe } from './bytes.ts';
import { readCode } from './codes.ts';
import { CryptoError } from './errors.ts';
import type { FullBundle, Kdf } from './formats.ts';
import type { LogIn } from './kdf.ts';
import {
  keyEncryptionKey,
  openContents,
  openRecoveryKey,
  openWithPassword,
  openWithRecoveryKey,
  parseBundle,
  recoveryKeyOf,
  usableKeys,
  type Wrapping,
  wipeContents,
  wrapVaultKey,
} from './key-bundle.ts';
import type { Vault } from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

/** The user as the service returned it. */
export interface User {
  id: string;
  salt: string;
  keyBundle: unknown;
}

/**
 * Opens the vault with the password.
 *
 * @throws CryptoError `wrong_password`, `needs_recovery_code` after a reset, `bundle_damaged`, `format_unknown`
 */
export async function unlock(logIn: LogIn, user: User): Promise<Vault> {
  const bundle = parseBundle(user.keyBundle);
  if (!isSameKdf(bundle.kdf, logIn.kdf)) throw new CryptoError('bundle_damaged');
  if ('awaiting' in bundle) throw new CryptoError('needs_recovery_code');
  const kek = await keyEncryptionKey(logIn.master, user.salt);
  const vaultKey = await openWithPassword(bundle, kek);
  try {
    // Nothing needs it now. But damage is better found today than on the day of a rotation.
    wipe(await openRecoveryKey(bundle, kek));
    return await vaultFrom(bundle, vaultKey, kek, user.id);
  } finally {
    wipe(vaultKey);
  }
}

const isSameKdf = (one: Kdf, other: Kdf): boolean =>
  one.version === other.version &&
  one.memoryKiB === other.memoryKiB &&
  one.passes === other.passes &&
  one.parallelism === other.parallelism;

async function vaultFrom(
  keyBundle: FullBundle,
  vaultKey: Bytes,
  kek: CryptoKey,
  userId: string,
): Promise<Vault> {
  const contents = await openContents(keyBundle, vaultKey);
  try {
    const keys = await usableKeys(contents, kek);
    return { userId, ownerKey: keyBundle.signing.publicKey, keyBundle, keys };
  } finally {
    wipeContents(contents);
  }
}

/**
 * Opens the vault after a reset: with the newest archived bundle that the recovery code opens. The keys stay the same,
 * now under the new password. The vault's bundle must be stored, unless the owner has started over since: then it would
 * replace the new keys, so only read with this vault.
 *
 * @param archived what `GET /auth/key-bundles` returned, newest first
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`, `nothing_to_recover`,
 *   `bundle_damaged`, `format_unknown`
 */
export async function unlockWithRecoveryCode(
  logIn: LogIn,
  user: User,
  archived: readonly { keyBundle: unknown }[],
  typed: string,
): Promise<Vault> {
  const code = await readCode('recovery-code-v1', typed);
  const recoveryKey = await recoveryKeyOf(code);
  wipe(code);
  try {
    const kek = await keyEncryptionKey(logIn.master, user.salt);
    return await firstThatOpens([user, ...archived], { kdf: logIn.kdf, kek, recoveryKey }, user.id);
  } finally {
    wipe(recoveryKey);
  }
}

/** One damaged bundle must not hide an older one that still opens. */
async function firstThatOpens(
  archived: readonly { keyBundle: unknown }[],
  wrapping: Wrapping,
  userId: string,
): Promise<Vault> {
  let refusal = new CryptoError('nothing_to_recover');
  for (const { keyBundle } of archived) {
    try {
      const bundle = parseBundle(keyBundle);
      if ('awaiting' in bundle) continue;
      return await rewrapped(bundle, wrapping, userId);
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      if (error.code !== 'needs_recovery_code') refusal = error;
    }
  }
  throw refusal;
}

async function rewrapped(bundle: FullBundle, wrapping: Wrapping, userId: string): Promise<Vault> {
  const vaultKey = await openWithRecoveryKey(bundle, wrapping.recoveryKey);
  try {
    const wrapped = await wrapVaultKey(vaultKey, wrapping);
    return await vaultFrom({ ...bundle, ...wrapped }, vaultKey, wrapping.kek, userId);
  } finally {
    wipe(vaultKey);
  }
}
