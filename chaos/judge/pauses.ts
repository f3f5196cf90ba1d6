/** A pause ends on its own after a year, unless its owner has ended it. Then the clock starts again. */
import type { CampaignEvidence, OwnerAct, OwnerEvidence } from '../evidence.ts';

const LONGEST_PAUSE_DAYS = 365;

/** The pauses that ended on their own during a campaign, each as the act that would have ended it. */
function ends({ acts }: OwnerEvidence, { dayMs, endedAt }: CampaignEvidence): OwnerAct[] {
  const longest = LONGEST_PAUSE_DAYS * dayMs;
  return acts
    .filter(
      ({ what, outcome, sentAt }) => what === 'pause' && outcome !== 'refused' && sentAt + longest <= endedAt,
    )
    .filter(({ endedAt: from }) => !acts.some(({ what, sentAt }) => what === 'resume' && sentAt >= from))
    .map((pause) => ({
      ...pause,
      what: 'resume',
      sentAt: pause.sentAt + longest,
      endedAt: pause.endedAt + longest,
    }));
}

/** The evidence with the ends of pauses, which a campaign of more than a year sees. */
export const withEndsOfPauses = (evidence: CampaignEvidence): CampaignEvidence => ({
  ...evidence,
  owners: evidence.owners.map((owner) => ({
    ...owner,
    acts: [...owner.acts, ...ends(owner, evidence)].sort((a, b) => a.endedAt - b.endedAt),
  })),
});
