/** Shamir's secret sharing over GF(2^8), byte by byte, as `shamir-secret-sharing` lays it out. */
import { combine as combineShares, split as splitSecret } from 'shamir-secret-sharing';
import { wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import type { Bytes } from './web-crypto.ts';

/** One byte of the share for each byte of the secret, then the x-coordinate. */
export const SHARE_BYTES = 33;

/** @param threshold how many shares are needed to reconstruct the secret, at least 2 */
export async function split(secret: Bytes, shares: number, threshold: number): Promise<Bytes[]> {
  return (await splitSecret(secret, shares, threshold)).map(taken);
}

/**
 * With fewer shares than the threshold, or a wrong one, the result is some other secret.
 *
 * @throws CryptoError `share_of_other_seal` when two shares have the same x-coordinate
 */
export async function combine(shares: readonly Bytes[]): Promise<Bytes> {
  if (new Set(shares.map((share) => share.at(-1))).size < shares.length) {
    throw new CryptoError('share_of_other_seal');
  }
  return taken(await combineShares([...shares]));
}

/** The library's bytes with a type that Web Crypto accepts; the library's copy is wiped. */
function taken(bytes: Uint8Array): Bytes {
  const copy = new Uint8Array(bytes);
  wipe(bytes);
  return copy;
}
