/** Whether a warning to an owner still has its point. */
import type { Due } from '../db/due.ts';
import type { MailRow } from '../db/entities/mail.ts';
import { silenceStart } from '../switch/state.ts';
import type { MailContext } from './kind.ts';
import { notYet } from './not-yet.ts';

/**
 * What is due in the silence that a warning belongs to.
 *
 * @returns null once that silence is over
 * @throws ApplicationFailure, retryable, while the switch is on hold: the warning may well be due after it
 */
export async function dueInSilence(context: MailContext, mail: MailRow): Promise<Due | null> {
  const due = await context.due();
  if (!due) return null;
  const { loaded, plan } = due;
  if (loaded.state.epoch !== mail.epoch || silenceStart(loaded.state) !== mail.data.since) return null;
  if (plan.due.kind === 'hold') throw notYet(plan.due.holds.join(', '));
  return due;
}
