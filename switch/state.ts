/**
 * The dead-man switch as pure functions: no I/O, no clock, no randomness.
 *
 * `step` is every way a switch can change; what is due, and when, is in switch.plan.ts.
 *
 * All moments are milliseconds since the epoch; all lengths are milliseconds.
 */

export type SwitchStatus =
  | 'off'
  | 'armed'
  | 'reminding'
  | 'grace_period'
  | 'awaiting_successors'
  | 'released'
  | 'completed'
  | 'paused';

export type HandoverStatus = 'grace_period' | 'awaiting_successors' | 'released' | 'completed' | 'cancelled';
export type SuccessorResponse = 'accept' | 'decline';
export type CancelReason = 'owner_returned' | 'owner_cancelled' | 'paused' | 'no_successor' | 'restored';

/** What the operator of the service chose, not the owner. */
export interface Rules {
  /** Length of a day; shortened only in tests and demos (`DAY_LENGTH_MS`). */
  dayMs: number;
  /** Length of the grace period (`GRACE_PERIOD_HOURS`, in shortened hours if days are shortened). */
  graceMs: number;
}

export interface SwitchSettings {
  thresholdDays: number;
  /** Ascending, each 1–99: when reminders go out, in percent of the threshold. */
  reminderPercents: readonly number[];
  quorum: number;
  accessDays: number;
}

/** One successor within a handover, frozen when the handover opened. */
export interface Invitee {
  successorId: string;
  handoverDelayDays: number;
  /** How often they were asked to respond; 0 is not yet invited. */
  invitationsSent: number;
  /** When the mail server accepted the latest ask; null while it is on its way. */
  invitedAt: number | null;
  response: SuccessorResponse | null;
  respondedAt: number | null;
  /** When their access window ends; null while nothing was released to them. */
  accessEndsAt: number | null;
  /** How often they said that the owner is alive. */
  ownerAliveCount: number;
}

export interface Handover {
  id: string;
  status: HandoverStatus;
  quorum: number;
  startedAt: number;
  /** When the grace period was over: successors' delays count from here. */
  graceEndedAt: number | null;
  releasedAt: number | null;
  completedAt: number | null;
  cancelledAt: number | null;
  cancelReason: CancelReason | null;
  /** Whether the final notice could not be delivered, because the owner's address is dead. */
  undeliverable: boolean;
  /** The length of the grace period that the final notice named; null where an older version did not keep it. */
  graceMs: number | null;
  invitees: readonly Invitee[];
}

export interface SwitchState {
  status: SwitchStatus;
  /** Cycle number, +1 at every entry to `armed`. */
  epoch: number;
  /** The last sign of life; never decreases. */
  lastSeenAt: number;
  /** When the clock was last started without a sign of life (armed, resumed, new settings). */
  clockStartedAt: number;
  settings: SwitchSettings;
  emailVerified: boolean;
  /** The verified successors as they are now. */
  successors: readonly { id: string; handoverDelayDays: number }[];
  remindersAccepted: number;
  /** When the mail server accepted the latest reminder of this cycle. */
  lastReminderAt: number | null;
  /** When the mail server accepted the final notice, or it counted as undeliverable; the grace period counts from here. */
  finalNoticeAt: number | null;
  /** Since when the owner's address counts as dead; null once it takes a mail again. */
  undeliverableAt: number | null;
  /** When an undeliverable final notice was last tried during the grace period. */
  noticeTriedAt: number | null;
  /** When an invited successor said that the owner is alive; null once the warnings have started over. */
  ownerAliveAt: number | null;
  pausedAt: number | null;
  pausedUntil: number | null;
  pauseReminders: number;
  /** The open handover, the one that this very step closed, or that of a cycle which is completed. */
  handover: Handover | null;
}

/** What became of a final notice. */
interface FinalNotice {
  at: number;
  handoverId: string;
  /** The length of the grace period that the mail named; left out, it is as the rules are now. */
  graceMs?: number;
}

