/**
 * A breadth-first search over the real switch: everything that an owner, a worker, a mail server and successors can do,
 * at the planner's own moments. Random simulations rarely hit a moment to the millisecond; this does so everywhere.
 */
import { type Conditions, type Due, NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import {
  type CurrentSuccessor,
  type SwitchEvent,
  type SwitchSettings,
  type SwitchState,
  silenceStart,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { after, nothingYet, type SwitchHistory } from './explorer-history.ts';
import { aSwitch, DAY, daysOf, RULES, START } from './switch-builders.ts';

/** A switch at a moment, what happened outside it, and what led here. */
export interface Situation {
  state: SwitchState;
  now: number;
  conditions: Conditions;
  history: SwitchHistory;
  /** The events so far, in words: what to show when a promise is broken. */
  trail: readonly string[];
}

export interface Transition {
  from: Situation;
  event: SwitchEvent;
  /** The state before the event: that of `from`, unless the event says that people have changed. */
  before: SwitchState;
  /** Null if the switch calls the event impossible. */
  to: Situation | null;
}

export interface Scope {
  settings: SwitchSettings;
  /** What the owner may change the settings to. */
  otherSettings: SwitchSettings;
  /** Everybody who may ever be a successor. The last one is not yet. */
  people: readonly CurrentSuccessor[];
  /** Whether the owner can be reached on another way than their mailbox. */
  ways?: true;
}

/** An outage that is longer than any threshold here, and how late a step is after a shorter one. */
const LONG_OUTAGE = 60 * DAY;
const LATE = 5 * DAY;

/** An event a minute late: the clock of the process that dates it is behind. */
const BEHIND_MS = 60_000;

/** The event that a worker's step becomes: the mail is accepted, or its mailbox is dead. */
export function eventsOf(due: Due, now: number): SwitchEvent[] {
  const notice = { at: now, handoverId: 'handover', graceMs: RULES.graceMs };
  switch (due.kind) {
    case 'reminder':
      return [
        { kind: 'reminder_accepted', at: now },
        { kind: 'reminder_undeliverable', at: now },
      ];
    case 'final_notice':
      return [
        { kind: 'final_notice_accepted', ...notice },
        { kind: 'final_notice_undeliverable', ...notice },
      ];
    case 'end_grace':
      return [{ kind: 'grace_ended' }];
    case 'invite':
      return [{ kind: 'successors_invited', successorIds: due.successorIds }];
    case 'access_reminder':
      return [{ kind: 'access_reminded', reminders: due.reminders }];
    case 'complete':
      return [{ kind: 'completed' }];
    case 'pause_reminder':
      return [{ kind: 'pause_reminded' }];
    case 'end_pause':
      return [{ kind: 'resumed' }];
    default:
      return [];
  }
}

/**
 * What may happen to a mail that has been handed to the mail server: it is accepted late, comes back, or becomes
 * obsolete.
 */
function fatesOfMail({ state, now, history }: Situation): SwitchEvent[] {
  const { handover, status, undeliverableAt } = state;
  const arrived = (handover?.invitees ?? []).filter(({ invitedAt }) => invitedAt !== null);
  const onTheirWay = (handover?.invitees ?? []).filter(
    (each) => each.invitationsSent > 0 && each.invitedAt === null,
  );
  return [
    ...onTheirWay.flatMap(({ successorId, invitationsSent: n }): SwitchEvent[] => [
      { kind: 'invitation_accepted', successorId, at: now },
      { kind: 'invitation_dropped', successorId, n },
    ]),
    ...arrived.map(
      ({ successorId, invitationsSent: n }): SwitchEvent => ({ kind: 'invitation_returned', successorId, n }),
    ),
    ...history.reminders.flatMap(({ dead }, i): SwitchEvent[] =>
      dead ? [] : [{ kind: 'warning_returned', at: now, reminder: i + 1 }],
    ),
    ...(history.notice && !history.notice.dead
      ? [{ kind: 'warning_returned' as const, at: now, reminder: null }]
      : []),
    ...(status === 'grace_period' && undeliverableAt !== null
      ? [{ kind: 'final_notice_accepted' as const, at: now, handoverId: 'late', graceMs: RULES.graceMs }]
      : []),
  ];
}

/** Another way takes the final notice that is due or has been given, or returns it. */
function fatesAtWays({ state, now, conditions, history }: Situation): SwitchEvent[] {
  if (history.heard) return [{ kind: 'way_returned', finalNotice: true }];
  const sent =
    state.status === 'grace_period' || plan(state, now, RULES, conditions).due.kind === 'final_notice';
  return sent ? [{ kind: 'way_accepted', at: now, finalNotice: true }] : [];
}

/** What an owner, an operator or a successor may do at any moment, possible or not. */
function eventsByPeople({ now }: Situation, { otherSettings, people }: Scope): SwitchEvent[] {
  const each = (kind: 'owner_alive' | 'access_renewed'): SwitchEvent[] =>
    people.map(({ id: successorId }) => ({ kind, successorId }));
  return [
    { kind: 'sign_of_life' },
    { kind: 'cancelled' },
    { kind: 'address_changed' },
    { kind: 'restored' },
    { kind: 'resumed' },
    { kind: 'paused', until: now + 40 * DAY },
    { kind: 'settings_changed', settings: otherSettings },
    ...people.flatMap(({ id: successorId }): SwitchEvent[] => [
      { kind: 'responded', successorId, response: 'accept' },
      { kind: 'responded', successorId, response: 'decline' },
    ]),
    ...each('owner_alive'),
    ...each('access_renewed'),
  ];
}

/** The state before an event, with one successor more or less: the event then says that this has changed. */
const changesOfPeople = (state: SwitchState, { people }: Scope): SwitchState[] =>
  people.map((each) => ({
    ...state,
    successors: state.successors.some(({ id }) => id === each.id)
      ? state.successors.filter(({ id }) => id !== each.id)
      : people.filter((one) => one === each || state.successors.some(({ id }) => id === one.id)),
  }));

/** Events that no step of the worker leads to at this moment. The switch must call them impossible, or survive them. */
const FORGED: readonly SwitchEvent[] = [
  { kind: 'grace_ended' },
  { kind: 'successors_invited', successorIds: ['nobody'] },
  { kind: 'completed' },
  { kind: 'pause_reminded' },
  { kind: 'reminder_accepted', at: START },
  { kind: 'warning_returned', at: START, reminder: 1 },
  { kind: 'invitation_returned', successorId: 'nobody', n: 1 },
  { kind: 'final_notice_accepted', at: START, handoverId: 'forged' },
  { kind: 'responded', successorId: 'nobody', response: 'accept' },
  { kind: 'owner_alive', successorId: 'nobody' },
  { kind: 'access_renewed', successorId: 'nobody' },
  { kind: 'access_reminded', reminders: [{ successorId: 'nobody', n: 1 }] },
  { kind: 'invitation_accepted', successorId: 'nobody', at: START },
  { kind: 'invitation_dropped', successorId: 'nobody', n: 1 },
  { kind: 'paused', until: START },
];

/** The same switch just before the planned moment and at it, and when a step comes after an outage. */
function later(situation: Situation): { at: Situation[]; outages: Situation[] } {
  const { state, now, conditions } = situation;
  const { due, deadline } = plan(state, now, RULES, conditions);
  if (due.kind !== 'wait' || due.until === Number.POSITIVE_INFINITY) return { at: [], outages: [] };
  const at = (moment: number): Situation => ({ ...situation, now: moment });
  const after = (which: 'apiGaps' | 'mailGaps', to: number): Situation => {
    const faults = { ...conditions, [which]: [{ from: now, to }] };
    const next = plan(state, to, RULES, faults).due;
    const moment = next.kind === 'wait' && next.until < Number.POSITIVE_INFINITY ? next.until : to;
    return { ...at(moment), conditions: faults };
  };
  const outages = [
    ...(conditions.apiGaps.length > 0 || deadline === null
      ? []
      : [after('apiGaps', due.until), after('apiGaps', now + LONG_OUTAGE)]),
    ...(conditions.mailGaps.length > 0 ? [] : [after('mailGaps', due.until + LATE)]),
  ];
  return { at: [at(due.until - 1), at(due.until)], outages };
}

const inWords = (event: SwitchEvent, at: number): string =>
  `day ${daysOf(at).toFixed(3)}, ${JSON.stringify(event)}`;

/** Everything that can happen next. */
function* transitions(situation: Situation, scope: Scope): Generator<Transition> {
  const { at, outages } = later(situation);
  for (const from of [situation, ...at, ...outages]) {
    const { state, now, conditions } = from;
    const happens = (event: SwitchEvent, when = now, before = state): Transition => {
      const next = step(before, event, when, RULES);
      if (!next) return { from, event, before, to: null };
      const history = after(from.history, event, when, before, next);
      // The database keeps a cancelled handover as history.
      const kept = next.handover?.status === 'cancelled' ? { ...next, handover: null } : next;
      const trail = [...from.trail, `${inWords(event, when)}: ${kept.status}`];
      return { from, event, before, to: { state: kept, now, conditions, history, trail } };
    };
    const { due } = plan(state, now, RULES, conditions);
    const fates = [...fatesOfMail(from), ...(scope.ways ? fatesAtWays(from) : [])];
    for (const event of [...eventsOf(due, now), ...fates]) yield happens(event);
    if (outages.includes(from)) continue;
    for (const event of eventsByPeople(from, scope)) yield happens(event);
    for (const changed of changesOfPeople(state, scope))
      yield happens({ kind: 'eligibility_changed' }, now, changed);
    yield happens({ kind: 'sign_of_life' }, now - BEHIND_MS);
  }
}

/** Events that nothing has led to, with what the switch makes of them. */
export const forgeries = ({ state, now }: Situation): [SwitchEvent, SwitchState | null][] =>
  FORGED.map((event) => [event, step(state, event, now, RULES)]);

/** A value as text, with its moments counted from now. `JSON.stringify` is too slow for it. */
function relative(value: unknown, now: number, unitMs: number): string {
  if (typeof value === 'number')
    return value > START / 2 ? `${Math.round((value - now) / unitMs)}` : `${value}`;
  if (typeof value !== 'object' || value === null) return `${value}`;
  let text = '';
  for (const each of Object.values(value)) text += `${relative(each, now, unitMs)},`;
  return `${text};`;
}

/**
 * Two situations are the same if only the date and the cycle differ.
 *
 * @param unitMs how exactly moments are compared
 */
function keyOf({ state, now, conditions, history }: Situation, unitMs: number): string {
  const resting = state.status === 'off' || state.status === 'completed' || state.status === 'paused';
  const since = resting ? now : silenceStart(state);
  const { handover } = state;
  const alike = {
    ...state,
    epoch: 0,
    lastSeenAt: since,
    clockStartedAt: 0,
    settings: state.settings.thresholdDays * 100 + state.settings.quorum,
    handover: handover && { ...handover, startedAt: 0, releasedAt: 0, completedAt: 0 },
  };
  const { invited, answers } = history;
  return relative(
    [alike, conditions, { ...history, since }, Object.keys(invited), Object.keys(answers)],
    now,
    unitMs,
  );
}

/** What the worker does when every mail is accepted. */
const OF_SILENCE: readonly SwitchEvent['kind'][] = [
  'reminder_accepted',
  'final_notice_accepted',
  'grace_ended',
  'successors_invited',
  'invitation_accepted',
  'access_reminded',
  'completed',
];

/** A silent owner whose successors all accept: an armed switch, and what each further event leads to. */
export function silentSituations(scope: Scope): Situation[] {
  const { settings, people } = scope;
  const situations: Situation[] = [
    {
      state: aSwitch({ settings, successors: people.slice(0, -1) }),
      now: START,
      conditions: NORMAL_CONDITIONS,
      history: nothingYet(START),
      trail: [],
    },
  ];
  for (let here = situations[0]; here; here = situations.at(-1)) {
    const next = [...transitions(here, scope)].find(({ from, event, to }) => {
      if (!to || from.conditions !== NORMAL_CONDITIONS) return false;
      if (event.kind !== 'responded') return OF_SILENCE.includes(event.kind);
      return event.response === 'accept' && !from.history.answers[event.successorId];
    });
    if (!next?.to) return situations;
    situations.push(next.to);
  }
  return situations;
}

/** What a search calls. Each throws when a promise is broken. */
export interface Promises<T> {
  /** Called once for each situation. */
  arrive: (situation: Situation) => T;
  /** Called once for all those that are less than two days apart. */
  follow: (situation: Situation) => void;
  /** Called for each transition, with what `arrive` returned for its two ends. */
  pass: (transition: Transition, from: T, to: T | null) => void;
}

/**
 * Goes through every situation that this many events can lead to from the first ones.
 *
 * @throws Error with the events that led to a broken promise
 */
export function explore<T>(
  scope: Scope,
  first: readonly Situation[],
  depth: number,
  { arrive, follow, pass }: Promises<T>,
): void {
  const known = new Map<string, T>();
  const followed = new Set<string>();
  const moments = new Map<Situation, T>();
  let frontier: Situation[] = [];
  const meet = (situation: Situation): T => {
    const key = keyOf(situation, 1);
    const met = known.get(key) ?? arrive(situation);
    if (known.has(key)) return met;
    known.set(key, met);
    const alike = keyOf(situation, 2 * DAY);
    if (followed.has(alike)) return met;
    followed.add(alike);
    follow(situation);
    frontier.push(situation);
    return met;
  };
  first.forEach(meet);
  for (let events = 0; events < depth; events += 1) {
    const here = frontier;
    frontier = [];
    for (const situation of here) {
      moments.clear();
      for (const transition of transitions(situation, scope)) {
        const { from, event, to } = transition;
        try {
          const met = moments.get(from) ?? arrive(from);
          moments.set(from, met);
          pass(transition, met, to && meet(to));
        } catch (error) {
          const trail = [...from.trail, `${inWords(event, from.now)}: ${to?.state.status ?? 'impossible'}`];
          const faults = JSON.stringify(from.conditions);
          throw new Error(`${error}, after ${known.size} situations:\n${trail.join('\n')}\n${faults}`);
        }
      }
    }
  }
}
