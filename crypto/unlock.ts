/** Opening a vault at log-in, with the password or with the recovery code. */
import { toBase64 } from './base64.ts';
import { withParts } from './bundle-mac.ts';
import { wipe } from './bytes.ts';
import { readCode } from './codes.ts';
import { CryptoError } from './errors.ts';
import type { FullBundle, Kdf } from './formats.ts';
import type { LogIn } from './kdf.ts';
import {
  keyEncryptionKey,
  openContents,
  openWithPassword,
  openWithRecoveryKey,
  parseBundle,
  recoveryKeyOf,
  requireRecovery,
  usableKeys,
  wipeContents,
  wrapSecrets,
} from './key-bundle.ts';
import { requireId } from './parse.ts';
import { keysOf, type Secrets, type Vault } from './vault.ts';
import type { CryptoKey } from './web-crypto.ts';

/** The user as the service returned it. */
export interface StoredAccount {
  id: string;
  salt: string;
  keyBundle: unknown;
}

/**
 * Opens the vault with the password.
 *
 * @param seen the highest counter of this account's bundles that this device has seen
 * @throws CryptoError `wrong_password`, `needs_recovery_code` after a reset, `bundle_damaged`, `format_unknown`;
 *   `bundle_rolled_back` when the bundle is genuine, but older than one that this device has seen
 */
export async function unlock(logIn: LogIn, user: StoredAccount, seen = 0): Promise<Vault> {
  requireId(user.id);
  const bundle = parseBundle(user.keyBundle);
  if (!isSameKdf(bundle.kdf, logIn.kdf)) throw new CryptoError('bundle_damaged');
  if ('awaiting' in bundle) throw new CryptoError('needs_recovery_code');
  const kek = await keyEncryptionKey(logIn.master, user.salt);
  return vaultOf(bundle, kek, user.id, seen);
}

/**
 * Opens a newer bundle of an open vault without asking for the password: another device has changed the keys.
 *
 * @param seen the highest counter of this account's bundles that this device has seen
 * @throws CryptoError `locked`; `wrong_password` if the password was changed too; `bundle_rolled_back` if it is older;
 *   `needs_recovery_code`, `bundle_damaged`, `format_unknown`
 */
export async function reopen(vault: Vault, keyBundle: unknown, seen = 0): Promise<Vault> {
  const { kek } = keysOf(vault);
  const bundle = parseBundle(keyBundle);
  if ('awaiting' in bundle) throw new CryptoError('needs_recovery_code');
  return vaultOf(bundle, kek, vault.userId, Math.max(vault.keyBundle.counter, seen));
}

/**
 * Opens a bundle with the password's key.
 *
 * @param refusal when the key doesn't open it
 * @throws CryptoError `wrong_password` or that; `bundle_damaged`, `bundle_rolled_back`, `format_unknown`
 */
export async function vaultOf(
  bundle: FullBundle,
  kek: CryptoKey,
  userId: string,
  seen: number,
  refusal?: 'bundle_damaged',
): Promise<Vault> {
  const secrets = await openWithPassword(bundle, kek, refusal);
  try {
    await requireRecovery(bundle, kek, secrets);
    const vault = await vaultFrom(bundle, secrets, kek, userId);
    if (bundle.counter < seen) throw new CryptoError('bundle_rolled_back');
    return vault;
  } finally {
    wipe(secrets.both);
  }
}

const isSameKdf = (one: Kdf, other: Kdf): boolean =>
  one.version === other.version &&
  one.memoryKiB === other.memoryKiB &&
  one.passes === other.passes &&
  one.parallelism === other.parallelism;

async function vaultFrom(
  keyBundle: FullBundle,
  secrets: Secrets,
  kek: CryptoKey,
  userId: string,
): Promise<Vault> {
  const contents = await openContents(keyBundle, secrets, userId);
  try {
    const keys = await usableKeys(contents, kek);
    return { userId, ownerKey: toBase64(contents.ownerKey), keyBundle, keys };
  } finally {
    wipeContents(contents);
  }
}

/**
 * Opens the vault with an archived bundle that the present password still opens: the stored one may have been replaced
 * by an attacker, or damaged. The vault's bundle, which is newer than all before, must be stored.
 *
 * @param archived what `GET /auth/key-bundles` returned, newest first
 * @param seen the lowest counter that the bundle may have
 * @throws CryptoError `nothing_to_recover` when there is no bundle of this password; if none opens, the error of the
 *   last one
 */
