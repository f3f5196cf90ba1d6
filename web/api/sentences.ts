/** Error messages that say what to do. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Problem } from '../../client/problem.ts';
import { CryptoError, type CryptoErrorCode } from '../../crypto/index.ts';
import type { Schemas } from './schemas.ts';

type ApiCode = Extract<Schemas[keyof Schemas], { code: string; requestId: string }>['code'];
/** Errors of the web app and its worker themselves. */
type OwnCode =
  | 'device_full'
  | 'passkey_not_used'
  | 'passkey_exists'
  | 'passkey_unsupported'
  | 'push_unsupported'
  | 'push_refused'
  | 'passkey_opens_nothing'
  | 'unreachable'
  | 'out_of_date'
  | 'address_unproven'
  | 'foreign_owner_key'
  | 'successor_id_changed'
  | 'decided_elsewhere'
  | 'too_few_successors';

const OUT_OF_DATE = msg`This page is out of date. Please reload it.`;

const PROBLEMS: Record<Exclude<ApiCode, 'webhook_signature_invalid'> | OwnCode, MessageDescriptor> = {
  validation_failed: msg`The service didn’t accept something you entered. Please check it.`,
  out_of_date: OUT_OF_DATE,
  malformed_json: OUT_OF_DATE,
  method_not_allowed: OUT_OF_DATE,
  unsupported_media_type: OUT_OF_DATE,
  unreachable: msg`We can’t reach the service. Check your connection and try again.`,
  device_full: msg`There’s no room left for the encrypted copy on this device. Free some space and try again.`,
  unauthenticated: msg`Your session has ended. Please log in again.`,
  refresh_token_invalid: msg`Your session has ended. Please log in again.`,
  invalid_credentials: msg`That address and password don’t match. Check both and try again.`,
  passkey_invalid: msg`That passkey wasn’t accepted. Try again, or log in with your password.`,
  wrong_passkey: msg`That passkey wasn’t accepted. Please try again.`,
  passkey_not_used: msg`No passkey was used. Try again, or use your password.`,
  passkey_exists: msg`This device already has a passkey for your account.`,
  passkey_unsupported: msg`Passkeys can’t be used in this browser. Please use your password.`,
  push_unsupported: msg`This browser can’t receive notifications here. On an iPhone or iPad, add this page to your home screen first, and open it from there.`,
  push_refused: msg`Notifications are turned off for this page. Allow them in the settings of your browser, and try again.`,
  passkey_opens_nothing: msg`This passkey doesn’t open your vault. Please use your password.`,
  automation_limit: msg`You can’t have more automations. Revoke one first.`,
  channel_limit: msg`You have as many ways to reach you as an account can have. Remove one first.`,
  channel_not_verified: msg`Enter the code that we sent there first.`,
  wrong_code: msg`This code is wrong, or no longer valid. Ask for a new one.`,
  passkey_limit: msg`You can’t have more passkeys. Remove one first.`,
  two_factor_required: msg`Please enter the code from your authenticator app.`,
  two_factor_invalid: msg`That code is wrong or has already been used. Wait for the next one and try again.`,
  wrong_two_factor_code: msg`That code is wrong or has already been used. Wait for the next one and try again.`,
  wrong_password: msg`That’s not the password for this account. Please try again.`,
  address_unproven: msg`To check this password, we need your email address as well. Log out and log in again.`,
  email_not_verified: msg`This address isn’t confirmed yet. Open the link in the email we sent you.`,
  confirmation_required: msg`Please confirm this with your password.`,
  origin_not_allowed: msg`The service doesn’t accept requests from this address. Open it at its own address.`,
  registration_closed: msg`This service isn’t accepting new accounts.`,
  invitation_required: msg`You need an invitation that hasn’t been used and hasn’t expired. Ask the people who run this service.`,
  log_in_required: msg`This link doesn’t check you in. Please log in instead.`,
  forbidden: msg`You don’t have permission for this.`,
  recently_reset: msg`Your password was reset recently. You can do this seven days after the reset.`,
  plan_limit: msg`Your plan has no room for more. The “Plan” page in your account shows what is full and how to make room.`,
  access_not_released: msg`The vault hasn’t been opened yet. We’ll write to you when it is.`,
  two_factor_enabled: msg`Two-factor authentication is already on.`,
  two_factor_off: msg`Two-factor authentication is off, or setting it up took longer than an hour. Please set it up again.`,
  not_found: msg`This no longer exists. Someone may have removed it.`,
  request_timeout: msg`That took too long. Check your connection and try again.`,
  version_conflict: msg`This has been changed since you opened it. Nothing was overwritten.`,
  already_exists: msg`This already exists.`,
  already_verified: msg`This person has already confirmed their address.`,
  fingerprint_mismatch: msg`This person has since made another kit. Ask for the words on the newest sheet.`,
  successor_id_changed: msg`The service may have mistaken this person for someone else. Remove them and invite them again.`,
  foreign_owner_key: msg`The service gave this person a key that isn’t yours. Ask them for a new sheet.`,
  decided_elsewhere: msg`Another device has changed who gets what or how many must accept, so nothing was saved here. Check it, and try again.`,
  too_few_successors: msg`You can’t require more people to accept than you leave something to. Choose a smaller number, or leave something to more people.`,
  key_pinned: msg`Your key has already been compared, so it can’t be replaced. Use the kit you have.`,
  successor_not_verified: msg`This person hasn’t confirmed their email address yet.`,
  successor_opted_out: msg`This person doesn’t want to be a successor.`,
  handover_active: msg`A handover is in progress. Check in first.`,
  handover_completed: msg`The handover is over. Check in first.`,
  no_active_handover: msg`No handover is in progress.`,
  response_final: msg`This answer can no longer be changed.`,
  owner_alive_limit: msg`The handover has been postponed as often as we allow.`,
  not_paused: msg`The switch isn’t paused.`,
  token_invalid: msg`This link isn’t valid. Make sure you open the whole link from the email, or ask for a new one.`,
  token_used: msg`This link has already been used.`,
  token_expired: msg`This link has expired.`,
  handover_ended: msg`The handover has ended. This link no longer opens anything.`,
  offset_mismatch: msg`The file changed on its way here. Please send it again.`,
  checksum_mismatch: msg`The file was damaged on its way here. Please send it again.`,
  file_unfinished: msg`This file hasn’t arrived completely yet.`,
  file_locked: msg`This file is already being sent from another window. Try again in a moment.`,
  range_not_satisfiable: OUT_OF_DATE,
  tus_version: OUT_OF_DATE,
  push_disabled: msg`This service doesn’t send notifications to devices.`,
  files_disabled: msg`This service doesn’t store files.`,
  store_full: msg`The service has no space left for files. Please tell the people who run it.`,
  payload_too_large: msg`This is too large to save.`,
  account_locked: msg`There were too many failed attempts, so this account is locked for a while.`,
  rate_limited: msg`Too many attempts. Please wait a moment.`,
  billing_disabled: msg`This service doesn’t offer paid plans.`,
  already_subscribed: msg`You already have this plan.`,
  no_subscription: msg`You have no subscription.`,
  dependency_unavailable: msg`The service is busy or being repaired. Try again in a moment.`,
  internal: msg`Something went wrong on our side. Try again in a moment.`,
};

