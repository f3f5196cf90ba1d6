/** The ways to an owner: each warning once and in time, on each of them, and nothing that only the owner may read. */
import type {
  AcceptedMail,
  AddedWay,
  Broken,
  CampaignEvidence,
  Delivery,
  MailRecord,
  OwnerEvidence,
  Rows,
} from '../evidence.ts';
import { successorMailboxes } from '../plan-seconds.ts';
import { isDeaf, works } from '../plan-ways.ts';
import { hasNoMailbox } from '../plans.ts';
import { brokenPromiseRecorder } from './broken.ts';
import { killed } from './kills.ts';
import { CROSSING_MS } from './moments.ts';

/**
 * For this long after clocks have jumped, a request that was under way may still be sent. The service may know a report
 * this long before it acknowledges it.
 */
const UNDER_WAY_MS = 2_000;
/** A working way must have taken a warning if the next step came this much later, unless something was down. */
const SOON_MS = 3_000;
/** The service may have stopped waiting for an answer that came this long after it had signed the request. */
const UNRECORDED_MS = 9_000;
/** For this long after an outage, a busy machine is still catching up. */
const CATCHING_UP_MS = 10_000;

const isWarning = ({ kind }: { kind: string }): boolean => kind === 'reminder' || kind === 'final_notice';

/** A warning that a way was sent, in the words of a mail. */
export type WayWarning = Pick<AcceptedMail, 'at' | 'kind' | 'n' | 'subject'>;

/** It was sent within the second of its signature. On a busy machine, the receiver sees it much later. */
const sentAt = ({ at, signedAt }: Delivery): number => Math.min(at, signedAt + 999);

const asWarning = (delivery: Delivery): WayWarning => ({
  at: sentAt(delivery),
  kind: delivery.kind as AcceptedMail['kind'],
  n: delivery.n,
  subject: `${delivery.kind} ${delivery.n} to ${delivery.way}`,
});

const addressOf = (way: AddedWay): string => (way.kind === 'mailbox' ? way.address : '');

/** Every warning that was sent to a way of this owner, at each attempt. */
export function wayWarnings({ ways }: OwnerEvidence, { deliveries, mails }: CampaignEvidence): WayWarning[] {
  const names = new Set(ways.map(({ name }) => name));
  const boxes = new Set(ways.map(addressOf));
  return [
    ...deliveries.filter(({ way }) => names.has(way)).map(asWarning),
    ...mails.filter(({ to }) => boxes.has(to)),
  ].filter(isWarning);
}

/**
 * When ways took final notices before a moment, without those that the service then knew to have come back.
 *
 * @param at that moment
 */
export function finalNoticesTaken(
  { ways }: OwnerEvidence,
  at: number,
  { deliveries, mails, returned }: CampaignEvidence,
): number[] {
  const names = new Set(ways.map(({ name }) => name));
  const boxes = new Set(ways.map(addressOf));
  const believed = returned.filter(({ reportedAt }) => (reportedAt ?? Infinity) > at + UNDER_WAY_MS);
  const mailed = [...mails, ...believed].filter(({ to, kind }) => boxes.has(to) && kind === 'final_notice');
  const hooked = deliveries.filter(({ way, kind }) => names.has(way) && kind === 'final_notice');
  return [...mailed.map((mail) => mail.at), ...hooked.flatMap(({ takenAt }) => takenAt ?? [])]
    .filter((each) => each < at)
    .sort((a, b) => a - b);
}

/** What a webhook or device must never be sent: who the owner and the successors are. */
const secretsOf = ({ plan }: OwnerEvidence): string[] => [
  plan.name,
  plan.email,
  ...plan.successors.map(({ name }) => name),
  ...successorMailboxes(plan),
];

