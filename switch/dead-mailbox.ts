/**
 * When a warning counts as undeliverable because the owner's mailbox is dead. A dead mailbox must not block a rightful
 * release for ever, and a problem elsewhere must not lead to a release without a warning. Pure functions, like the
 * planner. All moments are milliseconds since the epoch. When a refused mail is tried again: mail/retry.ts.
 */
import type { Rules, SwitchState } from './state.ts';

/**
 * Why a mail was refused.
 * - `gone`: the mailbox does not exist, for good.
 * - `unavailable`: the mailbox or its domain accepts no mail for now, whoever sends it: full, disabled, domain not
 *   found.
 * - `unclear`: for now, or for a reason that may lie with us.
 * - `blocked`: because of us, or because of how we send.
 */
export type RefusalReason = 'gone' | 'unavailable' | 'unclear' | 'blocked';

/** The attempts to deliver one warning so far. The mail server has just refused the latest. */
export interface Refusals {
  /** Why it has just been refused. */
  reason: RefusalReason;
  /** First refusal, in domain time. */
  since: number;
  /** On how many different days it was refused in a way that is held against the mailbox (`isAgainstMailbox`). */
  days: number;
  /** The first `gone`, and how many there were. */
  permanentSince: number | null;
  permanentTries: number;
  /** When this very mailbox last took another mail; null if never. */
  acceptedAt: number | null;
}

/** What the same mail server did for others, as far as we know; null if never. */
export interface Evidence {
  /** When it last took a mail for someone else, apart from mails that tell operators about this. */
  othersAcceptedAt: number | null;
  /**
   * When it last refused such a mail. Addresses that have never accepted a mail are left out, because anyone can
   * register one that doesn't exist. So are the owner's other mailboxes, which may be gone with this one: adding one
   * must not delay a release.
   */
  othersRefusedAt: number | null;
  /** When it last accepted a mail for another mailbox of the same domain. */
  neighbourAcceptedAt: number | null;
  /** When it last accepted a mail to an operator whose mailbox isn't this one. */
  operatorAcceptedAt: number | null;
}

/** For how long the server's answers to others are evidence. */
export const EVIDENCE_DAYS = 7;
/** If the server accepts other mail: `gone` this often, over at least this many days, ... */
const TRIES = 3;
const DAYS = 7;
/** ... or refused on this many different days, for any reason that is held against it. */
const TEMPORARY_DAYS = 30;
/** If nothing shows that it accepts other mail: `gone` for this long, on at least as many days as above. */
const LONG_DAYS = 90;

/** What a server's refusals prove: enough after the `usual` or a `long` time, or `nothing`, however long they go on. */
export type Proof = 'usual' | 'long' | 'nothing';

/**
 * If a server takes nobody's mail, its refusals prove nothing about one mailbox. If no mail is sent to anyone else, as
 * in a family whose other members are seen daily, a mail to an operator tests the server instead. If no operator's
 * mailbox takes it, for example because the operator has died too, the proof takes a long time. The same applies if
 * everyone else is refused while that mail is accepted: they may all be dead, or the server may take only its own
 * domain's mail.
 */
export function proofOf(evidence: Evidence, now: number, { dayMs }: Rules): Proof {
  const lately = (at: number | null) => isLately(at, now, dayMs);
  if (lately(evidence.othersAcceptedAt)) return 'usual';
  const asked = lately(evidence.operatorAcceptedAt);
  if (lately(evidence.othersRefusedAt)) return asked ? 'long' : 'nothing';
  return asked ? 'usual' : 'long';
}

const isLately = (at: number | null, now: number, dayMs: number): boolean =>
  at !== null && at >= now - EVIDENCE_DAYS * dayMs;

/**
 * Whether a refusal is held against the mailbox. One that is because of us never is. One that may be because of us is
 * only while the server accepts mail for others in the same domain. A lapsed domain has no others, but its refusals say
 * that it has lapsed.
 */
export function isAgainstMailbox(
  reason: RefusalReason,
  evidence: Evidence,
  now: number,
  rules: Rules,
): boolean {
  switch (reason) {
    case 'gone':
      return true;
    case 'unavailable':
      return proofOf(evidence, now, rules) === 'usual';
    case 'unclear':
      return isLately(evidence.neighbourAcceptedAt, now, rules.dayMs);
    case 'blocked':
      return false;
  }
}

/** Whether the warning that was just refused counts as undeliverable. */
export function isUndeliverable(
  { undeliverableAt }: SwitchState,
  { reason, since, days, permanentSince, permanentTries, acceptedAt }: Refusals,
  evidence: Evidence,
  now: number,
  rules: Rules,
): boolean {
  if (acceptedAt !== null && acceptedAt >= since) return false;
  if (!isAgainstMailbox(reason, evidence, now, rules)) return false;
  const proof = proofOf(evidence, now, rules);
  if (proof === 'nothing') return false;
  const gone = reason === 'gone';
  // Once the address was found dead in this silence, later steps don't need the whole proof again.
  if (undeliverableAt !== null) return gone || (proof === 'usual' && days > 1);
  const lasted = (length: number) =>
    gone && permanentSince !== null && now - permanentSince >= length * rules.dayMs;
  if (proof === 'long') return lasted(LONG_DAYS) && Math.min(days, permanentTries) >= TEMPORARY_DAYS;
  return days >= TEMPORARY_DAYS || (lasted(DAYS) && permanentTries >= TRIES);
}
