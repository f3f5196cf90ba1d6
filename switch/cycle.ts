/** The life of a switch: its cycles, signs of life, reminders, settings and pauses. */
import {
  AT_REST,
  type CancelReason,
  eligible,
  type Handover,
  handoverActive,
  isOpen,
  MAX_PAUSE_DAYS,
  PAUSE_REMINDER_DAYS,
  type Rules,
  type SwitchSettings,
  type SwitchState,
} from './state.ts';

const cancelHandover = (
  handover: Handover | null,
  cancelReason: CancelReason,
  now: number,
): Handover | null =>
  isOpen(handover) ? { ...handover, status: 'cancelled', cancelledAt: now, cancelReason } : null;

/** A state with nothing under way, and any handover cancelled. */
export const atRest = (state: SwitchState, reason: CancelReason, now: number): SwitchState => ({
  ...state,
  ...AT_REST,
  handover: cancelHandover(state.handover, reason, now),
});

/** Starts the clock. An older time that arrives late never moves it back. */
const restartClock = (state: SwitchState, now: number): SwitchState => ({
  ...state,
  clockStartedAt: Math.max(state.clockStartedAt, now),
});

/** Starts a new cycle, or switches off if there is nobody to hand over to. */
export const startCycle = (state: SwitchState, reason: CancelReason, now: number): SwitchState =>
  eligible(state)
    ? { ...restartClock(atRest(state, reason, now), now), status: 'armed', epoch: state.epoch + 1 }
    : { ...atRest(state, reason, now), status: 'off' };

