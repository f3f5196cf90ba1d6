/** States of a switch, built and changed without a database, so that each test names only what it is about. */

import { newInvitee } from '../../switch/handover.ts';
import { type Conditions, NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import {
  AT_REST,
  type CurrentSuccessor,
  type Handover,
  type Invitee,
  type Rules,
  type SwitchEvent,
  type SwitchSettings,
  type SwitchState,
  type SwitchStatus,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Days of real length, and a grace period of 48 hours. */
export const RULES: Rules = { dayMs: DAY, graceMs: 48 * HOUR };

/** Day 0. */
export const START = Date.UTC(2026, 0, 1);

/** The moment this many days after the start. */
export const day = (days: number): number => START + days * DAY;

/** The days from the start to a moment. */
export const daysOf = (at: number): number => (at - START) / DAY;

export const SETTINGS: SwitchSettings = {
  thresholdDays: 90,
  reminderPercents: [75, 85, 95],
  quorum: 1,
  accessDays: 90,
};

/** A successor as the switch sees them, without a share. */
export const successor = (id: string, handoverDelayDays = 0): CurrentSuccessor => ({
  id,
  handoverDelayDays,
  holdsShare: false,
});

/** A successor who holds a share. */
export const holder = (id: string): CurrentSuccessor => ({ ...successor(id), holdsShare: true });

/** An armed switch with one successor, last seen at the start. */
export const aSwitch = (more: Partial<SwitchState> = {}): SwitchState => ({
  status: 'armed',
  epoch: 1,
  lastSeenAt: START,
  clockStartedAt: START,
  settings: SETTINGS,
  emailVerified: true,
  successors: [successor('ann')],
  ...AT_REST,
  handover: null,
  ...more,
});

export const anInvitee = (successorId: string, more: Partial<Invitee> = {}): Invitee => ({
  ...newInvitee({ id: successorId, handoverDelayDays: 0 }),
  ...more,
});

/** A successor whose first invitation has arrived. */
export const invitedSuccessor = (successorId: string, more: Partial<Invitee> = {}): Invitee =>
  anInvitee(successorId, { invitationsSent: 1, invitedAt: day(92), ...more });

export const aHandover = (more: Partial<Handover> = {}): Handover => ({
  id: 'handover',
  status: 'grace_period',
  quorum: 1,
  startedAt: day(90),
  graceEndedAt: null,
  releasedAt: null,
  completedAt: null,
  cancelledAt: null,
  cancelReason: null,
  undeliverable: false,
  graceMs: RULES.graceMs,
  invitees: [anInvitee('ann')],
  ...more,
});

/** The switch of an owner who has been silent since the start with the default settings, in each status. */
export function silentOwner(status: SwitchStatus, more: Partial<SwitchState> = {}): SwitchState {
  const reminded = { remindersAccepted: 3, lastReminderAt: day(85.5) };
  const noticed = { ...reminded, finalNoticeAt: day(90) };
  const graceEndedAt = day(92);
  const byStatus: Record<SwitchStatus, Partial<SwitchState>> = {
    off: { epoch: 0, successors: [] },
    armed: {},
    reminding: { remindersAccepted: 1, lastReminderAt: day(67.5) },
    grace_period: { ...noticed, handover: aHandover() },
    awaiting_successors: {
      ...noticed,
      handover: aHandover({
        status: 'awaiting_successors',
        graceEndedAt,
        invitees: [invitedSuccessor('ann')],
      }),
    },
    released: {
      ...noticed,
      handover: aHandover({
        status: 'released',
        graceEndedAt,
        releasedAt: day(93),
        invitees: [
          invitedSuccessor('ann', { response: 'accept', respondedAt: day(93), accessEndsAt: day(183) }),
        ],
      }),
    },
    completed: {},
    paused: { pausedAt: day(1), pausedUntil: day(101) },
  };
  return aSwitch({ status, ...byStatus[status], ...more });
}

/** Conditions with these outages and holds. */
export const conditionsWith = (more: Partial<Conditions> = {}): Conditions => ({
  apiGaps: [],
  mailGaps: [],
  returnGaps: [],
  holds: [],
  ...more,
});

/** A stretch between two days. */
export const gap = (fromDay: number, toDay: number) => ({ from: day(fromDay), to: day(toDay) });

/** A handover that awaits the answers of these people, who are all still successors. */
export const awaiting = (invitees: Invitee[], quorum = 1, more: Partial<SwitchState> = {}): SwitchState =>
  silentOwner('awaiting_successors', {
    successors: invitees.map(({ successorId, handoverDelayDays }) =>
      successor(successorId, handoverDelayDays),
    ),
    handover: aHandover({ status: 'awaiting_successors', quorum, graceEndedAt: day(92), invitees }),
    ...more,
  });

/** The state after an event. @throws if the event is not possible */
export function take(state: SwitchState, event: SwitchEvent, now: number): SwitchState {
  const after = step(state, event, now, RULES);
  if (!after) throw new Error(`${event.kind} is not possible in ${state.status}`);
  return after;
}

/** What is due at this moment. */
export const due = (state: SwitchState, now: number, conditions = NORMAL_CONDITIONS) =>
  plan(state, now, RULES, conditions).due;

/** The day that the switch waits for. @throws if something is due already */
export function waitsUntil(state: SwitchState, now: number, conditions = NORMAL_CONDITIONS): number {
  const next = due(state, now, conditions);
  if (next.kind !== 'wait') throw new Error(`${next.kind} is due on day ${daysOf(now)}`);
  return daysOf(next.until);
}
