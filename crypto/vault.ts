/** An unlocked vault. */
import { openBox } from './aead.ts';
import { utf8, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import type { FullBundle } from './formats.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

/** No key can be read out, and all can be put into IndexedDB or sent to a worker as they are. */
export interface VaultKeys {
  /** AES-GCM: the password's key, which wraps the vault key. */
  kek: CryptoKey;
  /** HKDF: the vault key, from which the keys of entries come. */
  vault: CryptoKey;
  /** HKDF: older vault keys, newest first. */
  previous: readonly CryptoKey[];
  /** Ed25519, the private key: signs entries. */
  signing: CryptoKey;
  /** Ed25519, the public key. */
  verifying: CryptoKey;
  /** The public keys of replaced signing keys, which signed old entries in the trash. */
  former: readonly CryptoKey[];
  /** AES-GCM: opens and seals `SuccessorKeys`. */
  successors: CryptoKey;
  /** HMAC: binds the parts of the key bundle. */
  bundle: CryptoKey;
}

export interface Vault {
  readonly userId: string;
  /** The owner's public signing keys, base64. */
  readonly ownerKey: string;
  readonly keyBundle: FullBundle;
  /** Null once locked. */
  readonly keys: VaultKeys | null;
}

/** @throws CryptoError `locked` */
export function keysOf({ keys }: Vault): VaultKeys {
  if (!keys) throw new CryptoError('locked');
  return keys;
}

/** Drops every key. Vaults that other calls made from this one must be locked separately. */
export function lock(vault: Vault): void {
  (vault as { keys: VaultKeys | null }).keys = null;
}

/** Additional data of root secret and vault key under the password. */
export const VAULT_KEY_DATA = utf8('vault-key-v1');

const KEY_BYTES = 32;

/** The two secrets that password and recovery code give, as views of `both`: wiping `both` wipes them. */
export interface Secrets {
  both: Bytes;
  /** Opens the rest of the bundle. No successor ever gets it. */
  root: Bytes;
  /** Opens entries. Successors who get everything receive it. */
  vaultKey: Bytes;
}

/** @throws CryptoError `bundle_damaged` unless it is two keys */
export function asSecrets(both: Bytes): Secrets {
  if (both.length !== 2 * KEY_BYTES) {
    wipe(both);
    throw new CryptoError('bundle_damaged');
  }
  return { both, root: both.subarray(0, KEY_BYTES), vaultKey: both.subarray(KEY_BYTES) };
}

/**
 * The secrets themselves, for the few tasks that cannot do without them. The caller wipes `both`.
 *
 * @throws CryptoError `locked`, `bundle_damaged`
 */
export const unwrapSecrets = async (vault: Vault): Promise<Secrets> =>
  asSecrets(
    await openBox(keysOf(vault).kek, VAULT_KEY_DATA, vault.keyBundle.vaultKey.password, 'bundle_damaged'),
  );
