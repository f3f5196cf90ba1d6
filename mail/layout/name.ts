/** The longest name that a mail repeats. More would leave room for a message. */
const LONGEST = 64;
/** As long as the longest reason that the API accepts. */
const LONGEST_WORDS = 500;

/** A dot that makes the text around it look like a web address, but not the dots of initials such as "J.R.R." */
const DOMAIN_DOT = /[.。．｡](?=[\p{L}\p{M}\p{N}\p{Cf}-])(?!\p{L}(?:[.。．｡\s…]|$))/gu;

/**
 * A name as a mail may repeat it: one line, at most 64 characters, nothing that a mail program would turn into a
 * link. Strangers write these names, and people who trust us read them. Ordinary names of any script stay as they are.
 * HTML is escaped elsewhere.
 *
 * @param nameless used if nothing is left of the name
 */
export const flattenName = (given: string, nameless: string): string => flattened(given, LONGEST) || nameless;

/**
 * Five digits or more with no letter between them, in any spacing or notation: "0800 123", "(0) 8-0-0 1 2",
 * "0_8_0_0_1", or as keycaps; with the signs around them. "Henry 8" and "Class of 2024" are names.
 */
const NUMBER = /[^\p{L}\p{M}\p{N}]*\p{N}(?:[^\p{L}\p{N}]*\p{N}){4,}[^\p{L}\p{N}]*/gu;

/**
 * A name for a mail to someone who hasn't agreed to our mail: without a number to call. Lookalikes of digits and dots,
 * such as digits in circles, become plain ones first, so that `flattenName` finds addresses made of them too.
 *
 * @returns '' if nothing is left of the name
 */
export const nameForStranger = (given: string): string =>
  given.normalize('NFKC').replace(NUMBER, ' ').replace(/\s+/g, ' ').trim();

/** A message, made as harmless as a name: one line, at most 500 characters, nothing that becomes a link. */
export const flattenWords = (given: string): string => flattened(given, LONGEST_WORDS) || '…';

/** Words of letters of any script, joined as they are in names: J.R.R. Tolkien, O'Neill, Gerard 't Hooft, Ní-Bhriain. */
const NAME = /^\p{L}[\p{L}\p{M}\u200c\u200d]*(?:(?:[.'’·‐-] ?| ['’]?)\p{L}[\p{L}\p{M}\u200c\u200d]*)*\.?$/u;
/** A dot inside a word ("evil.example"), and what web addresses begin with. */
const ADDRESS = /\.\p{L}{2}|\b(?:www|https?)\b/iu;
/** More than nearly every name has, and too few for a message. */
const MOST = { characters: 40, words: 6 };

/**
 * Whether a text reads as a person's name, so that it may appear in the subject of a mail to someone who hasn't agreed
 * to our mail: a few words of letters, with no digit, no address, no line break, and no sign but those that names have.
 */
export const readsAsName = (given: string): boolean =>
  [...given].length <= MOST.characters &&
  given.split(' ').length <= MOST.words &&
  NAME.test(given.normalize('NFC')) &&
  !ADDRESS.test(given.normalize('NFKC'));

function flattened(given: string, longest: number): string {
  const flat = given
    .toWellFormed()
    // Line breaks and control characters end a header line. Direction marks, removed next, turn text around.
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g, '')
    // Only now: a character removed above may have separated a letter from its accent.
    .normalize('NFC')
    .replace(/[/\\⁄∕／]+/g, ' ')
    .replace(/[@＠﹫]/g, ' at ')
    .replace(DOMAIN_DOT, '. ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...flat];
  return characters.length > longest
    ? `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : flat;
}
