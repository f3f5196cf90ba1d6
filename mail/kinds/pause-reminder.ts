import { mailKind } from '../kind.ts';
import { toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';
import { utcDay } from '../layout/when.ts';

/** To an owner whose switch is paused, once a month, so that a pause is never forgotten. */
export const pauseReminder = mailKind({
  async facts({ ownerName: name, due, link }) {
    const found = await due();
    if (!found) return null;
    const { status, pausedUntil, successors } = found.loaded.state;
    if (status !== 'paused' || pausedUntil === null) return null;
    return {
      name,
      pausedUntil: new Date(pausedUntil),
      hasSuccessor: successors.length > 0,
      link: await link('check_in'),
    };
  },
  words: ({ name, pausedUntil, hasSuccessor, link }) => ({
    subject: line`Your switch is paused until ${utcDay(pausedUntil)}`,
    heading: line`Your switch is paused until ${pausedUntil}`,
    action: { label: line`View your switch`, link },
    to: name,
    paragraphs: [
      hasSuccessor
        ? line`While it's paused, the countdown is stopped and nothing can be handed over, whatever happens. On that date, the countdown starts again from the beginning.`
        : line`While it's paused, the countdown is stopped and nothing can be handed over. You have no confirmed successor. Unless you have one by that date, your switch will turn off, and nobody would receive your vault.`,
      line`If this is what you want, there's nothing to do. To end the pause sooner, or to extend it, log in. We'll remind you once a month for as long as the pause lasts.`,
    ],
    reason: toAccountHolder,
  }),
});
