/** AES-256-GCM (NIST SP 800-38D). Every sealing takes a fresh random IV, and the tag is at the end of `data`. */
import { fromBase64, toBase64 } from './base64.ts';
import { random } from './bytes.ts';
import { CryptoError, type CryptoErrorCode } from './errors.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

export interface Sealed {
  iv: Bytes;
  data: Bytes;
}

/** Sealed bytes in JSON, both members in base64. */
export interface Box {
  iv: string;
  data: string;
}

/** A key that cannot be read out; the caller wipes its own copy. */
export const aeadKey = (key: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);

export async function seal(key: CryptoKey, additionalData: Bytes, plaintext: Bytes): Promise<Sealed> {
  const iv = random(IV_BYTES);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plaintext);
  return { iv, data: new Uint8Array(data) };
}

/** @throws CryptoError with the code `refusal` when key, additional data, IV and ciphertext don't belong together */
export async function open(
  key: CryptoKey,
  additionalData: Bytes,
  { iv, data }: Sealed,
  refusal: CryptoErrorCode,
): Promise<Bytes> {
  if (iv.length !== IV_BYTES || data.length < TAG_BYTES) throw new CryptoError(refusal);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, data));
  } catch {
    throw new CryptoError(refusal);
  }
}

export async function sealBox(key: CryptoKey, additionalData: Bytes, plaintext: Bytes): Promise<Box> {
  const { iv, data } = await seal(key, additionalData, plaintext);
  return { iv: toBase64(iv), data: toBase64(data) };
}

/** @throws CryptoError with the code `refusal` */
export async function openBox(
  key: CryptoKey,
  additionalData: Bytes,
  box: Box,
  refusal: CryptoErrorCode,
): Promise<Bytes> {
  return open(key, additionalData, decode(box, refusal), refusal);
}

function decode({ iv, data }: Box, refusal: CryptoErrorCode): Sealed {
  try {
    return { iv: fromBase64(iv), data: fromBase64(data) };
  } catch {
    throw new CryptoError(refusal);
  }
}
