/** Whether, and when, the vault of every owner who fell silent for good was released. */

import type { Broken, CampaignEvidence, OwnerEvidence } from '../evidence.ts';
import { endsAlive, hasNoMailbox } from '../plans.ts';
import { answerDays, covered, silentSince, thresholdDaysAt } from './moments.ts';
import { openedFinally } from './openings.ts';
import { ownerAliveMs, ownerAliveWaits } from './owner-alive.ts';

/**
 * How late a release may be, outages not counted. A mail whose worker is killed waits a minute for its claim and its
 * heartbeat to run out, at each of up to three steps, and retries wait twice as long each time.
 */
export const LATE_MS = 240_000;

/**
 * How much later it may be for each "the owner is alive", which brings one more final notice and one more invitation.
 */
const LATER_EACH_MS = 120_000;

/**
 * How much longer it takes if the owner's mailbox is gone: until that is believed, and then the longer grace period.
 */
const DEAD_MAILBOX_DAYS = 7 + 30;

/** Whether a scenario ends in silence, with enough successors who accept. */
export const expectsRelease = ({ plan }: Pick<OwnerEvidence, 'plan'>): boolean =>
  !endsAlive(plan) && plan.scenario !== 'pauses' && plan.scenario !== 'unanswered';

/** When a vault should be open at the latest, not counting outages and shut mailboxes of the people involved. */
function latestRelease(owner: OwnerEvidence, openedAt: number, evidence: CampaignEvidence): number {
  const { dayMs, graceMs, outages, shut } = evidence;
  const { email, successors } = owner.plan;
  const people = new Set([email, ...successors.map((each) => each.email)]);
  const from = silentSince(owner);
  const down = outages.map((each) => ({ from: each.from, to: each.backAt }));
  const lost = covered([...down, ...shut.filter(({ address }) => people.has(address))], from, openedAt);
  const dead = hasNoMailbox(owner.plan) ? DEAD_MAILBOX_DAYS : 0;
  const daysMs = (thresholdDaysAt(owner, openedAt) + dead + answerDays(owner.plan)) * dayMs;
  return from + daysMs + graceMs + ownerAliveMs(owner, from, evidence) + lost;
}

export interface JudgedRelease {
  owner: OwnerEvidence;
  /** Null while the vault is closed. */
  openedAt: number | null;
  /** How much later than due, outages not counted. Negative when it was in time. */
  lateMs: number;
  /** How much later it may be. */
  allowedMs: number;
}

/** Every release that must come. */
export const releases = (evidence: CampaignEvidence): JudgedRelease[] =>
  evidence.owners.filter(expectsRelease).map((owner) => {
    const openedAt = openedFinally(owner, evidence);
    const at = openedAt ?? evidence.endedAt;
    const since = silentSince(owner);
    const waits = ownerAliveWaits(owner, evidence).filter(({ sentAt }) => sentAt > since).length;
    const allowedMs = LATE_MS + waits * LATER_EACH_MS;
    return { owner, openedAt, lateMs: at - latestRelease(owner, at, evidence), allowedMs };
  });

export function judgeReleases(evidence: CampaignEvidence): Broken[] {
  return releases(evidence).flatMap(({ owner, openedAt, lateMs, allowedMs }) => {
    if (openedAt !== null && lateMs <= allowedMs) return [];
    const due = `${Math.round(lateMs / 1000)} s after it was due, outages not counted`;
    return {
      promise: openedAt === null ? 'nothing due is lost' : 'nothing due is late',
      owner: owner.plan.email,
      evidence: openedAt === null ? `the vault is still closed ${due}` : `the vault opened ${due}`,
    };
  });
}

/** Scenarios that could not be finished, so their promises were not tested. */
export const judgeLives = (evidence: CampaignEvidence): Broken[] =>
  evidence.owners.flatMap(({ plan, trouble }) =>
    trouble.map((what) => ({ promise: 'the scenario could be played', owner: plan.email, evidence: what })),
  );
