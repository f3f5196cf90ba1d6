/** Whether a warning to an owner should still be sent. */
import type { DueResult } from '../db/due.ts';
import type { MailRow } from '../db/entities/mail.ts';
import { type Rules, type SwitchState, silenceStart } from '../switch/state.ts';
import type { MailContext } from './kind.ts';
import { notYet } from './not-yet.ts';
import { untilDueMs } from './retry.ts';

/** Only these two kinds belong to a silence, and the switch waits for them. */
export const isWarning = ({ kind }: MailRow): boolean => kind === 'reminder' || kind === 'final_notice';

/** Whether a warning was accepted before the last reminder, which had come back and was sent again. */
export const precedesLastReminder = (
  { lastReminderAt }: SwitchState,
  { acceptedAt }: Pick<MailRow, 'acceptedAt'>,
): boolean => acceptedAt != null && acceptedAt.getTime() < (lastReminderAt ?? 0);

/** The owner now expects another final notice: that reminder said that it is still to come. */
export const isOutdatedNotice = (state: SwitchState, mail: Pick<MailRow, 'kind' | 'acceptedAt'>): boolean =>
  mail.kind === 'final_notice' && precedesLastReminder(state, mail);

/** Whether nothing has restarted the clock since the warning became due: no sign of life, no new settings. */
export const isOfThisSilence = (state: SwitchState, { epoch, data }: MailRow): boolean =>
  state.epoch === epoch && silenceStart(state) === data.since;

/** @throws ApplicationFailure, retryable, while the switch is on hold, or no warning is due by this worker's clock */
export function assertDue({ loaded: { state }, plan: { due }, now }: DueResult, rules: Rules): void {
  if (due.kind === 'hold') throw notYet(due.holds.join(', '));
  if (due.kind === 'wait' && (state.status === 'armed' || state.status === 'reminding')) {
    // This worker's clock is a little behind the one that found it due, or an outage has moved the deadline.
    throw notYet('not due yet', untilDueMs(due.until, now, rules));
  }
}

/**
 * What is due in the silence that a warning belongs to.
 *
 * @param isNext whether the switch is waiting for this warning
 * @returns null if it isn't, because the silence is over or the step has been taken
 * @throws ApplicationFailure, retryable, while the switch is on hold, or the warning isn't due by this worker's clock
 */
export async function dueInSilence(
  context: MailContext,
  mail: MailRow,
  isNext: (state: SwitchState, mail: MailRow) => boolean,
): Promise<DueResult | null> {
  const found = await context.due();
  if (!found || !isNext(found.loaded.state, mail)) return null;
  assertDue(found, context.rules);
  return found;
}

/**
 * Like `dueInSilence`, for a warning to another way than the mailbox. It is sent even if the mailbox has taken the
 * warning already, unless the owner has removed the way.
 *
 * @param isCurrent whether there is no later warning yet
 */
export async function dueForWay(
  context: MailContext,
  mail: MailRow,
  isCurrent: (state: SwitchState, mail: MailRow) => boolean,
): Promise<DueResult | null> {
  const found = (await context.channel()) && (await context.due());
  if (!found || !isCurrent(found.loaded.state, mail)) return null;
  const { due } = found.plan;
  if (due.kind === 'hold') throw notYet(due.holds.join(', '));
  if (due.kind === 'wait' && !isTaken(found.loaded.state, mail)) {
    throw notYet('not due yet', untilDueMs(due.until, found.now, context.rules));
  }
  return found;
}

/** Whether the step of this warning has been taken. */
const isTaken = ({ status, remindersAccepted }: SwitchState, { kind, data }: MailRow): boolean =>
  status === 'grace_period' || (kind === 'channel_reminder' && remindersAccepted >= Number(data.n));