const REFUSALS: Partial<Record<CryptoErrorCode, MessageDescriptor>> = {
  locked: msg`Your vault is locked. Please enter your password again.`,
  wrong_password: msg`That password doesn’t open this vault. Please try again.`,
  wrong_recovery_code: msg`That recovery code doesn’t open this vault. Use the most recent one you printed.`,
  nothing_to_recover: msg`There’s nothing here for this recovery code to open.`,
  recovery_code_replaced: msg`This recovery code has been replaced by a newer one. Use the most recent one you printed.`,
  needs_recovery_code: msg`Your password was reset, so the vault needs your recovery code.`,
  code_mistyped: msg`There’s a typing mistake in the code. Compare it with your sheet.`,
  code_of_other_kind: msg`That’s a different code. Use the other sheet you printed.`,
  kdf_too_weak: msg`The service asks for weaker protection of your password than we allow. Don’t log in here: someone may be trying to find it out.`,
  kdf_too_costly: msg`The service asks for more computation than we allow. Don’t log in here: someone may have tampered with the service.`,
  format_unknown: msg`This was written by a newer version of this page. Please reload the page.`,
  bundle_damaged: msg`The keys that the service stores for you are damaged. Reload the page. If that doesn’t help, tell the people who run the service.`,
  bundle_rolled_back: msg`The service has older keys than this browser has seen. Log out and in again to see what you can do.`,
  keys_superseded: msg`These keys are from before you changed your password, so they can’t be put back.`,
  wrong_passkey: msg`This passkey doesn’t open your vault. Use your password.`,
  key_not_pinned: msg`You haven’t compared this person’s key yet.`,
  key_swapped: msg`The service gives a different key from the one you compared. Ask this person whether they’ve made a new kit.`,
  key_unusable: msg`Nothing can be sealed to this person’s key. Ask them to make a new kit.`,
  comparison_differs: msg`The words don’t match. Have them read out once more, slowly. If they still differ, ask for a new kit.`,
  decision_differs: msg`What the service says about your successors isn’t what you decided, so nothing was prepared. Open “Who gets what”, answer what we ask there or choose again, and save.`,
  not_sealed_to: msg`Nothing has been prepared for this person yet.`,
  wrong_kit: msg`This kit doesn’t open what was left to you. Use the most recent sheet you printed.`,
  list_rolled_back: msg`The service has no list of what a successor gets, or an older one than this browser has seen. The “Successors” page says what to do.`,
  entry_rolled_back: msg`The service has an older version of this entry than this browser has seen, so the entry wasn’t changed. If the “Successors” page asks about it, answer there first. Otherwise, lock the vault and open it again. What you wrote stays.`,
  package_rolled_back: msg`The service has an older version of your part than this device has seen. Ask the people who run it.`,
  package_of_other_owner: msg`This isn’t from the person named on your kit. Don’t trust it, and tell the people who run the service.`,
  quorum_missing: msg`Not enough people have passed on their part yet.`,
};

