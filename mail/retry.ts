/**
 * When is a refused mail tried again, and when is it given up? Every delay and every rule, as one table and pure
 * functions of it.
 *
 * | What happened                                      | The next attempt                                            |
 * | -------------------------------------------------- | ----------------------------------------------------------- |
 * | The mailbox doesn't exist (`gone`)                 | after a quarter of a day                                    |
 * | Refused for any other reason, or no answer         | after 5 seconds, doubling up to 30 minutes (warnings: 5)    |
 * | Refused for more than a day                        | after an hour                                               |
 * | Refused for more than a day, and on 7 days or more | after 3 hours                                               |
 * | Returned after it had been accepted                | after an hour, or as above if that is later                 |
 * | The server asked us to slow down                   | no mail goes out for 15 seconds, doubling up to 15 minutes  |
 * | All connections were busy for 10 seconds           | as its workflow retries: 5 seconds, doubling up to a minute |
 * | Too many requests to ways were under way           | the same                                                    |
 * | Another worker has it, or the database is down     | as its workflow retries                                     |
 * | A warning isn't due yet by this worker's clock     | when it is due, but within a quarter of a day               |
 * | An invitation's grace period or delay isn't over   | when the next step is due, but within a quarter of a day    |
 * | The grace period of a final notice is about to end | as after no answer, because an outage may still prolong it  |
 * | The database hasn't been judged (`reconcile`)      | after 10 seconds                                            |
 * | Its workflow was lost                              | when reconcile finds that nobody has tried it for a while   |
 *
 * A mail is given up if
 * - its link or its code would no longer work, or it is an hour-old test of a way,
 * - its account was deleted 30 days ago,
 * - its mailbox has been gone for 30 days (90 if nothing shows that the server accepts other mail) and no handover
 *   waits for it: an invitation, for example, is tried for ever unless the successor's other mailbox took it,
 * - it is a final notice to a dead mailbox, and the grace period is over.
 *
 * Elsewhere: what a server's reply means (smtp-verdict.ts), how fast mails may go out (pace.ts), how long a worker's
 * claim lasts (db/mail.ts), and how the mail's workflow retries (workflows/mail.workflow.ts, which may import nothing of
 * mail/). When a warning counts as undeliverable, and how long the grace period is then, is about the switch and not
 * about mail: switch/dead-mailbox.ts and switch/plan.ts decide that.
 */
import type { MailRow } from '../db/entities/mail.ts';
import type { Proof, RefusalReason } from '../switch/dead-mailbox.ts';
import type { Rules, SwitchState } from '../switch/state.ts';
import { LINKS } from './links.ts';

const MINUTE_MS = 60_000;
const REAL_DAY_MS = 86_400_000;

/** Lengths in `…Ms` are real time. All others are in days of `Rules.dayMs`, which is what the table above means, too. */
export const RETRY = {
  /** No answer, or a refusal on the first day. A switch waits for a warning, and so do the steps after it. */
  backoff: { firstMs: 5_000, longestMs: 30 * MINUTE_MS, longestForWarningsMs: 5 * MINUTE_MS },
  /** The mailbox doesn't exist: more attempts would ruin our reputation. */
  gone: { attemptsPerDay: 4 },
  /** Refused for any other reason for this long. */
  refused: { afterDays: 1, attemptsPerDay: 24 },
  /** Refused on this many days. A server that greylists forgets a sender who stays away for longer than this. */
  refusedOften: { onDays: 7, attemptsPerDay: 8 },
  returned: { attemptsPerDay: 24 },
  /** The shortest delay that anything asks for. */
  shortestMs: 1_000,
  throttled: { firstMs: 15_000, longestMs: 15 * MINUTE_MS },
  /** How long a mail waits for a free connection. */
  busyAfterMs: 10_000,
  /** Reconcile judges a changed database within moments. */
  unjudgedMs: 10_000,
  /**
   * A mail queued for this long may have lost its workflow if nobody has tried it for longer than the longest backoff
   * (`restartMails`).
   */
  lostWorkflow: { queuedForMs: 10 * MINUTE_MS, noAttemptForMs: 45 * MINUTE_MS },
} as const;

const GIVE_UP = {
  /** The last mails of a deleted account: a mailbox that refuses them must not keep its address here. */
  deletedAccountMs: 30 * REAL_DAY_MS,
  /** A mailbox that is gone, by how much the evidence proves; and how often it must have said so. */
  gone: { afterDays: { usual: 30, long: 90, nothing: null }, refusals: 3 },
  /**
   * How long before the end of a grace period its final notice is no longer sent. The server may take ten minutes to
   * decide (RFC 5321, 4.5.3.2.6), and the notice would promise a grace period that can no longer begin.
   */
  finalNoticeMs: 15 * MINUTE_MS,
  /** Mail servers report within about five days. Later reports say nothing about a mailbox as it is now. */
  reportDays: 30,
  /**
   * Where warnings come back, an acceptance may still be taken back, so it proves something only after a while. An
   * acceptance by the very mailbox in question must be older than mail servers keep trying (five days: RFC 5321,
   * 4.5.4.1). Otherwise two warnings on their way back would vouch for each other.
   */
  acceptanceProves: { byOthersAfterDays: 1, byItselfAfterDays: 6 },
  /**
   * When operators are told about a warning that is refused. If the server takes their mail, that is evidence for seven
   * days (`EVIDENCE_DAYS`), so the next one has a day to be accepted.
   */
  operators: { afterDays: 1, everyDays: 6 },
} as const;

type DayLength = Pick<Rules, 'dayMs'>;

const intervalMs = (attemptsPerDay: number, { dayMs }: DayLength): number =>
  Math.max(RETRY.shortestMs, dayMs / attemptsPerDay);

