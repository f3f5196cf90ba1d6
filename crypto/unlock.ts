/** Opening a vault at log-in, with the password or with the recovery code. */
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
 * @throws CryptoError `wrong_password`, `needs_recovery_code` after a reset, `bundle_damaged`, `format_unknown`
 */
export async function unlock(logIn: LogIn, user: StoredAccount): Promise<Vault> {
  requireId(user.id);
  const bundle = parseBundle(user.keyBundle);
  if (!isSameKdf(bundle.kdf, logIn.kdf)) throw new CryptoError('bundle_damaged');
  if ('awaiting' in bundle) throw new CryptoError('needs_recovery_code');
  const kek = await keyEncryptionKey(logIn.master, user.salt);
  const secrets = await openWithPassword(bundle, kek);
  try {
    await requireRecovery(bundle, kek, secrets);
    return await vaultFrom(bundle, secrets, kek, user.id);
  } finally {
    wipe(secrets.both);
  }
}

/**
 * Opens a newer bundle of an open vault without asking for the password: another device has changed the keys.
 *
 * @throws CryptoError `locked`; `wrong_password` if the password was changed too; `needs_recovery_code`,
 *   `bundle_damaged`, `format_unknown`
 */
export async function reopen(vault: Vault, keyBundle: unknown): Promise<Vault> {
  const { kek } = keysOf(vault);
  const bundle = parseBundle(keyBundle);
  if ('awaiting' in bundle) throw new CryptoError('needs_recovery_code');
  const secrets = await openWithPassword(bundle, kek);
  try {
    await requireRecovery(bundle, kek, secrets);
    return await vaultFrom(bundle, secrets, kek, vault.userId);
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
  const contents = await openContents(keyBundle, secrets);
  try {
    const keys = await usableKeys(contents, kek);
    return { userId, ownerKey: keyBundle.signing.publicKey, keyBundle, keys };
  } finally {
    wipeContents(contents);
  }
}

/**
 * Opens the vault with an archived bundle that the present password still opens: the one that is stored now may have
 * been replaced by an attacker, or damaged. The vault's bundle must be stored.
 *
 * @param archived what `GET /auth/key-bundles` returned, newest first
 * @throws CryptoError `nothing_to_recover` when none is of this password, or why the last one of it does not open
 */
export function unlockArchived(
  logIn: LogIn,
  user: Pick<StoredAccount, 'id' | 'salt'>,
  archived: readonly { keyBundle: unknown; salt: string }[],
): Promise<Vault> {
  const ofThisPassword = archived.filter(({ salt }) => salt === user.salt);
  return firstThatOpens(ofThisPassword, (bundle) => unlock(logIn, { ...user, keyBundle: bundle }));
}

/**
 * Opens the vault after a reset: with the newest archived bundle that the recovery code opens. The keys stay the same,
 * now under the new password. The vault's bundle must be stored, unless the owner has started over since: then it would
 * replace the new keys, so only read with this vault.
 *
 * @param archived what `GET /auth/key-bundles` returned, newest first
 * @param options.older opens an older bundle although a newer one has another code. Ask the owner first: entries and
 *   successors from after it may not open
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`, `recovery_code_replaced`,
 *   `nothing_to_recover`, `bundle_damaged`, `format_unknown`
 */
export async function unlockWithRecoveryCode(
  logIn: LogIn,
  user: StoredAccount,
  archived: readonly { keyBundle: unknown }[],
  typed: string,
  { older = false }: { older?: boolean } = {},
): Promise<Vault> {
  requireId(user.id);
  const code = await readCode('recovery-code-v1', typed);
  const recoveryKey = await recoveryKeyOf(code);
  wipe(code);
  try {
    const kek = await keyEncryptionKey(logIn.master, user.salt);
    let hasAnother = false;
    const vault = await firstThatOpens([user, ...archived], async (bundle) => {
      const secrets = await openWithRecoveryKey(bundle, recoveryKey).catch((error) => {
        hasAnother = true;
        throw error;
      });
      try {
        const wrapped = await wrapSecrets(secrets, { kdf: logIn.kdf, kek, recoveryKey });
        return await vaultFrom({ ...bundle, ...wrapped }, secrets, kek, user.id);
      } finally {
        wipe(secrets.both);
      }
    });
    if (hasAnother && !older) throw new CryptoError('recovery_code_replaced');
    return vault;
  } finally {
    wipe(recoveryKey);
  }
}

/** A bundle that is damaged anywhere must not hide an older one that opens. */
async function firstThatOpens(
  bundles: readonly { keyBundle: unknown }[],
  open: (bundle: FullBundle) => Promise<Vault>,
): Promise<Vault> {
  let refusal = new CryptoError('nothing_to_recover');
  for (const { keyBundle } of bundles) {
    try {
      const bundle = parseBundle(keyBundle);
      if ('awaiting' in bundle) continue;
      return await open(bundle);
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      if (error.code !== 'needs_recovery_code') refusal = error;
    }
  }
  throw refusal;
}
