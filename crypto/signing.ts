/** Ed25519 signatures (RFC 8032) from a seed of 32 bytes. */
import { fromBase64 } from './base64.ts';
import { concat, fromHex, wipe } from './bytes.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

export const SEED_BYTES = 32;
export const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** What PKCS#8 puts before the seed (RFC 8410, section 7). Web Crypto takes private keys in no other binary form. */
const PKCS8_PREFIX = fromHex('302e020100300506032b657004220420');

interface SigningKeyPair {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

/** A new key pair, both halves raw. The caller wipes the seed. */
export async function newSigningKey(): Promise<{ seed: Bytes; publicKey: Bytes }> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as SigningKeyPair;
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const seed = pkcs8.slice(PKCS8_PREFIX.length, PKCS8_PREFIX.length + SEED_BYTES);
  wipe(pkcs8);
  return { seed, publicKey };
}

/** A private key that can sign and cannot be read out; the caller wipes its own copy of the seed. */
export async function signingKey(seed: Bytes): Promise<CryptoKey> {
  const pkcs8 = concat(PKCS8_PREFIX, seed);
  try {
    return await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  } finally {
    wipe(pkcs8);
  }
}

/** The public key of a seed. */
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

export const sign = async (key: CryptoKey, message: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('Ed25519', key, message));

/** A public key that checks many signatures. */
export const verifyingKey = (publicKey: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', publicKey, 'Ed25519', true, ['verify']);

/** False also for bytes that are no signature. */
export const verifyWith = async (key: CryptoKey, signature: Bytes, message: Bytes): Promise<boolean> =>
  signature.length === SIGNATURE_BYTES && crypto.subtle.verify('Ed25519', key, signature, message);

/** False also for bytes that are no key or no signature. */
export async function verify(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  if (publicKey.length !== PUBLIC_KEY_BYTES) return false;
  try {
    return await verifyWith(await verifyingKey(publicKey), signature, message);
  } catch {
    return false;
  }
}
