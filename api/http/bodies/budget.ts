/**
 * How many values a JSON text may hold. The time that `JSON.parse` and the schemas take depends on the number of
 * values, not of bytes, and it blocks everybody else. So we count values while the bytes arrive, and refuse an absurd
 * number before any is built.
 */
import { invalid, Problem } from '../errors.ts';

/** How many values a document may hold, or may hold outside its large arrays. A key bundle of 16 KiB fits. */
export const MOST_VALUES = 20_000;
/** How many values one element of a large array may hold. */
export const MOST_ELEMENT_VALUES = 1_000;
/** Deeper than any of our documents. */
const MOST_DEPTH = 64;

export const tooManyValues = (most: number, what: string) =>
  new Problem('payload_too_large', `${what} may hold ${most} values at most.`);

/** @throws Problem `validation_failed` */
export function checkDepth(depth: number): void {
  if (depth < MOST_DEPTH) return;
  throw invalid([{ path: 'body', message: `must be nested at most ${MOST_DEPTH} deep` }]);
}