export function unlockArchived(
  logIn: LogIn,
  user: Pick<StoredAccount, 'id' | 'salt'>,
  archived: readonly { keyBundle: unknown; salt: string }[],
  seen = 0,
): Promise<Vault> {
  const ofThisPassword = archived.filter(({ salt }) => salt === user.salt);
  return firstThatOpens(ofThisPassword, async (bundle) => {
    const vault = await unlock(logIn, { ...user, keyBundle: bundle }, seen);
    // The owner's devices have seen a newer bundle, and would refuse this one with its old counter.
    return withParts(vault, {});
  });
}

/**
 * Opens the vault after a reset: with the newest archived bundle that the recovery code opens. The keys stay the same,
 * now under the new password. The vault's bundle must be stored, unless the owner has started over since: then it would
 * replace the new keys, so only read with this vault.
 *
 * @param archived what `GET /auth/key-bundles` returned, newest first
 * @param options.older opens an older bundle although a newer one has another code or a format of a later client, or
 *   this device has seen a newer one. Ask the owner first: entries and successors that are newer than it may not open
 * @param options.seen the highest counter of this account's bundles that this device has seen
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`, `recovery_code_replaced`,
 *   `bundle_rolled_back`, `nothing_to_recover`, `keys_superseded`, `bundle_damaged`, `format_unknown`
 */
export async function unlockWithRecoveryCode(
  logIn: LogIn,
  user: StoredAccount,
  archived: readonly { keyBundle: unknown }[],
  typed: string,
  { older = false, seen = 0 }: { older?: boolean; seen?: number } = {},
): Promise<Vault> {
  requireId(user.id);
  const code = await readCode('recovery-code-v1', typed);
  const recoveryKey = await recoveryKeyOf(code);
  wipe(code);
  let [hasLaterFormat, hasAnother, isOlder] = [false, false, false];
  try {
    const kek = await keyEncryptionKey(logIn.master, user.salt);
    const open = async (bundle: FullBundle) => {
      const secrets = await openWithRecoveryKey(bundle, recoveryKey).catch((error) => {
        hasAnother = true;
        throw error;
      });
      try {
        // Opening the rest wipes the secrets.
        const wrapped = await wrapSecrets(secrets, { kdf: logIn.kdf, kek, passkeys: [], recoveryKey });
        const opened = await vaultFrom(bundle, secrets, kek, user.id);
        if (bundle.counter < seen && !older) {
          isOlder = true;
          throw new CryptoError('bundle_rolled_back');
        }
        return await withParts(opened, wrapped);
      } finally {
        wipe(secrets.both);
      }
    };
    const vault = await firstThatOpens([user, ...archived], open, (refusal) => {
      hasLaterFormat ||= refusal.code === 'format_unknown';
    });
    if (older) return vault;
    if (hasLaterFormat) throw new CryptoError('format_unknown');
    if (hasAnother) throw new CryptoError('recovery_code_replaced');
    return vault;
  } catch (error) {
    // The owner is better off with a newer client, or finding the newer code, than opening older keys or starting over.
    if (hasLaterFormat && !older) throw new CryptoError('format_unknown');
    if (!isOlder) throw error;
    throw new CryptoError(hasAnother ? 'recovery_code_replaced' : 'bundle_rolled_back');
  } finally {
    wipe(recoveryKey);
  }
}

/**
 * Damage to one bundle must not hide an older one that opens.
 *
 * @param onRefused called for each one that doesn't
 */
async function firstThatOpens(
  bundles: readonly { keyBundle: unknown }[],
  open: (bundle: FullBundle) => Promise<Vault>,
  onRefused?: (refusal: CryptoError) => void,
): Promise<Vault> {
  let refusal = new CryptoError('nothing_to_recover');
  for (const { keyBundle } of bundles) {
    try {
      const bundle = parseBundle(keyBundle);
      if ('awaiting' in bundle) continue;
      return await open(bundle);
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      onRefused?.(error);
      if (error.code !== 'needs_recovery_code') refusal = error;
    }
  }
  throw refusal;
}