function judgeWords(
  owner: OwnerEvidence,
  deliveries: readonly Delivery[],
  evidence: CampaignEvidence,
): Broken[] {
  const broken = brokenPromiseRecorder(owner);
  const words = secretsOf(owner).map((word) => new RegExp(`${word.replaceAll('.', '\\.')}(?![0-9])`));
  return deliveries.flatMap((each) => [
    // A code may be sent before the owner has its secret.
    ...(each.genuine || each.kind === 'code' || isMisdated(each, evidence)
      ? []
      : [broken('every request to a way is signed', `${each.kind} to ${each.way} was not`)]),
    ...(words.some((word) => word.test(each.text))
      ? [broken('no webhook or device reads a name', `${each.kind} to ${each.way}: ${each.text}`)]
      : []),
  ]);
}

/** Whether a mail goes to a way that takes nothing, so that it may stay queued while its owner is warned. */
export const goesToDeafWay = (
  { key }: Pick<MailRecord, 'key'>,
  { owners }: Pick<CampaignEvidence, 'owners'>,
): boolean => owners.some(({ ways }) => ways.some((way) => isDeaf(way) && key.endsWith(`/${way.id}`)));

/** A request that was under way when all clocks jumped may be signed with a wrong time. */
const isMisdated = ({ at }: Delivery, { jumps }: CampaignEvidence): boolean =>
  jumps.some(({ from, to }) => at >= from && at <= Math.min(from + UNDER_WAY_MS, to));

/** Whether the service certainly heard the answer, and noted it. */
function answerRecorded({ at, signedAt, takenAt }: Delivery, evidence: CampaignEvidence): boolean {
  const endedAt = takenAt ?? at;
  return endedAt - signedAt < UNRECORDED_MS && !killed(endedAt, evidence, signedAt);
}

/** Warnings that came again although the way had answered that it had them, or wanted no more. */
const again = (own: readonly Delivery[], evidence: CampaignEvidence): Delivery[] =>
  own.filter((each, i) => {
    const final = own
      .slice(0, i)
      .find(({ id, answer, takenAt }) => id === each.id && (takenAt !== null || answer === 410));
    return final && answerRecorded(final, evidence);
  });

/** Warnings that a device was sent after its push service had said that it is gone. */
const afterGone = ({ kind }: AddedWay, own: readonly Delivery[], evidence: CampaignEvidence): Delivery[] =>
  own.filter((each) =>
    own.some(
      (before) =>
        kind === 'push' &&
        before.answer === 410 &&
        sentAt(each) > before.at + CROSSING_MS &&
        answerRecorded(before, evidence),
    ),
  );

function judgeDeliveries(owner: OwnerEvidence, evidence: CampaignEvidence): Broken[] {
  return owner.ways.flatMap((each) => {
    const own = evidence.deliveries.filter(({ way }) => way === each.name);
    const broken = brokenPromiseRecorder(owner);
    return [
      ...judgeWords(owner, own, evidence),
      ...again(own, evidence).map(({ kind, id }) =>
        broken(
          'one warning per step and way',
          `${kind} came to ${each.name} again (${id}), and nothing was killed when it was answered`,
        ),
      ),
      ...afterGone(each, own, evidence).map(({ kind }) =>
        broken('a device that is gone is asked no more', `${kind} was sent to ${each.name}, which was gone`),
      ),
    ];
  });
}

/**
 * When a device was first said to be gone; Infinity if it hasn't been. The service may not have received that answer.
 */
function goneAt({ kind, name }: AddedWay, deliveries: readonly Delivery[]): number {
  const gone =
    kind === 'push' ? deliveries.find(({ way, answer }) => way === name && answer === 410) : undefined;
  return gone?.at ?? Number.POSITIVE_INFINITY;
}

/** A warning that a way was to get, as the database has it. */
interface DueAtWay {
  way: AddedWay;
  /** The same warning to the mailbox of the account. */
  warning: MailRecord;
  /** Undefined if the way was left out. */
  row: MailRecord | undefined;
}

/** Every warning since each way was verified, until it was gone. */
export function dueAtWays({ owners, deliveries }: CampaignEvidence, { mails }: Rows): DueAtWay[] {
  const byKey = new Map(mails.map((row) => [row.key, row]));
  const warnings = Map.groupBy(mails.filter(isWarning), ({ userId }) => userId);
  return owners.flatMap(({ userId, ways }) =>
    ways.flatMap((way) =>
      (warnings.get(userId) ?? [])
        .filter(({ createdAt }) => createdAt > way.verifiedAt && createdAt < goneAt(way, deliveries))
        .map((warning) => ({ way, warning, row: byKey.get(`channel_${warning.key}/${way.id}`) })),
    ),
  );
}

