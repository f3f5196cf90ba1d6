/**
 * What a JSON text may consist of. `JSON.parse` and the schemas take their time by the number of values and not by
 * the number of bytes, and nobody else is served meanwhile: so values are counted as the bytes come, and an absurd
 * number of them is refused before one is made.
 */
import { invalid, Problem } from '../errors.ts';

/** Most values of a document, or of what stands around its large arrays. A key bundle of 16 KiB has room in it. */
export const MOST_VALUES = 20_000;
/** Most values of one element of a large array. */
export const MOST_ELEMENT_VALUES = 1_000;
/** Deeper than any document of ours. */
const MOST_DEPTH = 64;

export const tooManyValues = (most: number, what: string) =>
  new Problem('payload_too_large', `${what} may hold ${most} values at most.`);

/** @throws Problem `validation_failed` */
export function checkDepth(depth: number): void {
  if (depth < MOST_DEPTH) return;
  throw invalid([{ path: 'body', message: `must be nested at most ${MOST_DEPTH} deep` }]);
}
