/** A recovery code as people print and type it: groups of four digits, the last one a checksum. */
import { createHash } from 'node:crypto';
import type { Bytes } from './vault-crypto.ts';

const CODE_BYTES = 16;
const CHECKSUM_BYTES = 2;

const checksum = (code: Uint8Array): Buffer =>
  createHash('sha256').update(code).digest().subarray(0, CHECKSUM_BYTES);

/** Nine groups such as `3F2A`. No two hexadecimal digits look alike. */
export const printCode = (code: Bytes): string =>
  Buffer.concat([code, checksum(code)])
    .toString('hex')
    .toUpperCase()
    .match(/.{4}/g)!
    .join('-');

/**
 * Reads a typed code, in any case and with any spaces and dashes.
 *
 * @throws TypeError when it is not a recovery code, or was mistyped
 */
export function readCode(typed: string): Bytes {
  const bytes = Buffer.from(typed.replace(/[\s-]/g, ''), 'hex');
  const code = new Uint8Array(bytes.subarray(0, CODE_BYTES));
  if (bytes.length !== CODE_BYTES + CHECKSUM_BYTES || !bytes.subarray(CODE_BYTES).equals(checksum(code))) {
    throw new TypeError('This is not a recovery code: please compare it with the printed page');
  }
  return code;
}
