import { type Line, line } from './line.ts';

/** What a mail says, before it becomes text or HTML: words and links, no markup. */
export type Letter = {
  /** Different for every step of a switch: mail programs fold mails with the same subject into one. */
  subject: Line;
  /** In one sentence, what this mail is about. */
  heading: Line;
  /** The one thing to do; it comes before everything but the heading. */
  action?: { label: Line; link: string };
  /** The reader's name, as given. */
  to: string;
  paragraphs: Line[];
  /** Why this mail reached the reader. */
  reason: Line;
  /** Where a successor can stop being one. */
  optOutLink?: string;
};

/** The reason under every mail to the holder of an account. */
export const toAccountHolder = line`You're receiving this email because your address belongs to a Vault Handover account.`;

/** The reason under every mail to a successor. */
export const toSuccessor = (ownerName: string): Line =>
  line`You're receiving this email because ${ownerName} named you as a successor in Vault Handover.`;

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
