/** Passkeys that open the vault: each has a box in the key bundle, under the PRF output of its authenticator. */
import { aeadKey, openBox, sealBox } from './aead.ts';
import { withParts } from './bundle-mac.ts';
import { joined, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import type { FullBundle, PasskeyBox } from './formats.ts';
import { baseKey, deriveKey } from './hkdf.ts';
import type { LogIn } from './kdf.ts';
import { keyEncryptionKeyBytes, openWithPassword, parseBundle } from './key-bundle.ts';
import { requireId } from './parse.ts';
import { type StoredAccount, vaultOf } from './unlock.ts';
import type { Vault } from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const LABEL = 'passkey-v2';
const PRF_BYTES = 32;
/** A limit that keeps the bundle within its size, whatever else it holds. */
export const MAX_PASSKEYS = 10;

/** An authenticator's secret for this service, and the ID of its credential (base64url). The caller wipes `prf`. */
export interface PasskeySecret {
  credentialId: string;
  /** The first output of the WebAuthn extension `prf`: 32 bytes. */
  prf: Bytes;
}

async function passkeyKey({ prf }: PasskeySecret): Promise<CryptoKey> {
  if (prf.length !== PRF_BYTES) throw new CryptoError('wrong_passkey');
  return deriveKey(await baseKey(prf), LABEL);
}

const additionalData = (userId: string, credentialId: string): Bytes => joined(LABEL, userId, credentialId);

/**
 * Lets a passkey open the vault. The password is needed once, because an open vault doesn't give its key away.
 *
 * @param logIn with the present password
 * @param salt the user's
 * @returns a vault whose `keyBundle` must be stored
 * @throws CryptoError `wrong_password`, `locked`; `wrong_passkey` unless the PRF output has 32 bytes
 * @throws RangeError when the vault has as many passkeys as it may
 */
export async function addPasskey(
  vault: Vault,
  logIn: LogIn,
  salt: string,
  secret: PasskeySecret,
): Promise<Vault> {
  const { credentialId } = secret;
  const others = vault.keyBundle.vaultKey.passkeys.filter((each) => each.credentialId !== credentialId);
  if (others.length >= MAX_PASSKEYS) throw new RangeError('The vault has as many passkeys as it may');
  const kek = await keyEncryptionKeyBytes(logIn.master, salt);
  try {
    wipe((await openWithPassword(vault.keyBundle, await aeadKey(kek))).both);
    const box = await sealBox(await passkeyKey(secret), additionalData(vault.userId, credentialId), kek);
    return await withPasskeys(vault, [...others, { credentialId, box }]);
  } finally {
    wipe(kek);
  }
}

/**
 * Removes a passkey's box. With an older copy of the bundle the passkey still opens the vault, until the password is
 * changed.
 *
 * @returns a vault whose `keyBundle` must be stored, or the same one if the passkey has no box
 * @throws CryptoError `locked`
 */
export async function removePasskey(vault: Vault, credentialId: string): Promise<Vault> {
  const { passkeys } = vault.keyBundle.vaultKey;
  const others = passkeys.filter((each) => each.credentialId !== credentialId);
  return others.length === passkeys.length ? vault : withPasskeys(vault, others);
}

const withPasskeys = (vault: Vault, passkeys: PasskeyBox[]): Promise<Vault> =>
  withParts(vault, { vaultKey: { ...vault.keyBundle.vaultKey, passkeys } });

/** Whether the bundle has a box for this passkey: otherwise the vault asks for the password. */
export const hasPasskey = ({ vaultKey }: Pick<FullBundle, 'vaultKey'>, credentialId: string): boolean =>
  vaultKey.passkeys.some((each) => each.credentialId === credentialId);

/**
 * Opens the vault with a passkey.
 *
 * @param seen the highest counter of this account's bundles that this device has seen
 * @throws CryptoError `wrong_passkey` when the bundle has no box for it, as after a change of the password, or it does
 *   not open; `bundle_rolled_back`, `needs_recovery_code`, `bundle_damaged`, `format_unknown`
 */
export async function unlockWithPasskey(
  secret: PasskeySecret,
  user: StoredAccount,
  seen = 0,
): Promise<Vault> {
  requireId(user.id);
  const bundle = parseBundle(user.keyBundle);
  if ('awaiting' in bundle) throw new CryptoError('needs_recovery_code');
  const { credentialId } = secret;
  const found = bundle.vaultKey.passkeys.find((each) => each.credentialId === credentialId);
  if (!found) throw new CryptoError('wrong_passkey');
  const bound = additionalData(user.id, credentialId);
  const kek = await openBox(await passkeyKey(secret), bound, found.box, 'wrong_passkey');
  try {
    return await vaultOf(bundle, await aeadKey(kek), user.id, seen, 'bundle_damaged');
  } finally {
    wipe(kek);
  }
}
