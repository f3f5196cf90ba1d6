/**
 * The cryptography of a client: what runs in the browsers of an owner and of a successor, never on the server.
 * docs/crypto.md is the design. Everything is Web Crypto, and `@hpke/core` for RFC 9180; all keys here are
 * 32 bytes.
 */
import type { webcrypto } from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';

/** Bytes as Web Crypto wants them, not shared with another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

const PBKDF2_ROUNDS = 600_000;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const SALT_BYTES = 16;
const RECOVERY_CODE_BYTES = 16;
/** Bytes of the encapsulated key in front of an envelope's ciphertext (RFC 9180, 7.1: DHKEM X25519). */
const ENCAPSULATED_BYTES = 32;

export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
export const utf8 = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));
export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const fromBase64 = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'base64'));

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** HKDF-SHA-256 (RFC 5869), extract and expand, to 32 bytes. An empty salt means none. */
async function hkdf(secret: Bytes, salt: Bytes, info: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, KEY_BYTES * 8));
}

const aesKey = (key: Bytes, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use]);

/** AES-256-GCM (NIST SP 800-38D) under a new random IV. The tag is at the end of `data`. */
async function encrypt(key: Bytes, additionalData: Bytes, plaintext: Bytes) {
  const iv = random(IV_BYTES);
  const parameters = { name: 'AES-GCM', iv, additionalData };
  const data = await crypto.subtle.encrypt(parameters, await aesKey(key, 'encrypt'), plaintext);
  return { iv, data: new Uint8Array(data) };
}

/** @throws DOMException when key, IV, additional data and ciphertext don't belong together */
async function decrypt(key: Bytes, additionalData: Bytes, iv: Bytes, data: Bytes): Promise<Bytes> {
  const parameters = { name: 'AES-GCM', iv, additionalData };
  return new Uint8Array(await crypto.subtle.decrypt(parameters, await aesKey(key, 'decrypt'), data));
}

// The owner's password

/**
 * Stretches a password, in NFC, with PBKDF2-SHA-256 (RFC 8018, 5.2), 600,000 rounds, salted with the address: the master
 * key, from which the two keys below come (docs/crypto.md). It never leaves the browser.
 *
 * @param email compared as the service stores it: trimmed, NFC, lower case
 */
export async function masterKey(password: string, email: string): Promise<Bytes> {
  const address = email.trim().normalize('NFC').toLowerCase();
  const parameters = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: await sha256(utf8(`vault-v1${address}`)),
    iterations: PBKDF2_ROUNDS,
  };
  const key = await crypto.subtle.importKey('raw', utf8(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, KEY_BYTES * 8));
}

/** The `password` that the service gets, in base64. It opens the account, but nothing in the vault. */
export const authKey = async (master: Bytes): Promise<string> =>
  toBase64(await hkdf(master, new Uint8Array(), 'auth'));

/** The key encryption key: wraps the vault key, and never leaves the browser. */
export const keyEncryptionKey = (master: Bytes, salt: string): Promise<Bytes> =>
  hkdf(master, fromBase64(salt), 'kek');

/** A user's `salt`, base64. */
export const newSalt = (): string => toBase64(random(SALT_BYTES));

// The vault key

/** A user's `keyBundle`: opaque to the service. The parameters are versioned (docs/crypto.md). */
export interface KeyBundle extends Record<string, unknown> {
  version: 1;
  kdf: { name: 'PBKDF2-SHA-256'; iterations: number };
  wrappedVaultKey: { iv: string; data: string };
}

const VAULT_KEY_DATA = utf8('vault-key-v1');

export const newVaultKey = (): Bytes => random(KEY_BYTES);

/** Wraps the vault key under the key encryption key that the password gives. */
export async function wrapVaultKey(vaultKey: Bytes, kek: Bytes): Promise<KeyBundle> {
  const { iv, data } = await encrypt(kek, VAULT_KEY_DATA, vaultKey);
  return {
    version: 1,
    kdf: { name: 'PBKDF2-SHA-256', iterations: PBKDF2_ROUNDS },
    wrappedVaultKey: { iv: toBase64(iv), data: toBase64(data) },
  };
}

/** @throws DOMException when the password is wrong */
export const unwrapVaultKey = ({ wrappedVaultKey: { iv, data } }: KeyBundle, kek: Bytes): Promise<Bytes> =>
  decrypt(kek, VAULT_KEY_DATA, fromBase64(iv), fromBase64(data));

// Entries

/** The encrypted fields of an entry, as in the API. */
export interface SealedEntry {
  id: string;
  encryptedData: string;
  iv: string;
  salt: string;
  algorithm: 'AES-GCM';
}

/** Binds a ciphertext to its owner and its entry, so that no entry can be passed off as another. */
const entryData = (userId: string, entryId: string): Bytes => utf8(`entry-v1${userId}${entryId}`);

