import { type Letter, toSuccessor } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type SuccessorVerification = {
  successorName: string;
  ownerName: string;
  link: string;
  optOutLink: string;
};

/** To somebody who was named as a successor: prove that this mailbox is yours. The link works for 30 days. */
export const successorVerification = ({
  successorName,
  ownerName,
  link,
  optOutLink,
}: SuccessorVerification): Letter => ({
  // Nothing of the owner's stands here: whoever reads it has not said yet that they want our mail.
  subject: line`You have been named as a successor: please confirm`,
  heading: line`Somebody trusts you with something for later`,
  action: { label: line`Confirm that you can be reached here`, link },
  to: successorName,
  paragraphs: [
    line`${ownerName} keeps important things in an encrypted vault at Vault Handover, and has named you as one of the people who may receive them one day. Please confirm within 30 days that you can be reached at this address.`,
    line`Nothing else happens now. There is nothing to pay and no account to open. If the day comes, we write to you here and ask whether you accept.`,
    line`If you do not know ${ownerName}, opt out below or do nothing.`,
  ],
  reason: toSuccessor(ownerName),
  optOutLink,
});
