/** Whether every step came after all the steps before it, and none before its time. */
import type { AcceptedMail, Broken, CampaignEvidence, OwnerAct, OwnerEvidence } from '../evidence.ts';
import { successorMailboxes, successorOfMailbox } from '../plan-seconds.ts';
import { hasNoMailbox } from '../plans.ts';
import {
  acknowledged,
  CROSSING_MS,
  earliestGraceEnd,
  earliestRelease,
  earliestWarning,
  thresholdDaysAt,
  warningAfter,
} from './moments.ts';
import { deadBefore } from './undeliverable.ts';
import { type WayWarning, wayWarnings } from './ways.ts';

/** For this long after a report, a mail that relies on the returned one may still be under way. */
const UNDER_WAY_MS = 2_000;

const day = (ms: number, { dayMs }: CampaignEvidence): string => `${(ms / dayMs).toFixed(2)} days`;

/** The first copy of each mail. */
export function firstCopies(mails: readonly AcceptedMail[]): AcceptedMail[] {
  const known = new Set<string>();
  return mails.filter(({ messageId }) => !known.has(messageId) && known.add(messageId));
}

/** The latest act that a mail at this moment must have taken into account. */
const lastActBefore = (owner: OwnerEvidence, at: number): OwnerAct | undefined =>
  acknowledged(owner).findLast(({ endedAt }) => endedAt <= at - CROSSING_MS);

function earlyWarnings(
  owner: OwnerEvidence,
  mails: readonly WayWarning[],
  evidence: CampaignEvidence,
): Broken[] {
  const percents = [...owner.plan.reminderPercents, 100];
  return mails.flatMap((mail) => {
    const act = lastActBefore(owner, mail.at);
    if (!act || act.what === 'pause') return [];
    const percent = mail.kind === 'final_notice' ? 100 : (percents[mail.n - 1] ?? 100);
    const early = earliestWarning(act, percent, mail.at, owner, evidence) - mail.at;
    if (early <= 0) return [];
    return {
      promise: 'no step before its time',
      owner: owner.plan.email,
      evidence: `"${mail.subject}" came ${day(early, evidence)} early`,
    };
  });
}

/**
 * Whether the service learned only after this mail that an earlier warning had come back. It then takes back both
 * steps. The mail of a reminder did arrive, so it is valid again as soon as its step is due again.
 */
const takenBack = (step: AcceptedMail, { returned }: CampaignEvidence): boolean =>
  returned.some(
    ({ to, at, reportedAt }) => to === step.to && at < step.at && reportedAt !== null && reportedAt > step.at,
  );

/** What is missing before an invitation: each reminder in order and at the right interval, then the final notice. */
function chainBefore(
  owner: OwnerEvidence,
  warnings: readonly AcceptedMail[],
  invitation: AcceptedMail,
  evidence: CampaignEvidence,
): string | null {
  const { reminderPercents } = owner.plan;
  const act = lastActBefore(owner, invitation.at);
  if (!act) return 'the owner had never shown a sign of life';
  const own = warnings.filter(({ at }) => at > act.sentAt && at < invitation.at);
  if (hasNoMailbox(owner.plan)) {
    const missing = deadBefore(owner, invitation, act.sentAt, evidence);
    // On a busy machine, a handover may begin before the mailbox is gone.
    if (missing === null || !own.some(({ kind }) => kind === 'final_notice')) return missing;
  }
  const notice = own.findLast(({ kind }) => kind === 'final_notice');
  if (!notice) return 'no final notice was accepted';
  const threshold = thresholdDaysAt(owner, notice.at) * evidence.dayMs;
  let before: number | undefined;
  for (const [i, percent] of [...reminderPercents, 100].entries()) {
    const last = i === reminderPercents.length;
    const step = last ? notice : own.findLast(({ kind, n }) => kind === 'reminder' && n === i + 1);
    if (!step) return `reminder ${i + 1} of ${reminderPercents.length} was not accepted`;
    let takenAt = step.at;
    if (before !== undefined) {
      const after = (own: number) => warningAfter(own, threshold, reminderPercents, evidence);
      const distance = after(percent) - after(reminderPercents[i - 1] ?? 0);
      // Moments are rounded to milliseconds.
      if (step.at < before + distance - 2) {
        // The reminder that was sent again promised another final notice.
        if (last || !takenBack(step, evidence))
          return `"${step.subject}" followed too soon on the step before`;
        takenAt = before + distance;
      }
    }
    before = takenAt;
  }
  const noticeAt = before ?? notice.at;
  const delayDays = successorOfMailbox(owner.plan, invitation.to)?.delayDays ?? 0;
  const due = earliestGraceEnd(noticeAt, invitation.at, evidence) + delayDays * evidence.dayMs;
  if (invitation.at < due)
    return `it came ${day(due - invitation.at, evidence)} before the grace period and its delay were over`;
  if (invitation.at < earliestRelease(act, invitation.at, owner, evidence))
    return `it came too soon after a ${act.what}`;
  return null;
}

export function judgeWarnings(evidence: CampaignEvidence): Broken[] {
  const copies = firstCopies(evidence.mails);
  /** Returns that the service did not know of, or not in time, when it sent this mail. */
  const unknown = ({ at }: AcceptedMail) =>
    evidence.returned.filter(({ reportedAt }) => reportedAt === null || reportedAt > at - UNDER_WAY_MS);
  return evidence.owners.flatMap((owner) => {
    const { email } = owner.plan;
    const warnings = copies.filter(
      ({ to, kind }) => to === email && (kind === 'reminder' || kind === 'final_notice'),
    );
    const successorBoxes = successorMailboxes(owner.plan);
    const invitations = copies.filter(
      ({ to, kind, n }) => successorBoxes.has(to) && kind === 'invitation' && n === 1,
    );
    const unwarned = invitations.flatMap((invitation) => {
      const believed = unknown(invitation).filter(({ to }) => to === email);
      const known = [...warnings, ...believed].sort((a, b) => a.at - b.at);
      const missing = chainBefore(owner, known, invitation, evidence);
      return missing === null
        ? []
        : {
            promise: 'never without reminders, final notice and a full grace period',
            owner: email,
            evidence: `${invitation.to} was invited, but ${missing}`,
          };
    });
    const early = earlyWarnings(owner, [...warnings, ...wayWarnings(owner, evidence)], evidence);
    return [...early, ...unwarned];
  });
}
