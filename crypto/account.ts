/** An account's keys: made, reset, and kept through changes of the password and the recovery code. */
import { toBase64 } from './base64.ts';
import { withParts } from './bundle-mac.ts';
import { equal, random, wipe } from './bytes.ts';
import { CODE_BYTES, printCode, readCode } from './codes.ts';
import type { AwaitingBundle, FullBundle } from './formats.ts';
import { type Credentials, type LogIn, prepareLogIn } from './kdf.ts';
import {
  type Contents,
  keyEncryptionKey,
  newContents,
  openRecoveryKey,
  recoveryKeyOf,
  sealBundle,
  usableKeys,
  type Wrapping,
  wipeContents,
  wrapSecrets,
} from './key-bundle.ts';
import { requireId } from './parse.ts';
import { keysOf, unwrapSecrets, type Vault } from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const SALT_BYTES = 16;

const newSalt = (): string => toBase64(random(SALT_BYTES));

/** A recovery code as it is printed, and the key that it gives, which the caller wipes. */
async function newRecoveryCode(): Promise<{ recoveryCode: string; recoveryKey: Bytes }> {
  const code = random(CODE_BYTES);
  const recoveryKey = await recoveryKeyOf(code);
  const recoveryCode = await printCode('recovery-code-v1', code);
  wipe(code);
  return { recoveryCode, recoveryKey };
}

/** New keys under a log-in. `use` sees them in the clear, before they are wiped. */
async function newKeys<T>(
  { master, kdf }: LogIn,
  salt: string,
  userId: string | null,
  use: (contents: Contents, kek: CryptoKey) => Promise<T>,
): Promise<{ keyBundle: FullBundle; recoveryCode: string; used: T }> {
  const kek = await keyEncryptionKey(master, salt);
  const contents = await newContents();
  const { recoveryCode, recoveryKey } = await newRecoveryCode();
  try {
    const keyBundle = await sealBundle(contents, { kdf, kek, passkeys: [], recoveryKey }, userId);
    return { keyBundle, recoveryCode, used: await use(contents, kek) };
  } finally {
    wipeContents(contents);
    wipe(recoveryKey);
  }
}

/**
 * Makes the body of `POST /auth/register`, and the recovery code, which is shown once and stored nowhere.
 *
 * @throws CryptoError `kdf_too_weak`, `kdf_too_costly`, `format_unknown`
 */
export async function createAccount(who: Credentials): Promise<{
  password: string;
  salt: string;
  keyBundle: FullBundle;
  kdfVersion: number;
  recoveryCode: string;
}> {
  const logIn = await prepareLogIn(who);
  const salt = newSalt();
  const { keyBundle, recoveryCode } = await newKeys(logIn, salt, null, async () => {});
  return { password: logIn.password, salt, keyBundle, kdfVersion: logIn.kdf.version, recoveryCode };
}

/**
 * Makes what `POST /auth/reset-password` takes when the old password is forgotten. The new bundle holds no key: the next
 * log-in asks for the recovery code.
 *
 * @throws CryptoError `kdf_too_weak`, `kdf_too_costly`, `format_unknown`
 */
export async function beginReset(who: Credentials): Promise<{
  password: string;
  salt: string;
  keyBundle: AwaitingBundle;
  kdfVersion: number;
}> {
  const { password, kdf } = await prepareLogIn(who);
  const keyBundle: AwaitingBundle = { version: 2, kdf, awaiting: 'recovery' };
  return { password, salt: newSalt(), keyBundle, kdfVersion: kdf.version };
}

/**
 * Gives an account new keys when both password and recovery code are lost. The service keeps the old bundle, which
 * still opens its vault if the code turns up again. The new bundle must be stored.
 *
 * @throws CryptoError `format_unknown` for an invalid user ID
 */
