/** Mailboxes that nothing reaches: who may be believed dead, and what else must have passed before a release. */
import type { AcceptedMail, Broken, CampaignEvidence, OwnerEvidence, Rows } from '../evidence.ts';
import { goneBox } from '../plan-seconds.ts';
import { hasNoMailbox } from '../plans.ts';
import { earliestGraceEnd } from './moments.ts';
import { finalNoticesTaken } from './ways.ts';

/**
 * A mailbox is dead after this many returns over this many days. Its owner then has a longer grace period, unless
 * another way took the final notice.
 */
const DEAD_TRIES = 3;
const DEAD_DAYS = 7;
const DEAD_GRACE_DAYS = 30;

/** What is missing before an invitation where no warning ever arrived by mail. */
export function deadBefore(
  owner: OwnerEvidence,
  invitation: AcceptedMail,
  since: number,
  evidence: CampaignEvidence,
): string | null {
  const { returned, dayMs } = evidence;
  const known = returned
    .filter(
      ({ to, at, reportedAt }) =>
        to === owner.plan.email && at > since && (reportedAt ?? Infinity) < invitation.at,
    )
    .map(({ reportedAt }) => reportedAt ?? 0)
    .sort((a, b) => a - b);
  const [first = invitation.at] = known;
  const proved = known.find((at, i) => i >= DEAD_TRIES - 1 && at - first >= (DEAD_DAYS - 1) * dayMs);
  if (proved === undefined) return `only ${known.length} warnings had been returned`;
  const takenAt = finalNoticesTaken(owner, invitation.at, evidence).find((at) => at > since);
  if (takenAt !== undefined) {
    const due = earliestGraceEnd(Math.max(proved, takenAt), invitation.at, evidence);
    return invitation.at < due ? 'the grace period since a way took the final notice was not over' : null;
  }
  const grace = (invitation.at - proved) / dayMs;
  return grace < DEAD_GRACE_DAYS ? `its mailbox had been dead for only ${grace.toFixed(2)} days` : null;
}

/** Addresses at which no mail ever arrives, so that some is always queued. */
export const goneForEver = ({ owners }: Pick<CampaignEvidence, 'owners'>): Set<string> =>
  new Set(
    owners.flatMap(({ plan }) => [
      ...(hasNoMailbox(plan) ? [plan.email] : []),
      ...plan.successors.flatMap((each) => goneBox(each) ?? []),
    ]),
  );

/** Owners who were given up although their mailbox was never said to be gone. */
export const judgeUndeliverable = ({ owners }: CampaignEvidence, { records }: Rows): Broken[] =>
  owners.flatMap(({ plan, userId }) => {
    const given = records.get(`${userId}/warning_undeliverable`) ?? 0;
    if (given === 0 || hasNoMailbox(plan)) return [];
    return {
      promise: 'no mailbox is believed dead that is only refused',
      owner: plan.email,
      evidence: `${given} warnings were taken for undeliverable in the scenario "${plan.scenario}"`,
    };
  });
