/** What pages and mails may not promise. */

/** Sentences, without markup. */
const sentences = (text: string): string[] =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.:!?])\s/);

/**
 * Sentences that rely on something that their reader may not have: a recovery code for the vault, which not everyone
 * has printed, or a recovery kit, which not everyone has made. A sentence about making one is fine, and so is one that
 * says that someone did.
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