/** The longest delay of all, in milliseconds: any later date was written by a wrong clock. */
export const longestDelayMs = (rules: DayLength): number => intervalMs(RETRY.gone.attemptsPerDay, rules);

/**
 * How long a mail waits after the mail server refused it at `at`, in milliseconds.
 *
 * @param reason null if the server said nothing about this mail
 * @returns undefined if `backoffMs` decides
 */
export function delayAfterRefusal(
  reason: RefusalReason | null,
  { refusedSince, refusedDays }: Pick<MailRow, 'refusedSince' | 'refusedDays'>,
  rules: DayLength,
  at: Date,
): number | undefined {
  if (reason === 'gone') return longestDelayMs(rules);
  const refusedMs = at.getTime() - (refusedSince ?? at).getTime();
  if (reason === null || refusedMs < RETRY.refused.afterDays * rules.dayMs) return undefined;
  const { attemptsPerDay } = refusedDays < RETRY.refusedOften.onDays ? RETRY.refused : RETRY.refusedOften;
  return intervalMs(attemptsPerDay, rules);
}

/** Like `delayAfterRefusal`, for a mail that was returned. It isn't urgent: its report took a while too. */
export const delayAfterReturn = (
  reason: RefusalReason,
  mail: Pick<MailRow, 'refusedSince' | 'refusedDays'>,
  rules: DayLength,
  at: Date,
): number => delayAfterRefusal(reason, mail, rules, at) ?? rules.dayMs / RETRY.returned.attemptsPerDay;

/**
 * How long after a mail's `attempt` (from 1) the next one follows, in milliseconds. Where days are shortened, at most a
 * day.
 */
export function backoffMs(attempt: number, isWarning: boolean, { dayMs }: DayLength): number {
  const { firstMs, longestMs, longestForWarningsMs } = RETRY.backoff;
  const longest = Math.min(isWarning ? longestForWarningsMs : longestMs, dayMs);
  return Math.min(longest, firstMs * 2 ** (attempt - 1));
}

/**
 * How long a mail still has to wait; 0 if it may be tried now. Read from its row, so that a new workflow doesn't begin
 * with an extra attempt.
 */
export function remainingDelayMs(
  { restsUntil }: Pick<MailRow, 'restsUntil'>,
  rules: DayLength,
  now: number,
): number {
  const remaining = (restsUntil?.getTime() ?? now) - now;
  return remaining > longestDelayMs(rules) ? 0 : Math.max(0, remaining);
}

/** How long a warning due at `dueAt` waits. An outage may have moved that moment, or this worker's clock is behind. */
export const untilDueMs = (dueAt: number, now: number, rules: DayLength): number =>
  Math.min(longestDelayMs(rules), Math.max(RETRY.shortestMs, dueAt - now));

/** For how long no mail goes out once the server has asked us to slow down. @param previousMs the last such pause */
export const throttleMs = (previousMs?: number): number =>
  previousMs === undefined ? RETRY.throttled.firstMs : Math.min(RETRY.throttled.longestMs, previousMs * 2);

/**
 * Whether a mail has waited for as long as its link would have worked. By then nobody waits for it, and anyone who
 * still needs it can ask again.
 */
export const hasOutlivedLink = (
  { createdAt }: Pick<MailRow, 'createdAt'>,
  now: Date,
  purpose:
    | 'verify_email'
    | 'reset_password'
    | 'change_email'
    | 'successor_verification'
    | 'second_address'
    | 'contact'
    | 'second_factor_removal',
): boolean => now.getTime() - createdAt.getTime() >= LINKS[purpose].livesMs;

/** Whether a mail of a deleted account has been tried for long enough. */
export const hasOutlivedAccount = ({ createdAt }: Pick<MailRow, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > GIVE_UP.deletedAccountMs;

/**
 * What a mailbox that no handover waits for must have done before its mail is given up.
 *
 * @returns null if nothing proves that the mailbox is gone
 */
export function goneForGood(
  proof: Proof,
  now: number,
  { dayMs }: DayLength,
): { since: Date; refusals: number } | null {
  const days = GIVE_UP.gone.afterDays[proof];
  return days === null ? null : { since: new Date(now - days * dayMs), refusals: GIVE_UP.gone.refusals };
}

/** Whether a final notice is still worth sending, `leftMs` before its grace period ends. */
export const isFinalNoticeWorthwhile = (leftMs: number, rules: DayLength): boolean =>
  leftMs > Math.min(GIVE_UP.finalNoticeMs, longestDelayMs(rules));

/**
 * Whether a report about a mail accepted at `acceptedAt` still says something. When it is read doesn't matter: a worker
 * may have been away.
 */
export const isReportInTime = (acceptedAt: Date, arrivedAt: Date, { dayMs }: DayLength): boolean =>
  arrivedAt.getTime() - acceptedAt.getTime() <= GIVE_UP.reportDays * dayMs;

/** How long acceptances prove that a mailbox accepts mail: up to now, unless warnings have come back. */
export function acceptancesProveUntil(
  whose: 'others' | 'itself',
  { returnedAt }: Pick<SwitchState, 'returnedAt'>,
  now: number,
  { dayMs }: DayLength,
): number {
  if (returnedAt === null) return now;
  const { byOthersAfterDays, byItselfAfterDays } = GIVE_UP.acceptanceProves;
  return now - (whose === 'others' ? byOthersAfterDays : byItselfAfterDays) * dayMs;
}

/**
 * Which mail to the operators is due about a warning refused since then, counted from 0; null if it's too early for the
 * first.
 */
export function operatorsMail(since: number, now: number, { dayMs }: DayLength): number | null {
  const days = (now - since) / dayMs;
  const { afterDays, everyDays } = GIVE_UP.operators;
  return days < afterDays ? null : Math.floor(days / everyDays);
}
