/** A handover: from the final notice through invitations and release to the end of access. */
import { atRest, startCycle } from './cycle.ts';
import {
  type AccessReminder,
  type CurrentSuccessor,
  eligible,
  type FinalNotice,
  type Handover,
  type Invitee,
  isOpen,
  isQuorum,
  isSuccessor,
  isUnheard,
  type Rules,
  type SwitchState,
  updateInvitee,
} from './state.ts';

/** A successor's entry in a handover that has just opened. */
export const newInvitee = ({
  id,
  handoverDelayDays,
}: Pick<CurrentSuccessor, 'id' | 'handoverDelayDays'>): Invitee => ({
  successorId: id,
  handoverDelayDays,
  invitationsSent: 0,
  invitedAt: null,
  response: null,
  respondedAt: null,
  accessEndsAt: null,
  accessReminders: 0,
  ownerAliveCount: 0,
});

/** Opens the handover, which freezes the quorum and the list of successors. */
const openHandover = (state: SwitchState, id: string, at: number, graceMs: number): Handover => ({
  id,
  status: 'grace_period',
  quorum: Math.min(state.settings.quorum, state.successors.length),
  startedAt: at,
  graceEndedAt: null,
  releasedAt: null,
  completedAt: null,
  cancelledAt: null,
  cancelReason: null,
  undeliverable: false,
  graceMs,
  invitees: state.successors.map(newInvitee),
});

/**
 * Starts the grace period, for the length that the final notice named. After "the owner is alive" it continues the
 * open handover and keeps its answers.
 *
 * @param undeliverableAt when the owner's address was found dead; null if the notice was accepted
 */
export function startGracePeriod(
  state: SwitchState,
  { at, handoverId, graceMs: named }: FinalNotice,
  undeliverableAt: number | null,
  rules: Rules,
): SwitchState | null {
  if (state.status !== 'reminding' || !eligible(state)) return null;
  if (state.remindersAccepted < state.settings.reminderPercents.length) return null;
  const graceMs = named ?? rules.graceMs;
  const handover = isOpen(state.handover) ? state.handover : openHandover(state, handoverId, at, graceMs);
  const undeliverable = isUnheard({ ...state, undeliverableAt });
  return {
    ...state,
    status: 'grace_period',
    finalNoticeAt: at,
    undeliverableAt,
    ownerAliveAt: null,
    handover: { ...handover, undeliverable, graceMs },
  };
}

/**
 * A final notice was delivered after all: the usual grace period starts now. If warnings have been returned before, its
 * acceptance proves nothing, and the long grace period goes on.
 */
export function restartGracePeriod(state: SwitchState, { at, graceMs }: FinalNotice): SwitchState | null {
  const { undeliverableAt, returnedAt, handover } = state;
  if (undeliverableAt === null || returnedAt !== null || !handover) return null;
  return {
    ...state,
    finalNoticeAt: at,
    undeliverableAt: null,
    handover: { ...handover, undeliverable: false, graceMs: graceMs ?? handover.graceMs },
  };
}

/**
 * A warning came back after it had been accepted. Its step and all later ones are taken back: they are due again, and
 * an open handover waits with the answers it has. Nothing is taken back after the release, or if the mailbox was
 * already known to be dead and the steps were taken anyway. A final notice that another way took stays taken: the date
 * in it is only too early.
 *
 * @param reminder which reminder it was, from 1; null for the final notice
 */
export function afterWarningReturned(
  state: SwitchState,
  { reminder, at }: { reminder: number | null; at: number },
): SwitchState | null {
  const { status, handover } = state;
  if (status !== 'reminding' && status !== 'grace_period' && status !== 'awaiting_successors') return null;
  const returned = { ...state, returnedAt: Math.max(state.returnedAt ?? at, at) };
  const stepTaken = reminder === null ? status !== 'reminding' : reminder <= state.remindersAccepted;
  if (state.undeliverableAt !== null || !stepTaken) return returned;
  return {
    ...returned,
    status: 'reminding',
    finalNoticeAt: null,
    ...(reminder === null ? {} : { remindersAccepted: reminder - 1, lastReminderAt: null }),
    handover: isOpen(handover) ? { ...handover, status: 'grace_period', graceEndedAt: null } : handover,
  };
}

/**
 * Another way than the mailbox took a warning. That brings no step nearer. But if the mailbox is dead, a final notice has
 * reached the owner only now, so the usual grace period starts now, as when the mailbox takes it after all.
 */
