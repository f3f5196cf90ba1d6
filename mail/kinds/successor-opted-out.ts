import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type SuccessorOptedOut = { name: string; successorName: string };

/** To an owner: somebody they named no longer wishes to be a successor. */
export const successorOptedOut = ({ name, successorName }: SuccessorOptedOut): Letter => ({
  subject: line`${successorName} is no longer one of your successors`,
  heading: line`${successorName} has opted out of being your successor`,
  to: name,
  paragraphs: [
    line`They will not be asked again and cannot receive anything from your vault. Your vault itself is as it was.`,
    line`Please log in and look at who remains: whether enough successors are left, and who should receive what was meant for ${successorName}. If a handover is under way, it goes on with the others.`,
  ],
  reason: toAccountHolder,
});
