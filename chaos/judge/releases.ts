/** Whether everybody who fell silent for good was handed over, and when. */
import { endsAlive } from '../cast.ts';
import type { Broken, Evidence, OwnerEvidence } from '../evidence.ts';
import { answerDays, covered, silentSince, thresholdDaysAt } from './moments.ts';
import { openedFinally } from './openings.ts';
import { postponedMs, postponements } from './owner-alive.ts';

/**
 * How much later than due, outages not counted, a release may be. A mail in the hands of a worker that was killed
 * waits a minute for its claim and its heartbeat to run out, at each of up to three steps, and tries that found
 * something down are repeated after a while that doubles.
 */
export const LATE_MS = 240_000;

/** So much more for each time that a successor said that the owner is alive: one more notice, and one more request. */
const LATER_EACH_MS = 120_000;

/** Lives that end in silence, with enough successors who accept. */
export const expectsRelease = ({ cast }: Pick<OwnerEvidence, 'cast'>): boolean =>
  !endsAlive(cast) && cast.life !== 'pauses' && cast.life !== 'unanswered';

/**
 * When a vault ought to be open at the latest if it was, counting as no time at all what was down, or shut among
 * those whom it is about.
 */
function latestRelease(owner: OwnerEvidence, openedAt: number, evidence: Evidence): number {
  const { dayMs, graceMs, outages, shut } = evidence;
  const { email, successors } = owner.cast;
  const people = new Set([email, ...successors.map((each) => each.email)]);
  const from = silentSince(owner);
  const down = outages.map((each) => ({ from: each.from, to: each.backAt }));
  const lost = covered([...down, ...shut.filter(({ address }) => people.has(address))], from, openedAt);
  const daysMs = (thresholdDaysAt(owner, openedAt) + answerDays(owner.cast)) * dayMs;
  return from + daysMs + graceMs + postponedMs(owner, from, evidence) + lost;
}

export interface Release {
  owner: OwnerEvidence;
  /** Null while the vault is closed. */
  openedAt: number | null;
  /** How much later than due, outages not counted; below 0 where it was in time all the same. */
  lateMs: number;
  /** How much later it may be. */
  allowedMs: number;
}

/** Every release that has to come in the end. */
export const releases = (evidence: Evidence): Release[] =>
  evidence.owners.filter(expectsRelease).map((owner) => {
    const openedAt = openedFinally(owner, evidence);
    const at = openedAt ?? evidence.endedAt;
    const since = silentSince(owner);
    const postponed = postponements(owner, evidence).filter(({ sentAt }) => sentAt > since).length;
    const allowedMs = LATE_MS + postponed * LATER_EACH_MS;
    return { owner, openedAt, lateMs: at - latestRelease(owner, at, evidence), allowedMs };
  });

export function judgeReleases(evidence: Evidence): Broken[] {
  return releases(evidence).flatMap(({ owner, openedAt, lateMs, allowedMs }) => {
    if (openedAt !== null && lateMs <= allowedMs) return [];
    const due = `${Math.round(lateMs / 1000)} s after it was due, outages not counted`;
    return {
      promise: openedAt === null ? 'nothing due is lost' : 'nothing due is late',
      owner: owner.cast.email,
      evidence: openedAt === null ? `the vault is still closed ${due}` : `the vault opened ${due}`,
    };
  });
}

/** Lives that could not be lived as they were cast: their promises were not put to the test. */
export const judgeLives = (evidence: Evidence): Broken[] =>
  evidence.owners.flatMap(({ cast, trouble }) =>
    trouble.map((what) => ({ promise: 'the life could be lived', owner: cast.email, evidence: what })),
  );
