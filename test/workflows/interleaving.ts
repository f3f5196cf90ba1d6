/**
 * What one owner and their successors do, and the outages, drawn from a seed, with the result by the pure planner. Both
 * are made together, so that everything drawn is possible where it happens, and far enough from what the switch does on
 * its own for a service with real delays to see them in the same order.
 */
import { type Interval, NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import {
  handoverActive,
  type Rules,
  type SuccessorResponse,
  type SwitchEvent,
  type SwitchState,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';

export type Action =
  | { kind: 'check_in' | 'check_in_link' | 'write' | 'resume' | 'cancel' }
  /** An entry goes into the trash and comes back. */
  | { kind: 'trash' }
  /** A thief with the program's token writes and tries to weaken the switch. A stranger tries passwords. */
  | { kind: 'theft' | 'stranger' }
  | { kind: 'pause'; days: number }
  | { kind: 'settings'; thresholdDays: number; by: 'browser' | 'program' }
  | { kind: 'answer'; successorId: string; response: SuccessorResponse | 'owner_alive' }
  | { kind: 'opt_out'; successorId: string }
  /** The owner's mailbox refuses mail from here on, and then takes it again. */
  | { kind: 'mailbox_refuses' | 'mailbox_takes' };

export interface TimedAction {
  /** Days since the beginning. */
  day: number;
  action: Action;
}

/** What the planner says at a moment when nothing is about to happen. */
export interface Checkpoint {
  day: number;
  state: SwitchState;
}

export interface Script {
  actions: TimedAction[];
  checkpoints: Checkpoint[];
}

/** How long a script is, and how often someone may do something. */
export const LAST_DAY = 56;
const EVERY_DAYS = 1.5;
/** Scenes stay away from the days on which steps of an undisturbed silence are due. */
const OFFSET_DAYS = 0.25;
/** Nothing is done this close to a step of the switch, because a real one is up to five minutes late. */
const MARGIN_DAYS = 0.24;
const CHECK_DAYS = [16, 30, 40, 50, LAST_DAY];

/** When no worker reaches the database, the same for all owners. Nobody acts then or right after it. */
export const AWAY_DAYS: readonly Interval[] = [
  { from: 20.6, to: 21.4 },
  { from: 42.6, to: 43.4 },
];
const AFTER_DAYS = 0.45;

/** Numbers from 0 to 1, from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let a = seed * 0x9e3779b1;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What the planner says about a script. */
interface Model {
  state: SwitchState;
  now: number;
  /** When the owner's mailbox takes mail again. */
  refusedUntil: number;
  changedAt: number;
}

/** A cancelled handover is history, and the row drops it. */
const carried = (state: SwitchState): SwitchState =>
  state.handover?.status === 'cancelled' ? { ...state, handover: null } : state;

function applyEvent(model: Model, event: SwitchEvent, rules: Rules): boolean {
  const after = step(model.state, event, model.now, rules);
  if (!after) return false;
  if (after !== model.state) model.changedAt = model.now;
  model.state = carried(after);
  return true;
}

/** Plays the switch on its own up to a moment. */
function advance(model: Model, to: number, away: readonly Interval[], rules: Rules): void {
  for (;;) {
    const { due } = plan(model.state, model.now, rules, NORMAL_CONDITIONS);
    let at = due.kind === 'wait' ? due.until : due.kind === 'nothing' ? Number.POSITIVE_INFINITY : model.now;
    if (at === model.now) at = away.find(({ from, to: end }) => from <= at && at < end)?.to ?? at;
    if (at === model.now && (due.kind === 'reminder' || due.kind === 'final_notice')) {
      at = Math.max(at, model.refusedUntil);
    }
    if (at > to) {
      model.now = to;
      return;
    }
    if (at > model.now) {
      model.now = at;
      continue;
    }
    switch (due.kind) {
      case 'reminder':
        applyEvent(model, { kind: 'reminder_accepted', at }, rules);
        break;
      case 'final_notice':
        applyEvent(model, { kind: 'final_notice_accepted', at, handoverId: 'planned' }, rules);
        break;
      case 'end_grace':
        applyEvent(model, { kind: 'grace_ended' }, rules);
        break;
      case 'invite':
        applyEvent(model, { kind: 'successors_invited', successorIds: due.successorIds }, rules);
        for (const successorId of due.successorIds)
          applyEvent(model, { kind: 'invitation_accepted', successorId, at }, rules);
        break;
      case 'access_reminder':
        applyEvent(model, { kind: 'access_reminded', reminders: due.reminders }, rules);
        break;
      case 'complete':
        applyEvent(model, { kind: 'completed' }, rules);
        break;
      case 'pause_reminder':
        applyEvent(model, { kind: 'pause_reminded' }, rules);
        break;
      case 'end_pause':
        applyEvent(model, { kind: 'resumed' }, rules);
        break;
      default:
        throw new Error(`nothing is planned for ${due.kind}`);
    }
  }
}

/** What an action does to the switch, event by event; false if one of them is not possible. */
function perform(model: Model, action: Action, rules: Rules): boolean {
  const seen = () => applyEvent(model, { kind: 'sign_of_life' }, rules);
  switch (action.kind) {
    case 'check_in':
    case 'check_in_link':
    case 'write':
    case 'trash':
      return seen();
    case 'theft':
    case 'stranger':
      return true;
    case 'resume':
      return seen() && applyEvent(model, { kind: 'resumed' }, rules);
    case 'cancel':
      return applyEvent(model, { kind: 'cancelled' }, rules) && seen();
    case 'pause':
      return (
        seen() && applyEvent(model, { kind: 'paused', until: model.now + action.days * rules.dayMs }, rules)
      );
    case 'settings': {
      if (action.by === 'browser') seen();
      const settings = { ...model.state.settings, thresholdDays: action.thresholdDays };
      return applyEvent(model, { kind: 'settings_changed', settings }, rules);
    }
    case 'answer': {
      const { successorId, response } = action;
      return response === 'owner_alive'
        ? applyEvent(model, { kind: 'owner_alive', successorId }, rules)
        : applyEvent(model, { kind: 'responded', successorId, response }, rules);
    }
    case 'opt_out': {
      const { successorId } = action;
      applyEvent(model, { kind: 'responded', successorId, response: 'decline' }, rules);
      const successors = model.state.successors.filter(({ id }) => id !== successorId);
      model.state = { ...model.state, successors };
      return applyEvent(model, { kind: 'eligibility_changed' }, rules);
    }
    case 'mailbox_refuses':
    case 'mailbox_takes':
      return true;
  }
}

/** What someone might do now. */
function possible({ state, now, refusedUntil }: Model, random: () => number): Action[] {
  const pick = <T>(...from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const kinds: Action[] = [];
  const pause: Action = { kind: 'pause', days: pick(5, 12, 35) };
  const pending = refusedUntil > now;
  // While a warning is being retried, little is possible: the test says what cannot be played then.
  if (pending) return state.status === 'completed' ? [] : [pause];
  kinds.push({ kind: pick('check_in', 'write', 'trash') }, { kind: 'theft' }, { kind: 'stranger' });
  if (state.status !== 'completed') kinds.push(pause);
  if (state.remindersAccepted > 0) kinds.push({ kind: 'check_in_link' });
  if (state.status === 'paused') kinds.push({ kind: 'resume' }, { kind: 'resume' });
  if (['armed', 'reminding'].includes(state.status)) {
    kinds.push({ kind: 'mailbox_refuses' });
  }
  kinds.push({
    kind: 'settings',
    thresholdDays: pick(10, 14, 20),
    by: handoverActive(state) ? 'browser' : pick('browser', 'program'),
  });
  if (handoverActive(state)) kinds.push({ kind: 'cancel' });
  for (const invitee of state.handover?.invitees ?? []) {
    const { successorId } = invitee;
    if (invitee.invitedAt === null || !handoverActive(state)) continue;
    for (const response of ['accept', 'accept', 'decline', 'owner_alive'] as const) {
      // Saying it again changes nothing, whatever the answer.
      if (response !== invitee.response) kinds.push({ kind: 'answer', successorId, response });
    }
    if (state.successors.some(({ id }) => id === successorId)) kinds.push({ kind: 'opt_out', successorId });
  }
  return kinds;
}

/**
 * Draws a script.
 *
 * @param begun the switch as it is at `start`, with nothing due
 */
export function drawScript(seed: number, begun: SwitchState, start: number, rules: Rules): Script {
  const random = randomFrom(seed);
  /** How much this owner and their successors do. Most do little, or nobody would ever be invited. */
  const liveliness = 0.02 + 0.3 * random() ** 2;
  const moment = (day: number) => start + day * rules.dayMs;
  const away = AWAY_DAYS.map(({ from, to }) => ({ from: moment(from), to: moment(to) }));
  const margin = MARGIN_DAYS * rules.dayMs;
  const model: Model = { state: begun, now: start, refusedUntil: 0, changedAt: start };
  const script: Script = { actions: [], checkpoints: [] };

  /** Whether nothing happens on its own around this moment. */
  const quiet = () => {
    const ahead = { ...model };
    advance(ahead, model.now + margin, away, rules);
    const near = AWAY_DAYS.some(
      ({ from, to }) => model.now > moment(from - AFTER_DAYS) && model.now < moment(to + AFTER_DAYS),
    );
    return ahead.state === model.state && model.now - model.changedAt > margin && !near;
  };

  const act = (day: number) => {
    if (!quiet() || random() > liveliness) return;
    const kinds = possible(model, random);
    const action = kinds[Math.floor(random() * kinds.length)];
    if (!action) return;
    const after = { ...model };
    if (!perform(after, action, rules)) return;
    // What is due at once would be done before anybody could look.
    Object.assign(model, after);
    script.actions.push({ day, action });
    if (action.kind === 'mailbox_refuses') {
      const takes = day + EVERY_DAYS * (1 + Math.floor(random() * 2)) + OFFSET_DAYS / 2;
      model.refusedUntil = moment(takes);
      script.actions.push({ day: takes, action: { kind: 'mailbox_takes' } });
    }
  };

  const marks = [
    ...Array.from({ length: Math.floor(LAST_DAY / EVERY_DAYS) }, (_, i) => ({
      day: i * EVERY_DAYS + OFFSET_DAYS,
      check: false,
    })),
    ...CHECK_DAYS.map((day) => ({ day: day + OFFSET_DAYS / 2, check: true })),
  ].sort((a, b) => a.day - b.day);
  for (const { day, check } of marks) {
    advance(model, moment(day), away, rules);
    if (!check) act(day);
    else if (quiet()) script.checkpoints.push({ day, state: model.state });
  }
  script.actions.sort((a, b) => a.day - b.day);
  return script;
}
