/** What pages and mails may not promise. */

/** Sentences, without markup. */
const sentences = (text: string): string[] =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.:!?])\s/);

/**
 * Sentences that count on something which nobody needs to have: a recovery code for the vault, which only those have
 * who printed one, or a recovery kit, which only those have who made one. A sentence that tells how to make one is
 * fine, and so is one that tells that someone did.
 */
export const emptyPromises = (text: string): string[] =>
  sentences(text).filter(
    (each) =>
      (/recovery code|Wiederherstellungscode/i.test(each) && !/\b(if you printed|falls Sie)\b/i.test(each)) ||
      (/recovery kit|Schlüsselblatt/i.test(each) &&
        !/\b(if you made|make your|has made a|falls Sie|erstellen Sie|hat \w+ Schlüsselblatt erstellt)\b/i.test(
          each,
        )),
  );
