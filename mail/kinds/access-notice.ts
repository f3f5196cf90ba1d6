import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type AccessNotice = { name: string; successorName: string; at: Date };

/** To an owner whose vault was opened by a successor; sent at most once a day. */
export const accessNotice = ({ name, successorName, at }: AccessNotice): Letter => ({
  subject: line`${successorName} opened what you left to them on ${at}`,
  heading: line`${successorName} has opened what you left to them`,
  to: name,
  paragraphs: [
    line`It happened on ${at}. Your switch released it after your reminders, the final notice and the grace period had passed without a sign of life.`,
    line`If you are reading this, you can take access back at once: log in, or check in with the link in your final notice. The handover then ends, and your successors are told. What was opened until then may have been saved and cannot be taken back.`,
    line`We send this notice at most once a day.`,
  ],
  reason: toAccountHolder,
});