export async function startOver(
  logIn: LogIn,
  user: { id: string; salt: string },
): Promise<{ vault: Vault; recoveryCode: string }> {
  requireId(user.id);
  const { keyBundle, recoveryCode, used } = await newKeys(
    logIn,
    user.salt,
    user.id,
    async (contents, kek) => ({
      ownerKey: toBase64(contents.ownerKey),
      keys: await usableKeys(contents, kek),
    }),
  );
  return { vault: { userId: user.id, keyBundle, ...used }, recoveryCode };
}

/**
 * Wraps the same vault key under another password, or for another address. Entries are not encrypted again. Passkeys
 * open the vault again once each was added with the new password.
 *
 * @param recoveryCode replaces the present one, if given: a code from `renewRecoveryCode` that the owner has kept
 * @throws CryptoError `locked`, `kdf_too_weak`, `kdf_too_costly`, `format_unknown`, `code_mistyped`,
 *   `code_of_other_kind`
 */
export async function changePassword(
  vault: Vault,
  who: Credentials,
  recoveryCode?: string,
): Promise<{ vault: Vault; newPassword: string; salt: string; keyBundle: FullBundle; kdfVersion: number }> {
  const keys = keysOf(vault);
  const logIn = await prepareLogIn(who);
  const salt = newSalt();
  const kek = await keyEncryptionKey(logIn.master, salt);
  const recoveryKey = recoveryCode
    ? await readRecoveryCode(recoveryCode)
    : await openRecoveryKey(vault.keyBundle, keys.kek);
  const { keyBundle } = await rewrapped(vault, { kdf: logIn.kdf, kek, passkeys: [], recoveryKey });
  return {
    vault: { ...vault, keyBundle, keys: { ...keys, kek } },
    newPassword: logIn.password,
    salt,
    keyBundle,
    kdfVersion: logIn.kdf.version,
  };
}

/** The key that a typed code gives, which the caller wipes. @throws CryptoError `code_mistyped`, `code_of_other_kind` */
async function readRecoveryCode(typed: string): Promise<Bytes> {
  const code = await readCode('recovery-code-v1', typed);
  const recoveryKey = await recoveryKeyOf(code);
  wipe(code);
  return recoveryKey;
}

/** The same secrets under other keys. Wipes the recovery key. */
async function rewrapped(vault: Vault, wrapping: Wrapping): Promise<Vault> {
  try {
    const secrets = await unwrapSecrets(vault);
    try {
      return await withParts(vault, await wrapSecrets(secrets, wrapping));
    } finally {
      wipe(secrets.both);
    }
  } finally {
    wipe(wrapping.recoveryKey);
  }
}

/**
 * Makes a new recovery code. The old one still opens archived bundles, but not the new bundle, which must be stored.
 *
 * @throws CryptoError `locked`
 */
export async function renewRecoveryCode(vault: Vault): Promise<{ vault: Vault; recoveryCode: string }> {
  const { recoveryCode, recoveryKey } = await newRecoveryCode();
  return { vault: await underRecoveryKey(vault, recoveryKey), recoveryCode };
}

/**
 * Activates a recovery code that `renewRecoveryCode` made for an earlier bundle of this owner.
 *
 * @param typed the code
 * @returns the same vault if the code is active already
 * @throws CryptoError `locked`, `bundle_damaged`, `code_mistyped`, `code_of_other_kind`
 */
export async function keepRecoveryCode(vault: Vault, typed: string): Promise<Vault> {
  const recoveryKey = await readRecoveryCode(typed);
  const present = await openRecoveryKey(vault.keyBundle, keysOf(vault).kek);
  const counts = equal(present, recoveryKey);
  wipe(present);
  if (!counts) return underRecoveryKey(vault, recoveryKey);
  wipe(recoveryKey);
  return vault;
}

/** Wipes the recovery key. */
async function underRecoveryKey(vault: Vault, recoveryKey: Bytes): Promise<Vault> {
  const { kek } = keysOf(vault);
  const { kdf, vaultKey } = vault.keyBundle;
  return rewrapped(vault, { kdf, kek, passkeys: vaultKey.passkeys, recoveryKey });
}
