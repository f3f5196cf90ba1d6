/** The parts of a security mail, for every language. */
import type { MailedDevice } from '../../layout/device.ts';
import type { MailLine } from '../../layout/line.ts';

/** What changed, with the values before and after, as the mail's row keeps them. */
export type ChangeDetails = Readonly<Record<string, string | number | boolean>>;

export interface OneChange {
  changes: ChangeDetails;
  /** Empty if no successor is involved. */
  successorName: string;
}

export interface SecurityChange extends OneChange {
  name: string;
  at: Date;
  device: MailedDevice;
  /** Empty if it isn't known. */
  ipAddress: string;
  /** Null if no page can help. */
  link: string | null;
}

/** Changes that belong together, made on a device that the owner had used before. */
export interface GatheredChanges {
  name: string;
  /** In the order in which they were made. */
  changes: readonly OneChange[];
  /** When the first was made. */
  at: Date;
  device: MailedDevice;
  /** Empty if it isn't known. */
  ipAddress: string;
  link: string;
}

/** One change: in a few words, in full, and what to do if someone else made it. */
export interface ChangeText {
  heading: MailLine;
  /** What was done: after "You", or after „Sie haben“. Changes of an account have none. */
  done?: MailLine;
  /** The subject, if it is the only change. If left out, the one that all changes share. */
  subject?: MailLine;
  description: MailLine;
  /** How to undo it, once `first` is done. */
  undo?: MailLine;
  /** If left out, the advice about the password. */
  first?: MailLine;
  /** The text of the link; if left out, the one about the password. */
  label?: MailLine;
}

export const headingOf = ([only, another]: readonly ChangeText[], several: MailLine): MailLine =>
  only && !another ? only.heading : several;

export const subjectOf = ([only, another]: readonly ChangeText[], shared: MailLine): MailLine =>
  (!another && only?.subject) || shared;

/** What to do first, behind the mail's link, and then how to undo each change. */
export const adviceOn = (texts: readonly ChangeText[], aboutPassword: MailLine): MailLine[] => [
  texts[0]?.first ?? aboutPassword,
  ...new Set(texts.flatMap(({ undo = [] }) => undo)),
];

/** The text whose advice and label apply to the whole mail comes first. */
export const leadFirst = (texts: readonly ChangeText[]): ChangeText[] => [
  ...texts.filter(({ first }) => first),
  ...texts.filter(({ first }) => !first),
];

/** What was done, in a few words: two things at most. @param others the words for what is left out */
export function doneIn(
  texts: readonly ChangeText[],
  list: Intl.ListFormat,
  others: (n: number) => MailLine,
): { words: string } {
  const done = texts.flatMap(({ done: each = [] }) => each);
  const named = done.length > 2 ? [done[0]!, others(done.length - 1)] : done;
  return { words: list.format(named) };
}

/** There is no link once the account has left this address: nobody can log in to it from here. */
export const actionOf = (
  { link }: Pick<SecurityChange, 'link'>,
  [first]: readonly ChangeText[],
  aboutPassword: MailLine,
) => (link === null ? {} : { action: { label: first?.label ?? aboutPassword, link } });

/** The page that reminders lead to if links don't check in. */
export const LOG_IN = '/log-in';

/** Where to go at once if it was someone else. Opening the page changes nothing. */
const PAGES: Record<string, string | null> = {
  two_factor_on: '/forgot-password',
  two_factor_recovery_codes_renewed: '/forgot-password',
  passkey_added: '/forgot-password',
  passkey_removed: '/forgot-password',
  password_changed: '/forgot-password',
  two_factor_removal_started: LOG_IN,
  address_changed: null,
};

export function pageFor({ account, checkInByLink }: ChangeDetails): string | null {
  // The owner tries the very link that reminders now carry.
  if (checkInByLink === false) return LOG_IN;
  const page = PAGES[String(account)];
  return page === undefined ? '/account/password' : page;
}
