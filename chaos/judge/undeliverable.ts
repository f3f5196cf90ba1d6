/** Mailboxes that nothing reaches: who may be believed dead, and what else must have passed before a release. */
import type { AcceptedMail, Broken, CampaignEvidence, OwnerEvidence, Rows } from '../evidence.ts';

/** A mailbox is dead after this many returns over so many days. Its owner then has a longer grace period. */
const DEAD_TRIES = 3;
const DEAD_DAYS = 7;
const DEAD_GRACE_DAYS = 30;

/** What is missing before an invitation where no warning ever arrived. */
export function deadBefore(
  { plan }: OwnerEvidence,
  invitation: AcceptedMail,
  since: number,
  { returned, dayMs }: CampaignEvidence,
): string | null {
  const known = returned
    .filter(
      ({ to, at, reportedAt }) => to === plan.email && at > since && (reportedAt ?? Infinity) < invitation.at,
    )
    .map(({ reportedAt }) => reportedAt ?? 0)
    .sort((a, b) => a - b);
  const [first = invitation.at] = known;
  const proved = known.find((at, i) => i >= DEAD_TRIES - 1 && at - first >= (DEAD_DAYS - 1) * dayMs);
  if (proved === undefined) return `only ${known.length} warnings had been returned`;
  const grace = (invitation.at - proved) / dayMs;
  return grace < DEAD_GRACE_DAYS ? `its mailbox had been dead for only ${grace.toFixed(2)} days` : null;
}

/** The one scenario in which the owner's mailbox is gone for good. */
const GONE = 'returned_for_ever';

/** Addresses at which no mail ever arrives, so that some is always queued. */
export const goneForEver = ({ owners }: Pick<CampaignEvidence, 'owners'>): Set<string> =>
  new Set(owners.filter(({ plan }) => plan.scenario === GONE).map(({ plan }) => plan.email));

/** Owners who were given up although their mailbox was never said to be gone. */
export const judgeUndeliverable = ({ owners }: CampaignEvidence, { records }: Rows): Broken[] =>
  owners.flatMap(({ plan, userId }) => {
    const given = records.get(`${userId}/warning_undeliverable`) ?? 0;
    if (given === 0 || plan.scenario === GONE) return [];
    return {
      promise: 'no mailbox is believed dead that is only refused',
      owner: plan.email,
      evidence: `${given} warnings were taken for undeliverable in the scenario "${plan.scenario}"`,
    };
  });
