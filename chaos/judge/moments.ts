/** The earliest and latest moments at which something may happen, by the rules of the switch alone. */
import { toleranceMs } from '../../db/liveness.ts';
import type { Interval } from '../../switch/plan.ts';
import type { CampaignEvidence, CertainOutage, OwnerAct, OwnerEvidence } from '../evidence.ts';
import type { OwnerPlan } from '../plans.ts';

/** The services without which no sign of life can arrive, and those without which no mail can go out. */
const API: readonly CertainOutage['service'][] = ['api', 'postgres', 'clock'];
const MAIL: readonly CertainOutage['service'][] = ['worker', 'mail', 'postgres', 'clock'];

/** The stretches that at least one interval covers. */
function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** How much of `[from, to)` is covered. */
export const covered = (intervals: readonly Interval[], from: number, to: number): number =>
  union(intervals).reduce(
    (sum, each) => sum + Math.max(0, Math.min(each.to, to) - Math.max(each.from, from)),
    0,
  );

/** Outages that are certainly long enough to be credited. */
const counting = (
  outages: readonly CertainOutage[],
  services: readonly CertainOutage['service'][],
  dayMs: number,
): Interval[] =>
  union(outages.filter(({ service }) => services.includes(service))).filter(
    ({ from, to }) => to - from > toleranceMs(dayMs),
  );

/** Acts that were acknowledged, each of which restarts the clock. */
export const acknowledged = ({ acts }: OwnerEvidence): OwnerAct[] =>
  acts.filter(({ outcome }) => outcome === 'acknowledged');

/** From this moment on the owner certainly did nothing. */
export const silentSince = ({ acts }: OwnerEvidence): number =>
  Math.max(0, ...acts.filter(({ outcome }) => outcome !== 'refused').map(({ endedAt }) => endedAt));

/** A mail may cross with an act of the owner: for this long after the act, it may still belong to the time before. */
export const CROSSING_MS = 5_000;

/**
 * The shortest threshold that may apply to a mail at this moment: the latest one acknowledged before it was under way,
 * or one that may have been set since.
 */
export function thresholdDaysAt({ acts, plan }: OwnerEvidence, moment: number): number {
  const before = acts.filter(({ sentAt, outcome }) => sentAt <= moment && outcome !== 'refused');
  const known = before.findLastIndex(
    ({ outcome, endedAt }) => outcome === 'acknowledged' && endedAt <= moment - CROSSING_MS,
  );
  const possible = before.slice(Math.max(0, known)).map(({ thresholdDays }) => thresholdDays);
  return possible.length === 0 ? plan.thresholdDays : Math.min(...possible);
}

/**
 * The earliest end of a grace period after an act, if nothing was ever down. During a pause it never ends.
 *
 * @param at the moment to judge, for which a threshold shortened since the act applies
 */
export function earliestRelease(
  act: OwnerAct,
  at: number,
  owner: OwnerEvidence,
  { dayMs, graceMs }: CampaignEvidence,
): number {
  const resumed = owner.acts.some(({ what, sentAt }) => what === 'resume' && sentAt >= act.endedAt);
  if (act.what === 'pause' && !resumed) return Number.POSITIVE_INFINITY;
  return act.sentAt + thresholdDaysAt(owner, at) * dayMs + graceMs;
}

/** The least by which a deadline has moved for time in which no sign of life could arrive. */
export function creditedAtLeast(
  from: number,
  at: number,
  mostMs: number,
  { dayMs, outages }: CampaignEvidence,
): number {
  const credited = Math.min(mostMs, covered(counting(outages, API, dayMs), from, at));
  // An outage that has just begun when the step is planned is not credited yet.
  return Math.max(0, credited - toleranceMs(dayMs));
}

/** How long after the start of silence a warning is planned. The last reminder leaves at least a day to answer. */
export function warningAfter(
  percent: number,
  threshold: number,
  reminderPercents: readonly number[],
  { dayMs }: CampaignEvidence,
): number {
  const last = (threshold * Math.max(...reminderPercents)) / 100;
  const sooner = percent === 100 ? 1 : Math.min(1, (threshold - dayMs) / last);
  return ((threshold * percent) / 100) * sooner;
}

/**
 * The earliest moment of a warning after an act, outages credited.
 *
 * @param percent of the threshold
 * @param at when the warning came: only outages before it are credited
 */
export function earliestWarning(
  act: OwnerAct,
  percent: number,
  at: number,
  owner: OwnerEvidence,
  evidence: CampaignEvidence,
): number {
  const threshold = thresholdDaysAt(owner, at) * evidence.dayMs;
  const planned = warningAfter(percent, threshold, owner.plan.reminderPercents, evidence);
  return act.sentAt + planned + creditedAtLeast(act.endedAt, at, threshold, evidence);
}

/**
 * The earliest end of a grace period that began with a final notice. Time in which the service was down is not part of
 * it.
 */
export function earliestGraceEnd(
  noticeAt: number,
  at: number,
  { dayMs, graceMs, outages }: CampaignEvidence,
): number {
  const gaps = [...counting(outages, API, dayMs), ...counting(outages, MAIL, dayMs)];
  // Only outages before its end move it, and each move may take it past another outage.
  let end = noticeAt + graceMs;
  for (let earlier = Number.NaN; end !== earlier; ) {
    earlier = end;
    const down = covered(gaps, noticeAt, Math.min(end, at));
    end = noticeAt + graceMs + Math.max(0, down - toleranceMs(dayMs));
  }
  return end;
}

/** How many days after the grace period enough successors have accepted, if each does as planned. */
export function answerDays({ quorum, successors }: OwnerPlan): number {
  const needed = successors
    .filter(({ answer }) => answer === 'accept' || answer === 'decline_then_accept')
    .map(({ delayDays, thinksDays, answer }) => delayDays + thinksDays + (answer === 'accept' ? 0 : 1))
    .sort((a, b) => a - b);
  return needed[quorum - 1] ?? Number.POSITIVE_INFINITY;
}
