/** What a switch waits for, in words that an operator reads in the Temporal UI. Never about a person. */
import type { Due, SwitchState } from '../workflows/contract.ts';

export function waitingFor(state: SwitchState, due: Due): string {
  if (due.kind === 'hold') return `held: ${due.holds.join(', ')}`;
  if (due.kind !== 'wait') return due.kind;
  const { remindersAccepted, settings } = state;
  switch (state.status) {
    case 'armed':
    case 'reminding':
      return remindersAccepted < settings.reminderPercents.length
        ? `reminder ${remindersAccepted + 1} of ${settings.reminderPercents.length}`
        : 'final notice';
    case 'grace_period':
      return 'end of the grace period';
    case 'awaiting_successors':
      return 'an answer, or the next invitation';
    case 'released':
      return 'the end of an access window, or the next invitation';
    case 'paused':
      return 'the end of the pause, or its next reminder';
    default:
      return 'nothing';
  }
}
