/** A successor's recovery kit: one code on paper, from which their key pair comes. */
import { toBase64 } from './base64.ts';
import { concat, equal, fromHex, isHex, joined, random, sha256, toHex, wipe } from './bytes.ts';
import { CODE_BYTES, groups, printCode, readCode } from './codes.ts';
import { baseKey, deriveBytes } from './hkdf.ts';
import { type KeyPair, keyPairOf, PUBLIC_KEY_BYTES, rawPublicKey } from './hpke.ts';
import { readBytes } from './parse.ts';
import { PUBLIC_KEY_BYTES as OWNER_KEY_BYTES } from './signing.ts';
import { withoutSeparators } from './typed.ts';
import type { Bytes } from './web-crypto.ts';

const RANDOM_BYTES = 16;
const OWNER_HASH_BYTES = 32;
const SALT_BYTES = RANDOM_BYTES + OWNER_HASH_BYTES;
const COMPARISON_BYTES = 20;

/** The printed and the published parts of a successor's kit. */
export interface Kit {
  /** Secret: only on the printed sheet. */
  code: string;
  /** The raw X-Wing key, base64. */
  publicKey: string;
  /** Public, base64. The code opens nothing without it. */
  salt: string;
  /** SHA-256 of the public key, lower-case hexadecimal. */
  fingerprint: string;
  /** The same of the owner's public signing keys. */
  ownerFingerprint: string;
  /** The successor reads it out to the owner. */
  comparison: string;
}

/** A printed code with its public salt, and whose kit this is. */
export interface KitCode {
  code: string;
  salt: string;
  successorId: string;
}

/** The keys of a kit, and the owner it names. The caller wipes the key pair. */
export interface KitKeys {
  keyPair: KeyPair;
  publicKey: Bytes;
  ownerHash: Bytes;
}

const keysOfCode = async (code: Bytes, salt: Bytes): Promise<KeyPair> =>
  keyPairOf(await deriveBytes(await baseKey(code), 'kit-v2', salt));

/**
 * A new kit. Its salt names the owner, so that no other owner's packages open with it.
 *
 * @param ownerKey the owner's public signing keys, base64; the comparison proves both
 * @throws CryptoError `format_unknown` unless it is keys
 */
export async function createKit(ownerKey: string): Promise<Kit> {
  const ownerHash = await sha256(readBytes(ownerKey, 'format_unknown', OWNER_KEY_BYTES));
  const code = random(CODE_BYTES);
  const salt = concat(random(RANDOM_BYTES), ownerHash);
  const keyPair = await keysOfCode(code, salt);
  const publicKey = toBase64(await rawPublicKey(keyPair));
  keyPair.wipe();
  const kit = {
    code: await printCode('kit-code-v1', code),
    publicKey,
    salt: toBase64(salt),
    fingerprint: await fingerprint(publicKey),
    ownerFingerprint: toHex(ownerHash),
    comparison: await comparison(publicKey, ownerKey),
  };
  wipe(code);
  return kit;
}

/** @throws CryptoError `code_mistyped`, `code_of_other_kind`, or `wrong_kit` when the salt is not that of a kit */
export async function openKit({ code, salt }: KitCode): Promise<KitKeys> {
  const bytes = await readCode('kit-code-v1', code);
  try {
    const saltBytes = readBytes(salt, 'wrong_kit', SALT_BYTES);
    const keyPair = await keysOfCode(bytes, saltBytes);
    const publicKey = await rawPublicKey(keyPair);
    return { keyPair, publicKey, ownerHash: saltBytes.slice(RANDOM_BYTES) };
  } finally {
    wipe(bytes);
  }
}

/** SHA-256 of a kit's public key in base64, as lower-case hexadecimal. */
export const fingerprint = async (publicKey: string): Promise<string> =>
  toHex(await sha256(readBytes(publicKey, 'format_unknown', PUBLIC_KEY_BYTES)));

/**
 * Ten groups of four upper-case hexadecimal digits. One comparison proves the successor's key to the owner and the
 * owner's to the successor.
 *
 * @throws CryptoError `format_unknown` unless both are keys
 */
export const comparison = async (publicKey: string, ownerKey: string): Promise<string> =>
  groups(await comparisonBytes(publicKey, ownerKey), ' ');

async function comparisonBytes(publicKey: string, ownerKey: string): Promise<Bytes> {
  const successors = readBytes(publicKey, 'format_unknown', PUBLIC_KEY_BYTES);
  const owners = readBytes(ownerKey, 'format_unknown', OWNER_KEY_BYTES);
  const hash = await sha256(joined('comparison-v1', successors, owners));
  return hash.subarray(0, COMPARISON_BYTES);
}

/** Whether `spoken` is the comparison of these two keys. */
export async function isComparison(publicKey: string, ownerKey: string, spoken: string): Promise<boolean> {
  const expected = await comparisonBytes(publicKey, ownerKey);
  const digits = withoutSeparators(spoken);
  return isHex(digits) && equal(fromHex(digits), expected);
}
