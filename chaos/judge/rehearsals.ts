/** Rehearsals reach the right person, say what they are, and change nothing. */
import type { AcceptedMail, Broken, CampaignEvidence, OwnerEvidence, SuccessorAct } from '../evidence.ts';
import { successorMailboxes, successorOfMailbox } from '../plan-seconds.ts';
import { brokenPromiseRecorder } from './broken.ts';
import { firstCopies } from './warnings.ts';

/** A rehearsal's links expire after this many days. A mail that is delayed for as long is never sent. */
const REHEARSAL_DAYS = 14;

/** An outage up to this long before may delay a mail: if its worker is killed, it waits a minute. */
const CLAIM_MS = 60_000;

/** The act of a successor that must precede a mail of this kind. */
const FOLLOWS: Partial<Record<AcceptedMail['kind'], SuccessorAct['did']>> = {
  access: 'accept',
  access_notice: 'read',
};

/** Successors who never got the mail of an acknowledged rehearsal, although nothing kept it from going out. */
function unheard(
  { plan, rehearsals }: OwnerEvidence,
  mails: readonly AcceptedMail[],
  { dayMs, outages, endedAt }: CampaignEvidence,
): string[] {
  return rehearsals
    .filter(({ outcome }) => outcome === 'acknowledged')
    .filter(
      ({ successor, sentAt }) =>
        !mails.some(({ to, at }) => successorOfMailbox(plan, to)?.email === successor && at > sentAt),
    )
    .filter(({ sentAt, endedAt: from }) => {
      const until = from + REHEARSAL_DAYS * dayMs;
      return until < endedAt && !outages.some((each) => each.from < until && each.backAt > sentAt - CLAIM_MS);
    })
    .map(({ successor }) => successor);
}

function judgeOwner(
  owner: OwnerEvidence,
  all: readonly AcceptedMail[],
  evidence: CampaignEvidence,
): Broken[] {
  const { plan, rehearsals, rehearsed, successorActs } = owner;
  const people = new Set([plan.email, ...successorMailboxes(plan)]);
  const mails = all.filter(({ to }) => people.has(to));
  const mine = mails.filter(({ kind }) => kind === 'rehearsal');
  const asked = rehearsals.filter(({ outcome }) => outcome !== 'refused');
  const broken = brokenPromiseRecorder(owner);
  const unasked = mine.filter((mail, i) => {
    const tries = asked.filter(
      ({ successor, sentAt }) => successor === successorOfMailbox(plan, mail.to)?.email && sentAt <= mail.at,
    );
    return mine.slice(0, i).filter(({ to }) => to === mail.to).length >= tries.length;
  });
  const disguised = mails.filter(
    ({ kind, token, marked }) => token !== null && marked !== (kind === 'rehearsal'),
  );
  const answered = (marked: boolean) => (successorAct: SuccessorAct) =>
    successorAct.outcome === 'acknowledged' && (successorAct.marked ?? false) !== marked;
  const untrue = mails.filter(({ kind, to, at }) => {
    const did = FOLLOWS[kind];
    const whose = ({ successor }: SuccessorAct) =>
      to === plan.email || successor === successorOfMailbox(plan, to)?.email;
    return (
      did &&
      !successorActs.some(
        (successorAct) =>
          successorAct.did === did &&
          successorAct.outcome !== 'refused' &&
          whose(successorAct) &&
          successorAct.sentAt <= at,
      )
    );
  });
  return [
    ...unasked.map(({ to }) => broken('a rehearsal comes once, to whom it is for', `${to} got one too many`)),
    ...unheard(owner, mine, evidence).map((to) =>
      broken('a rehearsal comes once, to whom it is for', `${to} never got one`),
    ),
    ...disguised.map(({ to, subject }) =>
      broken('a rehearsal says what it is, and nothing else does', `the link of "${subject}" to ${to}`),
    ),
    ...[...rehearsed.filter(answered(true)), ...successorActs.filter(answered(false))].map(
      ({ successor, did }) =>
        broken('a rehearsal says what it is, and nothing else does', `the answer to ${successor}, ${did}`),
    ),
    ...untrue.map(({ to, subject }) =>
      broken('a rehearsal changes nothing', `${to} got "${subject}", and nobody had done that`),
    ),
  ];
}

export function judgeRehearsals(evidence: CampaignEvidence): Broken[] {
  const mails = firstCopies(evidence.mails);
  return evidence.owners.flatMap((owner) => judgeOwner(owner, mails, evidence));
}
