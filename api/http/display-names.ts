/**
 * The rules for a person's name. Names that owners choose are mailed to people who didn't ask for them, so a name must
 * not carry a message: no address to open, no number to call, nothing that reverses text.
 */

/** The longest name, in characters. */
export const LONGEST_NAME = 60;

/**
 * Line breaks and other control characters, direction marks, and invisible characters. ZWJ and ZWNJ are part of
 * spelling.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\u{e0000}-\u{e007f}]/u;

/** Parts of email and web addresses: @, slashes, a dot followed by two letters or digits ("evil.com"). */
const ADDRESS = /[@＠﹫/\\⁄∕／]|[.。．｡][\p{L}\p{M}\p{N}]{2}/u;

/**
 * Five digits or more with no letter between them, in any spacing or notation: "0800 123", "(0) 8-0-0 1 2",
 * "0_8_0_0_1", in circles or as keycaps. "Henry 8" and "Class of 2024" are names.
 */
const NUMBER = /\p{N}(?:[^\p{L}\p{N}]*\p{N}){4}/u;

const PROBLEMS: readonly [RegExp, string][] = [
  [INVISIBLE, 'must be one line without control or direction characters'],
  [ADDRESS, 'must not contain an address: omit @ and slashes, and put a space after each dot'],
  [NUMBER, 'must not contain a number of five digits or more'],
];

/** Why a text isn't accepted as a name; null if it is. */
export const nameProblem = (text: string): string | null => {
  // Lookalikes of a dot, an @ or a letter are treated like the real character.
  const forms = [text, text.normalize('NFKC')];
  return PROBLEMS.find(([pattern]) => forms.some((form) => pattern.test(form)))?.[1] ?? null;
};
