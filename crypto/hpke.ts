/**
 * HPKE (RFC 9180) in base mode, single shot: X-Wing (draft-connolly-cfrg-xwing-kem-06), HKDF-SHA-256, AES-256-GCM. X-Wing
 * joins ML-KEM-768 and X25519, and keeps its secret as long as one of them holds.
 */
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { XWing } from '@hpke/hybridkem-x-wing';
import { concat, utf8, wipe } from './bytes.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

export interface KeyPair {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** Overwrites the private key, which then opens nothing. */
  wipe(): void;
}

/** The raw public key: that of ML-KEM-768, then that of X25519. */
export const PUBLIC_KEY_BYTES = 1_216;
/** The encapsulated key in front of every ciphertext. */
const ENCAPSULATED_BYTES = 1_120;

const kem = new XWing();
const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() });

/**
 * The key pair of a private key of 32 bytes. It uses these bytes without a copy, and only `wipe` may overwrite them.
 * This is not DeriveKeyPair (RFC 9180, 7.1.3), which libraries do differently for X-Wing.
 */
export async function keyPairOf(privateKey: Bytes): Promise<KeyPair> {
  const pair = await kem.generateKeyPairDerand(privateKey);
  return { ...pair, wipe: () => wipe(privateKey) };
}

export const rawPublicKey = async ({ publicKey }: KeyPair): Promise<Bytes> =>
  new Uint8Array(await kem.serializePublicKey(publicKey));

/** Whether anything can be sealed to a public key: not to a point of low order, nor outside of the range of ML-KEM. */
export async function isUsable(publicKey: Bytes): Promise<boolean> {
  try {
    const recipientPublicKey = await kem.deserializePublicKey(publicKey);
    // Nobody uses the secret of this trial, so fixed bytes will do.
    await kem.encap({ recipientPublicKey, ekm: new Uint8Array(64).fill(9) });
    return true;
  } catch {
    return false;
  }
}

/**
 * @param publicKey one that `isUsable`
 * @returns the encapsulated key, then the ciphertext
 */
export async function sealTo(
  publicKey: Bytes,
  info: string,
  additionalData: Bytes,
  plaintext: Bytes,
): Promise<Bytes> {
  const recipientPublicKey = await kem.deserializePublicKey(publicKey);
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: utf8(info) }, plaintext, additionalData);
  return concat(new Uint8Array(enc), new Uint8Array(ct));
}

/** @throws HpkeError when key, info, additional data and ciphertext don't belong together */
export async function openWith(
  recipientKey: KeyPair,
  info: string,
  additionalData: Bytes,
  sealed: Bytes,
): Promise<Bytes> {
  const enc = sealed.slice(0, ENCAPSULATED_BYTES);
  const ciphertext = sealed.slice(ENCAPSULATED_BYTES);
  return new Uint8Array(
    await suite.open({ recipientKey, enc, info: utf8(info) }, ciphertext, additionalData),
  );
}
