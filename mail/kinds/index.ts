/**
 * The words of every mail: pure functions from plain data to text and HTML. No clock, no configuration,
 * nothing from outside this folder.
 */

import { toHtml } from '../layout/html.ts';
import type { Letter } from '../layout/letter.ts';
import { toText } from '../layout/text.ts';
import { type Access, access } from './access.ts';
import { type AccessNotice, accessNotice } from './access-notice.ts';
import { type AccountExists, accountExists } from './account-exists.ts';
import { type EmailChange, emailChange } from './email-change.ts';
import { type EmailChangeNotice, emailChangeNotice } from './email-change-notice.ts';
import { type Farewell, farewell } from './farewell.ts';
import { type FinalNotice, finalNotice } from './final-notice.ts';
import { type HandoverCancelled, handoverCancelled } from './handover-cancelled.ts';
import { type Invitation, invitation } from './invitation.ts';
import { type OwnerAlive, ownerAlive } from './owner-alive.ts';
import { type OwnerUnreachable, ownerUnreachable } from './owner-unreachable.ts';
import { type PasswordReset, passwordReset } from './password-reset.ts';
import { type PauseReminder, pauseReminder } from './pause-reminder.ts';
import { type PaymentFailed, paymentFailed } from './payment-failed.ts';
import { type Rehearsal, rehearsal } from './rehearsal.ts';
import { type Reminder, reminder } from './reminder.ts';
import { type SecurityChange, securityChange } from './security-change.ts';
import { type SuccessorOptedOut, successorOptedOut } from './successor-opted-out.ts';
import { type SuccessorVerification, successorVerification } from './successor-verification.ts';
import { type SwitchOff, switchOff } from './switch-off.ts';
import { type VerifyEmail, verifyEmail } from './verify-email.ts';

/** Every kind of mail, and what it needs to be written. */
export type MailData = {
  verify_email: VerifyEmail;
  account_exists: AccountExists;
  password_reset: PasswordReset;
  email_change: EmailChange;
  email_change_notice: EmailChangeNotice;
  reminder: Reminder;
  final_notice: FinalNotice;
  pause_reminder: PauseReminder;
  owner_alive: OwnerAlive;
  owner_unreachable: OwnerUnreachable;
  switch_off: SwitchOff;
  successor_verification: SuccessorVerification;
  successor_opted_out: SuccessorOptedOut;
  invitation: Invitation;
  access: Access;
  rehearsal: Rehearsal;
  handover_cancelled: HandoverCancelled;
  access_notice: AccessNotice;
  payment_failed: PaymentFailed;
  security_change: SecurityChange;
  farewell: Farewell;
};

export type MailKind = keyof MailData;

/** A mail ready to send, but for its addresses. The subject is one line. */
export type RenderedMail = { subject: string; text: string; html: string };

const letters: { [K in MailKind]: (data: MailData[K]) => Letter } = {
  verify_email: verifyEmail,
  account_exists: accountExists,
  password_reset: passwordReset,
  email_change: emailChange,
  email_change_notice: emailChangeNotice,
  reminder,
  final_notice: finalNotice,
  pause_reminder: pauseReminder,
  owner_alive: ownerAlive,
  owner_unreachable: ownerUnreachable,
  switch_off: switchOff,
  successor_verification: successorVerification,
  successor_opted_out: successorOptedOut,
  invitation,
  access,
  rehearsal,
  handover_cancelled: handoverCancelled,
  access_notice: accessNotice,
  payment_failed: paymentFailed,
  security_change: securityChange,
  farewell,
};

/** Every kind there is, for constraints and tests. */
export const MAIL_KINDS = Object.keys(letters) as MailKind[];

/**
 * Writes a mail. The same data always gives the same mail, to the byte, so a retry sends what the first
 * try would have sent.
 *
 * Names may be anything: they cannot add a header, a link or markup.
 *
 * @throws TypeError for a link that is not http or https, RangeError for an invalid date; neither message
 *   repeats the data
 */
export function render<K extends MailKind>(kind: K, data: MailData[K]): RenderedMail {
  const letter = letters[kind](data);
  return { subject: letter.subject, text: toText(letter), html: toHtml(letter) };
}
