import { flattenName, flattenWords } from './name.ts';
import { utcMoment } from './when.ts';

declare const safe: unique symbol;

/**
 * One line of a mail. Only `line` makes one, so no template can put a name into a mail as it was given.
 */
export type Line = string & { readonly [safe]: true };

/** What a line can say. An IP address is shown as it is, since no mail program links it. */
type Value = string | number | Date | { ip: string } | { words: string };

/** IPv4 or IPv6; no host name looks like this. */
const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{0,4}:[0-9a-f:.]{1,40})$/i;

/**
 * Writes a line: line`${successorName} opened it on ${at}`. Every string is treated as a hostile name
 * (see `flattenName`), and every date is written out in UTC.
 *
 * @throws RangeError for an invalid date
 */
export const line = (words: TemplateStringsArray, ...values: readonly Value[]): Line =>
  String.raw({ raw: words }, ...values.map(shown)) as Line;

function shown(value: Value): string {
  if (value instanceof Date) return utcMoment(value);
  if (typeof value === 'object' && 'words' in value) return flattenWords(value.words);
  if (typeof value === 'object') return IP_ADDRESS.test(value.ip) ? value.ip : flattenName(value.ip);
  return typeof value === 'number' ? String(value) : flattenName(value);
}
