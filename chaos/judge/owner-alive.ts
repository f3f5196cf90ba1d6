/** "The owner is alive" brings two more weeks, another final notice and a whole grace period, twice at most. */
import type { AcceptedMail, Broken, CampaignEvidence, OwnerEvidence } from '../evidence.ts';
import { successorMailboxes } from '../plan-seconds.ts';
import { brokenPromiseRecorder } from './broken.ts';
import { CROSSING_MS, creditedAtLeast, earliestGraceEnd, thresholdDaysAt } from './moments.ts';
import { firstCopies } from './warnings.ts';

const OWNER_ALIVE_DAYS = 14;
const OWNER_ALIVE_EACH = 2;

/** A handover waits because a successor said that the owner is alive. */
export interface OwnerAliveWait {
  successor: string;
  /** The earliest moment at which the wait may have begun: perhaps with an attempt whose answer was lost. */
  sentAt: number;
  /** When it had certainly begun. */
  knownAt: number;
}

/** @returns the waits that were acknowledged, without answers given while the handover was already waiting */
export function ownerAliveWaits(
  { successorActs }: OwnerEvidence,
  { dayMs }: Pick<CampaignEvidence, 'dayMs'>,
): OwnerAliveWait[] {
  const found: OwnerAliveWait[] = [];
  const lost = new Map<string, number>();
  for (const { did, successor, outcome, sentAt, endedAt } of successorActs) {
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

/** Whether the owner did anything between two moments, so that everything started over. */
const shownBetween = ({ acts }: OwnerEvidence, from: number, to: number): boolean =>
  acts.some(({ outcome, sentAt, endedAt }) => outcome !== 'refused' && endedAt >= from && sentAt <= to);

/** The latest wait that had certainly begun by a moment, unless the owner has ended it. */
function holdingAt(
  owner: OwnerEvidence,
  moment: number,
  evidence: CampaignEvidence,
): OwnerAliveWait | undefined {
  const latest = ownerAliveWaits(owner, evidence).findLast(({ knownAt }) => knownAt <= moment);
  return latest && !shownBetween(owner, latest.sentAt, moment) ? latest : undefined;
}

/** The wait that makes a release at this moment too early. */
export function tooSoonAfterOwnerAlive(
  owner: OwnerEvidence,
  at: number,
  evidence: CampaignEvidence,
): OwnerAliveWait | undefined {
  const holding = holdingAt(owner, at, evidence);
  const { dayMs, graceMs } = evidence;
  return holding && at < holding.sentAt + OWNER_ALIVE_DAYS * dayMs + graceMs ? holding : undefined;
}

/**
 * How much later a release comes because successors have said, since the owner was last seen, that the owner is alive.
 * Outages are not included.
 */
export function ownerAliveMs(owner: OwnerEvidence, since: number, evidence: CampaignEvidence): number {
  const { dayMs, graceMs } = evidence;
  const thinksDays = Math.max(0, ...owner.plan.successors.map((each) => each.thinksDays));
  const count = ownerAliveWaits(owner, evidence).filter(({ sentAt }) => sentAt > since).length;
  return count * ((OWNER_ALIVE_DAYS + thinksDays) * dayMs + graceMs);
}

/** The earliest second final notice. */
function earliestNotice(
  { sentAt, knownAt }: OwnerAliveWait,
  owner: OwnerEvidence,
  at: number,
  evidence: CampaignEvidence,
): number {
  const threshold = thresholdDaysAt(owner, at) * evidence.dayMs;
  return sentAt + OWNER_ALIVE_DAYS * evidence.dayMs + creditedAtLeast(knownAt, at, threshold, evidence);
}

/** What is missing between the wait and a mail that came after it. */
function missingBefore(
  mail: AcceptedMail,
  notices: readonly AcceptedMail[],
  owner: OwnerEvidence,
  evidence: CampaignEvidence,
): string | null {
  // A mail may be under way while the successor says that the owner is alive.
  const holding = holdingAt(owner, mail.at - CROSSING_MS, evidence);
  if (!holding) return null;
  if (mail.kind === 'final_notice')
    return mail.at < earliestNotice(holding, owner, mail.at, evidence) ? 'the two weeks were not over' : null;
  const notice = notices.findLast(({ at }) => at > holding.knownAt && at < mail.at);
  if (!notice) return 'no other final notice was accepted';
  return mail.at < earliestGraceEnd(notice.at, mail.at, evidence)
    ? 'the new grace period was not over'
    : null;
}

function judgeOwner(
  owner: OwnerEvidence,
  mails: readonly AcceptedMail[],
  evidence: CampaignEvidence,
): Broken[] {
  const { email } = owner.plan;
  const broken = brokenPromiseRecorder(owner);
  const successorBoxes = successorMailboxes(owner.plan);
  const notices = mails.filter(({ to, kind }) => to === email && kind === 'final_notice');
  const invitations = mails.filter(({ to, kind }) => successorBoxes.has(to) && kind === 'invitation');
  const unwarned = [...notices, ...invitations].flatMap((mail) => {
    const missing = missingBefore(mail, notices, owner, evidence);
    if (missing === null) return [];
    const promise = 'never without another final notice and grace period after "the owner is alive"';
    return broken(promise, `${mail.to} got "${mail.subject}", but ${missing}`);
  });
  const all = ownerAliveWaits(owner, evidence);
  const tooOften = all.filter(({ successor, sentAt }, i) => {
    const before = all.slice(0, i).filter((each) => each.successor === successor);
    return before.filter((each) => !shownBetween(owner, each.sentAt, sentAt)).length >= OWNER_ALIVE_EACH;
  });
  const ownerAliveMails = mails.filter(({ to, kind }) => to === email && kind === 'owner_alive');
  const possible = owner.successorActs.filter(
    ({ did, outcome }) => did === 'owner_alive' && outcome !== 'refused',
  );
  const untrue = ownerAliveMails.filter(({ at }) => !possible.some(({ sentAt }) => sentAt <= at));
  const again = ownerAliveMails.filter(({ at }, i) => {
    const before = ownerAliveMails[i - 1];
    return before && !possible.some(({ endedAt, sentAt }) => endedAt > before.at && sentAt <= at);
  });
  return [
    ...unwarned,
    ...tooOften.map(({ successor }) =>
      broken('"the owner is alive" counts twice at most', `${successor} could say it a third time`),
    ),
    ...untrue.map(({ subject }) =>
      broken('the owner hears only what a successor said', `the owner got "${subject}"`),
    ),
    ...again.map(({ subject }) =>
      broken('one mail per step and person', `"${subject}" came again, and nobody had said it again`),
    ),
  ];
}

export function judgeOwnerAlive(evidence: CampaignEvidence): Broken[] {
  const mails = firstCopies(evidence.mails);
  return evidence.owners.flatMap((owner) => judgeOwner(owner, mails, evidence));
}
