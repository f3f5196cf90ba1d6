/**
 * How many values a JSON text may hold. The time that parsing and validation take depends on the number of values, not
 * on that of bytes, and it blocks all other requests. So we count values while the bytes arrive, and refuse an absurd
 * number early.
 */
import { invalid, Problem } from '../errors.ts';

/** How many values a document may hold, or may hold outside its large arrays. A key bundle of 40 KiB fits. */
export const MOST_VALUES = 20_000;
/** How many values one element of a large array, or one line, may hold unless its route says otherwise. */
export const MOST_ELEMENT_VALUES = 1_000;
/** None of our documents is nested as deeply. */
const MOST_DEPTH = 64;

export const tooManyValues = (most: number, subject: string) =>
  new Problem('payload_too_large', `${subject} may hold ${most} values at most.`);

/** @throws Problem `validation_failed` */
export function checkDepth(depth: number): void {
  if (depth < MOST_DEPTH) return;
  throw invalid([{ path: 'body', message: `must be nested at most ${MOST_DEPTH} deep` }]);
}