export type SwitchEvent =
  | { kind: 'sign_of_life' }
  | { kind: 'eligibility_changed' }
  | { kind: 'settings_changed'; settings: SwitchSettings }
  | { kind: 'paused'; until: number }
  | { kind: 'resumed' }
  | { kind: 'pause_reminded' }
  | { kind: 'reminder_accepted'; at: number }
  | ({ kind: 'final_notice_accepted' } & FinalNotice)
  | { kind: 'reminder_undeliverable'; at: number }
  | ({ kind: 'final_notice_undeliverable' } & FinalNotice)
  | { kind: 'notice_refused'; at: number }
  | { kind: 'grace_ended' }
  | { kind: 'successors_invited'; successorIds: readonly string[] }
  | { kind: 'invitation_accepted'; successorId: string; at: number }
  | { kind: 'invitation_dropped'; successorId: string; ask: number }
  | { kind: 'responded'; successorId: string; response: SuccessorResponse }
  | { kind: 'owner_alive'; successorId: string }
  | { kind: 'address_changed' }
  | { kind: 'cancelled' }
  | { kind: 'completed' }
  | { kind: 'access_renewed'; successorId: string }
  | { kind: 'restored' };

/** Longest and default pause, in days. */
export const MAX_PAUSE_DAYS = 365;
/** A reminder every so many days while paused. */
export const PAUSE_REMINDER_DAYS = 30;
/** How long "the owner is alive" postpones a handover, in days, how often one successor may say so, and in all. */
export const OWNER_ALIVE_DAYS = 14;
const OWNER_ALIVE_EACH = 2;
const OWNER_ALIVE_IN_ALL = 56 / OWNER_ALIVE_DAYS;

/** The moment from which silence counts. */
export const silenceStart = (state: SwitchState): number => Math.max(state.lastSeenAt, state.clockStartedAt);

/** Whether there is somebody to hand over to, and an owner who can be reached. */
export const eligible = (state: SwitchState): boolean => state.emailVerified && state.successors.length > 0;

const isOpen = (handover: Handover | null): handover is Handover =>
  handover !== null && handover.status !== 'completed' && handover.status !== 'cancelled';

/** Whether a handover is under way: from the grace period until access has ended, and while it is postponed. */
export const handoverActive = ({ handover }: SwitchState): boolean => isOpen(handover);

const cancelHandover = (
  handover: Handover | null,
  cancelReason: CancelReason,
  now: number,
): Handover | null =>
  isOpen(handover) ? { ...handover, status: 'cancelled', cancelledAt: now, cancelReason } : null;

/** A state with nothing under way: no reminders, no notice, no pause, any handover cancelled. */
const atRest = (state: SwitchState, reason: CancelReason, now: number): SwitchState => ({
  ...state,
  remindersAccepted: 0,
  lastReminderAt: null,
  finalNoticeAt: null,
  undeliverableAt: null,
  noticeTriedAt: null,
  ownerAliveAt: null,
  pausedAt: null,
  pausedUntil: null,
  pauseReminders: 0,
  handover: cancelHandover(state.handover, reason, now),
});

/** Starts a new cycle, or switches off where nobody is there to hand over to. */
const startCycle = (state: SwitchState, reason: CancelReason, now: number): SwitchState =>
  eligible(state)
    ? { ...restarted(atRest(state, reason, now), now), status: 'armed', epoch: state.epoch + 1 }
    : { ...atRest(state, reason, now), status: 'off' };

/** Starts the clock; a moment that was stamped late never moves it back. */
const restarted = (state: SwitchState, now: number): SwitchState => ({
  ...state,
  clockStartedAt: Math.max(state.clockStartedAt, now),
});

export const isSuccessor = (state: SwitchState, successorId: string): boolean =>
  state.successors.some(({ id }) => id === successorId);

/**
 * How many have to accept: the frozen quorum, but no more than those of the list who are still successors. It is the
 * same before the final notice and after it. Who declines has not left: they are still counted, and asked again.
 */
