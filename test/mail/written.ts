/** Mails as they are written, and what is in them. */
import type { Locale } from '../../db/locale.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { MAIL_KINDS } from '../../mail/kinds/index.ts';
import { type LetterFacts, READERS, samples, written } from '../support/builders/letters.ts';

/** Each kind in each language. */
export const MAILS = READERS.flatMap((locale) => MAIL_KINDS.map((kind) => ({ kind, ...locale, locale })));

/** A mail whose names are all the same. */
export const sample = (kind: MailKindName, name = 'Ada Lovelace', locale?: Locale) =>
  written(kind, samples(name)[kind], locale);

/** A mail that names Ada, with these facts instead of the sample's. */
export const ada = <K extends MailKindName>(kind: K, facts: Partial<LetterFacts[K]>, locale?: Locale) =>
  written(kind, { ...samples('Ada')[kind], ...facts }, locale);

export const unescaped = (html: string) => html.replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** Where the links of a mail lead, in HTML. */
export const hrefs = (html: string) =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => unescaped(href!));

/** Every web address in a text. */
export const addresses = (text: string) => text.match(/https?:\/\/\S+/g) ?? [];

/** The links among the facts, in the order in which the mail has them. */
export const linksOf = (kind: MailKindName) => {
  const data = samples('x')[kind];
  return [
    ...('link' in data ? [data.link] : []),
    ...('optOutLink' in data ? [data.optOutLink] : []),
    ...('stopLink' in data ? [data.stopLink] : []),
  ];
};
