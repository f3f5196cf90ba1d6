import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';
import { utcDay } from '../layout/when.ts';

export type PauseReminder = {
  name: string;
  pausedUntil: Date;
  /** Whether there is somebody to hand over to. */
  hasSuccessor: boolean;
  link: string;
};

/** To an owner whose switch is paused, once a month, so that a pause is never forgotten. */
export const pauseReminder = ({ name, pausedUntil, hasSuccessor, link }: PauseReminder): Letter => ({
  subject: line`Your switch is paused until ${utcDay(pausedUntil)}`,
  heading: line`Your switch is paused until ${pausedUntil}`,
  action: { label: line`See how your switch stands`, link },
  to: name,
  paragraphs: [
    hasSuccessor
      ? line`While it is paused, no time counts and nothing can be handed over, whatever happens. On that date counting starts again by itself, from the beginning.`
      : line`While it is paused, no time counts and nothing can be handed over. No confirmed successor is left: unless there is one on that date, your switch turns off then, and nobody would receive your vault.`,
    line`If this is what you want, there is nothing to do. To start sooner or to pause for longer, log in. We remind you once a month for as long as the pause lasts.`,
  ],
  reason: toAccountHolder,
});
