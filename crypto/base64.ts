/** Base64, standard and padded (RFC 4648, section 4), in loops that stay fast for a megabyte. */
import { fromUtf8 } from './bytes.ts';
import type { Bytes } from './web-crypto.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = '='.charCodeAt(0);
const INVALID = 0xff;

const digits = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0));
const values = new Uint8Array(256).fill(INVALID);
for (const [value, digit] of digits.entries()) values[digit] = value;

export function toBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  const whole = bytes.length - (bytes.length % 3);
  let to = 0;
  for (let from = 0; from < whole; from += 3) {
    const group = (bytes[from]! << 16) | (bytes[from + 1]! << 8) | bytes[from + 2]!;
    text[to++] = digits[group >>> 18]!;
    text[to++] = digits[(group >>> 12) & 63]!;
    text[to++] = digits[(group >>> 6) & 63]!;
    text[to++] = digits[group & 63]!;
  }
  if (whole < bytes.length) {
    const [first = 0, second] = bytes.subarray(whole);
    const group = (first << 16) | ((second ?? 0) << 8);
    text[to++] = digits[group >>> 18]!;
    text[to++] = digits[(group >>> 12) & 63]!;
    text[to++] = second === undefined ? PAD : digits[(group >>> 6) & 63]!;
    text[to++] = PAD;
  }
  return fromUtf8(text);
}

/**
 * Decodes base64. Each value has only one spelling: spaces, missing padding and leftover bits are refused.
 *
 * @throws TypeError for anything else
 */
export function fromBase64(text: string): Bytes {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  // Every bad digit leaves its mark, so that the loop needs no branch.
  let bad = text.length % 4;
  let to = 0;
  let bits = 0;
  for (let from = 0; from < length; from++) {
    const code = text.charCodeAt(from);
    const value = values[code & 0xff]! | (code & 0xff00);
    bad |= value & ~63;
    bits = (bits << 6) | (value & 63);
    if (from % 4 !== 0) bytes[to++] = (bits >>> (6 - 2 * (from % 4))) & 0xff;
  }
  if (padding > 0) bad |= bits & (padding === 2 ? 0x0f : 0x03);
  if (bad !== 0) throw new TypeError('This is not base64');
  return bytes;
}
