/** HPKE (RFC 9180) in base mode, single shot: DHKEM(X25519, HKDF-SHA-256), HKDF-SHA-256, AES-256-GCM. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import { concat, utf8, wipe } from './bytes.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

export interface KeyPair {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

/** The raw public key, and the encapsulated key in front of every ciphertext (RFC 9180, 7.1). */
export const PUBLIC_KEY_BYTES = 32;

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** DeriveKeyPair (RFC 9180, 7.1.3). The private key cannot be read out, though the library makes one that can. */
export async function deriveKeyPair(ikm: Bytes): Promise<KeyPair> {
  const { privateKey, publicKey } = await suite.kem.deriveKeyPair(ikm);
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
  try {
    const closed = await crypto.subtle.importKey('pkcs8', pkcs8, 'X25519', false, ['deriveBits']);
    return { privateKey: closed, publicKey };
  } finally {
    wipe(pkcs8);
  }
}

export const rawPublicKey = async ({ publicKey }: KeyPair): Promise<Bytes> =>
  new Uint8Array(await suite.kem.serializePublicKey(publicKey));

/** @returns the encapsulated key, then the ciphertext */
export async function sealTo(
  publicKey: Bytes,
  info: string,
  additionalData: Bytes,
  plaintext: Bytes,
): Promise<Bytes> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(publicKey);
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
  const enc = sealed.slice(0, PUBLIC_KEY_BYTES);
  const ciphertext = sealed.slice(PUBLIC_KEY_BYTES);
  return new Uint8Array(
    await suite.open({ recipientKey, enc, info: utf8(info) }, ciphertext, additionalData),
  );
}