/** The key of one entry: HKDF of the vault key with the entry's salt, which stays the same through edits. */
export const entryKey = (vaultKey: Bytes, salt: string): Promise<Bytes> =>
  hkdf(vaultKey, fromBase64(salt), 'entry-v1');

/** Encrypts an entry with AES-256-GCM under its own key, bound to the owner and to the ID that the client chose. */
export async function sealEntry(
  vaultKey: Bytes,
  userId: string,
  id: string,
  plaintext: string,
): Promise<SealedEntry> {
  const salt = newSalt();
  const key = await entryKey(vaultKey, salt);
  const { iv, data } = await encrypt(key, entryData(userId, id), utf8(plaintext));
  return { id, encryptedData: toBase64(data), iv: toBase64(iv), salt, algorithm: 'AES-GCM' };
}

/** @throws DOMException when the key is wrong, or the entry was altered or moved */
export async function openEntry(
  key: Bytes,
  userId: string,
  { id, encryptedData, iv }: Pick<SealedEntry, 'id' | 'encryptedData' | 'iv'>,
): Promise<string> {
  const plaintext = await decrypt(key, entryData(userId, id), fromBase64(iv), fromBase64(encryptedData));
  return new TextDecoder().decode(plaintext);
}

// A successor's recovery kit

/** HPKE (RFC 9180): DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** The public half of a kit, as `PUT /successors/public-key` takes it. */
export interface PublicKit {
  publicKey: string;
  salt: string;
}

const keyPairOf = async (code: Bytes, salt: string): Promise<webcrypto.CryptoKeyPair> =>
  suite.kem.deriveKeyPair((await hkdf(code, fromBase64(salt), 'kit-v1')).buffer);

const rawPublicKey = async (pair: webcrypto.CryptoKeyPair): Promise<Bytes> =>
  new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey));

/**
 * Makes a recovery kit: a code of 128 bits, from which `DeriveKeyPair` (RFC 9180, 7.1.3) makes the key pair. The
 * private key is kept nowhere; it is made anew from the code.
 */
export async function newKit(): Promise<{ code: Bytes; kit: PublicKit }> {
  const code = random(RECOVERY_CODE_BYTES);
  const salt = newSalt();
  const publicKey = toBase64(await rawPublicKey(await keyPairOf(code, salt)));
  return { code, kit: { publicKey, salt } };
}

/** What owner and successor compare out of band: SHA-256 of the raw public key, lowercase hexadecimal. */
export const fingerprint = async (publicKey: string): Promise<string> =>
  Buffer.from(await sha256(fromBase64(publicKey))).toString('hex');

// Envelopes

/** An envelope holds the key of one entry, and its owner's ID, which the entry's additional data needs. */
interface Enclosed {
  userId: string;
  entryKey: string;
}

const ENVELOPE_INFO = utf8('envelope-v1');
const envelopeData = (successorId: string, entryId: string): Bytes =>
  utf8(`envelope-v1${successorId}${entryId}`);

/**
 * Seals the key of an entry to a successor, single shot in base mode (RFC 9180, 6.1). A quorum of one needs no
 * split of the secret, so that the key is sealed whole (docs/crypto.md).
 *
 * @param publicKey one that the owner has pinned
 * @returns the encapsulated key and the ciphertext, base64
 */
export async function sealEnvelope(
  publicKey: string,
  to: { userId: string; successorId: string; entryId: string },
  key: Bytes,
): Promise<string> {
  const enclosed: Enclosed = { userId: to.userId, entryKey: toBase64(key) };
  const { enc, ct } = await suite.seal(
    {
      recipientPublicKey: await suite.kem.deserializePublicKey(fromBase64(publicKey).buffer),
      info: ENVELOPE_INFO.buffer,
    },
    utf8(JSON.stringify(enclosed)).buffer,
    envelopeData(to.successorId, to.entryId).buffer,
  );
  return toBase64(Buffer.concat([new Uint8Array(enc), new Uint8Array(ct)]));
}

/**
 * Opens an envelope with nothing but the recovery code and its public salt.
 *
 * @throws OpenError of `@hpke/core` when it was sealed to another key, successor or entry
 */
export async function openEnvelope(
  code: Bytes,
  salt: string,
  { successorId, entryId }: { successorId: string; entryId: string },
  envelope: string,
): Promise<{ userId: string; key: Bytes }> {
  const sealed = fromBase64(envelope);
  const opened = await suite.open(
    {
      recipientKey: await keyPairOf(code, salt),
      enc: sealed.slice(0, ENCAPSULATED_BYTES).buffer,
      info: ENVELOPE_INFO.buffer,
    },
    sealed.slice(ENCAPSULATED_BYTES).buffer,
    envelopeData(successorId, entryId).buffer,
  );
  const { userId, entryKey } = JSON.parse(new TextDecoder().decode(opened)) as Enclosed;
  return { userId, key: fromBase64(entryKey) };
}
