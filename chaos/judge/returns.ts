/** After a return or a cancellation the successors are told, and during a pause no one gets a reminder. */
import { CHECK_IN_FIRST } from '../../api/switch/programs.ts';
import type { AcceptedMail, Broken, CampaignEvidence, OwnerEvidence } from '../evidence.ts';
import { successorMailboxes } from '../plan-seconds.ts';
import { acknowledged, CROSSING_MS } from './moments.ts';
import { mayBeUnnoted } from './takeover.ts';
import { firstCopies } from './warnings.ts';

/** How long access lasts. No scenario changes it. */
const ACCESS_DAYS = 90;

/** Whether the act after this invitation may have come so late that the handover had been completed. */
function mayBeCompleted(owner: OwnerEvidence, invitation: AcceptedMail, evidence: CampaignEvidence): boolean {
  const act = acknowledged(owner).find(({ sentAt }) => sentAt > invitation.at);
  if (!act || act.endedAt < invitation.at + ACCESS_DAYS * evidence.dayMs) return false;
  const successorBoxes = successorMailboxes(owner.plan);
  return evidence.mails.some(
    ({ to, kind, at }) =>
      successorBoxes.has(to) && kind === 'access' && at > invitation.at && at < act.endedAt,
  );
}

/** Successors who were invited, and not told that the owner ended the handover. */
export function untold(evidence: CampaignEvidence): Broken[] {
  const mails = firstCopies(evidence.mails);
  return evidence.owners.flatMap((owner) =>
    [...successorMailboxes(owner.plan)].flatMap((email) => {
      const own = mails.filter(({ to }) => to === email);
      const cancelledMails = own.filter(({ kind }) => kind === 'handover_cancelled').length;
      const ended = own
        // A promoted replica may not know of this invitation.
        .filter((mail) => !mayBeUnnoted(mail, evidence))
        .filter(({ kind, n }) => kind === 'invitation' && n === 1)
        .filter(({ at }) => acknowledged(owner).some(({ sentAt }) => sentAt > at))
        .filter((mail) => !mayBeCompleted(owner, mail, evidence)).length;
      if (cancelledMails >= ended) return [];
      return {
        promise: 'successors who were invited are told that it is over',
        owner: owner.plan.email,
        evidence: `${email} was invited to ${ended} handovers that ended, and was told so ${cancelledMails} times`,
      };
    }),
  );
}

/** Mails of a countdown or handover that came during a pause. */
function disturbed(owner: OwnerEvidence, mails: readonly AcceptedMail[]): Broken[] {
  const { email } = owner.plan;
  const people = new Set([email, ...successorMailboxes(owner.plan)]);
  const loud = ['reminder', 'final_notice', 'invitation', 'access'];
  return acknowledged(owner)
    .filter(({ what }) => what === 'pause')
    .flatMap((pause) => {
      const resumed = owner.acts.find(({ what, sentAt }) => what === 'resume' && sentAt >= pause.endedAt);
      const until = resumed?.sentAt ?? Number.POSITIVE_INFINITY;
      return mails
        .filter(({ to, kind }) => people.has(to) && loud.includes(kind))
        .filter(({ at }) => at > pause.endedAt + CROSSING_MS && at < until)
        .map(({ to, subject }) => ({
          promise: 'quiet while paused',
          owner: email,
          evidence: `${to} got "${subject}" during the pause`,
        }));
    });
}

/** Programs that could change a switch during a handover. */
const steered = ({ plan, refusals }: OwnerEvidence): Broken[] =>
  refusals
    .filter((code) => !CHECK_IN_FIRST.some((each) => each === code))
    .map((code) => ({
      promise: 'a program changes nothing during a handover',
      owner: plan.email,
      evidence: `it was answered ${code}`,
    }));

export function judgeReturns(evidence: CampaignEvidence): Broken[] {
  const mails = firstCopies(evidence.mails);
  return [
    ...untold(evidence),
    ...evidence.owners.flatMap((owner) => [...disturbed(owner, mails), ...steered(owner)]),
  ];
}