const DAMAGED = msg`This was altered on its way to you, or isn’t meant for you, so we won’t open it. Tell the people who run the service.`;
const ENTRY_REFUSED = msg`An entry is missing or was altered, so nothing was changed. If you didn’t delete it yourself, tell the people who run the service. Then check who gets what, and save.`;
/** Fields that people fill in, by their names in the API. */
const TYPED: Partial<Record<string, MessageDescriptor>> = {
  'body.name': msg`the name`,
  'body.email': msg`the email address`,
  'body.url': msg`the address of the webhook`,
  'body.message': msg`your words`,
  'body.pausedUntil': msg`the day on which the pause ends`,
  'body.thresholdDays': msg`the number of days without a sign of life`,
  'body.accessDays': msg`the number of days of access`,
  'body.handoverDelayDays': msg`the delay in days`,
};
const UNEXPECTED = msg`Something went wrong. Please reload the page.`;

/** Whether an error has this code, which is one of the API's or of crypto/. */
export const hasCode = (error: unknown, code: string): boolean =>
  (error instanceof CryptoError || error instanceof Problem) && error.code === code;

/** Says what went wrong, in the language of the web app. */
export function useProblem(): (error: unknown) => string {
  const { _, i18n } = useLingui();
  return (problem) => {
    if (problem instanceof CryptoError)
      return _(problem.entryId === undefined ? (REFUSALS[problem.code] ?? DAMAGED) : ENTRY_REFUSED);
    if (!(problem instanceof Problem)) return _(UNEXPECTED);
    const known: Partial<Record<string, MessageDescriptor>> = PROBLEMS;
    const refused = problem.errors.flatMap(({ path }) => (TYPED[path] ? [_(TYPED[path])] : []));
    const fields = new Intl.ListFormat(i18n.locale).format(refused);
    const sentence =
      refused.length > 0
        ? _(msg`The service didn’t accept ${fields}. Please change that, and try again.`)
        : _(known[problem.code] ?? UNEXPECTED);
    if (!problem.retryAfter) return sentence;
    return `${sentence} ${_(msg`Try again ${inTime(problem.retryAfter, i18n.locale)}.`)}`;
  };
}

/** Such as `in 5 minutes`. */
function inTime(seconds: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale);
  if (seconds < 90) return words.format(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? words.format(minutes, 'minute') : words.format(Math.ceil(minutes / 60), 'hour');
}
