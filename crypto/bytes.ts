/** Bytes and how they are written down. */
import type { Bytes } from './web-crypto.ts';

const encoder = new TextEncoder();
// Without `ignoreBOM` the decoder would drop a leading U+FEFF, and what we open would differ from what was sealed.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Bytes => new Uint8Array(encoder.encode(text));

/** @throws TypeError unless it is UTF-8 */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Concatenates texts and bytes, to be signed or bound to a ciphertext. */
export const joined = (...parts: readonly (string | Uint8Array)[]): Bytes =>
  concat(...parts.map((part) => (typeof part === 'string' ? utf8(part) : part)));

/** 8 bytes, big-endian. */
export function u64(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** Not exact above `Number.MAX_SAFE_INTEGER`. */
export const readU64 = (bytes: Uint8Array, at: number): number =>
  Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at));

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Takes the same time wherever the two differ. */
export function equal(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference |= one[i]! ^ other[i]!;
  return difference === 0;
}

/** Overwrites secrets that are no longer needed. */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}

/** Lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether it is pairs of hexadecimal digits, of either case. */
export const isHex = (text: string): boolean => /^(?:[0-9a-f]{2})*$/i.test(text);

/** @throws TypeError unless it `isHex` */
export function fromHex(text: string): Bytes {
  if (!isHex(text)) throw new TypeError('This is not hexadecimal');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
