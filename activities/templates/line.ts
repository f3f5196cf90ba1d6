import { flattenName } from './name.ts';
import { utcMoment } from './when.ts';

declare const safe: unique symbol;

/**
 * One line of a mail. Only `line` makes one, so no template can put a name into a mail as it was given.
 */
export type Line = string & { readonly [safe]: true };

/**
 * Writes a line: line`${successorName} opened it on ${at}`. Every string put in is treated as a hostile
 * name (see `flattenName`), every date is written out in UTC.
 *
 * @throws RangeError for an invalid date
 */
export const line = (words: TemplateStringsArray, ...values: readonly (string | number | Date)[]): Line =>
  String.raw({ raw: words }, ...values.map(shown)) as Line;

function shown(value: string | number | Date): string {
  if (value instanceof Date) return utcMoment(value);
  return typeof value === 'number' ? String(value) : flattenName(value);
}
