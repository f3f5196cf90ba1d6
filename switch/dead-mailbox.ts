/**
 * When a warning counts as undeliverable because the owner's mailbox is dead: it must not block a rightful release for
 * ever, and nobody may be handed over unwarned because of trouble that is not their mailbox's. Pure functions, like
 * the planner. All moments are milliseconds since the epoch.
 */
import type { Rules, SwitchState } from './state.ts';

/**
 * Why a mail was refused.
 * - `gone`: the mailbox does not exist, for good.
 * - `unavailable`: the mailbox or its domain takes no mail for now, whoever sends it: full, disabled, domain not found.
 * - `unclear`: for now, or for a reason that could be ours as well.
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

/** What the same mail server did for others, so far as it is known; null if never. */
export interface Evidence {
  /** When it last took a mail for somebody else, and when it last refused one. Mails to operators about this are apart. */
  othersAcceptedAt: number | null;
  othersRefusedAt: number | null;
  /** When it last took a mail for another mailbox of the same domain. */
  neighbourAcceptedAt: number | null;
  /** When it last took a mail to an operator whose mailbox isn't this one. */
  operatorAcceptedAt: number | null;
}

/** What the server did for others is evidence for this long. */
export const EVIDENCE_DAYS = 7;
/** Where the server takes other mail: this often `gone`, over so many days at least, ... */
const TRIES = 3;
const DAYS = 7;
/** ... or refused on this many different days, whatever the reason that is held against it. */
const TEMPORARY_DAYS = 30;
/** Where nothing shows that it takes other mail: `gone` for this long, on at least as many days as above. */
const LONG_DAYS = 90;

/** How much a server's refusals prove: after `usual` or `long` patience, or `nothing` however long they go on. */
export type Proof = 'usual' | 'long' | 'nothing';

/**
 * A server that takes nobody's mail proves nothing about one mailbox. If nobody else is written to, as in a family whose
 * others are seen daily, a mail to an operator asks the server instead. If there is no operator whose mailbox takes it,
 * because the operator has died too, say, it takes long patience. So it does if all others are refused while that mail is
 * accepted: they may all be dead, or the server may take only its own domain's mail.
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
 * Whether a refusal is held against the mailbox at all. What is about us never is. What may be about us is only while
 * others in the same domain are served; a domain that has lapsed has no others, and says so.
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
  // Once found dead in this silence, the address needn't be proved dead again from scratch at every step.
  if (undeliverableAt !== null) return gone || (proof === 'usual' && days > 1);
  const lasted = (length: number) =>
    gone && permanentSince !== null && now - permanentSince >= length * rules.dayMs;
  if (proof === 'long') return lasted(LONG_DAYS) && Math.min(days, permanentTries) >= TEMPORARY_DAYS;
  return days >= TEMPORARY_DAYS || (lasted(DAYS) && permanentTries >= TRIES);
}
