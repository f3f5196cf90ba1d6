/**
 * What is due, and when: pure functions of a switch and of outages, holds and the time. `plan` says what is due now, or
 * how long to wait. The workflow's steps, the API's preview and the property tests all use it, so they can't disagree
 * about a date.
 *
 * All moments are milliseconds since the epoch; all lengths are milliseconds.
 */
import {
  type AccessReminder,
  type Handover,
  type Invitee,
  isQuorum,
  isSuccessor,
  isUnheard,
  OWNER_ALIVE_DAYS,
  PAUSE_REMINDER_DAYS,
  type Rules,
  type SwitchState,
  type SwitchStatus,
  silenceStart,
} from './state.ts';

/** The grace period after a final notice that could not be delivered, in days. */
const UNDELIVERABLE_GRACE_DAYS = 30;
/** The last reminder is due at least this many days before the deadline, whatever its percentage. */
const LAST_REMINDER_DAYS = 1;
/** Days until a successor who hasn't answered is invited again: a week after each of the first four, then 30. */
const inviteAgainDays = (invitationsSent: number) => (invitationsSent <= 4 ? 7 : 30);
/**
 * How many days before the end of their access a successor is reminded of it. A reminder is planned only if access lasts
 * at least twice as long, so that it never comes closer to the mail that opened access than to the end.
 */
const ACCESS_REMINDER_DAYS = [30, 7];

/** If the clocks of workflow, worker and database are further apart than this, nothing irreversible happens. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** A stretch of time, `from` included, `to` not. */
export interface Interval {
  from: number;
  to: number;
}

/** Why a switch can't go on although a step is due. */
export type Hold = 'mail_unconfigured' | 'clock_skew' | 'database_changed' | 'mail_refused';

/** Conditions outside the switch while the owner was silent. */
export interface Conditions {
  /** When no API answered, so that no sign of life could arrive. Sorted, not overlapping. */
  apiGaps: readonly Interval[];
  /** When no mail could be sent. Sorted, not overlapping. */
  mailGaps: readonly Interval[];
  /** When returned mail could not be read. Sorted, not overlapping. */
  returnGaps: readonly Interval[];
  holds: readonly Hold[];
}

/** The part of a switch that the countdown to the final notice depends on. */
export interface Countdown
  extends Pick<
    SwitchState,
    'lastSeenAt' | 'clockStartedAt' | 'remindersAccepted' | 'lastReminderAt' | 'ownerAliveAt'
  > {
  settings: Pick<SwitchState['settings'], 'thresholdDays' | 'reminderPercents'>;
}

export const NORMAL_CONDITIONS: Conditions = { apiGaps: [], mailGaps: [], returnGaps: [], holds: [] };

export type Due =
  | { kind: 'nothing' }
  | { kind: 'wait'; until: number }
  | { kind: 'hold'; holds: readonly Hold[] }
  | { kind: 'reminder'; n: number; of: number }
  | { kind: 'final_notice' }
  | { kind: 'end_grace' }
  | { kind: 'invite'; successorIds: readonly string[] }
  | { kind: 'access_reminder'; reminders: readonly AccessReminder[] }
  | { kind: 'complete' }
  | { kind: 'pause_reminder' }
  | { kind: 'end_pause' };

export interface Plan {
  due: Due;
  /** When the owner's time to show a sign of life is up; null if no clock is running. */
  deadline: number | null;
  /** How much later the deadline is because no sign of life could have arrived. */
  creditedMs: number;
}

/** How much of `[from, to)` the intervals cover. The intervals may overlap each other. */
function covered(intervals: readonly Interval[], from: number, to: number): number {
  let total = 0;
  let reached = from;
  for (const interval of [...intervals].sort((a, b) => a.from - b.from)) {
    const start = Math.max(interval.from, reached);
    const end = Math.min(interval.to, to);
    if (end > start) {
      total += end - start;
      reached = end;
    }
  }
  return total;
}

