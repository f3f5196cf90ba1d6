/** A recovery code as it is printed and typed in again: groups of four, the last of them a checksum. */
import { createHash } from 'node:crypto';
import type { Bytes } from './vault-crypto.ts';

const CODE_BYTES = 16;
const CHECKSUM_BYTES = 2;

const checksum = (code: Uint8Array): Buffer =>
  createHash('sha256').update(code).digest().subarray(0, CHECKSUM_BYTES);

/** `3F2A-…`, nine groups: hexadecimal has no letters that look like each other. */
export const printCode = (code: Bytes): string =>
  Buffer.concat([code, checksum(code)])
    .toString('hex')
    .toUpperCase()
    .match(/.{4}/g)!
    .join('-');

/**
 * Reads a code however it was typed: in any case, with any spaces and dashes.
 *
 * @throws TypeError when it is no recovery code, or was mistyped
 */
export function readCode(typed: string): Bytes {
  const bytes = Buffer.from(typed.replace(/[\s-]/g, ''), 'hex');
  const code = new Uint8Array(bytes.subarray(0, CODE_BYTES));
  if (bytes.length !== CODE_BYTES + CHECKSUM_BYTES || !bytes.subarray(CODE_BYTES).equals(checksum(code))) {
    throw new TypeError('This is not a recovery code: please compare it with the printed page');
  }
  return code;
}
