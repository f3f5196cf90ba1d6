/** What an administrator reads about the service, and the words for it. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { paths } from '../../docs/openapi.d.ts';

export type Stats =
  paths['/admin/dashboard']['get']['responses'][200]['content']['application/json']['stats'];
type AdminUser =
  paths['/admin/users']['get']['responses'][200]['content']['application/json']['users'][number];
export type SwitchStatus = AdminUser['switchStatus'];

export const STATUSES: Record<SwitchStatus, MessageDescriptor> = {
  armed: msg`Waiting for a sign of life`,
  reminding: msg`Reminding`,
  grace_period: msg`Grace period`,
  awaiting_successors: msg`Asking successors`,
  released: msg`Opened for successors`,
  completed: msg`Handover over`,
  paused: msg`Paused`,
  off: msg`Switched off`,
};

/** Kinds that only a newer service knows are shown by their names. */
export const MAILS: Record<string, MessageDescriptor> = {
  verify_email: msg`Confirming an address`,
  account_exists: msg`Account exists already`,
  password_reset: msg`Reset of a password`,
  email_change: msg`Change of address`,
  email_change_notice: msg`Warning about a change of address`,
  reminder: msg`Reminder`,
  final_notice: msg`Final notice`,
  pause_reminder: msg`Reminder of a pause`,
  owner_alive: msg`Owner is alive`,
  owner_unreachable: msg`Owner can’t be reached`,
  switch_off: msg`Switch is off`,
  successor_verification: msg`Request to a successor`,
  successor_opted_out: msg`Successor opted out`,
  rehearsal: msg`Rehearsal`,
  invitation: msg`Start of a handover`,
  access: msg`Access to what was left`,
  access_notice: msg`Warning about access`,
  handover_cancelled: msg`Handover cancelled`,
  payment_failed: msg`Failed payment`,
  security_change: msg`Change that weakens an account`,
  farewell: msg`Deleted account`,
};
