import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';
import { daysLeftInWords, utcDay } from '../layout/when.ts';

export type Reminder = {
  name: string;
  /** Which reminder of this cycle, from 1. */
  n: number;
  /** How many reminders this cycle has. */
  of: number;
  daysLeft: number;
  deadline: Date;
  link: string;
};

/** To an owner who has been silent: reminder `n` of `of` before the deadline. */
export const reminder = ({ name, n, of, daysLeft, deadline, link }: Reminder): Letter => ({
  subject: line`Reminder ${n} of ${of}: please check in by ${utcDay(deadline)}`,
  heading: line`Please check in by ${deadline}`,
  action: { label: line`Check in`, link },
  to: name,
  paragraphs: [
    line`We have not had a sign of life from you for a while. If you are well, open the link and press the button there: counting then starts again from the beginning. Logging in does the same.`,
    line`If we hear nothing by then (time left: ${daysLeftInWords(daysLeft)}), we send you a final notice. Only after that, and after a grace period, do we ask your successors whether they accept what you left to them. Nothing is handed over before.`,
    n < of
      ? line`This is reminder ${n} of ${of}.`
      : line`This is reminder ${n} of ${of}, the last one before the final notice.`,
  ],
  reason: toAccountHolder,
});
