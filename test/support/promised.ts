/** What pages and mails may not promise. */

/** Sentences, without markup. */
const sentences = (text: string): string[] =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.:!?])\s/);

/**
 * Sentences that count on something which nobody needs to have: a recovery code for the vault, which only those have who
 * printed one, or a recovery kit, which only those have who made one.
 */
export const emptyPromises = (text: string): string[] =>
  sentences(text).filter(
    (each) =>
      (/recovery code/i.test(each) && !/\bif you printed\b/i.test(each)) ||
      (/recovery kit/i.test(each) && !/\bif you made\b/i.test(each)),
  );
