/** With their kits, successors open what the owner wrote, as they wrote it, and nothing else. */
import type { Broken, CampaignEvidence, OwnerEvidence, SuccessorAct } from '../evidence.ts';

const PROMISE = 'a kit opens what was left to its holder, and nothing that the owner did not write';

/** Whether enough shares of others had arrived since the owner or a successor last held up the release. */
function hadShares({ plan, acts, successorActs }: OwnerEvidence, read: SuccessorAct): boolean {
  const since = Math.max(
    0,
    ...acts
      .filter(({ outcome, sentAt }) => outcome !== 'refused' && sentAt < read.endedAt)
      .map((act) => act.endedAt),
    ...successorActs
      .filter(({ did, sentAt }) => did !== 'accept' && did !== 'read' && sentAt < read.endedAt)
      .map((successorAct) => successorAct.endedAt),
  );
  const others = successorActs.filter(
    ({ reshared, outcome, sentAt, endedAt, successor }) =>
      reshared &&
      outcome === 'acknowledged' &&
      successor !== read.successor &&
      sentAt > since &&
      endedAt < read.sentAt,
  );
  return new Set(others.map(({ successor }) => successor)).size >= plan.quorum - 1;
}

function judgeReading(owner: OwnerEvidence, successorAct: SuccessorAct): string[] {
  const { opened, successor, entries = [] } = successorAct;
  if (!opened) return [];
  const { locked, texts, refused } = opened;
  // On a busy machine, a handover may begin before the owner has sealed anything.
  if (locked === 'not_sealed_to' && successorAct.sentAt < (owner.sealedAt ?? Infinity)) return [];
  if (locked) return locked === 'quorum_missing' && !hadShares(owner, successorAct) ? [] : [locked];
  const restricted = owner.plan.successors.some((each) => each.email === successor && each.restricted);
  const more = restricted && successorAct.marked !== true && entries.length !== 1;
  const nothing = successorAct.marked !== true && !Object.keys(texts).some((id) => owner.texts.has(id));
  return [
    ...(nothing ? ['nothing that the owner wrote'] : []),
    ...(more ? [`${entries.length} entries instead of one`] : []),
    ...Object.entries(texts)
      .filter(([id, text]) => owner.texts.get(id) !== text)
      .map(([id]) => `another text in ${id}`),
    ...Object.entries(refused)
      .filter(([id]) => owner.texts.has(id))
      .map(([id, code]) => `${code} for ${id}`),
  ];
}

/** A share that came after the release is still wanted: without it the others open nothing. */
const judgeShare = ({ reshared, code }: SuccessorAct): string[] =>
  reshared && code === 'response_final' ? ['their share was turned away'] : [];

export const judgeInheritances = ({ owners }: CampaignEvidence): Broken[] =>
  owners.flatMap((owner) =>
    [...owner.successorActs, ...owner.rehearsed].flatMap((successorAct) =>
      [...judgeReading(owner, successorAct), ...judgeShare(successorAct)].map((shows) => ({
        promise: PROMISE,
        owner: owner.plan.email,
        evidence: `${successorAct.successor}: ${shows}`,
      })),
    ),
  );
