/**
 * The second addresses of successors (docs/decisions/0064-second-address-of-a-successor.md): they get nothing before
 * they are confirmed, and everything afterwards. The judges of each step see whether a mail came to one of them too
 * soon.
 */
import type { AddedSecond, Broken, CampaignEvidence, MailRecord, OwnerEvidence, Rows } from '../evidence.ts';
import { boxesOf, goneBox, successorOfMailbox } from '../plan-seconds.ts';
import { brokenPromiseRecorder } from './broken.ts';
import { CROSSING_MS } from './moments.ts';
import { mayBeUnnoted } from './takeover.ts';

/** Mails that go to every confirmed address of a successor. */
const TO_BOTH = [
  'contact_question',
  'rehearsal',
  'invitation',
  'access',
  'access_reminder',
  'handover_cancelled',
];

/** The key of the same mail to the other address. */
const SECOND = '/second';
const keyForOther = (key: string) => (key.endsWith(SECOND) ? key.slice(0, -SECOND.length) : key + SECOND);

/** What came to a second address before its successor had tried to confirm it. */
const unconfirmed = (owner: OwnerEvidence, { mails }: CampaignEvidence): Broken[] =>
  owner.plan.successors.flatMap(({ email, second }) => {
    const triedAt = owner.seconds.find(({ successor }) => successor === email)?.triedAt ?? Infinity;
    return mails
      .filter(({ to, kind, at }) => to === second?.address && kind !== 'second_address' && at < triedAt)
      .map(({ to, subject }) =>
        brokenPromiseRecorder(owner)(
          'a second address gets nothing before it is confirmed',
          `${to} got "${subject}" before that`,
        ),
      );
  });

/** Whether a promoted replica may not know of the confirmation. */
const mayBeUnknown = ({ confirmedAt }: AddedSecond, { takeover }: CampaignEvidence): boolean =>
  takeover !== null && confirmedAt > takeover.lostFrom;

interface Letter {
  owner: OwnerEvidence;
  row: MailRecord;
  /** The same letter to the other address; undefined if there is none. */
  other: MailRecord | undefined;
}

/** Every mail to one of two confirmed addresses. */
export const lettersToBoth = (evidence: CampaignEvidence, { mails }: Rows): Letter[] => {
  const byKey = new Map(mails.map((row) => [row.key, row]));
  return evidence.owners.flatMap((owner) =>
    owner.seconds
      .filter((second) => !mayBeUnknown(second, evidence))
      .flatMap(({ successor, address, confirmedAt }) =>
        mails
          .filter(({ recipient, kind }) => [successor, address].includes(recipient) && TO_BOTH.includes(kind))
          .filter(({ userId, createdAt }) => userId === owner.userId && createdAt > confirmedAt)
          .map((row) => ({ owner, row, other: byKey.get(keyForOther(row.key)) })),
      ),
  );
};

/** When an ID was made, in milliseconds (UUIDv7, RFC 9562, 5.7). */
const madeAt = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/**
 * Whether it says that a handover is over although, as far as the database may know, neither mailbox had heard of it.
 */
function cancelsUnknownHandover({ owner, row }: Letter, evidence: CampaignEvidence): boolean {
  if (row.kind !== 'handover_cancelled') return false;
  const openedAt = madeAt(row.key.split('/')[1] ?? '');
  const boxes = boxesOf(successorOfMailbox(owner.plan, row.recipient)!);
  return !evidence.mails
    .filter(({ to, kind }) => boxes.includes(to) && kind === 'invitation')
    .some(
      (each) => each.at > openedAt && each.at < row.createdAt + CROSSING_MS && !mayBeUnnoted(each, evidence),
    );
}

/** Whether a mail that was not sent had become obsolete: through the owner, a successor, or a newer one of its kind. */
function isObsolete(letter: Letter, evidence: CampaignEvidence, { mails }: Rows): boolean {
  const { owner, row } = letter;
  const { takeover } = evidence;
  const { createdAt, recipient, kind } = row;
  const reader = successorOfMailbox(owner.plan, recipient)?.email;
  const own = [...owner.successorActs, ...owner.rehearsed, ...owner.questions];
  return (
    [
      ...owner.acts.filter(({ outcome }) => outcome !== 'refused'),
      ...own.filter(({ successor }) => successor === reader),
      ...owner.successorActs.filter(({ did }) => did === 'owner_alive' || did === 'decline'),
    ].some(({ endedAt }) => endedAt >= createdAt) ||
    mails.some((each) => each.recipient === recipient && each.kind === kind && each.createdAt > createdAt) ||
    (takeover !== null && createdAt < takeover.upAt) ||
    cancelsUnknownHandover(letter, evidence)
  );
}

export function judgeSecondAddresses(evidence: CampaignEvidence, rows: Rows): Broken[] {
  const letters = lettersToBoth(evidence, rows);
  const gone = new Set(
    evidence.owners.flatMap(({ plan }) => plan.successors.flatMap((each) => goneBox(each) ?? [])),
  );
  const missing = letters.filter(({ other }) => !other);
  const lost = letters.filter(
    (letter) =>
      letter.row.status !== 'accepted' &&
      // A mail that became due just before the reading may be under way.
      letter.row.createdAt <= rows.readAt - CROSSING_MS &&
      !gone.has(letter.row.recipient) &&
      !isObsolete(letter, evidence, rows),
  );
  return [
    ...evidence.owners.flatMap((owner) => unconfirmed(owner, evidence)),
    ...missing.map(({ owner, row }) => {
      const boxes = boxesOf(successorOfMailbox(owner.plan, row.recipient)!);
      const other = boxes.find((each) => each !== row.recipient);
      return brokenPromiseRecorder(owner)(
        'every address of a successor is written to',
        `${other} was left out of ${row.key}`,
      );
    }),
    ...lost.map(({ owner, row }) =>
      brokenPromiseRecorder(owner)(
        'nothing due is lost',
        `${row.key} never got to ${row.recipient}, and was still due`,
      ),
    ),
  ];
}
