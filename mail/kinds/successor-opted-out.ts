import { mailKind } from '../kind.ts';
import { toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

/** To an owner: somebody they named no longer wishes to be a successor. */
export const successorOptedOut = mailKind({
  facts: async ({ ownerName: name }, { data }) => ({ name, successorName: String(data.successorName) }),
  words: ({ name, successorName }) => ({
    subject: line`${successorName} is no longer one of your successors`,
    heading: line`${successorName} has opted out of being your successor`,
    to: name,
    paragraphs: [
      line`We won't ask them again, and they can't receive anything from your vault. Your vault itself is as it was.`,
      line`Please log in and check who remains: whether you still have enough successors, and who should receive what you meant for ${successorName}. If a handover is under way, it goes on with the others.`,
    ],
    reason: toAccountHolder,
  }),
});
