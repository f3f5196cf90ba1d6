import type { Locale } from '../../db/locale.ts';
import { LAYOUT } from './layout-words.ts';
import type { LineValue, MailLine, WriteLine, Writer } from './line.ts';
import { flattenName, flattenWords } from './name.ts';
import { dayIn, momentIn } from './when.ts';

/** IPv4 or IPv6; no host name looks like this. */
const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{0,4}:[0-9a-f:.]{1,40})$/i;

/** Words and numbers, with dots only between digits. */
const CODE = /^(?:[a-z0-9_ ]|(?<=\d)\.(?=\d)){1,40}$/i;

export function writerFor(locale: Locale): Writer {
  const { nameless, toAccountHolder, toSuccessor } = LAYOUT[locale.language];
  const shown = (value: LineValue): string => {
    if (value instanceof Date) return momentIn(locale, value);
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string') return flattenName(value, nameless);
    if ('words' in value) return flattenWords(value.words);
    if ('code' in value) return CODE.test(value.code) ? value.code : flattenName(value.code, nameless);
    return IP_ADDRESS.test(value.ip) ? value.ip : flattenName(value.ip, nameless);
  };
  const line: WriteLine = (words, ...values) => String.raw({ raw: words }, ...values.map(shown)) as MailLine;
  return {
    line,
    day: (at) => dayIn(locale, at),
    toAccountHolder: toAccountHolder(line),
    toSuccessor: (ownerName) => toSuccessor(line, ownerName),
  };
}
