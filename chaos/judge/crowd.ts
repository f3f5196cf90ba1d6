/** Attackers do not slow others down: check-ins and log-ins that no fault affects are answered soon. */
import type { Interval } from '../../switch/plan.ts';
import { attacksTurnedAway } from '../crowd/settings.ts';
import type { Broken, CampaignEvidence, OwnerAct } from '../evidence.ts';

/** They must be answered within this time. */
const WITHIN_MS = 2_000;
/** A process may be dying for this long before it is known to be down. */
const DYING_MS = 1_000;
/** Others connect again for this long after a service is back. */
const RECOVERING_MS = 2_000;

/** What a person waits for at their screen, and what a switch depends on. */
const WAITED_FOR: readonly OwnerAct['what'][] = ['check_in', 'check_in_link', 'log_in'];

/**
 * The times when one of our services was down, or the service had yet to notice that another database had taken over.
 */
function faultsOf({ outages, takeover, endedAt }: CampaignEvidence): Interval[] {
  const down = outages.map(({ from, backAt }) => ({ from, to: backAt }));
  const unnoticed = takeover ? [{ from: takeover.lostFrom, to: takeover.noticedAt ?? endedAt }] : [];
  return [...down, ...unnoticed].map(({ from, to }) => ({ from: from - DYING_MS, to: to + RECOVERING_MS }));
}

export interface WaitingOwner {
  owner: string;
  act: OwnerAct;
  tookMs: number;
}

/** Check-ins and log-ins that no fault affected. */
export function undisturbed(evidence: CampaignEvidence): WaitingOwner[] {
  const faults = faultsOf(evidence);
  return evidence.owners.flatMap(({ plan, acts }) =>
    acts
      .filter(({ what }) => WAITED_FOR.includes(what))
      .filter(({ sentAt, endedAt }) => faults.every(({ from, to }) => endedAt < from || sentAt > to))
      .map((act) => ({ owner: plan.email, act, tookMs: act.endedAt - act.sentAt })),
  );
}

const nameOf = ({ what }: OwnerAct): string => what.replaceAll('_', ' ');

/** When an act was sent, and how long after the last fault, to find it in the logs. */
function whenSent({ sentAt }: OwnerAct, { beganAt, outages }: CampaignEvidence): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const [last] = outages.filter(({ backAt }) => backAt < sentAt).sort((a, b) => b.backAt - a.backAt);
  const after = last ? `, ${seconds(sentAt - last.backAt)} after ${last.service} was back` : '';
  return `, sent at ${seconds(sentAt - beganAt)}${after}`;
}

export function judgeCrowd(evidence: CampaignEvidence): Broken[] {
  const { crowd, selfEnded } = evidence;
  if (!crowd) return [];
  const held = Object.values(crowd.counts).reduce((sum, { mostHeld }) => sum + mostHeld, 0);
  const away = attacksTurnedAway(crowd.counts);
  const idle =
    crowd.ended ??
    (held === 0 ? 'it held nothing' : null) ??
    (away.length > 0 ? `most of this was turned away: ${away.join(', ')}` : null);
  const absent = { promise: 'a crowd is there throughout', owner: 'the crowd', evidence: idle ?? '' };
  const kept = undisturbed(evidence).flatMap(({ owner, act, tookMs }): Broken[] => {
    const broken = (shows: string) => [
      {
        promise: 'a crowd keeps nobody else waiting',
        owner,
        evidence: `a ${nameOf(act)} ${shows}${whenSent(act, evidence)}`,
      },
    ];
    if (act.outcome === 'unknown') {
      return broken(`was not answered: ${act.code ?? 'no answer'}, after ${tookMs} ms`);
    }
    return tookMs > WITHIN_MS ? broken(`took ${tookMs} ms`) : [];
  });
  const died = selfEnded
    .filter((service) => service === 'api')
    .map(() => ({ promise: 'a crowd ends no process', owner: 'the API', evidence: 'it ended by itself' }));
  return [...(idle === null ? [] : [absent]), ...died, ...kept];
}
