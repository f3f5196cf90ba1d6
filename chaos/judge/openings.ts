/** When a vault was seen open, and whether that was too early or without a quorum. */
import type { Broken, CampaignEvidence, OwnerEvidence, SuccessorAct } from '../evidence.ts';
import { successorMailboxes } from '../plan-seconds.ts';
import { acknowledged, CROSSING_MS, earliestRelease, silentSince } from './moments.ts';
import { tooSoonAfterOwnerAlive } from './owner-alive.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** An answer that shows that the vault is open. */
const isOpening = ({ did, outcome, status }: SuccessorAct): boolean =>
  outcome === 'acknowledged' && (did === 'read' || (did === 'accept' && status === 'released'));

export const openings = ({ successorActs }: OwnerEvidence): SuccessorAct[] => successorActs.filter(isOpening);

/** When the vault was first seen open after the owner's last act, or null. */
export function openedFinally(owner: OwnerEvidence, { mails }: CampaignEvidence): number | null {
  const since = silentSince(owner);
  const addresses = successorMailboxes(owner.plan);
  const accessMails = mails.filter(
    ({ kind, to, at }) => kind === 'access' && addresses.has(to) && at > since + CROSSING_MS,
  );
  const seen = openings(owner).filter(({ sentAt }) => sentAt > since);
  const moments = [...accessMails.map(({ at }) => at), ...seen.map(({ endedAt }) => endedAt)];
  return moments.length === 0 ? null : Math.min(...moments);
}

/** An answer that stops a release is always accepted, even before the service has noticed that a replica took over. */
const stoppedBeforeNoticed = ({ did, sentAt }: SuccessorAct, { takeover }: CampaignEvidence): boolean =>
  (did === 'decline' || did === 'owner_alive') && sentAt <= (takeover?.noticedAt ?? Infinity);

/** What successors could do earlier than an acknowledged act of the owner allows. */
function early(owner: OwnerEvidence, evidence: CampaignEvidence): Broken[] {
  const acts = acknowledged(owner);
  return owner.successorActs
    .filter(({ outcome }) => outcome === 'acknowledged')
    .flatMap((successorAct) => {
      const act = acts.find(
        (each) =>
          !(each.what === 'started_over' && stoppedBeforeNoticed(successorAct, evidence)) &&
          each.endedAt <= successorAct.sentAt &&
          successorAct.endedAt < earliestRelease(each, successorAct.endedAt, owner, evidence),
      );
      if (!act) return [];
      const after = seconds(successorAct.sentAt - act.endedAt);
      return {
        promise: isOpening(successorAct)
          ? 'never released early'
          : 'no answer is taken before a handover is due',
        owner: owner.plan.email,
        evidence: `${successorAct.successor} could ${successorAct.did} ${after} after an acknowledged ${act.what}`,
      };
    });
}

/** Openings too soon after a successor said that the owner is alive. */
const afterOwnerAlive = (owner: OwnerEvidence, evidence: CampaignEvidence): Broken[] =>
  openings(owner).flatMap(({ successor, did, sentAt, endedAt }) => {
    const wait =
      tooSoonAfterOwnerAlive(owner, sentAt, evidence) && tooSoonAfterOwnerAlive(owner, endedAt, evidence);
    if (!wait) return [];
    return {
      promise: 'never released early',
      owner: owner.plan.email,
      evidence: `${successor} could ${did} ${seconds(sentAt - wait.knownAt)} after ${wait.successor} said that the owner is alive`,
    };
  });

/** Openings although too few had accepted since the owner's last act. */
function withoutQuorum(owner: OwnerEvidence): Broken[] {
  const { quorum, successors, email } = owner.plan;
  return openings(owner).flatMap((opening) => {
    const since = Math.max(
      0,
      ...acknowledged(owner)
        .filter(({ endedAt }) => endedAt <= opening.sentAt)
        .map(({ sentAt }) => sentAt),
    );
    const accepting = new Set(
      owner.successorActs
        .filter(({ did, outcome }) => did === 'accept' && outcome !== 'refused')
        .filter(({ sentAt }) => sentAt > since && sentAt < opening.endedAt)
        .map(({ successor }) => successor),
    );
    if (accepting.size >= Math.min(quorum, successors.length)) return [];
    return {
      promise: 'released by a quorum',
      owner: email,
      evidence: `${opening.successor} saw the vault when ${accepting.size} of ${quorum} had accepted`,
    };
  });
}

export const judgeOpenings = (evidence: CampaignEvidence): Broken[] =>
  evidence.owners.flatMap((owner) => [
    ...early(owner, evidence),
    ...afterOwnerAlive(owner, evidence),
    ...withoutQuorum(owner),
  ]);
