/**
 * The owner's signatures. All their keys come from a seed of 32 bytes: Ed25519 (RFC 8032) signs entries alone, and
 * together with ML-DSA-65 (FIPS 204) everything that successors rely on in many years. A forger would have to break
 * both.
 */
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { fromBase64 } from './base64.ts';
import { concat, fromHex, wipe } from './bytes.ts';
import { baseKey, deriveBytes } from './hkdf.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

export const SEED_BYTES = 32;
export const ED25519_KEY_BYTES = 32;
const ML_DSA_KEY_BYTES = 1_952;
/** The raw Ed25519 key, then that of ML-DSA-65. */
export const PUBLIC_KEY_BYTES = ED25519_KEY_BYTES + ML_DSA_KEY_BYTES;
/** An Ed25519 signature alone. */
export const SIGNATURE_BYTES = 64;
/** An Ed25519 signature, then one of ML-DSA-65. */
export const BOTH_SIGNATURES_BYTES = SIGNATURE_BYTES + 3_309;

/**
 * The bytes before the seed in PKCS#8 (RFC 8410, section 7), the only binary form in which Web Crypto takes private
 * keys.
 */
const PKCS8_PREFIX = fromHex('302e020100300506032b657004220420');

/** The private keys of a seed. `mlDsa` can be read out: the caller wipes it. */
export interface SigningKeys {
  ed25519: CryptoKey;
  mlDsa: Bytes;
}

const ed25519Seed = async (seed: Bytes): Promise<Bytes> => deriveBytes(await baseKey(seed), 'ed25519-v2');

async function mlDsaKeys(seed: Bytes): Promise<{ publicKey: Bytes; secretKey: Bytes }> {
  const own = await deriveBytes(await baseKey(seed), 'ml-dsa-65-v2');
  try {
    const { publicKey, secretKey } = ml_dsa65.keygen(own);
    return { publicKey: new Uint8Array(publicKey), secretKey: new Uint8Array(secretKey) };
  } finally {
    wipe(own);
  }
}

/** A key that can sign entries and cannot be read out; the caller wipes its own copy of the seed. */
export async function signingKey(seed: Bytes): Promise<CryptoKey> {
  const own = await ed25519Seed(seed);
  try {
    return await ed25519Key(own);
  } finally {
    wipe(own);
  }
}

/** Both keys of a seed, which the caller wipes. */
export async function signingKeys(seed: Bytes): Promise<SigningKeys> {
  const { secretKey } = await mlDsaKeys(seed);
  return { ed25519: await signingKey(seed), mlDsa: secretKey };
}

/** Both public keys of a seed. */
export async function publicKeysOf(seed: Bytes): Promise<Bytes> {
  const own = await ed25519Seed(seed);
  try {
    const { publicKey, secretKey } = await mlDsaKeys(seed);
    wipe(secretKey);
    return concat(await publicKeyOf(own), publicKey);
  } finally {
    wipe(own);
  }
}

/** The private key of an Ed25519 seed. It cannot be read out. */
export async function ed25519Key(seed: Bytes): Promise<CryptoKey> {
  const pkcs8 = concat(PKCS8_PREFIX, seed);
  try {
    return await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  } finally {
    wipe(pkcs8);
  }
}

/** The public key of an Ed25519 seed. */
export async function publicKeyOf(seed: Bytes): Promise<Bytes> {
  const pkcs8 = concat(PKCS8_PREFIX, seed);
  try {
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
    const { x = '' } = await crypto.subtle.exportKey('jwk', key);
    return fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`);
  } finally {
    wipe(pkcs8);
  }
}

/** An Ed25519 signature. */
export const sign = async (key: CryptoKey, message: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('Ed25519', key, message));

/** An Ed25519 and an ML-DSA-65 signature of the same message. */
export async function signWithBoth({ ed25519, mlDsa }: SigningKeys, message: Bytes): Promise<Bytes> {
  return concat(await sign(ed25519, message), new Uint8Array(ml_dsa65.sign(message, mlDsa)));
}

/** The Ed25519 half of an owner's public keys, imported once to check many signatures. */
export const verifyingKey = (publicKeys: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', publicKeys.slice(0, ED25519_KEY_BYTES), 'Ed25519', true, ['verify']);

/** Also false for bytes that aren't a signature. */
export const verifyWith = async (key: CryptoKey, signature: Bytes, message: Bytes): Promise<boolean> =>
  signature.length === SIGNATURE_BYTES && crypto.subtle.verify('Ed25519', key, signature, message);

/** Whether both signatures are valid. Also false for bytes that aren't keys or signatures. */
export async function verifyBoth(publicKeys: Bytes, signatures: Bytes, message: Bytes): Promise<boolean> {
  if (publicKeys.length !== PUBLIC_KEY_BYTES || signatures.length !== BOTH_SIGNATURES_BYTES) return false;
  try {
    return (
      (await verifyWith(await verifyingKey(publicKeys), signatures.slice(0, SIGNATURE_BYTES), message)) &&
      ml_dsa65.verify(signatures.slice(SIGNATURE_BYTES), message, publicKeys.slice(ED25519_KEY_BYTES))
    );
  } catch {
    return false;
  }
}
