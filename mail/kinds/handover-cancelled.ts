import { type Letter, toSuccessor } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type HandoverCancelled = {
  successorName: string;
  ownerName: string;
  /** What the owner wrote when they called it off; null where they wrote nothing. */
  reason: string | null;
  /** Null where they are no successor any more, so that there is nothing to opt out of. */
  optOutLink: string | null;
};

/** To every successor who was invited: the handover is over, and nothing is left to do. */
export const handoverCancelled = ({
  successorName,
  ownerName,
  reason,
  optOutLink,
}: HandoverCancelled): Letter => ({
  subject: line`The handover from ${ownerName} has been cancelled`,
  heading: line`The handover from ${ownerName} has been cancelled`,
  to: successorName,
  paragraphs: [
    ...(reason === null ? [] : [line`${ownerName} wrote: “${{ words: reason }}”`]),
    line`The request we sent you no longer stands, and links we sent for it no longer work. There is nothing for you to do.`,
    line`If you are still a successor and are needed another time, we write to you again.`,
  ],
  reason: toSuccessor(ownerName),
  ...(optOutLink === null ? {} : { optOutLink }),
});
