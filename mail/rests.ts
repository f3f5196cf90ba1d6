/** How long a refused mail rests before the next attempt. */
import type { MailRow } from '../db/entities/mail.ts';
import type { RefusalReason } from '../switch/dead-mailbox.ts';
import type { Rules } from '../switch/state.ts';

/** How long a mail rests if its mailbox doesn't exist: a quarter of a day. It is also the longest rest. */
export const patienceMs = ({ dayMs }: Rules): number => Math.max(1_000, dayMs / 4);

/** For this many days a mail that is refused in any other way is tried as the activity's backoff says, then hourly. */
const HASTE_DAYS = 1;
/** After refusals on this many days it is tried every three hours: a dead mailbox isn't worth thousands of attempts. */
const PATIENCE_DAYS = 7;
/** Not less often than this: a server that greylists forgets a sender who stays away for longer. */
const TRIES_A_DAY = 8;

/** @returns undefined if the activity's backoff decides */
export function restAfter(
  reason: RefusalReason | null,
  { refusedSince, refusedDays }: MailRow,
  rules: Rules,
  at: Date,
): number | undefined {
  if (reason === 'gone') return patienceMs(rules);
  const refusedMs = at.getTime() - (refusedSince ?? at).getTime();
  if (reason === null || refusedMs < HASTE_DAYS * rules.dayMs) return undefined;
  return Math.max(1_000, rules.dayMs / (refusedDays < PATIENCE_DAYS ? 24 : TRIES_A_DAY));
}

/**
 * How long the mail still has to rest; 0 if it may be tried now. Read from the row, so that a new workflow doesn't
 * start with an extra attempt.
 */
export function restsForMs({ restsUntil }: MailRow, rules: Rules, now: number): number {
  const rest = (restsUntil?.getTime() ?? now) - now;
  // A date written by a clock that was ahead must not delay a mail for years.
  return rest > patienceMs(rules) ? 0 : Math.max(0, rest);
}
