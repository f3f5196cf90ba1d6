/** The sentence for each record of the activity log. */
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { ActivityType } from '../api/schemas.ts';
import type { SentenceKey, SentenceValue } from './activity-words.ts';

/** Values for a sentence, in the reader's words. */
export interface SentenceFacts {
  values: Record<string, SentenceValue>;
  /** The successor's name; null if they are no longer one. */
  name: string | null;
  /** A status of the switch. */
  status(name: SentenceValue | undefined): string;
  moment(at: SentenceValue | undefined): string;
}

type Sentence = (facts: SentenceFacts) => MessageDescriptor;

const fixed =
  (sentence: MessageDescriptor): Sentence =>
  () =>
    sentence;

/** With the successor's name, or without. */
const about =
  (named: (name: string) => MessageDescriptor, nameless: MessageDescriptor): Sentence =>
  ({ name }) =>
    name === null ? nameless : named(name);

/** With a number, or without. */
const counted =
  (field: string, withNumber: (n: number) => MessageDescriptor, without: MessageDescriptor): Sentence =>
  ({ values }) =>
    typeof values[field] === 'number' ? withNumber(values[field]) : without;

/** With the name that the owner gave to something, or without. */
const withName =
  (field: string, named: (name: string) => MessageDescriptor, nameless: MessageDescriptor): Sentence =>
  ({ values }) =>
    values[field] === undefined ? nameless : named(String(values[field]));

