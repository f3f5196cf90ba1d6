/** How long a mail that was refused is left alone before the next try. */
import type { MailRow } from '../db/entities/mail.ts';
import type { Rules } from '../switch/state.ts';
import type { MailRefused } from './smtp.ts';

/** A mailbox that does not exist: a quarter of a day. */
export const patienceMs = ({ dayMs }: Rules): number => Math.max(1_000, dayMs / 4);

/** So long a mail that a mailbox refuses otherwise is tried as often as the activity's backoff says, then once an hour. */
const HASTE_DAYS = 1;
/** After so many days with a refusal it is tried every three hours: a month is not worth nine thousand knocks. */
const PATIENCE_DAYS = 7;
/** More seldom, a mailbox that answers "come again later" has forgotten that somebody was there. */
const TRIES_A_DAY = 8;

/** @returns undefined where the activity's backoff says how long */
export function restAfter(
  no: MailRefused,
  { refusedSince, refusedDays }: MailRow,
  rules: Rules,
  at: Date,
): number | undefined {
  if (no.permanent) return patienceMs(rules);
  const refusedMs = at.getTime() - (refusedSince ?? at).getTime();
  if (!no.answered || refusedMs < HASTE_DAYS * rules.dayMs) return undefined;
  return Math.max(1_000, rules.dayMs / (refusedDays < PATIENCE_DAYS ? 24 : TRIES_A_DAY));
}

/**
 * How long the mail must not be tried yet; 0 where it may be. By the row, so that a workflow that starts anew does not
 * knock once more.
 */
export function restsForMs({ restsUntil }: MailRow, rules: Rules, now: number): number {
  const rest = (restsUntil?.getTime() ?? now) - now;
  // What a clock that was ahead wrote down must not keep a mail for years.
  return rest > patienceMs(rules) ? 0 : Math.max(0, rest);
}
