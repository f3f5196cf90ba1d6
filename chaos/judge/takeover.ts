/**
 * A replica that lagged behind has taken over. What was acknowledged shortly before may be lost, which breaks no promise;
 * so every switch starts over, and nothing of the old state may go on.
 */
import type {
  AcceptedMail,
  Broken,
  CampaignEvidence,
  OwnerAct,
  OwnerEvidence,
  Takeover,
} from '../evidence.ts';
import { successorMailboxes } from '../plan-seconds.ts';
import { CROSSING_MS, earliestRelease, thresholdDaysAt } from './moments.ts';

/** For this long after the promotion, a mail that a worker had claimed before it may still be under way. */
const UNDER_WAY_MS = 2_000;

/** Whether a change that was acknowledged between two moments may be lost. */
const mayBeLost = ({ lostFrom, upAt }: Takeover, { sentAt, endedAt }: { sentAt: number; endedAt: number }) =>
  endedAt > lostFrom && sentAt < upAt;

/**
 * What the owner did, with two restarts of their switch: one certainly at the promotion, and one possibly later, until
 * the service had noticed it.
 */
function actsOf(owner: OwnerEvidence, takeover: Takeover): OwnerAct[] {
  const { promotedAt, upAt, noticedAt } = takeover;
  const acts = owner.acts.map((act): OwnerAct => {
    const lost = act.outcome === 'acknowledged' && mayBeLost(takeover, act);
    return lost ? { ...act, outcome: 'unknown' } : act;
  });
  if (takeover.completed.includes(owner.userId)) return acts;
  const thresholdDays = thresholdDaysAt({ ...owner, acts }, upAt);
  const startedOver = { what: 'started_over', sentAt: promotedAt, thresholdDays } as const;
  return [
    ...acts,
    { ...startedOver, endedAt: upAt, outcome: 'acknowledged' } as const,
    { ...startedOver, endedAt: noticedAt ?? upAt, outcome: 'unknown' } as const,
  ].sort((a, b) => a.endedAt - b.endedAt);
}

/** The evidence as it is to be judged: acts that may be lost are unknown, and a promotion restarts every clock. */
export function startedOver(evidence: CampaignEvidence): CampaignEvidence {
  const { takeover, owners } = evidence;
  if (!takeover) return evidence;
  return { ...evidence, owners: owners.map((owner) => ({ ...owner, acts: actsOf(owner, takeover) })) };
}

/** Whether a mail was accepted at a moment about which the database may know nothing. */
export const mayBeUnnoted = (
  { at }: Pick<AcceptedMail, 'at'>,
  { takeover }: Pick<CampaignEvidence, 'takeover'>,
) => takeover !== null && at >= takeover.lostFrom - CROSSING_MS && at <= takeover.upAt + CROSSING_MS;

/** Mails that bring successors nearer to a vault. */
const NEARER: readonly AcceptedMail['kind'][] = ['invitation', 'access'];

/** Mails that followed from the old state after the promotion. @param mails the first copy of each */
function stepsOfOldState(
  owner: OwnerEvidence,
  mails: readonly AcceptedMail[],
  evidence: CampaignEvidence,
): Broken[] {
  const act = owner.acts.find(({ what }) => what === 'started_over');
  const people = successorMailboxes(owner.plan);
  if (!act) return [];
  return mails
    .filter(({ to, kind }) => people.has(to) && NEARER.includes(kind))
    .filter(({ at }) => at > act.endedAt + UNDER_WAY_MS && at < earliestRelease(act, at, owner, evidence))
    .map(({ to, subject, at }) => ({
      promise: 'nothing goes on with what a promoted replica says',
      owner: owner.plan.email,
      evidence: `${to} got "${subject}" ${at - act.endedAt} ms after the promotion`,
    }));
}

/** Whether the owner was told once that a replica took over, and only then. */
function restoredMails(
  { plan, userId }: OwnerEvidence,
  mails: readonly AcceptedMail[],
  { takeover }: CampaignEvidence,
): Broken[] {
  const broken = (shows: string): Broken => ({
    promise: 'every owner is told once of a promoted replica',
    owner: plan.email,
    evidence: shows,
  });
  const own = mails.filter(({ to, kind }) => to === plan.email && kind === 'restored');
  const untrue = own.filter(({ at }) => !takeover || at < takeover.promotedAt);
  const due = takeover?.noticedAt && userId !== '';
  return [
    ...untrue.map(({ subject }) => broken(`"${subject}" came, and nothing had been promoted`)),
    ...(due && own.length !== 1 ? [broken(`told ${own.length} times`)] : []),
  ];
}

export function judgeTakeover(evidence: CampaignEvidence): Broken[] {
  const { takeover, owners, mails, returned } = evidence;
  const known = new Set<string>();
  const first = [...mails, ...returned]
    .sort((a, b) => a.at - b.at)
    .filter(({ messageId }) => !known.has(messageId) && known.add(messageId));
  const unnoticed: Broken[] =
    takeover && takeover.noticedAt === null
      ? [{ promise: 'a promoted replica is noticed', owner: 'everybody', evidence: 'no switch started over' }]
      : [];
  return [
    ...unnoticed,
    ...owners.flatMap((owner) => [
      ...stepsOfOldState(owner, first, evidence),
      ...restoredMails(owner, first, evidence),
    ]),
  ];
}