export const SENTENCES: Record<SentenceKey, Sentence> = {
  account_registered: fixed(msg`The account was opened.`),
  email_verified: fixed(msg`The email address was confirmed.`),
  'email_verified.operator': fixed(msg`The people who run the service confirmed the email address.`),
  account_unlocked: fixed(msg`The people who run the service unlocked the account.`),
  login: fixed(msg`Logged in with a browser.`),
  'login.app': fixed(msg`Logged in with an app.`),
  'login.bearer': fixed(msg`A program logged in.`),
  'login.passkey': withName(
    'passkey',
    (name) => msg`Logged in with the passkey “${name}”.`,
    msg`Logged in with a passkey.`,
  ),
  logout: fixed(msg`Logged out.`),
  session_reuse_detected: fixed(msg`A session was used in two places at once, so it was ended for safety.`),
  session_revoked: fixed(msg`A device was logged out from another device.`),
  'session_revoked.others': counted(
    'count',
    (n) => msg`${plural(n, { one: '# other device was', other: '# other devices were' })} logged out.`,
    msg`All other devices were logged out.`,
  ),
  session_confirmed: fixed(msg`Confirmed with the password.`),
  'session_confirmed.passkey': withName(
    'passkey',
    (name) => msg`Confirmed with the passkey “${name}”.`,
    msg`Confirmed with a passkey.`,
  ),
  profile_changed: fixed(msg`The language or the time zone was changed.`),
  'profile_changed.name': fixed(msg`The name was changed.`),
  'profile_changed.keys': fixed(
    msg`The keys of the vault were stored again, for example for a new recovery code.`,
  ),
  password_reset: fixed(msg`The password was reset by email.`),
  password_changed: fixed(msg`The password was changed.`),
  email_change_requested: fixed(msg`A change of email address was requested.`),
  email_changed: fixed(msg`The new email address was confirmed and is in use.`),
  two_factor_enabled: fixed(msg`Two-factor authentication was turned on.`),
  two_factor_disabled: fixed(msg`Two-factor authentication was turned off.`),
  two_factor_removal_started: fixed(
    msg`The removal of the second factor was requested, with the mailbox and the recovery code.`,
  ),
  two_factor_recovery_code_used: counted(
    'left',
    (n) => msg`Logged in with a recovery code. ${plural(n, { one: '# is', other: '# are' })} left.`,
    msg`Logged in with a recovery code.`,
  ),
  two_factor_recovery_codes_renewed: fixed(msg`New recovery codes for logging in were made.`),
  passkey_added: withName('name', (name) => msg`The passkey “${name}” was added.`, msg`A passkey was added.`),
  passkey_removed: withName(
    'name',
    (name) => msg`The passkey “${name}” was removed.`,
    msg`A passkey was removed.`,
  ),
  automation_added: withName(
    'name',
    (name) => msg`The automation “${name}” got a token.`,
    msg`An automation got a token.`,
  ),
  automation_revoked: withName(
    'name',
    (name) => msg`The token of the automation “${name}” was revoked.`,
    msg`The token of an automation was revoked.`,
  ),
  status_read: withName(
    'automation',
    (name) => msg`The automation “${name}” read the state of the switch.`,
    msg`An automation read the state of the switch.`,
  ),
  channel_added: withName(
    'name',
    (name) => msg`“${name}” was added as a way to reach you.`,
    msg`A way to reach you was added.`,
  ),
  channel_verified: withName(
    'name',
    (name) => msg`“${name}” was confirmed as a way to reach you.`,
    msg`A way to reach you was confirmed.`,
  ),
  channel_changed: withName(
    'name',
    (name) => msg`The webhook “${name}” got a new secret.`,
    msg`A webhook got a new secret.`,
  ),
  channel_removed: withName(
    'name',
    (name) => msg`“${name}” was removed from the ways to reach you.`,
    msg`A way to reach you was removed.`,
  ),
  channel_warned: counted(
    'n',
    (n) => msg`Reminder ${n} was delivered to another way to reach you.`,
    msg`A reminder was delivered to another way to reach you.`,
  ),
  'channel_warned.final_notice': fixed(msg`The final notice was delivered to another way to reach you.`),
  check_in: fixed(msg`Checked in.`),
  'check_in.automation': withName(
    'automation',
    (name) => msg`The automation “${name}” checked in for you.`,
    msg`An automation checked in for you.`,
  ),
  check_in_link: fixed(msg`Checked in with the link from a warning.`),
  settings_changed: fixed(msg`The settings of the switch were changed.`),
  'settings_changed.paused': ({ values, moment }) => {
    if (!values.pausedUntil) return msg`The switch was paused.`;
    const until = moment(values.pausedUntil);
    return msg`The switch was paused until ${until}.`;
  },
  'settings_changed.resumed': fixed(msg`The pause of the switch was ended.`),
  successor_added: about((name) => msg`${name} was named as a successor.`, msg`A successor was named.`),
  successor_changed: about(
    (name) => msg`Something about ${name} was changed.`,
    msg`A successor was changed.`,
  ),
  successor_removed: fixed(msg`A successor was removed.`),
  successor_verified: about(
    (name) => msg`${name} confirmed their email address.`,
    msg`A successor confirmed their email address.`,
  ),
  successor_key_pinned: about(
    (name) => msg`The six words were compared with ${name}, and they match.`,
    msg`The six words were compared with a successor, and they match.`,
  ),
  successor_opted_out: about(
    (name) => msg`${name} no longer wants to be a successor.`,
    msg`A successor no longer wants to be one.`,
  ),
  successor_responded: about((name) => msg`${name} answered our request.`, msg`A successor answered.`),
  'successor_responded.accept': about((name) => msg`${name} accepted.`, msg`A successor accepted.`),
  'successor_responded.decline': about((name) => msg`${name} declined.`, msg`A successor declined.`),
  'successor_responded.owner_alive': about(
    (name) => msg`${name} told us that you’re alive.`,
    msg`A successor told us that you’re alive.`,
  ),
  rehearsal: about((name) => msg`The rehearsal with ${name} continued.`, msg`A rehearsal continued.`),
  'rehearsal.requested': about(
    (name) => msg`A rehearsal with ${name} was started.`,
    msg`A rehearsal was started.`,
  ),
  'rehearsal.mail_accepted': about(
    (name) => msg`The email for the rehearsal reached ${name}’s mailbox.`,
    msg`The email for a rehearsal reached its mailbox.`,
  ),
  'rehearsal.responded': about(
    (name) => msg`${name} answered in the rehearsal.`,
    msg`A successor answered in the rehearsal.`,
  ),
  'rehearsal.opened': about(
    (name) => msg`${name} opened the rehearsal’s sample.`,
    msg`A successor opened the rehearsal’s sample.`,
  ),
  contact_answered: about(
    (name) => msg`${name} told us whether we can reach them.`,
    msg`A successor told us whether we can reach them.`,
  ),
  'contact_answered.here': about(
    (name) => msg`${name} can be reached and has their sheet.`,
    msg`A successor can be reached and has their sheet.`,
  ),
  'contact_answered.sheet_lost': about(
    (name) => msg`${name} told us that their sheet is lost.`,
    msg`A successor told us that their sheet is lost.`,
  ),
  'contact_answered.moved': about(
    (name) => msg`${name} told us of a new email address.`,
    msg`A successor told us of a new email address.`,
  ),
  access_renewed: about(
    (name) => msg`${name} got more time to read.`,
    msg`A successor got more time to read.`,
  ),
  handover_cancelled: fixed(msg`The handover was cancelled.`),
  shares_changed: fixed(msg`What opens your vault after a handover was prepared again.`),
  switch_changed: ({ values, status }) => {
    if (!values.to) return msg`The switch moved to the next step.`;
    const [from, to] = [status(values.from), status(values.to)];
    return msg`The switch moved on: ${from} → ${to}.`;
  },
  reminder_sent: ({ values: { n, of } }) =>
    typeof n === 'number' && typeof of === 'number'
      ? msg`Reminder ${n} of ${of} was sent to you.`
      : msg`A reminder was sent to you.`,
  'reminder_sent.final_notice': fixed(msg`The final notice was sent to you.`),
  warning_undeliverable: fixed(msg`A reminder could not be delivered to your mailbox.`),
  'warning_undeliverable.final_notice': fixed(msg`The final notice could not be delivered to your mailbox.`),
  mail_returned: fixed(msg`An email from us came back undelivered. We’re trying again.`),
  'mail_returned.reminder': fixed(msg`A reminder to you came back undelivered. We’re trying again.`),
  'mail_returned.final_notice': fixed(
    msg`The final notice to you came back undelivered. We’re trying again.`,
  ),
  'mail_returned.invitation': fixed(
    msg`A request to one of your successors came back undelivered. We’re trying again.`,
  ),
  vault_accessed: about(
    (name) => msg`${name} read what was left to them.`,
    msg`A successor read what was left to them.`,
  ),
  vault_imported: ({ values: { created, updated } }) => {
    if (typeof created !== 'number' || typeof updated !== 'number') return msg`Entries were imported.`;
    return msg`Entries were imported: ${created} new, ${updated} changed.`;
  },
  vault_rotated: counted(
    'entries',
    (n) =>
      msg`The vault got a new key, and ${plural(n, { one: '# entry was', other: '# entries were' })} re-encrypted.`,
    msg`The vault got a new key.`,
  ),
  entry_restored: fixed(msg`An entry was restored from the trash.`),
  trash_purged: counted(
    'count',
    (n) =>
      msg`${plural(n, { one: '# entry in the trash was', other: '# entries in the trash were' })} deleted for good.`,
    msg`Entries in the trash were deleted for good.`,
  ),
  plan_changed: fixed(msg`The plan was changed.`),
  restored: ({ values, moment }) => {
    if (!values.knownUntil)
      return msg`The service was restored from a backup. Any changes you made after it was taken are lost.`;
    const knownUntil = moment(values.knownUntil);
    return msg`The service was restored from a backup of ${knownUntil}. Any changes you made after that are lost.`;
  },
  'restored.timeline': fixed(
    msg`The service switched to its standby database. Changes made just before may be lost.`,
  ),
};

/** Every type of record. */
export const ACTIVITY_TYPES = Object.keys(SENTENCES).filter((key) => !key.includes('.')) as ActivityType[];

/** Values that a person set, each shown with its earlier value. */
export const CHANGED_FIELD_WORDS: Record<string, MessageDescriptor> = {
  thresholdDays: msg`Days without a sign of life`,
  reminderPercents: msg`Reminders, as percentages of that time`,
  quorum: msg`How many must accept`,
  accessDays: msg`Days successors can read it`,
  checkInByLink: msg`Links in emails check you in`,
  contactMonths: msg`Months between our questions to successors`,
  handoverDelayDays: msg`Delay in days`,
  restrictToAssignedEntries: msg`Only assigned entries`,
  entries: msg`Assigned entries`,
};

export const STATUSES: Record<string, MessageDescriptor> = {
  off: msg`switched off`,
  armed: msg`waiting for your next sign of life`,
  reminding: msg`reminding you`,
  grace_period: msg`grace period`,
  awaiting_successors: msg`asking successors whether they accept`,
  released: msg`opened for those who accepted`,
  completed: msg`handover complete`,
  paused: msg`paused`,
};