/** Outages since silence began, or since "the owner is alive", move the deadline, by one threshold at most. */
function credit(state: Countdown, now: number, rules: Rules, conditions: Conditions): number {
  const threshold = state.settings.thresholdDays * rules.dayMs;
  return Math.min(threshold, covered(conditions.apiGaps, state.ownerAliveAt ?? silenceStart(state), now));
}

/**
 * How long after the start of silence each reminder is due, and after them the final notice. If the last reminder would
 * leave less than a day to answer it, all reminders are scaled down so that it leaves a full day.
 */
export function planned(
  { thresholdDays, reminderPercents }: Countdown['settings'],
  { dayMs }: Pick<Rules, 'dayMs'>,
): number[] {
  const threshold = thresholdDays * dayMs;
  const last = reminderPercents.at(-1) ?? 0;
  const latest = threshold - LAST_REMINDER_DAYS * dayMs;
  const [whole, parts] = (threshold * last) / 100 > latest ? [latest, last] : [threshold, 100];
  return [...reminderPercents.map((percent) => (whole * percent) / parts), threshold];
}

/**
 * When the remaining steps before the grace period are due: the reminders not yet accepted, then the final
 * notice. Each is due at its planned time, or at its planned distance after the step before, whichever is later.
 */
function stepTimes(state: Countdown, now: number, rules: Rules, creditedMs: number): number[] {
  const distances = planned(state.settings, rules);
  const postponed = state.ownerAliveAt === null ? 0 : state.ownerAliveAt + OWNER_ALIVE_DAYS * rules.dayMs;
  const times: number[] = [];
  let previous = state.lastReminderAt;
  for (const [i, own] of distances.entries()) {
    if (i < state.remindersAccepted) continue;
    const isFinalNotice = i === distances.length - 1;
    const earliest = Math.max(silenceStart(state) + own, isFinalNotice ? postponed : 0) + creditedMs;
    const distance = own - (distances[i - 1] ?? 0);
    const at = Math.ceil(previous === null ? earliest : Math.max(earliest, previous + distance));
    times.push(at);
    // Later steps keep their distance to one that is already late.
    previous = Math.max(at, now);
  }
  return times;
}

/** The plan of an armed or reminding switch. */
export function planCountdown(state: Countdown, now: number, rules: Rules, conditions: Conditions): Plan {
  const creditedMs = credit(state, now, rules, conditions);
  const times = stepTimes(state, now, rules, creditedMs);
  const next = times[0] ?? now;
  const deadline = times.at(-1) ?? null;
  const of = state.settings.reminderPercents.length;
  const due: Due =
    now < next
      ? { kind: 'wait', until: next }
      : conditions.holds.length > 0
        ? { kind: 'hold', holds: conditions.holds }
        : state.remindersAccepted < of
          ? { kind: 'reminder', n: state.remindersAccepted + 1, of }
          : { kind: 'final_notice' };
  return { due, deadline, creditedMs };
}

/**
 * When a grace period ends: once API and mail have both been up for its whole length. That is the length that the owner
 * was told, even if the setting has changed since. It is longer if the owner's mailbox is dead and nothing else reached
 * them. While returned mail can't be read, nobody knows whether that is so, so it waits, up to that length.
 */
function planGrace(state: SwitchState, now: number, rules: Rules, conditions: Conditions): Plan {
  const from = state.finalNoticeAt ?? now;
  const { apiGaps, mailGaps, returnGaps } = conditions;
  const downMs = covered([...apiGaps, ...mailGaps], from, now);
  const unreadMs = covered([...apiGaps, ...mailGaps, ...returnGaps], from, now) - downMs;
  const told = state.handover?.graceMs ?? rules.graceMs;
  const longest = Math.max(told, UNDELIVERABLE_GRACE_DAYS * rules.dayMs);
  const graceMs = isUnheard(state) ? longest : told;
  const creditedMs = downMs + Math.min(unreadMs, longest - graceMs);
  const deadline = from + graceMs + creditedMs;
  const due: Due = now < deadline ? { kind: 'wait', until: deadline } : { kind: 'end_grace' };
  return { due: heldInDoubt(due, conditions), deadline, creditedMs };
}

