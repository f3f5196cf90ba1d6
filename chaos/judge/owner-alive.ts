/** What "the owner is alive" has to bring: two weeks, one more final notice and a whole grace period; twice at most. */
import type { Broken, CaughtMail, Evidence, OwnerEvidence } from '../evidence.ts';
import { CROSSING_MS, creditedAtLeast, earliestGraceEnd, thresholdDaysAt } from './moments.ts';
import { firstCopies } from './warnings.ts';

const OWNER_ALIVE_DAYS = 14;
const OWNER_ALIVE_EACH = 2;

/** A handover that waits because a successor said that the owner is alive. */
export interface Postponement {
  successor: string;
  /** The earliest moment at which it can have begun: a try whose answer was lost may have been the one. */
  sentAt: number;
  /** When it certainly had. */
  knownAt: number;
}

/** @returns those that were acknowledged, without what was said while a handover waited already */
export function postponements({ deeds }: OwnerEvidence, { dayMs }: Pick<Evidence, 'dayMs'>): Postponement[] {
  const found: Postponement[] = [];
  const lost = new Map<string, number>();
  for (const { did, successor, outcome, sentAt, endedAt } of deeds) {
    if (did !== 'owner_alive') continue;
    const since = lost.get(successor) ?? sentAt;
    lost.delete(successor);
    if (outcome === 'unknown') lost.set(successor, since);
    const before = found.at(-1);
    const waits = before !== undefined && sentAt < before.sentAt + OWNER_ALIVE_DAYS * dayMs;
    if (outcome === 'acknowledged' && !waits) found.push({ successor, sentAt: since, knownAt: endedAt });
  }
  return found;
}

/** Whether the owner did anything between two moments; what followed began anew then. */
const shownBetween = ({ acts }: OwnerEvidence, from: number, to: number): boolean =>
  acts.some(({ outcome, sentAt, endedAt }) => outcome !== 'refused' && endedAt >= from && sentAt <= to);

/** The latest that had certainly begun at a moment, if it still counts. */
function holdingAt(owner: OwnerEvidence, moment: number, evidence: Evidence): Postponement | undefined {
  const latest = postponements(owner, evidence).findLast(({ knownAt }) => knownAt <= moment);
  return latest && !shownBetween(owner, latest.sentAt, moment) ? latest : undefined;
}

/** The postponement that a release at this moment would have come too soon after. */
export function tooSoonAfterVouch(
  owner: OwnerEvidence,
  at: number,
  evidence: Evidence,
): Postponement | undefined {
  const holding = holdingAt(owner, at, evidence);
  const { dayMs, graceMs } = evidence;
  return holding && at < holding.sentAt + OWNER_ALIVE_DAYS * dayMs + graceMs ? holding : undefined;
}

/** How much later a release comes for what successors said since the owner was last seen, if nothing is down. */
export function postponedMs(owner: OwnerEvidence, since: number, evidence: Evidence): number {
  const { dayMs, graceMs } = evidence;
  const thinksDays = Math.max(0, ...owner.cast.successors.map((each) => each.thinksDays));
  const count = postponements(owner, evidence).filter(({ sentAt }) => sentAt > since).length;
  return count * ((OWNER_ALIVE_DAYS + thinksDays) * dayMs + graceMs);
}

/** The earliest second final notice. */
function earliestNotice(
  { sentAt, knownAt }: Postponement,
  owner: OwnerEvidence,
  at: number,
  evidence: Evidence,
): number {
  const threshold = thresholdDaysAt(owner, at) * evidence.dayMs;
  return sentAt + OWNER_ALIVE_DAYS * evidence.dayMs + creditedAtLeast(knownAt, at, threshold, evidence);
}

/** What is missing between a postponement and what came after it. */
function missingBefore(
  mail: CaughtMail,
  notices: readonly CaughtMail[],
  owner: OwnerEvidence,
  evidence: Evidence,
): string | null {
  // A mail may be on its way while it is said.
  const holding = holdingAt(owner, mail.at - CROSSING_MS, evidence);
  if (!holding) return null;
  if (mail.kind === 'final_notice')
    return mail.at < earliestNotice(holding, owner, mail.at, evidence) ? 'the two weeks were not over' : null;
  const notice = notices.findLast(({ at }) => at > holding.knownAt && at < mail.at);
  if (!notice) return 'no other final notice was accepted';
  return mail.at < earliestGraceEnd(notice.at, mail.at, evidence)
    ? 'the grace period that began anew was not over'
    : null;
}

function judgeOwner(owner: OwnerEvidence, mails: readonly CaughtMail[], evidence: Evidence): Broken[] {
  const { email, successors } = owner.cast;
  const broken = (promise: string, shows: string): Broken => ({ promise, owner: email, evidence: shows });
  const heirs = new Set(successors.map((each) => each.email));
  const notices = mails.filter(({ to, kind }) => to === email && kind === 'final_notice');
  const asks = mails.filter(({ to, kind }) => heirs.has(to) && kind === 'invitation');
  const unwarned = [...notices, ...asks].flatMap((mail) => {
    const missing = missingBefore(mail, notices, owner, evidence);
    if (missing === null) return [];
    const promise = 'never without another final notice and grace period after a word for the owner';
    return broken(promise, `${mail.to} got "${mail.subject}", but ${missing}`);
  });
  const all = postponements(owner, evidence);
  const tooOften = all.filter(({ successor, sentAt }, i) => {
    const before = all.slice(0, i).filter((each) => each.successor === successor);
    return before.filter((each) => !shownBetween(owner, each.sentAt, sentAt)).length >= OWNER_ALIVE_EACH;
  });
  const told = mails.filter(({ to, kind }) => to === email && kind === 'owner_alive');
  const possible = owner.deeds.filter(({ did, outcome }) => did === 'owner_alive' && outcome !== 'refused');
  const untrue = told.filter(({ at }) => !possible.some(({ sentAt }) => sentAt <= at));
  const again = told.filter(({ at }, i) => {
    const before = told[i - 1];
    return before && !possible.some(({ endedAt, sentAt }) => endedAt > before.at && sentAt <= at);
  });
  return [
    ...unwarned,
    ...tooOften.map(({ successor }) =>
      broken('a word for the owner counts twice at most', `${successor} could postpone it a third time`),
    ),
    ...untrue.map(({ subject }) =>
      broken('nobody is said to have spoken who has not', `the owner got "${subject}"`),
    ),
    ...again.map(({ subject }) =>
      broken('one mail per step and person', `"${subject}" came again, and nobody had spoken again`),
    ),
  ];
}

export function judgeVouches(evidence: Evidence): Broken[] {
  const mails = firstCopies(evidence.mails);
  return evidence.owners.flatMap((owner) => judgeOwner(owner, mails, evidence));
}
