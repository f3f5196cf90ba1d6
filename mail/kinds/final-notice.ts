import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';
import { count } from '../layout/when.ts';

export type FinalNotice = {
  name: string;
  graceEndsAt: Date;
  graceHours: number;
  /** How many verified successors there are. */
  successors: number;
  link: string;
};

/** To an owner whose deadline has passed: the last mail before the successors are asked. */
export const finalNotice = ({ name, graceEndsAt, graceHours, successors, link }: FinalNotice): Letter => ({
  subject: line`Final notice: check in by ${graceEndsAt}`,
  heading: line`Check in by ${graceEndsAt} to stop the handover`,
  action: { label: line`Check in and stop the handover`, link },
  to: name,
  paragraphs: [
    line`Your deadline has passed without a sign of life. A grace period of ${count(graceHours, 'hour')} has begun. If you check in or log in before it ends, everything stops, and nobody is asked.`,
    line`If we hear nothing, then from ${graceEndsAt} on, and not before, we ask your ${count(successors, 'successor')} whether they accept what you left to them, each after the delay you chose. Those who accept get access to what you assigned to them.`,
    line`Checking in still stops the handover after that, and takes back access that was given. What somebody has already opened cannot be taken back.`,
  ],
  reason: toAccountHolder,
});