export function afterWayAccepted(
  state: SwitchState,
  { at, finalNotice, graceMs }: { at: number; finalNotice: boolean; graceMs?: number },
): SwitchState | null {
  const { status, undeliverableAt, reachedByWay, handover } = state;
  if (!finalNotice || reachedByWay) return state;
  if (status === 'reminding') return { ...state, reachedByWay: true };
  if (status !== 'grace_period' || !handover) return null;
  if (undeliverableAt === null) return { ...state, reachedByWay: true };
  return {
    ...state,
    finalNoticeAt: at,
    reachedByWay: true,
    handover: { ...handover, undeliverable: false, graceMs: graceMs ?? handover.graceMs },
  };
}

/**
 * A warning to another way than the mailbox came back, so that way never took it. If nothing else has reached the owner,
 * the long grace period applies after all, and until the release a grace period that has ended goes on.
 */
export function afterWayReturned(
  state: SwitchState,
  { finalNotice }: { finalNotice: boolean },
): SwitchState | null {
  const { status, undeliverableAt, reachedByWay, handover } = state;
  if (!finalNotice || !reachedByWay) return state;
  const unheard = { ...state, reachedByWay: false };
  const waiting = status === 'grace_period' || status === 'awaiting_successors';
  if (undeliverableAt === null || !waiting || !handover) return unheard;
  return {
    ...unheard,
    status: 'grace_period',
    handover: { ...handover, status: 'grace_period', graceEndedAt: null, undeliverable: true },
  };
}

export function endGracePeriod(state: SwitchState, now: number, rules: Rules): SwitchState | null {
  const { status, handover } = state;
  if (status !== 'grace_period' || !handover) return null;
  const inviting = { ...handover, status: 'awaiting_successors' as const, graceEndedAt: now };
  // Answers kept from an earlier round may already reach the quorum.
  return releaseWhenQuorum({ ...state, status: 'awaiting_successors', handover: inviting }, now, rules);
}

export function inviteSuccessors(state: SwitchState, successorIds: readonly string[]): SwitchState | null {
  const { status, handover } = state;
  if ((status !== 'awaiting_successors' && status !== 'released') || !handover) return null;
  const invited = (each: Invitee) => ({
    ...each,
    invitationsSent: each.invitationsSent + 1,
    invitedAt: null,
  });
  return {
    ...state,
    handover: successorIds.reduce((open, id) => updateInvitee(open, id, invited), handover),
  };
}

/** The time until the next invitation starts when the mail server accepts this one. */
export function afterInvitationAccepted(
  state: SwitchState,
  successorId: string,
  at: number,
): SwitchState | null {
  const { handover } = state;
  if (!isOpen(handover)) return null;
  if (!handover.invitees.some((each) => each.successorId === successorId && each.invitationsSent > 0))
    return null;
  return {
    ...state,
    handover: updateInvitee(handover, successorId, (each) => ({ ...each, invitedAt: at })),
  };
}

/** An invitation became obsolete before it was delivered. The next one is due as if this one had arrived now. */
export function afterInvitationDropped(
  state: SwitchState,
  { successorId, n }: { successorId: string; n: number },
  now: number,
): SwitchState | null {
  const { handover } = state;
  if (!isOpen(handover)) return null;
  const dropped = handover.invitees.find((each) => each.successorId === successorId);
  if (dropped?.invitationsSent !== n || dropped.invitedAt !== null) return null;
  return {
    ...state,
    handover: updateInvitee(handover, successorId, (each) => ({ ...each, invitedAt: now })),
  };
}

/** An accepted invitation came back: it is sent again, and the time until the next one starts when it is accepted. */
export function afterInvitationReturned(
  state: SwitchState,
  { successorId, n }: { successorId: string; n: number },
): SwitchState | null {
  const { handover } = state;
  if (!isOpen(handover)) return null;
  const returned = handover.invitees.find((each) => each.successorId === successorId);
  if (returned?.invitationsSent !== n || returned.invitedAt === null) return null;
  return {
    ...state,
    handover: updateInvitee(handover, successorId, (each) => ({ ...each, invitedAt: null })),
  };
}

/**
 * The list of a handover is frozen. But if too few on it are still successors to reach the quorum, the owner's other
 * successors are added. If there are no others, `effectiveQuorum` lowers the quorum to the number of those left.
 */
