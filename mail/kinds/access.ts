import { type Letter, toSuccessor } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type Access = {
  successorName: string;
  ownerName: string;
  link: string;
  expiresAt: Date;
  optOutLink: string;
};

/** To a successor who accepted, once the vault is released: the way in, and until when. */
export const access = ({ successorName, ownerName, link, expiresAt, optOutLink }: Access): Letter => ({
  subject: line`What ${ownerName} left to you is open until ${expiresAt}`,
  heading: line`You can now open what ${ownerName} left to you`,
  action: { label: line`Open it`, link },
  to: successorName,
  paragraphs: [
    line`The link works until ${expiresAt}, as often as you need. Please save a copy before that.`,
    line`Everything is encrypted, and we cannot read it. If you made a recovery kit when you became a successor, please have it at hand: it opens what you receive, on your own device.`,
    line`The link is yours alone: please do not pass this mail on. We record each time it is opened and tell ${ownerName}. If they come back, access ends at once.`,
  ],
  reason: toSuccessor(ownerName),
  optOutLink,
});
