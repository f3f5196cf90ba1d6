/** Texts of about the same length look the same in ciphertext: each is padded to one of few lengths. */
import { utf8 } from './bytes.ts';

/** Shorter texts are padded to this length, in bytes. */
const SHORTEST = 256;

/**
 * The length that a text is padded to: Padmé (Nikitin et al., 2019), which adds at most 12 % and reveals only the
 * length's order of magnitude and its first few bits.
 */
export function paddedLength(length: number): number {
  if (length <= SHORTEST) return SHORTEST;
  const exponent = Math.floor(Math.log2(length));
  const step = 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1);
  return Math.ceil(length / step) * step;
}

/**
 * JSON with spaces at its end, which its readers ignore.
 *
 * @param most the most bytes it may take: padding never exceeds this
 */
export function padJson(json: string, most = Number.POSITIVE_INFINITY): string {
  const { length } = utf8(json);
  return json + ' '.repeat(Math.max(0, Math.min(paddedLength(length), most) - length));
}
