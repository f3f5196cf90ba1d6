/** The reason why a switch waits, in words for operators in the Temporal UI. Nothing personal. */
import { type Due, quorumUnreachable } from '../switch/plan.ts';
import type { SwitchState } from '../switch/state.ts';

export function waitingFor(state: SwitchState, due: Due): string {
  if (due.kind === 'hold') return `held: ${due.holds.join(', ')}`;
  if (due.kind !== 'wait') return due.kind;
  const { remindersAccepted, settings, ownerAliveAt, undeliverableAt } = state;
  switch (state.status) {
    case 'armed':
    case 'reminding':
      if (ownerAliveAt !== null) return 'final notice, as a successor said that the owner is alive';
      return remindersAccepted < settings.reminderPercents.length
        ? `reminder ${remindersAccepted + 1} of ${settings.reminderPercents.length}`
        : 'final notice';
    case 'grace_period':
      return undeliverableAt === null
        ? 'end of the grace period'
        : 'end of the long grace period, or the next try to deliver the final notice';
    case 'awaiting_successors':
      return quorumUnreachable(state)
        ? 'another answer, as the quorum is out of reach'
        : 'an answer, or the next invitation';
    case 'released':
      return 'the end of an access window or a reminder of it, or the next invitation';
    case 'paused':
      return 'the end of the pause, or its next reminder';
    default:
      return 'nothing';
  }
}