/** Whether so many have declined that the others can't reach the quorum, so that nothing can be released. */
export function quorumUnreachable(state: SwitchState): boolean {
  const { handover } = state;
  if (state.status !== 'awaiting_successors' || !handover) return false;
  return !isQuorum(
    state,
    handover.invitees.filter(({ response }) => response !== 'decline'),
  );
}

/** When a successor's own delay after the grace period is over. They are never invited before. */
export const delayEndsAt = (graceEndedAt: number, { handoverDelayDays }: Invitee, { dayMs }: Rules): number =>
  graceEndedAt + handoverDelayDays * dayMs;

/** When an invitee is due to be invited, or invited again; Infinity once they answered or while one is on its way. */
function inviteAt(invitee: Invitee, graceEndedAt: number, rules: Rules, unreachable: boolean): number {
  if (invitee.response === 'accept') return Number.POSITIVE_INFINITY;
  if (invitee.response === 'decline') {
    // Without them there is no quorum, so they are asked again, as long after declining as others after an invitation.
    if (!unreachable || invitee.invitedAt === null) return Number.POSITIVE_INFINITY;
    const since = Math.max(invitee.invitedAt, invitee.respondedAt ?? 0);
    return since + inviteAgainDays(invitee.invitationsSent) * rules.dayMs;
  }
  if (invitee.invitationsSent === 0) return delayEndsAt(graceEndedAt, invitee, rules);
  if (invitee.invitedAt === null) return Number.POSITIVE_INFINITY;
  return invitee.invitedAt + inviteAgainDays(invitee.invitationsSent) * rules.dayMs;
}

const isOver = (invitee: Invitee, now: number): boolean =>
  invitee.response === 'decline' || (invitee.accessEndsAt !== null && invitee.accessEndsAt <= now);

/**
 * When the coming reminders that a successor's access ends are due. Settings are frozen while anyone has access, so every
 * open window is `accessDays` long.
 */
function accessRemindersAt(
  { accessEndsAt, accessReminders }: Invitee,
  { accessDays }: SwitchState['settings'],
  { dayMs }: Rules,
): number[] {
  if (accessEndsAt === null) return [];
  const planned = ACCESS_REMINDER_DAYS.filter((days) => accessDays >= 2 * days);
  return planned.slice(accessReminders).map((days) => accessEndsAt - days * dayMs);
}

function planHandover(state: SwitchState, handover: Handover, now: number, rules: Rules): Due {
  const graceEndedAt = handover.graceEndedAt ?? now;
  // Anyone who has stopped being a successor since the handover opened is neither invited nor waited for.
  const invitees = handover.invitees.filter((each) => isSuccessor(state, each.successorId));
  const unreachable = quorumUnreachable(state);
  const next = invitees.map((each) => ({
    id: each.successorId,
    at: inviteAt(each, graceEndedAt, rules, unreachable),
  }));
  const successorIds = next.filter(({ at }) => at <= now).map(({ id }) => id);
  if (successorIds.length > 0) return { kind: 'invite', successorIds };
  const remindAt = (each: Invitee) => accessRemindersAt(each, state.settings, rules);
  const reminders = invitees.flatMap((each) => {
    const late = remindAt(each).filter((at) => at <= now).length;
    // If an outage delayed several, only the last one is sent.
    const n = each.accessReminders + late;
    return late > 0 && !isOver(each, now) ? [{ successorId: each.successorId, n }] : [];
  });
  if (reminders.length > 0) return { kind: 'access_reminder', reminders };
  if (state.status === 'released' && invitees.every((each) => isOver(each, now))) return { kind: 'complete' };
  const ahead = invitees
    .flatMap((each) => [...remindAt(each), each.accessEndsAt ?? 0])
    .filter((at) => at > now);
  return { kind: 'wait', until: Math.min(...next.map(({ at }) => at), ...ahead) };
}