/** A sign of life ends everything that silence has started. If nothing has started, only `lastSeenAt` moves. */
export function afterSignOfLife(before: SwitchState, now: number): SwitchState {
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

/** The clocks of switches that start over are spread over this many days, but at most this part of the threshold. */
export const SPREAD_DAYS = 3;
const SPREAD_OF_THRESHOLD = 10;

/**
 * How much later than the restore one owner's clock starts, so that a million owners who start over together don't fall
 * due in the same minute. It depends only on the ID and the threshold. db/restoration.ts has the same rule in SQL.
 */
export function spreadMs(userId: string, thresholdDays: number, dayMs: number): number {
  const share = Number.parseInt(userId.slice(-4), 16);
  const longest = Math.min(SPREAD_DAYS * dayMs, (thresholdDays * dayMs) / SPREAD_OF_THRESHOLD);
  return Math.floor((share * longest) / 0x10000);
}

/**
 * After a restored backup it isn't known which signs of life were lost. An open switch's clock restarts when the
 * restore was detected, and anything under way is cancelled.
 *
 * @param later how much later its clock starts (`spreadMs`)
 */
export function startedOver(state: SwitchState, restoredAt: number, later = 0): SwitchState {
  if (state.status === 'off' || state.status === 'completed') return state;
  const lastSeenAt = Math.max(state.lastSeenAt, restoredAt);
  // The owner's pause stays: a restored backup must not make anything happen sooner.
  if (state.status === 'paused') return { ...state, epoch: state.epoch + 1, lastSeenAt };
  const started = startCycle({ ...state, lastSeenAt }, 'restored', restoredAt);
  return started.status === 'off' ? started : restartClock(started, restoredAt + later);
}

/**
 * The latest of the moments in a switch that can't be in the future. Only a clock that started over may start later.
 */
function latestMoment(state: SwitchState, { dayMs }: Rules): number {
  const { handover } = state;
  const moments = [
    ...[
      state.lastSeenAt,
      state.clockStartedAt - SPREAD_DAYS * dayMs,
      state.lastReminderAt,
      state.finalNoticeAt,
      state.undeliverableAt,
    ],
    ...[
      state.ownerAliveAt,
      state.pausedAt,
      handover?.startedAt,
      handover?.graceEndedAt,
      handover?.releasedAt,
    ],
    ...(handover?.invitees ?? []).flatMap(({ invitedAt, respondedAt }) => [invitedAt, respondedAt]),
  ];
  return Math.max(...moments.map((at) => at ?? 0));
}

/**
 * After a clock that ran ahead was corrected. A switch with dates in the future would wait for years, so it starts over
 * as if its owner had just been seen, and anything under way is cancelled. A pause stays, but ends within the longest
 * pause from now.
 *
 * @returns the same state if nothing in it is later than now
 */
export function afterClockCorrection(state: SwitchState, now: number, rules: Rules): SwitchState {
  const { dayMs } = rules;
  const longestPause = now + MAX_PAUSE_DAYS * dayMs;
  if (latestMoment(state, rules) <= now && (state.pausedUntil ?? 0) <= longestPause) return state;
  const seenNow = { ...state, lastSeenAt: now, clockStartedAt: now };
  switch (state.status) {
    case 'off':
    case 'completed':
      return seenNow;
    case 'paused': {
      const pausedAt = Math.min(state.pausedAt ?? now, now);
      const months = Math.floor((now - pausedAt) / (PAUSE_REMINDER_DAYS * dayMs));
      return {
        ...seenNow,
        epoch: state.epoch + 1,
        pausedAt,
        pausedUntil: Math.min(state.pausedUntil ?? now, longestPause),
        pauseReminders: Math.min(state.pauseReminders, months),
      };
    }
    default:
      return startCycle(seenNow, 'restored', now);
  }
}

/** @param undeliverableAt when the owner's address was found dead; the reminder still counts as a step */
export function afterReminder(
  state: SwitchState,
  at: number,
  undeliverableAt: number | null,
): SwitchState | null {
  if (state.status !== 'armed' && state.status !== 'reminding') return null;
  if (state.remindersAccepted >= state.settings.reminderPercents.length) return null;
  const remindersAccepted = state.remindersAccepted + 1;
  return { ...state, status: 'reminding', remindersAccepted, lastReminderAt: at, undeliverableAt };
}

const sameClock = (a: SwitchSettings, b: SwitchSettings): boolean =>
  a.thresholdDays === b.thresholdDays && String(a.reminderPercents) === String(b.reminderPercents);

/** A different threshold or different reminders restart the clock. */
export function changeSettings(
  state: SwitchState,
  settings: SwitchSettings,
  now: number,
): SwitchState | null {
  if (handoverActive(state)) return null;
  const next = { ...state, settings };
  if (sameClock(state.settings, settings)) {
    const { quorum, accessDays } = state.settings;
    return quorum === settings.quorum && accessDays === settings.accessDays ? state : next;
  }
  if (state.status === 'reminding') return startCycle(next, 'owner_returned', now);
  return state.status === 'armed' ? restartClock(next, now) : next;
}

export function pause(state: SwitchState, until: number, now: number, rules: Rules): SwitchState | null {
  if (state.status === 'completed') return null;
  if (until <= now || until > now + MAX_PAUSE_DAYS * rules.dayMs) return null;
  const paused = state.status === 'paused';
  return {
    ...atRest(state, 'paused', now),
    status: 'paused',
    pausedAt: paused ? state.pausedAt : now,
    pausedUntil: until,
    pauseReminders: paused ? state.pauseReminders : 0,
  };
}

/** If nothing ran for months, one reminder follows, not several at once. */
export function afterPauseReminder(state: SwitchState, now: number, rules: Rules): SwitchState | null {
  if (state.status !== 'paused') return null;
  const months = Math.floor((now - (state.pausedAt ?? now)) / (PAUSE_REMINDER_DAYS * rules.dayMs));
  return { ...state, pauseReminders: Math.max(state.pauseReminders + 1, months) };
}

/**
 * It was the old mailbox that refused or returned mails. In the grace period the mailbox still counts as dead at first:
 * the final notice goes to the new address, and once it is accepted, `restartGracePeriod` replaces the long grace
 * period with the usual one.
 */
export function afterAddressChange(state: SwitchState): SwitchState {
  const undeliverableAt = state.status === 'grace_period' ? state.undeliverableAt : null;
  if (state.undeliverableAt === undeliverableAt && state.returnedAt === null) return state;
  return { ...state, undeliverableAt, returnedAt: null };
}
