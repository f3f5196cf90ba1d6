/** Whether a warning to an owner still has its point. */
import type { Due } from '../db/due.ts';
import type { MailRow } from '../db/entities/mail.ts';
import { type SwitchState, silenceStart } from '../switch/state.ts';
import type { MailContext } from './kind.ts';
import { notYet } from './not-yet.ts';
import { patienceMs } from './rests.ts';

/** Only reminders and final notices belong to a silence. */
export const isWarning = ({ data }: MailRow): boolean => data.since !== undefined;

/** Whether the owner has not been seen since the warning became due, nor anything else started the clock anew. */
export const isOfThisSilence = (state: SwitchState, { epoch, data }: MailRow): boolean =>
  state.epoch === epoch && silenceStart(state) === data.since;

/**
 * What is due in the silence that a warning belongs to.
 *
 * @param isNext whether the warning is the one that the switch waits for
 * @returns null where it is not, as its silence is over or its step was taken
 * @throws ApplicationFailure, retryable, while the switch is on hold, or the moment has not come by this worker's clock
 */
export async function dueInSilence(
  context: MailContext,
  mail: MailRow,
  isNext: (state: SwitchState, mail: MailRow) => boolean,
): Promise<Due | null> {
  const found = await context.due();
  if (!found) return null;
  const { due } = found.plan;
  const { state } = found.loaded;
  if (!isNext(state, mail)) return null;
  if (due.kind === 'hold') throw notYet(due.holds.join(', '));
  if (due.kind === 'wait' && state.status !== 'grace_period') {
    // This worker is a little behind the one that found it due, or an outage has moved the moment.
    throw notYet('not due yet', Math.min(patienceMs(context.rules), Math.max(1_000, due.until - found.now)));
  }
  return found;
}
