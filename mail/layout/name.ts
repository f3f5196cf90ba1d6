/** The longest name that a mail repeats; more says nothing about a person and leaves room for a message. */
const LONGEST = 64;
/** As many as the API takes for a reason. */
const LONGEST_WORDS = 500;

/** A dot that would make the text around it look like a web address; initials such as "J.R.R." are none. */
const DOMAIN_DOT = /[.。．｡](?=[\p{L}\p{M}\p{N}\p{Cf}-])(?!\p{L}(?:[.。．｡\s…]|$))/gu;

/**
 * A name as a mail may repeat it: one line, at most 64 characters, nothing that a mail program would turn
 * into a link. Names come from people we have not met, and land in the mail of people who trust us.
 *
 * It leaves ordinary names of any script as they are. Escaping for HTML is not done here.
 */
export const flattenName = (given: string): string => flattened(given, LONGEST) || 'somebody without a name';

/** What somebody wrote, made as harmless as a name: one line, at most 500 characters, nothing that becomes a link. */
export const flattenWords = (given: string): string => flattened(given, LONGEST_WORDS) || '…';

function flattened(given: string, longest: number): string {
  const flat = given
    .toWellFormed()
    // Line breaks and control characters end a header line; direction marks turn text around.
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g, '')
    // After what may have stood between a letter and its accent is gone.
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