/** Warnings to working ways that nothing disturbed: no fault, no act of the owner, no next step soon after. */
export function undisturbedAtWays(evidence: CampaignEvidence, rows: Rows): DueAtWay[] {
  const owners = new Map(evidence.owners.map((owner) => [owner.userId, owner]));
  const steps = Map.groupBy(
    rows.mails.filter((row) => isWarning(row) || row.kind === 'invitation'),
    ({ userId }) => userId,
  );
  return dueAtWays(evidence, rows).filter(({ way, warning, row }) => {
    const { createdAt, userId } = warning;
    const next = (steps.get(userId) ?? []).map((step) => step.createdAt).filter((at) => at > createdAt);
    const until = Math.min(rows.readAt, ...next);
    const acts = owners.get(userId)?.acts ?? [];
    const disturbed =
      acts.some(({ sentAt, endedAt }) => endedAt > createdAt - CROSSING_MS && sentAt < until) ||
      evidence.outages.some(({ from, backAt }) => from < until && backAt > createdAt - CATCHING_UP_MS);
    return row && works(way) && until - createdAt >= SOON_MS && !disturbed;
  });
}

/** Whether working ways miss warnings. On a busy machine a few are late, so the promise is broken only if most are. */
function judgeMissed(evidence: CampaignEvidence, rows: Rows): Broken[] {
  const all = undisturbedAtWays(evidence, rows);
  const missed = all.filter(({ row }) => row?.status !== 'accepted');
  if (missed.length * 2 <= all.length) return [];
  return missed.map(({ way, warning }) => ({
    promise: 'nothing due is lost',
    owner: way.name,
    evidence: `${warning.key} never got there, as ${missed.length} of ${all.length} that nothing disturbed`,
  }));
}

function judgeLeftOut(evidence: CampaignEvidence, rows: Rows): Broken[] {
  return dueAtWays(evidence, rows)
    .filter(({ row }) => !row)
    .map(({ way, warning }) => ({
      promise: 'every way is warned at the same step',
      owner: way.name,
      evidence: `it was left out of ${warning.key}`,
    }));
}

/** Owners who were reached on another way, and treated as if nobody had been warned. */
function judgeReached(evidence: CampaignEvidence, { handovers }: Rows): Broken[] {
  return evidence.owners
    .filter(({ plan }) => hasNoMailbox(plan))
    .flatMap((owner) => {
      const { userId, plan, acts } = owner;
      return handovers
        .filter((row) => row.userId === userId && row.undeliverable && row.releasedAt !== null)
        .flatMap(({ releasedAt }) => {
          const since = Math.max(
            0,
            ...acts.filter(({ sentAt }) => sentAt < releasedAt!).map((act) => act.endedAt),
          );
          const takenAt = finalNoticesTaken(owner, releasedAt! - CROSSING_MS, evidence).find(
            (at) => at > since,
          );
          if (takenAt === undefined) return [];
          return {
            promise: 'an owner who was reached on another way has the usual grace period',
            owner: plan.email,
            evidence: `a way took the final notice ${releasedAt! - takenAt} ms before the release`,
          };
        });
    });
}

export function judgeWays(evidence: CampaignEvidence, rows: Rows): Broken[] {
  const elsewhere = evidence.deliveries
    .filter(({ way }) => way === 'elsewhere')
    .map(({ kind }) => ({
      promise: 'redirects are not followed',
      owner: 'everybody',
      evidence: `${kind} was sent to where a way had redirected it`,
    }));
  return [
    ...elsewhere,
    ...evidence.owners.flatMap((owner) => judgeDeliveries(owner, evidence)),
    ...judgeLeftOut(evidence, rows),
    ...judgeMissed(evidence, rows),
    ...judgeReached(evidence, rows),
  ];
}