function planPause(state: SwitchState, now: number, rules: Rules): Due {
  const until = state.pausedUntil ?? now;
  if (now >= until) return { kind: 'end_pause' };
  const remindAt = (state.pausedAt ?? now) + (state.pauseReminders + 1) * PAUSE_REMINDER_DAYS * rules.dayMs;
  if (now >= remindAt) return { kind: 'pause_reminder' };
  return { kind: 'wait', until: Math.min(until, remindAt) };
}

/** Holds during which it isn't known what is due, because a clock or the database may be wrong. */
const DOUBTS: ReadonlySet<Hold> = new Set(['clock_skew', 'database_changed']);

/** Puts a step on hold if it may be due only by a wrong clock, or in a database that may lack signs of life. */
function heldInDoubt(due: Due, { holds }: Conditions): Due {
  const doubts = holds.filter((hold) => DOUBTS.has(hold));
  return due.kind !== 'wait' && doubts.length > 0 ? { kind: 'hold', holds: doubts } : due;
}

/** What is due now, or until when to wait (Infinity: until something changes). */
export function plan(state: SwitchState, now: number, rules: Rules, conditions: Conditions): Plan {
  const noClock = { deadline: null, creditedMs: 0 };
  switch (state.status) {
    case 'off':
    case 'completed':
      return { due: { kind: 'nothing' }, ...noClock };
    case 'armed':
    case 'reminding':
      return planCountdown(state, now, rules, conditions);
    case 'grace_period':
      return planGrace(state, now, rules, conditions);
    case 'awaiting_successors':
    case 'released':
      return state.handover
        ? { due: heldInDoubt(planHandover(state, state.handover, now, rules), conditions), ...noClock }
        : { due: { kind: 'nothing' }, ...noClock };
    case 'paused':
      return { due: heldInDoubt(planPause(state, now, rules), conditions), ...noClock };
  }
}

/** An armed switch may sleep for up to 90 days; in every other state the workflow looks at least monthly. */
export const LONGEST_WAIT_DAYS = { armed: 90, other: 30 };

/** When the current outage began, if it keeps pushing back the end of this wait; null if there is none. */
function recedingSince(
  status: SwitchStatus,
  now: number,
  { apiGaps, mailGaps, returnGaps }: Conditions,
): number | null {
  const countdown = status === 'armed' || status === 'reminding';
  const awaited =
    status === 'grace_period' ? [...apiGaps, ...mailGaps, ...returnGaps] : countdown ? apiGaps : [];
  const open = awaited.filter(({ to }) => to >= now).map(({ from }) => from);
  return open.length > 0 ? Math.min(...open) : null;
}

/** Reconcile judges a changed database within moments. Looking more often would only cause load. */
const JUDGED_WITHIN_MS = 60_000;

/** Other holds are ended by an operator, and noticing that within the hour is soon enough. */
const untilHoldEnds = (holds: readonly Hold[]): number =>
  holds.every((hold) => hold === 'database_changed') ? JUDGED_WITHIN_MS : Number.POSITIVE_INFINITY;

/**
 * When to look again if nothing happens first: at the planned moment, but no later than the longest wait, and less
 * often if only something outside the switch can end the wait.
 */
export function lookAgainAt(
  { status }: SwitchState,
  due: Due,
  now: number,
  rules: Rules,
  conditions: Conditions,
): number {
  const hour = rules.dayMs / 24;
  if (due.kind === 'hold') return now + Math.min(hour, untilHoldEnds(due.holds));
  if (due.kind !== 'wait') return now;
  const longest = now + LONGEST_WAIT_DAYS[status === 'armed' ? 'armed' : 'other'] * rules.dayMs;
  const since = recedingSince(status, now, conditions);
  if (since === null) return Math.min(due.until, longest);
  // During an outage the end moves along with the clock: don't wake every second to chase it.
  const intervalMs = Math.min(rules.dayMs, Math.max(hour, (now - since) / 24));
  return Math.min(Math.max(due.until, Math.ceil(now + intervalMs)), longest);
}
