/** Every kind of mail, by its name in the table `mail_kind`. A new one is a file, a line here, and a migration. */
import type { MailRow } from '../../db/entities/mail.ts';
import type { MailKind } from '../kind.ts';
import { access } from './access.ts';
import { accessNotice } from './access-notice.ts';
import { accessReminder } from './access-reminder.ts';
import { accountExists } from './account-exists.ts';
import { changeSummary } from './change-summary.ts';
import { channelCode } from './channel-code.ts';
import { channelFinalNotice } from './channel-final-notice.ts';
import { channelGone } from './channel-gone.ts';
import { channelReminder } from './channel-reminder.ts';
import { channelTest } from './channel-test.ts';
import { contactQuestion } from './contact-question.ts';
import { emailChange } from './email-change.ts';
import { emailChangeNotice } from './email-change-notice.ts';
import { farewell } from './farewell.ts';
import { finalNotice } from './final-notice.ts';
import { handoverCancelled } from './handover-cancelled.ts';
import { invitation } from './invitation.ts';
import { ownerAlive } from './owner-alive.ts';
import { ownerUnreachable } from './owner-unreachable.ts';
import { passwordReset } from './password-reset.ts';
import { pauseReminder } from './pause-reminder.ts';
import { paymentFailed } from './payment-failed.ts';
import { rehearsal } from './rehearsal.ts';
import { reminder } from './reminder.ts';
import { restored } from './restored.ts';
import { secondAddress } from './second-address.ts';
import { secondFactorRemoval } from './second-factor-removal.ts';
import { securityChange } from './security-change.ts';
import { successorKit } from './successor-kit.ts';
import { successorOptedOut } from './successor-opted-out.ts';
import { successorProblem } from './successor-problem.ts';
import { successorRemoved } from './successor-removed.ts';
import { successorVerification } from './successor-verification.ts';
import { switchOff } from './switch-off.ts';
import { verifyEmail } from './verify-email.ts';

export const KINDS = {
  verify_email: verifyEmail,
  account_exists: accountExists,
  password_reset: passwordReset,
  second_factor_removal: secondFactorRemoval,
  email_change: emailChange,
  email_change_notice: emailChangeNotice,
  reminder,
  final_notice: finalNotice,
  channel_code: channelCode,
  channel_test: channelTest,
  channel_gone: channelGone,
  channel_reminder: channelReminder,
  channel_final_notice: channelFinalNotice,
  pause_reminder: pauseReminder,
  owner_alive: ownerAlive,
  owner_unreachable: ownerUnreachable,
  switch_off: switchOff,
  successor_verification: successorVerification,
  second_address: secondAddress,
  successor_kit: successorKit,
  successor_opted_out: successorOptedOut,
  successor_problem: successorProblem,
  successor_removed: successorRemoved,
  invitation,
  access,
  access_reminder: accessReminder,
  rehearsal,
  contact_question: contactQuestion,
  handover_cancelled: handoverCancelled,
  access_notice: accessNotice,
  payment_failed: paymentFailed,
  security_change: securityChange,
  change_summary: changeSummary,
  farewell,
  restored,
} satisfies Record<string, MailKind>;

export type MailKindName = keyof typeof KINDS;

export const MAIL_KINDS = Object.keys(KINDS) as MailKindName[];

/** @throws Error for a kind that only a newer version knows: its mail is tried again */
export function kindOf({ kind }: Pick<MailRow, 'kind'>): MailKind {
  if (!Object.hasOwn(KINDS, kind)) throw new Error(`no such kind of mail: ${kind}`);
  return KINDS[kind as MailKindName];
}
