import { mailKind } from '../kind.ts';
import { toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

/** To an owner whose vault was opened by a successor. */
export const accessNotice = mailKind({
  facts: async ({ ownerName: name }, { data: { successorName, at } }) => ({
    name,
    successorName: String(successorName),
    at: new Date(Number(at)),
  }),
  words: ({ name, successorName, at }) => ({
    subject: line`${successorName} opened what you left to them on ${at}`,
    heading: line`${successorName} has opened what you left to them`,
    to: name,
    paragraphs: [
      line`This happened on ${at}. Your switch gave access after your reminders, the final notice and the grace period had passed without a sign of life.`,
      line`If you're reading this, you can take access back at once: log in, or check in with the link in your final notice. The handover then ends, and we tell your successors. What was opened by then may have been saved and can't be taken back.`,
      line`We send this notice at most once a day.`,
    ],
    reason: toAccountHolder,
  }),
});
