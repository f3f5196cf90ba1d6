/** The figures for administrators, and their labels. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { paths } from '../../docs/openapi.d.ts';

export type Stats =
  paths['/admin/dashboard']['get']['responses'][200]['content']['application/json']['stats'];
export type AdminUser =
  paths['/admin/users']['get']['responses'][200]['content']['application/json']['users'][number];

export const STATUS_NAMES: Record<AdminUser['switchStatus'], MessageDescriptor> = {
  armed: msg`Waiting for a sign of life`,
  reminding: msg`Reminding`,
  grace_period: msg`Grace period`,
  awaiting_successors: msg`Asking successors`,
  released: msg`Opened for successors`,
  completed: msg`Handover ended`,
  paused: msg`Paused`,
  off: msg`Switched off`,
};

/** Why a switch is overdue. A reason this version doesn't know is shown by its name. */
export const REASONS: Record<string, MessageDescriptor> = {
  mail_unconfigured: msg`No mail server is configured`,
  clock_skew: msg`The clocks disagree`,
  workflow_not_seen: msg`Its workflow hasn’t checked: look at the worker and Temporal`,
  mail_refused: msg`The mail server is rejecting the email`,
  mail_blocked: msg`The mail server is blocking us`,
  database_changed: msg`The database has changed and is being checked`,
  mail_waiting: msg`The email hasn’t been accepted yet`,
  quorum_unreachable: msg`Too many successors declined`,
  no_answer: msg`A successor hasn’t answered`,
  step_not_taken: msg`A step was due but didn’t happen: check the worker’s log`,
  unreadable: msg`Its row can’t be read: compare it with a backup`,
};

export const STEP_NAMES: Record<Stats['upcoming']['first'][number]['step'], MessageDescriptor> = {
  reminder: msg`Reminder`,
  final_notice: msg`Final notice`,
  end_grace: msg`End of the grace period`,
  invite: msg`Invitation of successors`,
  access_reminder: msg`Reminder that access ends`,
  complete: msg`End of the handover`,
  pause_reminder: msg`Reminder of a pause`,
  end_pause: msg`End of a pause`,
};

/** A kind this version doesn't know is shown by its name. */
export const MAILS: Record<string, MessageDescriptor> = {
  verify_email: msg`Confirming an address`,
  account_exists: msg`Account already exists`,
  password_reset: msg`Reset of a password`,
  second_factor_removal: msg`Removal of a second factor`,
  email_change: msg`Change of address`,
  email_change_notice: msg`Warning about a change of address`,
  reminder: msg`Reminder`,
  final_notice: msg`Final notice`,
  pause_reminder: msg`Reminder of a pause`,
  owner_alive: msg`Owner is alive`,
  owner_unreachable: msg`Owner can’t be reached`,
  switch_off: msg`Switch is off`,
  successor_verification: msg`Request to a successor`,
  second_address: msg`Second address of a successor`,
  successor_kit: msg`Kit of a successor`,
  successor_opted_out: msg`Successor opted out`,
  successor_removed: msg`Successor removed`,
  rehearsal: msg`Rehearsal`,
  contact_question: msg`Yearly question to a successor`,
  successor_problem: msg`Trouble with a successor`,
  invitation: msg`Start of a handover`,
  access: msg`Access to what was left`,
  access_notice: msg`Warning about access`,
  access_reminder: msg`Reminder that access ends`,
  handover_cancelled: msg`Handover cancelled`,
  channel_code: msg`Code for another way`,
  channel_test: msg`Test of another way`,
  channel_reminder: msg`Reminder on another way`,
  channel_final_notice: msg`Final notice on another way`,
  channel_gone: msg`Device can no longer be reached`,
  payment_failed: msg`Failed payment`,
  security_change: msg`Change that weakens an account`,
  change_summary: msg`Summary of changes`,
  farewell: msg`Deleted account`,
  restored: msg`Restored backup`,
};
