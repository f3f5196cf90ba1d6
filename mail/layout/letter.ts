import type { Language } from '../../db/locale.ts';
import { LAYOUT, type SentenceWithLink } from './layout-words.ts';
import type { MailLine } from './line.ts';
import { flattenName } from './name.ts';

/** The content of a mail before it becomes text or HTML: words and links, no markup. */
export type Words = {
  /** Different for every step of a switch, because mail programs group mails with the same subject. */
  subject: MailLine;
  /** In one sentence, what this mail is about. */
  heading: MailLine;
  /** The one thing to do; it comes below the first paragraph. */
  action?: { label: MailLine; link: string };
  /** The reader's name, as given; null if we don't know it. */
  to: string | null;
  /** The first says why we write, and comes above the action. */
  paragraphs: MailLine[];
  /** Why this mail reached the reader. */
  reason: MailLine;
  /**
   * What ways other than a mailbox show: a title and a sentence, without any name and without a word about what is left.
   * Others may see it on a locked screen, and services that we don't know pass it on.
   */
  note?: { title: MailLine; text: MailLine };
  /** Where a successor can stop being one. */
  optOutLink?: string;
  /** Where someone whose address a stranger entered can stop such mails. */
  stopLink?: string;
};

export type Letter = Words & { language: Language };

export function greetingOf({ language, to }: Letter): string {
  const { greeting, nameless } = LAYOUT[language];
  return to === null ? `${greeting},` : `${greeting} ${flattenName(to, nameless)},`;
}

/** The sentences about opting out, each around its link. */
export function optOutsOf({
  language,
  optOutLink,
  stopLink,
}: Letter): (SentenceWithLink & { href: string })[] {
  const { optOut, stop } = LAYOUT[language];
  return [
    ...(optOutLink ? [{ ...optOut, href: checkedLink(optOutLink) }] : []),
    ...(stopLink ? [{ ...stop, href: checkedLink(stopLink) }] : []),
  ];
}

/**
 * A link as it was given.
 *
 * @throws TypeError unless it is an http or https address on one line. The message leaves out the link, which carries
 *   a token.
 */
export function checkedLink(link: string): string {
  if (!/^https?:\/\/[^\s<>"'`\\]+$/u.test(link) || !URL.canParse(link)) {
    throw new TypeError('A link in a mail has to be an http or https address');
  }
  return link;
}
