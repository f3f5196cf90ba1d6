import { type Letter, toSuccessor } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type Invitation = {
  successorName: string;
  ownerName: string;
  /** Which time this handover asks this successor, from 1. */
  ask: number;
  /** Whether they said no before, and nothing can be released without them. */
  declined: boolean;
  link: string;
  optOutLink: string;
};

/** To a successor, during a handover: will you accept? Asked again until there is an answer. */
export const invitation = ({
  successorName,
  ownerName,
  ask,
  declined,
  link,
  optOutLink,
}: Invitation): Letter => ({
  subject:
    ask > 1
      ? line`Request ${ask}: will you accept what ${ownerName} left to you?`
      : line`Will you accept what ${ownerName} left to you?`,
  heading: line`${ownerName} left something to you, and asks whether you accept it`,
  action: { label: line`Answer`, link },
  to: successorName,
  paragraphs: [
    line`${ownerName} asked us to write to you if we should hear nothing more from them. That has happened. We do not know why, and we are sorry if this reaches you at a hard time.`,
    line`If you accept, we send you a personal link to what ${ownerName} left to you, as soon as the conditions they set are met. If you decline, nothing is shown to you. Until access is given you may change your answer with the same link.`,
    ...(declined
      ? [
          line`You declined before, and we respect that. We ask once more because ${ownerName} wanted more people to accept than have done so: without you, nobody is given anything. If your answer is still no, you need not do anything.`,
        ]
      : []),
    line`There is no hurry. If you do not answer, we ask again later. If ${ownerName} comes back, the handover ends and we tell you.`,
    ...(ask > 1 ? [line`This is the ${ordinal(ask)} time that we ask.`] : []),
  ],
  reason: toSuccessor(ownerName),
  optOutLink,
});

/** `2nd`, `3rd`, `11th`, `21st`. */
function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14;
  return `${n}${(!teen && { 1: 'st', 2: 'nd', 3: 'rd' }[n % 10]) || 'th'}`;
}
