/**
 * The question whether successors can be reached (docs/decisions/0060-ask-successors-once-a-year.md): it comes when the
 * owner asks, or when it is time for it, and never while the owner is being warned. Owners see what was answered.
 */
import type { Broken, CampaignEvidence, OwnerEvidence, Rows } from '../evidence.ts';
import { boxesOf, goneBox, successorMailboxes, successorOfMailbox } from '../plan-seconds.ts';
import { brokenPromiseRecorder } from './broken.ts';
import { CROSSING_MS } from './moments.ts';
import { mayBeUnnoted } from './takeover.ts';
import { firstCopies } from './warnings.ts';

/** How often owners have successors asked in a campaign: every three months of a year without a leap day. */
const EVERY_DAYS = (3 * 365) / 12;

/** Questions that no owner had asked for, and that came too early. */
function unasked(owner: OwnerEvidence, evidence: CampaignEvidence): Broken[] {
  const began = Math.min(...owner.acts.map(({ sentAt }) => sentAt));
  return [...successorMailboxes(owner.plan)].flatMap((box) => {
    const reader = successorOfMailbox(owner.plan, box)?.email;
    const tries = owner.questions.filter(
      ({ did, outcome, successor }) => did === 'asked' && outcome !== 'refused' && successor === reader,
    );
    return firstCopies(evidence.mails)
      .filter(({ to, kind }) => to === box && kind === 'contact_question')
      .filter(({ at }, i) => {
        const byOwner = tries.filter(({ sentAt }) => sentAt <= at).length;
        return i >= byOwner + Math.floor((at - began) / (EVERY_DAYS * evidence.dayMs));
      })
      .map(({ to }) =>
        brokenPromiseRecorder(owner)('nobody is asked too often', `${to} was, and nobody had asked for it`),
      );
  });
}

/** Requests to ask again after which a working mailbox got nothing, although nobody had answered. */
function unheard(owner: OwnerEvidence, { mails, takeover }: CampaignEvidence): Broken[] {
  const { plan, questions, seconds } = owner;
  const asks = questions.filter(({ did, outcome }) => did === 'asked' && outcome === 'acknowledged');
  return asks
    .filter(({ sentAt, endedAt }) => !takeover || endedAt <= takeover.lostFrom || sentAt >= takeover.upAt)
    .filter(({ successor, sentAt }) =>
      questions.every((each) => each.successor !== successor || each.did === 'asked' || each.sentAt < sentAt),
    )
    .flatMap(({ successor, sentAt }) => {
      const asked = plan.successors.find(({ email }) => email === successor);
      const confirmed = seconds.some((each) => each.successor === successor && each.confirmedAt < sentAt);
      const boxes = asked ? boxesOf(asked).slice(0, confirmed ? 2 : 1) : [];
      return boxes
        .filter((box) => box !== goneBox(asked!))
        .filter(
          (box) =>
            !mails.some(({ to, kind, at }) => to === box && kind === 'contact_question' && at > sentAt),
        )
        .map((box) =>
          brokenPromiseRecorder(owner)('who is asked again hears of it', `${box} got no question`),
        );
    });
}

/** Questions that the service asked on its own while it was warning the owner. */
function untimely(owner: OwnerEvidence, evidence: CampaignEvidence, rows: Rows): Broken[] {
  const warnings = firstCopies(evidence.mails).filter(
    ({ to, kind }) => to === owner.plan.email && (kind === 'reminder' || kind === 'final_notice'),
  );
  return rows.mails
    .filter(({ kind, userId }) => kind === 'contact_question' && userId === owner.userId)
    .filter(({ createdAt }) => {
      const latest = warnings.findLast(({ at }) => at < createdAt - CROSSING_MS);
      return (
        latest &&
        !mayBeUnnoted(latest, evidence) &&
        !owner.questions.some(
          ({ did, outcome, sentAt, endedAt }) =>
            did === 'asked' &&
            outcome !== 'refused' &&
            endedAt > createdAt - CROSSING_MS &&
            sentAt < createdAt + CROSSING_MS,
        ) &&
        !owner.acts.some(
          ({ outcome, sentAt, endedAt }) =>
            outcome !== 'refused' && endedAt > latest.at && sentAt < createdAt + CROSSING_MS,
        )
      );
    })
    .map(({ key }) => brokenPromiseRecorder(owner)('nobody is asked while their owner is warned', key));
}

/** Answers that the owner did not see. */
const unseen = (owner: OwnerEvidence, { takeover }: CampaignEvidence): Broken[] =>
  owner.shown.flatMap(({ successor, sentAt, answer }) => {
    const before = owner.questions.filter((each) => each.successor === successor && each.sentAt < sentAt);
    const last = before.at(-1);
    const certain = last?.outcome === 'acknowledged' && last.did !== 'asked' && last.endedAt < sentAt;
    if (!certain || (takeover && last.endedAt > takeover.lostFrom && last.sentAt < takeover.upAt)) return [];
    if (answer === last.did) return [];
    return brokenPromiseRecorder(owner)(
      'owners see what was answered',
      `${answer}, after ${successor} had said ${last.did}`,
    );
  });

export const judgeQuestions = (evidence: CampaignEvidence, rows: Rows): Broken[] =>
  evidence.owners.flatMap((owner) => [
    ...unasked(owner, evidence),
    ...unheard(owner, evidence),
    ...untimely(owner, evidence, rows),
    ...unseen(owner, evidence),
  ]);
