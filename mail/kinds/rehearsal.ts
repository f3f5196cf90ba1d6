import { type Letter, toSuccessor } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type Rehearsal = {
  successorName: string;
  ownerName: string;
  /** Until when the link works. */
  expiresAt: Date;
  link: string;
  optOutLink: string;
};

/** To a verified successor, while all is well: try the way that they would go one day. */
export const rehearsal = ({ successorName, ownerName, expiresAt, link, optOutLink }: Rehearsal): Letter => ({
  subject: line`Rehearsal: try how ${ownerName} would hand over to you`,
  heading: line`This is a rehearsal: nothing has happened to ${ownerName}`,
  action: { label: line`Try it`, link },
  to: successorName,
  paragraphs: [
    line`${ownerName} is well and asked us for this rehearsal. They want to know that our mail reaches you, and that you can open what is left to you if it is ever needed.`,
    line`The link takes you through the same steps as a real handover. At the end is a sample, not anything from their vault. If you made a recovery kit, please have it at hand.`,
    line`The link works until ${expiresAt}. ${ownerName} sees whether you answered and opened the sample. Nothing else changes, whatever you press.`,
  ],
  reason: toSuccessor(ownerName),
  optOutLink,
});
