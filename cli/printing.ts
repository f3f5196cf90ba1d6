/** How results look on a terminal. */
import { stripVTControlCharacters } from 'node:util';

/**
 * Removes characters that could move the cursor or change a terminal: names come from the service, contents from files.
 */
export const harmless = (text: string): string =>
  stripVTControlCharacters(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const BELOW_SPACE = /[\u0000-\u0009\u000b-\u001f]/g;

/**
 * JSON that a terminal may show. Its meaning is the same: raw characters below the space can't be inside its strings.
 */
export const escaped = (json: string): string =>
  json
    .replace(BELOW_SPACE, ' ')
    .replace(
      /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

/** Harmless, and on one line. */
export const oneLine = (text: string): string => harmless(text).replace(/\s+/g, ' ').trim();

/**
 * A word of a command that people copy into a shell. It isn't read as an option, and if it begins with a hyphen, no
 * option can follow it. Names come from the service, and must not run anything there.
 */
export const asArgument = (text: string): string =>
  /^[\p{L}\p{N}_.@][\p{L}\p{N}_.@-]*$/u.test(text)
    ? text
    : `${text.startsWith('-') ? '-- ' : ''}'${text.replaceAll("'", "'\\''")}'`;

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A moment as people write it, in UTC. */
export const onDay = (moment: string): string => moment.slice(0, 10);
export const atMinute = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

/** Such as `780 kB` or `1.2 GB`. */
export function bytes(count: number): string {
  if (count < 1_000) return `${Math.round(count)} bytes`;
  const step = Math.min(Math.floor(Math.log10(count) / 3), 3);
  const amount = count / 1_000 ** step;
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${['', 'kB', 'MB', 'GB'][step]}`;
}

/** `1 entry`, `2 entries`. */
export const counted = (n: number, one: string, several = `${one}s`): string =>
  `${n} ${n === 1 ? one : several}`;
