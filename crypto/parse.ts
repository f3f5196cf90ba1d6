/** Checks of data from outside: the service's answers, and texts that were opened. */
import { fromBase64 } from './base64.ts';
import { CryptoError, type CryptoErrorCode } from './errors.ts';
import type { Box } from './formats.ts';
import type { Bytes } from './web-crypto.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A whole number from 0. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Milliseconds since 1970, up to the last moment that `Date` knows. */
export const isMoment = (value: unknown): value is number => isCount(value) && value <= 8_640_000_000_000_000;

/** A UUID in lower case. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** SHA-256 in lower-case hexadecimal. */
export const isFingerprint = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/**
 * IDs are bound to ciphertexts next to other texts, so their length must be fixed.
 *
 * @throws CryptoError `format_unknown` unless it is a UUID in lower case
 */
export function requireId(value: unknown): void {
  if (!isId(value)) throw new CryptoError('format_unknown');
}

/** Base64 of exactly so many bytes. */
export function isBytes(value: unknown, length: number): value is string {
  if (typeof value !== 'string') return false;
  try {
    return fromBase64(value).length === length;
  } catch {
    return false;
  }
}

export const isBox = (value: unknown): value is Box =>
  isRecord(value) && typeof value.iv === 'string' && typeof value.data === 'string';

/**
 * Decodes base64.
 *
 * @throws CryptoError with the code `refusal` unless it is base64, and as long as required
 */
export function readBytes(text: unknown, refusal: CryptoErrorCode, length?: number): Bytes {
  if (typeof text !== 'string') throw new CryptoError(refusal);
  let bytes: Bytes;
  try {
    bytes = fromBase64(text);
  } catch {
    throw new CryptoError(refusal);
  }
  if (length !== undefined && bytes.length !== length) throw new CryptoError(refusal);
  return bytes;
}

/** A later format begins with its number and a full stop. @throws CryptoError `format_unknown` */
export function refuseLater(text: string): void {
  if (/^[0-9]+\./.test(text)) throw new CryptoError('format_unknown');
}

/**
 * The bytes of a sealed value that the service keeps as one text in base64. A later format begins with its number and a
 * full stop, which no base64 contains.
 *
 * @throws CryptoError `format_unknown` for a later format; otherwise as `readBytes`
 */
export function readSealed(text: unknown, refusal: CryptoErrorCode, length?: number): Bytes {
  if (typeof text === 'string') refuseLater(text);
  return readBytes(text, refusal, length);
}

/**
 * A version that is missing or not an integer isn't a later version: then the object isn't of this format at all.
 *
 * @throws CryptoError `format_unknown` for another version, or with the code `refusal`
 */
export function requireVersion(
  value: Record<string, unknown>,
  version: number,
  refusal: CryptoErrorCode,
): void {
  if (!isCount(value.version)) throw new CryptoError(refusal);
  if (value.version !== version) throw new CryptoError('format_unknown');
}

/** @throws CryptoError with the code `refusal` unless it is a JSON object */
export function parseJson(text: string, refusal: CryptoErrorCode): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CryptoError(refusal);
  }
  if (!isRecord(value)) throw new CryptoError(refusal);
  return value;
}