function joinedWhereNeeded(state: SwitchState): SwitchState {
  const { handover, successors } = state;
  if (!isOpen(handover)) return state;
  const frozen = new Set(handover.invitees.map(({ successorId }) => successorId));
  const left = successors.filter(({ id }) => frozen.has(id)).length;
  const newcomers = successors.filter(({ id }) => !frozen.has(id));
  if (left >= handover.quorum || newcomers.length === 0) return state;
  return {
    ...state,
    handover: { ...handover, invitees: [...handover.invitees, ...newcomers.map(newInvitee)] },
  };
}

/** What follows when a successor is confirmed or leaves, or the owner's address is confirmed. */
export function afterEligibilityChange(state: SwitchState, now: number, rules: Rules): SwitchState {
  const { status } = state;
  // A pause stays even if the last successor leaves: when it ends, `startCycle` checks who is left.
  if (status === 'completed' || status === 'paused') return state;
  if (status === 'off') return eligible(state) ? startCycle(state, 'owner_returned', now) : state;
  if (state.successors.length === 0) return { ...atRest(state, 'no_successor', now), status: 'off' };
  const joined = joinedWhereNeeded(state);
  // If someone who hadn't accepted has left, the acceptances of the others may now be enough. And someone who accepted
  // before the release but is a successor again only now still has to get access.
  return status === 'awaiting_successors' || status === 'released'
    ? releaseWhenQuorum(joined, now, rules)
    : joined;
}

/** Opens access for those who accepted once they reach the quorum. After that, each acceptance opens access at once. */
export function releaseWhenQuorum(state: SwitchState, now: number, rules: Rules): SwitchState {
  const handover = state.handover;
  if (!handover) return state;
  // An acceptance is valid only while the person is a successor.
  const accepted = handover.invitees.filter(
    (each) => each.response === 'accept' && isSuccessor(state, each.successorId),
  );
  const opens = accepted.some((each) => each.accessEndsAt === null);
  if (state.status === 'released' ? !opens : !isQuorum(state, accepted)) return state;
  const accessEndsAt = now + state.settings.accessDays * rules.dayMs;
  return {
    ...state,
    status: 'released',
    handover: {
      ...handover,
      status: 'released',
      releasedAt: handover.releasedAt ?? now,
      invitees: handover.invitees.map((each) =>
        accepted.includes(each) && each.accessEndsAt === null ? { ...each, accessEndsAt } : each,
      ),
    },
  };
}

export function completeHandover(state: SwitchState, now: number): SwitchState | null {
  const { status, handover } = state;
  if (status !== 'released' || !handover) return null;
  return {
    ...atRest(state, 'owner_returned', now),
    status: 'completed',
    handover: { ...handover, status: 'completed', completedAt: now },
  };
}

export function remindReaders(state: SwitchState, reminders: readonly AccessReminder[]): SwitchState | null {
  const { status, handover } = state;
  if (status !== 'released' || !handover) return null;
  return {
    ...state,
    handover: reminders.reduce(
      (open, { successorId, n }) =>
        updateInvitee(open, successorId, (each) => ({ ...each, accessReminders: n })),
      handover,
    ),
  };
}

/**
 * Opens a new access window for a successor whose last one has ended. A window that is still open stays as it is. If the
 * owner may be back, nothing opens: a new cycle starts, which first asks them.
 */
export function renewAccess(
  state: SwitchState,
  { successorId, ownerMayBeBack }: { successorId: string; ownerMayBeBack?: boolean },
  now: number,
  rules: Rules,
): SwitchState | null {
  const { status, handover } = state;
  if ((status !== 'released' && status !== 'completed') || !handover) return null;
  const reader = handover.invitees.find((each) => each.successorId === successorId);
  if (reader?.response !== 'accept' || reader.accessEndsAt === null) return null;
  if (!isSuccessor(state, successorId)) return null;
  if (status === 'completed' && ownerMayBeBack) return startCycle(state, 'restored', now);
  // In a completed handover nobody can read any more, so an end in the future was written by a clock that ran ahead.
  if (status === 'released' && reader.accessEndsAt > now) return state;
  const accessEndsAt = now + state.settings.accessDays * rules.dayMs;
  const renewed: SwitchState = {
    ...state,
    status: 'released',
    handover: {
      ...updateInvitee(handover, successorId, (each) => ({ ...each, accessEndsAt, accessReminders: 0 })),
      status: 'released',
      completedAt: null,
    },
  };
  // While it was completed, someone who had accepted may have become a successor again.
  return releaseWhenQuorum(renewed, now, rules);
}
