/** What people type. docs/crypto.md lists these characters, so that every language reads the same. */

/** White space and dashes, which stand between the groups of a printed code, and between words. */
const SEPARATORS =
  /[\t-\r\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u002d\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

export const withoutSeparators = (typed: string): string => typed.replace(SEPARATORS, '');

/** The words of a text. People also type commas and full stops between them. */
export const typedWords = (typed: string): string[] =>
  typed.replace(SEPARATORS, ' ').split(/[ ,.]/).filter(Boolean);

/**
 * An address as the service stores it. Addresses are ASCII, so only A to Z have lower case; any other character stays, and
 * the service refuses it.
 */
export const normalAddress = (typed: string): string =>
  typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
