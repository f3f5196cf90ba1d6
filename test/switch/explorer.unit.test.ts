/** The promises of the switch in every situation that a few events can lead to, at the planner's own moments. */
import { describe, expect, test } from '@jest/globals';
import { type OwedMail, owedMails } from '../../switch/owed-mails.ts';
import { type Interval, LONGEST_WAIT_DAYS, lookAgainAt, NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import {
  handoverActive,
  isOpen,
  type SwitchEvent,
  type SwitchState,
  type SwitchStatus,
  silenceStart,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { timeline } from '../../switch/timeline.ts';
import {
  eventsOf,
  explore,
  forgeries,
  type Scope,
  type Situation,
  silentSituations,
  type Transition,
} from './explorer.ts';
import { DAY, holder, RULES, SETTINGS, successor } from './switch-builders.ts';

const NEVER = Number.POSITIVE_INFINITY;
const ACTIVE: readonly SwitchStatus[] = ['grace_period', 'awaiting_successors', 'released'];
const COUNTING: readonly SwitchStatus[] = ['armed', 'reminding'];

/** Throws if a promise is broken. `expect` is too slow to be called a million times. */
function must(kept: boolean, promise: string): asserts kept {
  if (!kept) throw new Error(promise);
}

/** How much of `[from, to)` the gaps cover. They may overlap. */
function downFor(gaps: readonly Interval[], from: number, to: number): number {
  const edges = [from, to, ...gaps.flatMap((gap) => [gap.from, gap.to])].filter(
    (at) => at >= from && at <= to,
  );
  const ordered = edges.sort((a, b) => a - b);
  return ordered.slice(1).reduce((sum, end, i) => {
    const begin = ordered[i] ?? end;
    return sum + (gaps.some((gap) => gap.from <= begin && end <= gap.to) ? end - begin : 0);
  }, 0);
}

/** Whether these people's acceptances are enough: a quorum and, where there are shares, a quorum of those who hold one. */
function enough({ state, history }: Situation): boolean {
  const invited = (state.handover?.invitees ?? []).map(({ successorId }) => successorId);
  const left = state.successors.filter(({ id }) => invited.includes(id));
  const accepted = left.filter(({ id }) => history.answers[id] === 'accept');
  const [all, have] = [left, accepted].map((those) => those.filter(({ holdsShare }) => holdsShare).length);
  return (
    accepted.length >= Math.max(1, Math.min(history.quorum, left.length)) &&
    (have ?? 0) >= Math.min(history.quorum, all ?? 0)
  );
}

/** When each warning is due at the earliest, counted from the start of silence. */
function shares({ settings: { thresholdDays, reminderPercents } }: SwitchState): number[] {
  const threshold = thresholdDays * DAY;
  const last = reminderPercents.at(-1) ?? 0;
  const most = Math.min((threshold * last) / 100, threshold - DAY);
  return [...reminderPercents.map((percent) => (most * percent) / last), threshold];
}

/** What is due next if nothing happens, by asking the planner from moment to moment. */
function nextStep({ state, now, conditions }: Situation): { kind: string; at: number } | null {
  let at = now;
  for (let looks = 0; looks < 20; looks += 1) {
    const { due } = plan(state, at, RULES, conditions);
    if (due.kind === 'nothing') return null;
    if (due.kind !== 'wait') return { kind: due.kind, at };
    if (due.until === NEVER) return null;
    must(due.until > at, 'a wait ends later than now');
    must(
      plan(state, due.until - 1, RULES, conditions).due.kind === 'wait',
      'nothing is due before the end of a wait',
    );
    at = due.until;
  }
  throw new Error('a wait ends with a step, not with another wait');
}

const PLANNED: Record<string, string> = {
  end_grace: 'grace_end',
  invite: 'invitation',
  end_pause: 'pause_end',
};

/** How far away final notice and end of grace are, if silence lasts; Infinity if no clock runs. */
interface TimeToEnd {
  notice: number;
  grace: number;
}

/** Plays on in silence, while everybody who is invited accepts. @throws if that ends anywhere but at a release */
function mustFire({ state: first, now }: Situation): void {
  let state: SwitchState = first;
  let at = now;
  const take = (event: SwitchEvent): void => {
    state = step(state, event, at, RULES) ?? state;
  };
  for (let turn = 0; turn < 100; turn += 1) {
    for (const { successorId, invitationsSent, invitedAt } of state.handover?.invitees ?? []) {
      if (!isOpen(state.handover) || invitationsSent === 0) continue;
      if (invitedAt === null) take({ kind: 'invitation_accepted', successorId, at });
      take({ kind: 'responded', successorId, response: 'accept' });
    }
    const { due } = plan(state, at, RULES, NORMAL_CONDITIONS);
    if (due.kind === 'nothing') break;
    if (due.kind === 'wait') at = due.until;
    const [event] = eventsOf(due, at);
    if (event) take(event);
    must(Number.isFinite(at), `a silent owner’s vault is released in the end, not stuck: ${state.status}`);
  }
  const nobody = state.successors.length === 0;
  must(
    state.status === (nobody ? 'off' : 'completed') || first.status === 'completed' || first.status === 'off',
    `a silent owner’s switch ends: ${state.status}`,
  );
  for (const { successorId, response, accessEndsAt } of state.handover?.invitees ?? []) {
    const still = state.successors.some(({ id }) => id === successorId);
    must(
      first.status === 'completed' || !still || response !== 'accept' || accessEndsAt !== null,
      'everybody who accepted had access',
    );
  }
}

/** What holds in every situation. */
function arrive(situation: Situation): TimeToEnd {
  const { state, now, conditions, history } = situation;
  const { status, handover } = state;
  must(
    !isOpen(handover) || ACTIVE.includes(status) || status === 'reminding',
    `an open handover, while it is under way: ${status}`,
  );
  must(!ACTIVE.includes(status) || handover?.status === status, 'handover and switch agree');
  must((status === 'paused') === (state.pausedAt !== null), 'paused since some moment');
  must(
    status === 'reminding' || ACTIVE.includes(status) || state.remindersAccepted === 0,
    'no reminders at rest',
  );
  must(state.remindersAccepted <= state.settings.reminderPercents.length, 'no more reminders than there are');
  must(
    ['off', 'paused', 'completed'].includes(status) || state.successors.length > 0,
    'no clock without successors',
  );
  const released = status === 'released';
  must(status !== 'awaiting_successors' || !enough(situation), 'a quorum releases');
  for (const { successorId, accessEndsAt } of handover?.invitees ?? []) {
    const still = state.successors.some(({ id }) => id === successorId);
    const accepted = history.answers[successorId] === 'accept';
    must(
      !released || !still || !accepted || accessEndsAt !== null,
      'an acceptance opens access once released',
    );
    must(accessEndsAt === null || released || status === 'completed', 'no access before the release');
    must(accessEndsAt === null || accepted, 'no access without an acceptance');
  }

  const { due, deadline, creditedMs } = plan(state, now, RULES, conditions);
  must(
    status === 'grace_period' || creditedMs <= state.settings.thresholdDays * DAY,
    'an outage moves the deadline by one threshold at most',
  );
  const wakeAt = lookAgainAt(state, due, now, RULES, conditions);
  if (due.kind === 'wait') {
    must(wakeAt > now, 'the switch does not spin');
    must(
      wakeAt <= now + LONGEST_WAIT_DAYS[status === 'armed' ? 'armed' : 'other'] * DAY,
      'no wait is too long',
    );
    const receding = [...conditions.apiGaps, ...conditions.mailGaps].some(({ to }) => to >= now);
    must(wakeAt <= due.until || (receding && wakeAt <= now + DAY), 'the switch does not oversleep');
  }
  for (const event of eventsOf(due, now)) {
    const next = step(state, event, now, RULES);
    must(next !== null && next !== state, `what is due can be done: ${event.kind}`);
  }
  const skewed = plan(state, now, RULES, { ...conditions, holds: ['clock_skew'] }).due.kind;
  must(['hold', 'wait', 'nothing'].includes(skewed), 'nothing is done while the clocks disagree');
  const unmailed = plan(state, now, RULES, { ...conditions, holds: ['mail_unconfigured'] }).due.kind;
  must(unmailed !== 'reminder' && unmailed !== 'final_notice', 'no warning without a mail server');
  must(
    due.kind !== 'invite' || due.successorIds.every((id) => state.successors.some((each) => each.id === id)),
    'only successors are invited',
  );

  const ahead = timeline(state, now, RULES, conditions);
  const next = nextStep(situation);
  if (next && next.kind !== 'complete') {
    must(
      ahead[0]?.kind === (PLANNED[next.kind] ?? next.kind) && ahead[0].at === next.at,
      'the timeline tells the next step',
    );
  } else must(ahead.length === 0, 'the timeline tells nothing that will not come');
  must(
    ahead.every((each, i) => i === 0 || each.at >= (ahead[i - 1]?.at ?? 0)),
    'the timeline is in order',
  );
  const atOf = (kind: string) => ahead.find((each) => each.kind === kind)?.at;
  const notice = COUNTING.includes(status) ? atOf('final_notice') : undefined;
  if (COUNTING.includes(status))
    must(notice === Math.max(now, deadline ?? 0), 'the deadline is when the final notice is due');
  if (status === 'grace_period')
    must(atOf('grace_end') === Math.max(now, deadline ?? 0), 'the deadline is the end of grace');
  must(
    state.reachedByWay === history.heard,
    'a notice that another way took stays taken until it comes back',
  );
  if (status === 'grace_period' && history.notice) {
    const { at } = history.notice;
    const down = downFor([...conditions.apiGaps, ...conditions.mailGaps], at, now);
    const unheard = state.undeliverableAt !== null && !history.heard;
    const whole = unheard ? 30 * DAY : RULES.graceMs;
    must(deadline === at + whole + down, 'a long grace period only for those whom nothing reached');
  }
  must(
    COUNTING.includes(status) || status === 'grace_period' || deadline === null,
    'no deadline while no clock runs',
  );
  for (const [event, made] of forgeries(situation)) {
    must(
      made === null || POSSIBLE[event.kind]?.includes(status) === true,
      `${event.kind} is not possible in ${status}`,
    );
  }
  const clock = COUNTING.includes(status) || status === 'grace_period';
  return { notice: (notice ?? NEVER) - now, grace: clock ? (atOf('grace_end') ?? NEVER) - now : NEVER };
}

/** In which statuses an event may be possible. The others are possible in all. */
const POSSIBLE: { [K in SwitchEvent['kind']]?: readonly SwitchStatus[] } = {
  settings_changed: ['off', 'armed', 'reminding', 'paused', 'completed'],
  paused: ['off', 'armed', 'reminding', ...ACTIVE, 'paused'],
  pause_reminded: ['paused'],
  resumed: ['paused'],
  reminder_accepted: COUNTING,
  reminder_undeliverable: COUNTING,
  final_notice_accepted: ['reminding', 'grace_period'],
  final_notice_undeliverable: ['reminding'],
  grace_ended: ['grace_period'],
  successors_invited: ['awaiting_successors', 'released'],
  completed: ['released'],
  cancelled: ['reminding', ...ACTIVE],
  responded: ['reminding', ...ACTIVE],
  owner_alive: ['reminding', ...ACTIVE],
  invitation_accepted: ['reminding', ...ACTIVE],
  invitation_dropped: ['reminding', ...ACTIVE],
  invitation_returned: ['reminding', ...ACTIVE],
  warning_returned: ['reminding', 'grace_period', 'awaiting_successors'],
  access_reminded: ['released'],
  access_renewed: ['released', 'completed'],
};
/** What ends a silence, and what may bring its end nearer. */
const ENDS_SILENCE = ['sign_of_life', 'cancelled'];
const MAY_HASTEN = ['address_changed', 'settings_changed', 'resumed', 'final_notice_accepted'];

function mayBePossible({ from: { history }, before: state, event }: Transition): boolean {
  if (POSSIBLE[event.kind]?.includes(state.status) === false) return false;
  const open = isOpen(state.handover);
  switch (event.kind) {
    case 'cancelled':
      return open;
    case 'settings_changed':
      return !open;
    case 'responded':
    case 'owner_alive':
      return (
        history.invited[event.successorId] !== undefined &&
        state.successors.some(({ id }) => id === event.successorId)
      );
    case 'access_renewed':
      return history.answers[event.successorId] === 'accept';
    default:
      return true;
  }
}

/** What holds for every event. @param ends of the situation before it, and after it */
function pass(transition: Transition, was: TimeToEnd, is: TimeToEnd | null): void {
  const { from, event, before, to } = transition;
  if (!to || !is) {
    const always =
      POSSIBLE[event.kind] === undefined || (event.kind === 'cancelled' && mayBePossible(transition));
    must(!always, `${event.kind} is possible in ${before.status}`);
    return;
  }
  must(mayBePossible(transition), `${event.kind} is not possible in ${before.status}`);
  const next = to.state;
  const armedAgain = next.status === 'armed' && before.status !== 'armed';
  must(
    next.epoch ===
      before.epoch +
        (armedAgain || (event.kind === 'restored' && ['armed', 'paused'].includes(before.status)) ? 1 : 0),
    '+1 at every entry to armed',
  );
  must(next.lastSeenAt >= before.lastSeenAt, 'lastSeenAt never decreases');
  must(silenceStart(next) >= silenceStart(before), 'silence never begins earlier');
  if (ENDS_SILENCE.includes(event.kind)) {
    const rests = ['off', 'armed', 'paused'].includes(before.status);
    const expected = rests ? before.status : before.successors.length > 0 ? 'armed' : 'off';
    must(next.status === expected, `a sign of life leads to ${expected}`);
    must(
      next.lastSeenAt >= from.now - 60_000 && !isOpen(next.handover),
      'and ends whatever silence had set off',
    );
  }
  must(
    before.status !== 'paused' || next.status === 'paused' || event.kind === 'resumed',
    'only resuming ends a pause',
  );
  if (event.kind === 'paused')
    must(next.pausedUntil === event.until && next.pausedUntil > from.now, 'paused until then');

  // Nothing but the steps themselves brings anything nearer, and they only when they are due.
  const started = Object.fromEntries([...COUNTING, ...ACTIVE].map((status, i) => [status, i]));
  const passed = (started[next.status] ?? -1) > (started[before.status] ?? -1);
  if (passed && !armedAgain && event.kind !== 'access_renewed') advance(transition, to);
  else if (!MAY_HASTEN.includes(event.kind)) {
    if (COUNTING.includes(before.status))
      must(is.notice >= was.notice, `${event.kind} brings the final notice no nearer`);
    // A new silence, or a notice that is delivered after all, has a whole grace period of its own.
    const another = to.history.since > from.history.since || from.history.notice?.dead === true;
    // The long grace period is for those whom nothing has reached.
    const heard = event.kind === 'way_accepted' && before.undeliverableAt !== null;
    must(
      another || heard || was.grace === NEVER || is.grace >= was.grace,
      `${event.kind} brings the end of grace no nearer`,
    );
  }
  if (COUNTING.includes(next.status) && to.history.ownerAliveAt === null) {
    const threshold = next.settings.thresholdDays * DAY;
    must(
      from.now + is.notice >= to.history.since + threshold,
      'a whole threshold since the last sign of life',
    );
    must(is.grace >= is.notice + RULES.graceMs, 'and a whole grace period after it');
  }
  mustBeFair(transition, next);
  requireOwedMails(before, step(before, event, from.now, RULES) ?? next);
}

/** A step towards the release: only after all the steps before it, at its time. */
function advance({ from, event }: Transition, to: Situation): void {
  const { state, now, conditions, history } = from;
  const credit = (since: number) =>
    Math.min(state.settings.thresholdDays * DAY, downFor(conditions.apiGaps, since, now));
  const due = shares(state);
  const n = history.reminders.length;
  const [share = 0, before = 0] = [due[n], due[n - 1]];
  switch (event.kind) {
    case 'eligibility_changed':
      must(
        state.status === 'awaiting_successors' && enough(to),
        'those who leave bring a release only with a quorum',
      );
      break;
    case 'responded':
      must(state.status === 'awaiting_successors' && enough(to), 'released by a quorum and nothing less');
      break;
    case 'reminder_accepted':
    case 'reminder_undeliverable':
      must(now - history.since - credit(history.since) >= share, 'no reminder before its time');
      break;
    case 'final_notice_accepted':
    case 'final_notice_undeliverable': {
      must(n === state.settings.reminderPercents.length, 'no final notice without every reminder');
      const alive = history.ownerAliveAt;
      if (alive !== null)
        must(now - alive - credit(alive) >= 14 * DAY, 'two weeks after “the owner is alive”');
      else {
        must(now - history.since - credit(history.since) >= share, 'no final notice before the deadline');
        must(
          now - (history.reminders.at(-1)?.at ?? now) >= share - before - 1,
          'nor too soon after the last reminder',
        );
      }
      break;
    }
    case 'grace_ended': {
      must(
        history.notice !== null && n === state.settings.reminderPercents.length,
        'no release without every warning',
      );
      const { at, dead } = history.notice;
      const up = now - at - downFor([...conditions.apiGaps, ...conditions.mailGaps], at, now);
      must(
        up >= (dead && !history.heard ? 30 * DAY : RULES.graceMs),
        'a whole grace period in which the owner could come back',
      );
      must(
        (to.state.status === 'released') === enough(to),
        'kept answers release only if they make the quorum',
      );
      break;
    }
    default:
      throw new Error(`${event.kind} leads from ${state.status} to ${to.state.status}`);
  }
}

/** Who is invited and when, who gets access, and when all is over. */
function mustBeFair({ from: { now, history }, event, before }: Transition, next: SwitchState): void {
  const still = (id: string) => before.successors.some((each) => each.id === id);
  const invitees = before.handover?.invitees ?? [];
  for (const { successorId, accessEndsAt } of next.handover?.invitees ?? []) {
    const had = invitees.find((each) => each.successorId === successorId)?.accessEndsAt;
    must(accessEndsAt === null || had != null || still(successorId), 'access is for successors only');
  }
  if (event.kind === 'completed') {
    const over = invitees.every(
      ({ successorId: id, accessEndsAt }) =>
        !still(id) || history.answers[id] === 'decline' || (accessEndsAt !== null && accessEndsAt <= now),
    );
    must(over, 'not completed while anybody may still read or answer');
  }
  for (const { successorId: id } of event.kind === 'access_reminded' ? event.reminders : []) {
    const { accessEndsAt = null } = invitees.find(({ successorId }) => successorId === id) ?? {};
    must(still(id) && accessEndsAt !== null && accessEndsAt > now, 'only readers hear that access ends');
    must(accessEndsAt - now <= 30 * DAY, 'and not too soon');
  }
  for (const id of event.kind === 'successors_invited' ? event.successorIds : []) {
    const last = history.invited[id];
    const delayDays = invitees.find(({ successorId }) => successorId === id)?.handoverDelayDays ?? 0;
    const first = (history.graceEndedAt ?? now) + delayDays * DAY;
    must(history.answers[id] !== 'accept', 'nobody is asked who has accepted');
    must(now >= (last ? (last.acceptedAt ?? now) + 7 * DAY : first), 'nobody is asked before their time');
  }
}

/** Everybody who is concerned gets a mail: those who were invited before, and those who may read now. */
function requireOwedMails(before: SwitchState, next: SwitchState): void {
  const owed = owedMails(before, next);
  const count = (kind: OwedMail['kind']) => owed.filter((each) => each.kind === kind).length;
  const windows = (state: SwitchState) =>
    (state.handover?.invitees ?? []).filter(({ accessEndsAt }) => accessEndsAt !== null).length;
  const invited = (state: SwitchState) =>
    (state.handover?.invitees ?? []).filter(({ invitationsSent }) => invitationsSent > 0).length;
  if (isOpen(before.handover) && !handoverActive(next) && next.status !== 'completed') {
    must(
      count('handover_cancelled') === invited(before),
      'everybody who was invited is told that it is over',
    );
  } else {
    must(count('access') === Math.max(0, windows(next) - windows(before)), 'everybody who may read is told');
  }
  must(
    count('switch_off') === (next.status === 'off' && before.status !== 'off' ? 1 : 0),
    'told that it is off',
  );
}

const base = { ...SETTINGS, thresholdDays: 20, accessDays: 10, reminderPercents: [75] };
const SCOPES: Record<string, Scope> = {
  'one successor': {
    settings: base,
    otherSettings: { ...base, thresholdDays: 10 },
    people: [successor('ann'), successor('zoe')],
    ways: true,
  },
  'two successors and a quorum of two': {
    settings: { ...base, quorum: 2, reminderPercents: [60, 98] },
    otherSettings: { ...base, quorum: 1, reminderPercents: [60, 98] },
    people: [holder('ann'), successor('bob', 3), successor('zoe')],
  },
  'two successors of whom one holds a share': {
    // Long enough for a reminder.
    settings: { ...base, accessDays: 15 },
    otherSettings: { ...base, accessDays: 20 },
    people: [holder('ann'), successor('bob'), successor('zoe')],
  },
};

const promises = { arrive, follow: mustFire, pass };

describe.each([
  { name: 'one successor', depth: 4 },
  { name: 'two successors and a quorum of two', depth: 4 },
  { name: 'two successors of whom one holds a share', depth: 2 },
])('with $name, every promise holds', ({ name, depth }) => {
  const scope = SCOPES[name] as Scope;
  const situations = silentSituations(scope);

  test('at each status of a silent owner', () => {
    const statuses = situations.map(({ state }) => state.status);
    expect(new Set(statuses)).toEqual(new Set(['armed', 'reminding', ...ACTIVE, 'completed']));
  });

  test(`within ${depth} events of an armed switch`, () => {
    explore(scope, situations.slice(0, 1), depth, promises);
  });

  test('within three events of each status', () => {
    explore(scope, situations, 3, promises);
  });
});