export function effectiveQuorum({ handover, successors, settings }: SwitchState): number {
  const left = handover
    ? handover.invitees.filter((each) => successors.some(({ id }) => id === each.successorId)).length
    : successors.length;
  return Math.max(1, Math.min(handover?.quorum ?? settings.quorum, left));
}

const updateInvitee = (
  handover: Handover,
  successorId: string,
  change: (invitee: Invitee) => Invitee,
): Handover => ({
  ...handover,
  invitees: handover.invitees.map((each) => (each.successorId === successorId ? change(each) : each)),
});

/** Opens access for those who accepted, once there are enough of them; later acceptances join at once. */
function releaseWhenQuorum(state: SwitchState, now: number, rules: Rules): SwitchState {
  const handover = state.handover;
  if (!handover) return state;
  // Whoever accepted and then asked not to be a successor any more has taken their answer back.
  const accepted = handover.invitees.filter(
    (each) => each.response === 'accept' && isSuccessor(state, each.successorId),
  );
  if (state.status !== 'released' && accepted.length < effectiveQuorum(state)) return state;
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

/** A sign of life ends whatever silence had begun; where nothing had begun it only moves the moment. */
function seen(before: SwitchState, now: number): SwitchState {
  const state = { ...before, lastSeenAt: Math.max(before.lastSeenAt, now) };
  switch (state.status) {
    case 'off':
    case 'armed':
    case 'paused':
      return state;
    default:
      return startCycle(state, 'owner_returned', now);
  }
}

/** What became of a warning: it counts as a step whether the owner's mailbox took it or is dead for good. */
function reminded(state: SwitchState, at: number, undeliverableAt: number | null): SwitchState | null {
  if (state.status !== 'armed' && state.status !== 'reminding') return null;
  if (state.remindersAccepted >= state.settings.reminderPercents.length) return null;
  const remindersAccepted = state.remindersAccepted + 1;
  return { ...state, status: 'reminding', remindersAccepted, lastReminderAt: at, undeliverableAt };
}

/**
 * Begins the grace period, as long as the final notice said. One that follows a postponement goes on with the handover,
 * and the answers, it has.
 */
function noticed(
  state: SwitchState,
  { at, handoverId, graceMs }: FinalNotice,
  undeliverableAt: number | null,
  rules: Rules,
): SwitchState | null {
  if (state.status !== 'reminding' || !eligible(state)) return null;
  if (state.remindersAccepted < state.settings.reminderPercents.length) return null;
  const handover = isOpen(state.handover) ? state.handover : openHandover(state, handoverId, at);
  const undeliverable = undeliverableAt !== null;
  return {
    ...state,
    status: 'grace_period',
    finalNoticeAt: at,
    undeliverableAt,
    ownerAliveAt: null,
    handover: { ...handover, undeliverable, graceMs: graceMs ?? rules.graceMs },
  };
}

/** A final notice that reached a mailbox after all: the grace period is the usual one, from here. */
function noticedAfterAll(state: SwitchState, { at, graceMs }: FinalNotice): SwitchState | null {
  const { undeliverableAt, handover } = state;
  if (undeliverableAt === null || !handover) return null;
  return {
    ...state,
    finalNoticeAt: at,
    undeliverableAt: null,
    noticeTriedAt: null,
    handover: { ...handover, undeliverable: false, graceMs: graceMs ?? handover.graceMs },
  };
}

/** "The owner is alive": the warnings start over, the answers stay. */
function postponed(state: SwitchState, successorId: string, now: number): SwitchState | null {
  const { handover } = state;
  const invitee = handover?.invitees.find((each) => each.successorId === successorId);
  if (!isOpen(handover) || !invitee || invitee.invitationsSent === 0 || !isSuccessor(state, successorId))
    return null;
  // The handover waits because of such a word already: an earlier yes of theirs is taken back all the same.
  if (state.ownerAliveAt !== null) {
    const takeBack = (each: Invitee) => ({ ...each, response: null, respondedAt: now });
    return invitee.response === null
      ? state
      : { ...state, handover: updateInvitee(handover, successorId, takeBack) };
  }
  const ownerAliveCount = handover.invitees.reduce((sum, each) => sum + each.ownerAliveCount, 0);
  if (state.status !== 'awaiting_successors' && state.status !== 'grace_period') return null;
  if (invitee.ownerAliveCount >= OWNER_ALIVE_EACH || ownerAliveCount >= OWNER_ALIVE_IN_ALL) return null;
  return {
    ...state,
    status: 'reminding',
    finalNoticeAt: null,
    noticeTriedAt: null,
    ownerAliveAt: now,
    handover: updateInvitee(
      { ...handover, status: 'grace_period', graceEndedAt: null },
      successorId,
      (each) => ({ ...each, response: null, respondedAt: now, ownerAliveCount: each.ownerAliveCount + 1 }),
    ),
  };
}

/** A successor as a handover begins with them. */
const invitee = ({ id, handoverDelayDays }: { id: string; handoverDelayDays: number }): Invitee => ({
  successorId: id,
  handoverDelayDays,
  invitationsSent: 0,
  invitedAt: null,
  response: null,
  respondedAt: null,
  accessEndsAt: null,
  ownerAliveCount: 0,
});

/** Opens the handover record: the quorum and the list of successors are frozen here. */
function openHandover(state: SwitchState, id: string, at: number): Handover {
  return {
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
    graceMs: null,
    invitees: state.successors.map(invitee),
  };
}

/**
 * The list of a handover is frozen, but where so many of it have stopped being successors that the quorum is gone
 * for good, the successors there are now join it. Only where there are none is the quorum as many as are left.
 */
function joinedWhereNeeded(state: SwitchState): SwitchState {
  const { handover, successors } = state;
  if (!isOpen(handover)) return state;
  const frozen = new Set(handover.invitees.map(({ successorId }) => successorId));
  const left = successors.filter(({ id }) => frozen.has(id)).length;
  const newcomers = successors.filter(({ id }) => !frozen.has(id));
  if (left >= handover.quorum || newcomers.length === 0) return state;
  return { ...state, handover: { ...handover, invitees: [...handover.invitees, ...newcomers.map(invitee)] } };
}

/**
 * After a restored backup nobody knows which signs of life were lost: an open switch counts from the moment at which
 * that was noticed, and nothing that was under way goes on.
 */
export function startedOver(state: SwitchState, restoredAt: number): SwitchState {
  if (state.status === 'off' || state.status === 'completed') return state;
  const lastSeenAt = Math.max(state.lastSeenAt, restoredAt);
  // A pause that the owner chose outlasts it: nothing may come earlier for a restored backup.
  return state.status === 'paused'
    ? { ...state, epoch: state.epoch + 1, lastSeenAt }
    : startCycle({ ...state, lastSeenAt }, 'restored', restoredAt);
}

/** Reminders that a pause should have brought by now. */
const pauseMonths = (state: SwitchState, now: number, rules: Rules): number =>
  Math.floor((now - (state.pausedAt ?? now)) / (PAUSE_REMINDER_DAYS * rules.dayMs));

const sameClock = (a: SwitchSettings, b: SwitchSettings): boolean =>
  a.thresholdDays === b.thresholdDays && String(a.reminderPercents) === String(b.reminderPercents);

/**
 * Every way a switch can change.
 *
 * @returns the state after the event, the same object where the event changes nothing,
 *   or null where the event is not possible in this state
 */
export function step(state: SwitchState, event: SwitchEvent, now: number, rules: Rules): SwitchState | null {
  const { status, handover } = state;
  switch (event.kind) {
    case 'sign_of_life':
      return seen(state, now);

    case 'eligibility_changed':
      // A pause outlasts the loss of the last successor: when it ends, `startCycle` asks who is there.
      if (status === 'completed' || status === 'paused') return state;
      if (status === 'off') return eligible(state) ? startCycle(state, 'owner_returned', now) : state;
      if (state.successors.length === 0) return { ...atRest(state, 'no_successor', now), status: 'off' };
      // Whoever left may have been the one that the others' answers waited for.
      return status === 'awaiting_successors'
        ? releaseWhenQuorum(joinedWhereNeeded(state), now, rules)
        : joinedWhereNeeded(state);

    case 'settings_changed': {
      if (handoverActive(state)) return null;
      const next = { ...state, settings: event.settings };
      if (sameClock(state.settings, event.settings)) {
        const { quorum, accessDays } = state.settings;
        return quorum === event.settings.quorum && accessDays === event.settings.accessDays ? state : next;
      }
      if (status === 'reminding') return startCycle(next, 'owner_returned', now);
      return status === 'armed' ? restarted(next, now) : next;
    }

    case 'paused':
      if (status === 'completed') return null;
      if (event.until <= now || event.until > now + MAX_PAUSE_DAYS * rules.dayMs) return null;
      return {
        ...atRest(state, 'paused', now),
        status: 'paused',
        pausedAt: status === 'paused' ? state.pausedAt : now,
        pausedUntil: event.until,
        pauseReminders: status === 'paused' ? state.pauseReminders : 0,
      };

    case 'resumed':
      return status === 'paused' ? startCycle(state, 'paused', now) : null;

    case 'pause_reminded':
      if (status !== 'paused') return null;
      // Months that passed while nobody could send are one reminder, not several at once.
      return { ...state, pauseReminders: Math.max(state.pauseReminders + 1, pauseMonths(state, now, rules)) };

    case 'reminder_accepted':
      return reminded(state, event.at, null);

    case 'reminder_undeliverable':
      return reminded(state, event.at, state.undeliverableAt ?? event.at);

    case 'final_notice_accepted':
      return status === 'grace_period' ? noticedAfterAll(state, event) : noticed(state, event, null, rules);

    case 'final_notice_undeliverable':
      return noticed(state, event, state.undeliverableAt ?? event.at, rules);

    case 'notice_refused':
      if (status !== 'grace_period' || state.undeliverableAt === null) return null;
      return { ...state, noticeTriedAt: event.at };

    case 'grace_ended': {
      if (status !== 'grace_period' || !handover) return null;
      const asking = { ...handover, status: 'awaiting_successors' as const, graceEndedAt: now };
      // Answers kept from before a postponement may be enough.
      return releaseWhenQuorum({ ...state, status: 'awaiting_successors', handover: asking }, now, rules);
    }

    case 'successors_invited':
      if ((status !== 'awaiting_successors' && status !== 'released') || !handover) return null;
      return {
        ...state,
        handover: event.successorIds.reduce(
          (open, id) =>
            updateInvitee(open, id, (each) => ({
              ...each,
              invitationsSent: each.invitationsSent + 1,
              invitedAt: null,
            })),
          handover,
        ),
      };

    case 'invitation_dropped': {
      if (!isOpen(handover)) return null;
      const dropped = handover.invitees.find((each) => each.successorId === event.successorId);
      if (dropped?.invitationsSent !== event.ask || dropped.invitedAt !== null) return null;
      // It had lost its point on its way. The next one is due in time, as if it had arrived.
      const asked = (each: Invitee) => ({ ...each, invitedAt: now });
      return { ...state, handover: updateInvitee(handover, event.successorId, asked) };
    }

    case 'address_changed':
      if (state.undeliverableAt === null) return state;
      // The long grace period stays, and the new address is tried at once.
      return status === 'grace_period'
        ? { ...state, noticeTriedAt: null }
        : { ...state, undeliverableAt: null };

    case 'invitation_accepted':
      if (!isOpen(handover)) return null;
      if (
        !handover.invitees.some((each) => each.successorId === event.successorId && each.invitationsSent > 0)
      )
        return null;
      return {
        ...state,
        handover: updateInvitee(handover, event.successorId, (each) => ({ ...each, invitedAt: event.at })),
      };

    case 'owner_alive':
      return postponed(state, event.successorId, now);

    case 'responded': {
      if (!isOpen(handover)) return null;
      const invitee = handover.invitees.find((each) => each.successorId === event.successorId);
      if (!invitee || invitee.invitationsSent === 0 || !isSuccessor(state, event.successorId)) return null;
      if (invitee.response === event.response) return state;
      // An answer may change until the release; one who has not answered yet may still answer after it.
      if (status === 'released' && invitee.response !== null) return null;
      const answered = updateInvitee(handover, event.successorId, (each) => ({
        ...each,
        response: event.response,
        respondedAt: now,
      }));
      const next = { ...state, handover: answered };
      // While the warnings start over, an answer is kept for later.
      return handover.status === 'grace_period' ? next : releaseWhenQuorum(next, now, rules);
    }

    case 'cancelled':
      return handoverActive(state) ? startCycle(state, 'owner_cancelled', now) : null;

    case 'completed':
      if (status !== 'released' || !handover) return null;
      return {
        ...atRest(state, 'owner_returned', now),
        status: 'completed',
        handover: { ...handover, status: 'completed', completedAt: now },
      };

    case 'access_renewed': {
      if ((status !== 'released' && status !== 'completed') || !handover) return null;
      const reader = handover.invitees.find((each) => each.successorId === event.successorId);
      if (reader?.response !== 'accept' || reader.accessEndsAt === null) return null;
      if (!isSuccessor(state, event.successorId)) return null;
      // A window that is open ends when it was to end.
      if (reader.accessEndsAt > now) return state;
      const accessEndsAt = now + state.settings.accessDays * rules.dayMs;
      return {
        ...state,
        status: 'released',
        handover: {
          ...updateInvitee(handover, event.successorId, (each) => ({ ...each, accessEndsAt })),
          status: 'released',
          completedAt: null,
        },
      };
    }

    case 'restored':
      return startedOver(state, now);
  }
}

/** A mail that a change of state owes somebody, apart from the steps that the switch itself waits for. */
export type OwedMail =
  | { kind: 'handover_cancelled'; successorId: string; handoverId: string }
  | { kind: 'access'; successorId: string; handoverId: string }
  | { kind: 'invitation'; successorId: string; handoverId: string; ask: number }
  | { kind: 'pause_reminder' }
  | { kind: 'owner_alive' }
  | { kind: 'switch_off'; handoverCancelled: boolean };

/** Whom a change of state has to be told to; a pure difference, so that no path can forget somebody. */
export function owedMails(before: SwitchState, after: SwitchState): OwedMail[] {
  const owed: OwedMail[] = [];
  const handover = after.handover;
  const was = new Map(before.handover?.invitees.map((each) => [each.successorId, each]));
  for (const { successorId, invitationsSent, accessEndsAt } of handover?.invitees ?? []) {
    const to = { successorId, handoverId: handover?.id ?? '' };
    const old = was.get(successorId);
    if (handover?.status === 'cancelled') {
      if (before.handover?.status !== 'cancelled' && invitationsSent > 0)
        owed.push({ kind: 'handover_cancelled', ...to });
      continue;
    }
    if (invitationsSent > (old?.invitationsSent ?? 0))
      owed.push({ kind: 'invitation', ...to, ask: invitationsSent });
    if (accessEndsAt !== null && !old?.accessEndsAt) owed.push({ kind: 'access', ...to });
  }
  if (after.pauseReminders > before.pauseReminders) owed.push({ kind: 'pause_reminder' });
  if (after.ownerAliveAt !== null && before.ownerAliveAt === null) owed.push({ kind: 'owner_alive' });
  if (after.status === 'off' && before.status !== 'off') {
    owed.push({ kind: 'switch_off', handoverCancelled: isOpen(before.handover) });
  }
  return owed;
}
