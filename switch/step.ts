/** Every way a switch can change, on one screen. */
import { afterOwnerAlive, afterResponse } from './answers.ts';
import {
  afterAddressChange,
  afterClockCorrection,
  afterPauseReminder,
  afterReminder,
  afterSignOfLife,
  changeSettings,
  pause,
  startCycle,
  startedOver,
} from './cycle.ts';
import {
  afterEligibilityChange,
  afterInvitationAccepted,
  afterInvitationDropped,
  afterInvitationReturned,
  afterWarningReturned,
  afterWayAccepted,
  afterWayReturned,
  completeHandover,
  endGracePeriod,
  inviteSuccessors,
  remindReaders,
  renewAccess,
  restartGracePeriod,
  startGracePeriod,
} from './handover.ts';
import { handoverActive, type Rules, type SwitchEvent, type SwitchState } from './state.ts';

/**
 * Applies an event to a switch.
 *
 * @returns the state after the event; the same object if the event changes nothing; null if the event isn't possible in
 *   this state
 */
export function step(state: SwitchState, event: SwitchEvent, now: number, rules: Rules): SwitchState | null {
  switch (event.kind) {
    // The life of the switch.
    case 'sign_of_life':
      return afterSignOfLife(state, now);
    case 'eligibility_changed':
      return afterEligibilityChange(state, now, rules);
    case 'settings_changed':
      return changeSettings(state, event.settings, now);
    case 'address_changed':
      return afterAddressChange(state);
    case 'paused':
      return pause(state, event.until, now, rules);
    case 'pause_reminded':
      return afterPauseReminder(state, now, rules);
    case 'resumed':
      return state.status === 'paused' ? startCycle(state, 'paused', now) : null;
    case 'restored':
      return startedOver(state, now);
    case 'clock_corrected':
      return afterClockCorrection(state, now, rules);

    // Warnings. One that can't be delivered because the owner's mailbox is dead counts as a step too. Once a warning of
    // this silence has come back, an acceptance doesn't show that the mailbox is alive again.
    case 'reminder_accepted':
      return afterReminder(state, event.at, state.returnedAt === null ? null : state.undeliverableAt);
    case 'reminder_undeliverable':
      return afterReminder(state, event.at, state.undeliverableAt ?? event.at);
    case 'final_notice_accepted':
      return state.status === 'grace_period'
        ? restartGracePeriod(state, event)
        : startGracePeriod(state, event, state.returnedAt === null ? null : state.undeliverableAt, rules);
    case 'final_notice_undeliverable':
      return startGracePeriod(state, event, state.undeliverableAt ?? event.at, rules);
    case 'warning_returned':
      return afterWarningReturned(state, event);
    case 'way_accepted':
      return afterWayAccepted(state, event);
    case 'way_returned':
      return afterWayReturned(state, event);

    // The handover.
    case 'grace_ended':
      return endGracePeriod(state, now, rules);
    case 'successors_invited':
      return inviteSuccessors(state, event.successorIds);
    case 'invitation_accepted':
      return afterInvitationAccepted(state, event.successorId, event.at);
    case 'invitation_dropped':
      return afterInvitationDropped(state, event, now);
    case 'invitation_returned':
      return afterInvitationReturned(state, event);
    case 'access_reminded':
      return remindReaders(state, event.reminders);
    case 'completed':
      return completeHandover(state, now);
    case 'access_renewed':
      return renewAccess(state, event, now, rules);
    case 'cancelled': {
      const lastSeenAt = Math.max(state.lastSeenAt, now);
      return handoverActive(state) ? startCycle({ ...state, lastSeenAt }, 'owner_cancelled', now) : null;
    }

    // Answers.
    case 'responded':
      return afterResponse(state, event, now, rules);
    case 'owner_alive':
      return afterOwnerAlive(state, event.successorId, now);
  }
}
