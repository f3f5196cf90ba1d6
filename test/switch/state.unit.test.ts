/** The switch as a table of cases: every event in every status, every date, and everybody who is told. */
import { describe, expect, test } from '@jest/globals';
import { owedMails } from '../../switch/owed-mails.ts';
import { FAIR_WEATHER, lookAgainAt, plan } from '../../switch/plan.ts';
import {
  type CancelReason,
  type Invitee,
  type SwitchEvent,
  type SwitchState,
  type SwitchStatus,
  silenceStart,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { timeline } from '../../switch/timeline.ts';
import {
  aHandover,
  anInvitee,
  aSwitch,
  asked,
  DAY,
  day,
  daysOf,
  gap,
  HOUR,
  RULES,
  SETTINGS,
  START,
  silent,
  successor,
  weather,
} from './switch-builders.ts';

const STATUSES: SwitchStatus[] = [
  'off',
  'armed',
  'reminding',
  'grace_period',
  'awaiting_successors',
  'released',
  'completed',
  'paused',
];

/** What an event makes of a state, where the test says that it is possible. */
function take(state: SwitchState, event: SwitchEvent, now: number): SwitchState {
  const after = step(state, event, now, RULES);
  if (!after) throw new Error(`${event.kind} is not possible in ${state.status}`);
  return after;
}

const due = (state: SwitchState, now: number, conditions = FAIR_WEATHER) =>
  plan(state, now, RULES, conditions).due;

/** The day of the next step; the switch has to be waiting for it. */
function waitsUntil(state: SwitchState, now: number, conditions = FAIR_WEATHER): number {
  const next = due(state, now, conditions);
  if (next.kind !== 'wait') throw new Error(`${next.kind} is due on day ${daysOf(now)}`);
  return daysOf(next.until);
}

describe('every event in every status', () => {
  /** `null`: not possible. `same`: nothing changes, not even the object. `+`: a new cycle begins. */
  type Outcome = SwitchStatus | 'same' | 'armed+' | 'paused+' | null;
  const NOW = day(95);
  const ready = { remindersAccepted: 3, lastReminderAt: day(85.5) };
  const changed = { ...SETTINGS, thresholdDays: 30 };

  /** A handover in which Ann has read for as long as she might, and Bob declined. */
  const readOut = (status: 'released' | 'completed') =>
    aHandover({
      status,
      releasedAt: day(93),
      completedAt: status === 'completed' ? day(94) : null,
      invitees: [
        asked('ann', { response: 'accept', respondedAt: day(93), accessEndsAt: day(94) }),
        asked('bob', { response: 'decline', respondedAt: day(93) }),
      ],
    });

  // The columns are STATUSES: off, armed, reminding, grace, awaiting, released, completed, paused.
  const table: [string, SwitchEvent, Partial<SwitchState>, Outcome[]][] = [
    [
      'a sign of life',
      { kind: 'sign_of_life' },
      {},
      ['off', 'armed', 'armed+', 'armed+', 'armed+', 'armed+', 'armed+', 'paused'],
    ],
    [
      'a sign of life while nobody is left to hand over to',
      { kind: 'sign_of_life' },
      { successors: [] },
      ['off', 'armed', 'off', 'off', 'off', 'off', 'off', 'paused'],
    ],
    [
      'somebody to hand over to',
      { kind: 'eligibility_changed' },
      { successors: [successor('ann')] },
      ['armed+', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
    [
      'a verified successor of an owner whose address is not',
      { kind: 'eligibility_changed' },
      { successors: [successor('ann')], emailVerified: false },
      ['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
    [
      'the last verified successor removed',
      { kind: 'eligibility_changed' },
      { successors: [] },
      ['same', 'off', 'off', 'off', 'off', 'off', 'same', 'same'],
    ],
    [
      'another threshold',
      { kind: 'settings_changed', settings: changed },
      { successors: [successor('ann')] },
      ['off', 'armed', 'armed+', null, null, null, 'completed', 'paused'],
    ],
    [
      'another quorum',
      { kind: 'settings_changed', settings: { ...SETTINGS, quorum: 3 } },
      {},
      ['off', 'armed', 'reminding', null, null, null, 'completed', 'paused'],
    ],
    [
      'the settings as they are',
      { kind: 'settings_changed', settings: { ...SETTINGS, reminderPercents: [75, 85, 95] } },
      {},
      ['same', 'same', 'same', null, null, null, 'same', 'same'],
    ],
    [
      'a pause',
      { kind: 'paused', until: day(120) },
      {},
      ['paused', 'paused', 'paused', 'paused', 'paused', 'paused', null, 'paused'],
    ],
    ['a resume', { kind: 'resumed' }, {}, [null, null, null, null, null, null, null, 'armed+']],
    [
      'a resume with nobody left to hand over to',
      { kind: 'resumed' },
      { successors: [] },
      [null, null, null, null, null, null, null, 'off'],
    ],
    [
      'a pause reminder',
      { kind: 'pause_reminded' },
      {},
      [null, null, null, null, null, null, null, 'paused'],
    ],
    [
      'an accepted reminder',
      { kind: 'reminder_accepted', at: NOW },
      {},
      [null, 'reminding', 'reminding', null, null, null, null, null],
    ],
    [
      'one accepted reminder more than there are',
      { kind: 'reminder_accepted', at: NOW },
      ready,
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a final notice before every reminder was accepted',
      { kind: 'final_notice_accepted', at: NOW, handoverId: 'new' },
      { remindersAccepted: 2 },
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a final notice after every reminder was accepted',
      { kind: 'final_notice_accepted', at: NOW, handoverId: 'new' },
      ready,
      [null, null, 'grace_period', null, null, null, null, null],
    ],
    [
      'an undeliverable reminder',
      { kind: 'reminder_undeliverable', at: NOW },
      {},
      [null, 'reminding', 'reminding', null, null, null, null, null],
    ],
    [
      'an undeliverable final notice',
      { kind: 'final_notice_undeliverable', at: NOW, handoverId: 'new' },
      ready,
      [null, null, 'grace_period', null, null, null, null, null],
    ],
    [
      'an undeliverable final notice that is accepted after all',
      { kind: 'final_notice_accepted', at: NOW, handoverId: '' },
      { undeliverableAt: day(90) },
      [null, null, null, 'grace_period', null, null, null, null],
    ],
    [
      'the end of grace',
      { kind: 'grace_ended' },
      {},
      [null, null, null, 'awaiting_successors', null, null, null, null],
    ],
    [
      'an ask',
      { kind: 'successors_invited', successorIds: ['ann'] },
      {},
      [null, null, null, null, 'awaiting_successors', 'released', null, null],
    ],
    [
      'an accepted ask',
      { kind: 'invitation_accepted', successorId: 'ann', at: NOW },
      {},
      [null, null, null, null, 'awaiting_successors', 'released', null, null],
    ],
    [
      'an ask that lost its point',
      { kind: 'invitation_dropped', successorId: 'ann', n: 1 },
      {},
      // Ann's first ask has arrived.
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a new address',
      { kind: 'address_changed' },
      {},
      ['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
    [
      'an acceptance',
      { kind: 'responded', successorId: 'ann', response: 'accept' },
      {},
      [null, null, null, null, 'released', 'same', null, null],
    ],
    [
      'a refusal',
      { kind: 'responded', successorId: 'ann', response: 'decline' },
      {},
      // Ann accepted before the release; her answer is final then.
      [null, null, null, null, 'awaiting_successors', null, null, null],
    ],
    [
      'an answer of somebody else',
      { kind: 'responded', successorId: 'eve', response: 'accept' },
      {},
      [null, null, null, null, null, null, null, null],
    ],
    [
      'word that the owner is alive',
      { kind: 'owner_alive', successorId: 'ann' },
      {},
      [null, null, null, null, 'reminding', null, null, null],
    ],
    [
      'the same from somebody else',
      { kind: 'owner_alive', successorId: 'eve' },
      {},
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a cancellation',
      { kind: 'cancelled' },
      {},
      [null, null, null, 'armed+', 'armed+', 'armed+', null, null],
    ],
    [
      'the end of everybody’s access',
      { kind: 'completed' },
      {},
      [null, null, null, null, null, 'completed', null, null],
    ],
    [
      'access renewed while its window is open',
      { kind: 'access_renewed', successorId: 'ann' },
      {},
      [null, null, null, null, null, 'same', null, null],
    ],
    [
      'access renewed once its window is over',
      { kind: 'access_renewed', successorId: 'ann' },
      { handover: readOut('released') },
      [null, null, null, null, null, 'released', 'released', null],
    ],
    [
      'access renewed for somebody who never had any',
      { kind: 'access_renewed', successorId: 'bob' },
      { handover: readOut('completed') },
      [null, null, null, null, null, null, null, null],
    ],
    [
      'access renewed for somebody who is no successor any more',
      { kind: 'access_renewed', successorId: 'ann' },
      { handover: readOut('completed'), successors: [successor('bob')] },
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a restored backup',
      { kind: 'restored' },
      {},
      ['same', 'armed+', 'armed+', 'armed+', 'armed+', 'armed+', 'same', 'paused+'],
    ],
  ];

  describe.each(table)('%s', (_, event, more, outcomes) => {
    test.each(STATUSES.map((status, i) => [status, outcomes[i]] as const))('in %s: %s', (status, outcome) => {
      const before = silent(status, more);
      const frozen = JSON.stringify(before);
      const after = step(before, event, NOW, RULES);
      expect(JSON.stringify(before)).toBe(frozen);
      if (outcome === null) return expect(after).toBeNull();
      if (outcome === 'same') return expect(after).toBe(before);
      const newCycle = outcome?.endsWith('+') ?? false;
      expect(after?.status).toBe(outcome?.replace('+', ''));
      expect(after?.epoch).toBe(before.epoch + (newCycle ? 1 : 0));
      expect(after?.lastSeenAt).toBeGreaterThanOrEqual(before.lastSeenAt);
      // A handover is open from the final notice to the end of access, while it is postponed, and at no other time.
      const open = ['grace_period', 'awaiting_successors', 'released'].includes(after?.status ?? '');
      const postponed = after?.ownerAliveAt != null;
      const closed = closedBy(before, event);
      expect(after?.handover?.status ?? null).toBe(
        open ? after?.status : postponed ? 'grace_period' : closed,
      );
    });
  });

  /** What became of the handover of an event that left no handover open. */
  function closedBy(before: SwitchState, event: SwitchEvent): 'completed' | 'cancelled' | null {
    if (!before.handover) return null;
    return event.kind === 'completed' ? 'completed' : 'cancelled';
  }

  test('covers every event there is', () => {
    const kinds: Record<SwitchEvent['kind'], true> = {
      sign_of_life: true,
      eligibility_changed: true,
      settings_changed: true,
      paused: true,
      resumed: true,
      pause_reminded: true,
      reminder_accepted: true,
      final_notice_accepted: true,
      reminder_undeliverable: true,
      final_notice_undeliverable: true,
      owner_alive: true,
      grace_ended: true,
      successors_invited: true,
      invitation_accepted: true,
      invitation_dropped: true,
      address_changed: true,
      responded: true,
      cancelled: true,
      completed: true,
      access_renewed: true,
      restored: true,
    };
    expect([...new Set(table.map(([, event]) => event.kind))].sort()).toEqual(Object.keys(kinds).sort());
  });
});

describe('a sign of life', () => {
  test('in an armed switch moves the moment and nothing else', () => {
    expect(take(aSwitch(), { kind: 'sign_of_life' }, day(3))).toEqual(aSwitch({ lastSeenAt: day(3) }));
  });

  test('that arrives with an older moment never moves it back', () => {
    const later = aSwitch({ lastSeenAt: day(5) });
    expect(take(later, { kind: 'sign_of_life' }, day(3)).lastSeenAt).toBe(day(5));
    const reminding = silent('reminding', { lastSeenAt: day(5), clockStartedAt: day(6) });
    expect(silenceStart(take(reminding, { kind: 'sign_of_life' }, day(3)))).toBe(day(6));
  });

  test.each(['reminding', 'grace_period', 'awaiting_successors', 'released', 'completed'] as const)(
    'in %s starts a new cycle with all of its warnings',
    (status) => {
      const after = take(silent(status), { kind: 'sign_of_life' }, day(95));
      expect(after).toMatchObject({
        status: 'armed',
        epoch: 2,
        remindersAccepted: 0,
        lastReminderAt: null,
        finalNoticeAt: null,
      });
      expect(waitsUntil(after, day(95))).toBe(95 + 67.5);
    },
  );

  test.each<[string, SwitchEvent, CancelReason]>([
    ['the owner who returns', { kind: 'sign_of_life' }, 'owner_returned'],
    ['the owner who cancels', { kind: 'cancelled' }, 'owner_cancelled'],
    ['the owner who pauses', { kind: 'paused', until: day(120) }, 'paused'],
    ['a restored backup', { kind: 'restored' }, 'restored'],
  ])('%s cancels the handover, and it says why', (_, event, cancelReason) => {
    for (const status of ['grace_period', 'awaiting_successors', 'released'] as const) {
      const before = silent(status);
      expect(take(before, event, day(95)).handover).toEqual({
        ...before.handover,
        status: 'cancelled',
        cancelledAt: day(95),
        cancelReason,
      });
    }
  });

  test('does not end a pause', () => {
    const paused = silent('paused');
    expect(take(paused, { kind: 'sign_of_life' }, day(50))).toEqual({ ...paused, lastSeenAt: day(50) });
  });
});

describe('who can be handed over to', () => {
  test('the clock starts when there is somebody, not when the owner was last seen', () => {
    const off = silent('off', { successors: [successor('ann')] });
    const armed = take(off, { kind: 'eligibility_changed' }, day(40));
    expect(armed).toMatchObject({ status: 'armed', epoch: 1, lastSeenAt: START });
    expect(waitsUntil(armed, day(40))).toBe(40 + 67.5);
  });

  test('an owner who cannot be written to is not armed', () => {
    const off = silent('off', { successors: [successor('ann')], emailVerified: false });
    expect(step(off, { kind: 'eligibility_changed' }, day(40), RULES)).toBe(off);
  });

  test('nobody left cancels the open handover for that reason', () => {
    const before = silent('awaiting_successors', { successors: [] });
    const after = take(before, { kind: 'eligibility_changed' }, day(95));
    expect(after).toMatchObject({ status: 'off', finalNoticeAt: null, remindersAccepted: 0 });
    expect(after.handover).toMatchObject({ status: 'cancelled', cancelReason: 'no_successor' });
  });

  test('a pause outlasts the last successor, and the next one; only its end says whether the clock starts', () => {
    const alone = { ...silent('paused'), successors: [] };
    expect(step(alone, { kind: 'eligibility_changed' }, day(5), RULES)).toBe(alone);
    const joined = { ...alone, successors: [successor('bob')] };
    expect(step(joined, { kind: 'eligibility_changed' }, day(6), RULES)).toBe(joined);
    expect(take(joined, { kind: 'resumed' }, day(101))).toMatchObject({ status: 'armed', pausedUntil: null });
    expect(take(alone, { kind: 'resumed' }, day(101))).toMatchObject({ status: 'off', pausedUntil: null });
    // The timeline promises an owner whom nobody succeeds the reminders of the pause, and nothing after it.
    const kinds = timeline(alone, day(5), RULES, FAIR_WEATHER).map(({ kind }) => kind);
    expect(kinds).toEqual(['pause_reminder', 'pause_reminder', 'pause_reminder', 'pause_end']);
  });

  test('a switch that nobody can be handed over to, and one that is completed, have nothing due', () => {
    for (const status of ['off', 'completed'] as const) {
      expect(plan(silent(status), day(4_000), RULES, FAIR_WEATHER)).toEqual({
        due: { kind: 'nothing' },
        deadline: null,
        creditedMs: 0,
      });
    }
  });
});

describe('settings', () => {
  test.each([
    ['threshold', { thresholdDays: 30 }, 10 + 22.5],
    ['reminders', { reminderPercents: [50] }, 10 + 45],
  ])('another %s restarts the clock', (_, change, firstReminder) => {
    const event: SwitchEvent = { kind: 'settings_changed', settings: { ...SETTINGS, ...change } };
    const after = take(aSwitch(), event, day(10));
    expect(after).toMatchObject({ status: 'armed', epoch: 1 });
    expect(waitsUntil(after, day(10))).toBe(firstReminder);
  });

  test('a shorter threshold never makes anything due at once', () => {
    const event: SwitchEvent = { kind: 'settings_changed', settings: { ...SETTINGS, thresholdDays: 20 } };
    const after = take(silent('reminding'), event, day(80));
    expect(after).toMatchObject({ status: 'armed', epoch: 2, remindersAccepted: 0 });
    expect(waitsUntil(after, day(80))).toBe(80 + 15);
  });

  test('another quorum or access window leaves the clock alone', () => {
    const settings = { ...SETTINGS, quorum: 2, accessDays: 30 };
    const after = take(silent('reminding'), { kind: 'settings_changed', settings }, day(70));
    expect(after).toEqual(silent('reminding', { settings }));
  });
});

describe('the countdown', () => {
  const reminded = (n: number, at: number) =>
    silent('reminding', { remindersAccepted: n, lastReminderAt: day(at) });

  test('of the default 90 days: reminders on days 67.5, 76.5 and 85.5, final notice on 90', () => {
    expect(waitsUntil(aSwitch(), START)).toBe(67.5);
    expect(due(aSwitch(), day(67.5))).toEqual({ kind: 'reminder', n: 1, of: 3 });
    expect(waitsUntil(reminded(1, 67.5), day(67.5))).toBe(76.5);
    expect(due(reminded(1, 67.5), day(76.5))).toEqual({ kind: 'reminder', n: 2, of: 3 });
    expect(waitsUntil(reminded(2, 76.5), day(76.5))).toBe(85.5);
    expect(due(reminded(2, 76.5), day(85.5))).toEqual({ kind: 'reminder', n: 3, of: 3 });
    expect(waitsUntil(reminded(3, 85.5), day(85.5))).toBe(90);
    expect(due(reminded(3, 85.5), day(90))).toEqual({ kind: 'final_notice' });
  });

  test('is due at its moment and not a millisecond before', () => {
    expect(due(aSwitch(), day(67.5) - 1)).toEqual({ kind: 'wait', until: day(67.5) });
    expect(due(aSwitch(), day(67.5)).kind).toBe('reminder');
  });

  test('counts from the later of the last sign of life and the start of the clock', () => {
    expect(waitsUntil(aSwitch({ lastSeenAt: day(4), clockStartedAt: day(2) }), day(4))).toBe(71.5);
    expect(waitsUntil(aSwitch({ lastSeenAt: day(2), clockStartedAt: day(4) }), day(4))).toBe(71.5);
  });

  test.each([
    // [reminders accepted, the last one on day, the next step on day]
    [1, 68.5, 77.5],
    [1, 80, 89],
    [2, 80, 89],
    [2, 100, 109],
    [3, 85.6, 90.1],
    [3, 200, 204.5],
  ])(
    'after reminder %i was accepted late, on day %f, the next step keeps its distance: day %f',
    (n, at, next) => {
      expect(waitsUntil(reminded(n, at), day(at))).toBeCloseTo(next, 9);
    },
  );

  test('a reminder accepted early brings nothing forward', () => {
    expect(waitsUntil(reminded(1, 60), day(60))).toBe(76.5);
  });

  test('tells the deadline as it is, and as it moves while a step is overdue', () => {
    const deadline = (state: SwitchState, now: number) =>
      daysOf(plan(state, now, RULES, FAIR_WEATHER).deadline ?? 0);
    expect(deadline(aSwitch(), START)).toBe(90);
    expect(deadline(reminded(1, 67.5), day(70))).toBe(90);
    expect(deadline(reminded(1, 72.5), day(73))).toBe(95);
    // Reminder 1 is still not accepted on day 80: the others follow at their distance.
    expect(deadline(aSwitch(), day(80))).toBe(80 + 9 + 9 + 4.5);
  });

  test.each(['mail_unconfigured', 'clock_skew'] as const)('is held by %s only once a step is due', (hold) => {
    const held = weather({ holds: [hold] });
    expect(due(aSwitch(), day(67), held)).toEqual({ kind: 'wait', until: day(67.5) });
    expect(due(aSwitch(), day(67.5), held)).toEqual({ kind: 'hold', holds: [hold] });
    expect(due(reminded(3, 85.5), day(90), held)).toEqual({ kind: 'hold', holds: [hold] });
  });

  test('a reminder’s acceptance is counted, and stamped with the mail server’s moment', () => {
    const after = take(aSwitch(), { kind: 'reminder_accepted', at: day(68) }, day(69));
    expect(after).toEqual(aSwitch({ status: 'reminding', remindersAccepted: 1, lastReminderAt: day(68) }));
  });
});

describe('outages before the final notice', () => {
  test.each<[string, ReturnType<typeof gap>[], number, number]>([
    ['none', [], 67.5, 0],
    ['one day', [gap(10, 11)], 68.5, 1],
    ['two of different lengths', [gap(10, 11), gap(20, 22.5)], 71, 3.5],
    ['one that began before the last sign of life counts from there', [gap(-5, 2)], 69.5, 2],
    ['one that was over before the last sign of life counts nothing', [gap(-5, -1)], 67.5, 0],
    ['two that overlap count once', [gap(10, 14), gap(12, 15)], 72.5, 5],
    ['one within another counts nothing more', [gap(10, 20), gap(12, 13)], 77.5, 10],
  ])('without an API: %s', (_, apiGaps, firstReminder, credited) => {
    const conditions = weather({ apiGaps });
    expect(waitsUntil(aSwitch(), day(60), conditions)).toBe(firstReminder);
    const { deadline, creditedMs } = plan(aSwitch(), day(60), RULES, conditions);
    expect(creditedMs).toBe(credited * DAY);
    expect(daysOf(deadline ?? 0)).toBe(90 + credited);
  });

  test('one that goes on is credited as far as it has gone', () => {
    const now = day(67.5);
    expect(waitsUntil(aSwitch(), now, weather({ apiGaps: [gap(60, 67.5)] }))).toBe(75);
  });

  test('are credited one threshold at most, so that a laptop that is seldom on still fires', () => {
    const { deadline, creditedMs } = plan(
      aSwitch(),
      day(150),
      RULES,
      weather({ apiGaps: [gap(1, 60), gap(61, 149)] }),
    );
    expect(creditedMs).toBe(90 * DAY);
    expect(daysOf(deadline ?? 0)).toBe(180);
    expect(due(aSwitch(), day(157.5), weather({ apiGaps: [gap(0.1, 157.4)] })).kind).toBe('reminder');
  });

  test('without mail move nothing by themselves: late reminders do', () => {
    expect(waitsUntil(aSwitch(), day(60), weather({ mailGaps: [gap(10, 50)] }))).toBe(67.5);
  });

  test('late reminders and gaps overlap, never add', () => {
    // API and mail were away together from day 60 to 72; reminder 1 was due on 79.5 then, and accepted on 80.
    const state = silent('reminding', { lastReminderAt: day(80) });
    const conditions = weather({ apiGaps: [gap(60, 72)] });
    expect(waitsUntil(state, day(80), conditions)).toBe(89);
    expect(daysOf(plan(state, day(80), RULES, conditions).deadline ?? 0)).toBeCloseTo(102.5, 9);
    // The reminder was late by more than the credit: its distance decides alone.
    const later = silent('reminding', { lastReminderAt: day(90) });
    expect(waitsUntil(later, day(90), conditions)).toBe(99);
    // And the credit decides alone where it is the longer of the two.
    const soon = silent('reminding', { lastReminderAt: day(68) });
    expect(waitsUntil(soon, day(68), weather({ apiGaps: [gap(60, 66)] }))).toBe(82.5);
  });
});

describe('the grace period', () => {
  const grace = silent('grace_period');

  test('begins with the final notice and freezes quorum and successors', () => {
    const reminding = silent('reminding', {
      remindersAccepted: 3,
      lastReminderAt: day(85.5),
      settings: { ...SETTINGS, quorum: 2 },
      successors: [successor('ann', 3), successor('bob'), successor('cid', 10)],
    });
    const event: SwitchEvent = { kind: 'final_notice_accepted', at: day(90), handoverId: 'handover' };
    const after = take(reminding, event, day(90));
    expect(after.finalNoticeAt).toBe(day(90));
    expect(after.handover).toEqual(
      aHandover({
        quorum: 2,
        invitees: [
          anInvitee('ann', { handoverDelayDays: 3 }),
          anInvitee('bob'),
          anInvitee('cid', { handoverDelayDays: 10 }),
        ],
      }),
    );
    // What the owner's rows say later changes nothing about the open handover.
    const more = { ...after, successors: [...after.successors, successor('dan')] };
    expect(step(more, { kind: 'eligibility_changed' }, day(91), RULES)?.handover).toBe(after.handover);
  });

  test.each([
    [1, 3, 1],
    [3, 3, 3],
    [5, 3, 3],
    [15, 1, 1],
  ])('a quorum of %i with %i verified successors is %i', (quorum, count, frozen) => {
    const reminding = silent('reminding', {
      remindersAccepted: 3,
      settings: { ...SETTINGS, quorum },
      successors: Array.from({ length: count }, (_, i) => successor(`s${i}`)),
    });
    const event: SwitchEvent = { kind: 'final_notice_accepted', at: day(90), handoverId: 'h' };
    expect(take(reminding, event, day(90)).handover?.quorum).toBe(frozen);
  });

  test('ends 48 hours after the mail server accepted the final notice', () => {
    expect(due(grace, day(92) - 1)).toEqual({ kind: 'wait', until: day(92) });
    expect(due(grace, day(92))).toEqual({ kind: 'end_grace' });
    const late = silent('grace_period', { finalNoticeAt: day(100) });
    expect(waitsUntil(late, day(100))).toBe(102);
  });

  test.each([24, 480])('is as long as the owner was told, though the setting is %i hours now', (hours) => {
    const rules = { ...RULES, graceMs: hours * HOUR };
    const { deadline } = plan(grace, day(91), rules, FAIR_WEATHER);
    expect(deadline).toBe(day(92));
    expect(timeline(grace, day(91), rules, FAIR_WEATHER)[0]).toMatchObject({
      kind: 'grace_end',
      at: day(92),
    });
    // A notice that was made before the setting changed brings what it says.
    const reminding = silent('reminding', { remindersAccepted: 3, lastReminderAt: day(85.5) });
    const at = day(90);
    const event: SwitchEvent = { kind: 'final_notice_accepted', at, handoverId: 'h', graceMs: RULES.graceMs };
    const after = step(reminding, event, at, rules);
    expect(after && plan(after, at, rules, FAIR_WEATHER).deadline).toBe(day(92));
  });

  test.each<[string, Parameters<typeof weather>[0], number]>([
    ['the API was away', { apiGaps: [gap(90.5, 91)] }, 92.5],
    ['mail was away', { mailGaps: [gap(90.5, 91)] }, 92.5],
    ['both were away at once', { apiGaps: [gap(90.5, 91)], mailGaps: [gap(90.5, 91)] }, 92.5],
    ['both were away, partly at once', { apiGaps: [gap(90, 91)], mailGaps: [gap(90.5, 91.5)] }, 93.5],
    ['one after the other', { apiGaps: [gap(90, 91)], mailGaps: [gap(91, 91.75)] }, 93.75],
    ['before the final notice', { apiGaps: [gap(80, 90.25)] }, 92.25],
  ])('counts only moments when API and mail were both up: %s', (_, conditions, end) => {
    expect(waitsUntil(grace, day(91.8), weather(conditions))).toBe(end);
  });

  test('has no cap on that: 400 days without mail are 400 days more', () => {
    expect(waitsUntil(grace, day(491), weather({ mailGaps: [gap(91, 491)] }))).toBe(492);
  });

  test('is not ended while the clocks disagree, and needs no mail server to end', () => {
    expect(due(grace, day(92), weather({ holds: ['clock_skew'] }))).toEqual({
      kind: 'hold',
      holds: ['clock_skew'],
    });
    expect(due(grace, day(92), weather({ holds: ['mail_unconfigured'] })).kind).toBe('end_grace');
  });

  test('its end is the moment that the successors’ delays count from', () => {
    const after = take(grace, { kind: 'grace_ended' }, day(93));
    expect(after.handover).toMatchObject({ status: 'awaiting_successors', graceEndedAt: day(93) });
  });
});

/** A handover of these people, all of them still successors. */
const awaiting = (invitees: Invitee[], quorum = 1, more: Partial<SwitchState> = {}): SwitchState =>
  silent('awaiting_successors', {
    successors: invitees.map(({ successorId, handoverDelayDays }) =>
      successor(successorId, handoverDelayDays),
    ),
    handover: aHandover({ status: 'awaiting_successors', quorum, graceEndedAt: day(92), invitees }),
    ...more,
  });

describe('asking successors', () => {
  test('each is asked after their own delay', () => {
    const state = awaiting([
      anInvitee('ann'),
      anInvitee('bob', { handoverDelayDays: 5 }),
      anInvitee('cid', { handoverDelayDays: 365 }),
    ]);
    expect(due(state, day(92))).toEqual({ kind: 'invite', successorIds: ['ann'] });
    const first = take(state, { kind: 'successors_invited', successorIds: ['ann'] }, day(92));
    expect(waitsUntil(first, day(92))).toBe(97);
    expect(due(first, day(97))).toEqual({ kind: 'invite', successorIds: ['bob'] });
    const second = take(first, { kind: 'successors_invited', successorIds: ['bob'] }, day(97));
    expect(waitsUntil(second, day(97))).toBe(92 + 365);
  });

  test('those who are due are asked together', () => {
    const state = awaiting([anInvitee('ann'), anInvitee('bob'), anInvitee('cid', { handoverDelayDays: 1 })]);
    expect(due(state, day(92))).toEqual({ kind: 'invite', successorIds: ['ann', 'bob'] });
  });

  test('whoever does not answer is asked again weekly four times, then monthly, for ever', () => {
    let state = awaiting([anInvitee('ann')]);
    const days: number[] = [];
    let now = day(92);
    while (days.length < 9) {
      const next = due(state, now);
      if (next.kind === 'wait') {
        now = next.until;
        continue;
      }
      expect(next).toEqual({ kind: 'invite', successorIds: ['ann'] });
      days.push(daysOf(now) - 92);
      state = take(state, { kind: 'successors_invited', successorIds: ['ann'] }, now);
      state = take(state, { kind: 'invitation_accepted', successorId: 'ann', at: now }, now);
    }
    expect(days).toEqual([0, 7, 14, 21, 28, 58, 88, 118, 148]);
  });

  test('nobody is asked again while their last invitation is on its way, however long that takes', () => {
    const state = awaiting([anInvitee('ann', { invitationsSent: 1, invitedAt: null })]);
    expect(due(state, day(900))).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
    const arrived = take(state, { kind: 'invitation_accepted', successorId: 'ann', at: day(900) }, day(900));
    expect(waitsUntil(arrived, day(900))).toBe(907);
  });

  test('who has answered is not asked again', () => {
    const state = awaiting(
      [
        asked('ann', { response: 'decline', respondedAt: day(93) }),
        asked('bob', { response: 'accept', respondedAt: day(93) }),
        asked('cid', { invitedAt: day(95) }),
      ],
      2,
    );
    expect(waitsUntil(state, day(100))).toBe(102);
  });

  test('who is no longer a successor is neither asked nor heard', () => {
    const state = awaiting([asked('ann'), asked('bob', { invitedAt: day(95) })], 1, {
      successors: [successor('bob')],
    });
    expect(waitsUntil(state, day(95))).toBe(102);
    const answer: SwitchEvent = { kind: 'responded', successorId: 'ann', response: 'accept' };
    expect(step(state, answer, day(96), RULES)).toBeNull();
  });

  test('an invitation that was never sent cannot be accepted or answered', () => {
    const state = awaiting([anInvitee('ann', { handoverDelayDays: 5 })]);
    expect(
      step(state, { kind: 'invitation_accepted', successorId: 'ann', at: day(93) }, day(93), RULES),
    ).toBeNull();
    const answer: SwitchEvent = { kind: 'responded', successorId: 'ann', response: 'accept' };
    expect(step(state, answer, day(93), RULES)).toBeNull();
  });
});

describe('answers and the release', () => {
  const respond = (state: SwitchState, successorId: string, response: 'accept' | 'decline', at: number) =>
    take(state, { kind: 'responded', successorId, response }, at);
  const three = () => awaiting([asked('ann'), asked('bob'), asked('cid')], 2);

  test('a quorum of acceptances releases, and not one less', () => {
    const one = respond(three(), 'ann', 'accept', day(93));
    expect(one.status).toBe('awaiting_successors');
    const two = respond(one, 'bob', 'accept', day(94));
    expect(two.status).toBe('released');
    expect(two.handover).toMatchObject({ status: 'released', releasedAt: day(94) });
  });

  test('refusals do not count, and the same answer twice changes nothing', () => {
    let state = respond(three(), 'ann', 'decline', day(93));
    state = respond(state, 'bob', 'accept', day(94));
    expect(state.status).toBe('awaiting_successors');
    expect(step(state, { kind: 'responded', successorId: 'bob', response: 'accept' }, day(95), RULES)).toBe(
      state,
    );
  });

  test('an answer may change until the release, in both directions', () => {
    let state = respond(three(), 'ann', 'accept', day(93));
    state = respond(state, 'ann', 'decline', day(94));
    state = respond(state, 'bob', 'accept', day(95));
    expect(state.status).toBe('awaiting_successors');
    state = respond(state, 'ann', 'accept', day(96));
    expect(state.status).toBe('released');
  });

  test('and not after it', () => {
    let state = respond(three(), 'ann', 'decline', day(93));
    state = respond(respond(state, 'bob', 'accept', day(94)), 'cid', 'accept', day(95));
    for (const [successorId, response] of [
      ['ann', 'accept'],
      ['bob', 'decline'],
    ] as const) {
      expect(step(state, { kind: 'responded', successorId, response }, day(96), RULES)).toBeNull();
    }
  });

  test('who accepted and then stopped being a successor is not counted, and gets no access', () => {
    const one = respond(three(), 'ann', 'accept', day(93));
    const without = { ...one, successors: [successor('bob'), successor('cid')] };
    const two = respond(without, 'bob', 'accept', day(94));
    expect(two.status).toBe('awaiting_successors');
    const enough = respond(two, 'cid', 'accept', day(95));
    expect(enough.status).toBe('released');
    expect(enough.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([null, day(185), day(185)]);
  });

  test('access counts from the later of acceptance and release', () => {
    let state = respond(three(), 'ann', 'accept', day(93));
    expect(state.handover?.invitees[0]?.accessEndsAt).toBeNull();
    state = respond(state, 'bob', 'accept', day(100));
    state = respond(state, 'cid', 'accept', day(120));
    expect(state.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([day(190), day(190), day(210)]);
    expect(state.handover?.releasedAt).toBe(day(100));
  });

  test('a late acceptance joins even after another has left the circle', () => {
    let state = respond(respond(three(), 'ann', 'accept', day(93)), 'bob', 'accept', day(94));
    state = { ...state, successors: [successor('bob'), successor('cid')] };
    state = respond(state, 'cid', 'accept', day(120));
    expect(state.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([day(184), day(184), day(210)]);
  });

  test('a late refusal takes nothing from anybody', () => {
    const released = respond(respond(three(), 'ann', 'accept', day(93)), 'bob', 'accept', day(94));
    const after = respond(released, 'cid', 'decline', day(95));
    expect(after.status).toBe('released');
    expect(after.handover?.invitees.slice(0, 2)).toEqual(released.handover?.invitees.slice(0, 2));
  });
});

describe('after the release', () => {
  const released = (invitees: Invitee[], more: Partial<SwitchState> = {}): SwitchState =>
    silent('released', {
      successors: invitees.map((each) => successor(each.successorId)),
      handover: aHandover({ status: 'released', graceEndedAt: day(92), releasedAt: day(93), invitees }),
      ...more,
    });
  const reader = (id: string, endsOn: number) =>
    asked(id, { response: 'accept', respondedAt: day(93), accessEndsAt: day(endsOn) });
  const decliner = (id: string) => asked(id, { response: 'decline', respondedAt: day(93) });

  test('invitations go on', () => {
    const state = released([reader('ann', 183), anInvitee('bob', { handoverDelayDays: 30 })]);
    expect(waitsUntil(state, day(100))).toBe(122);
    expect(due(state, day(122))).toEqual({ kind: 'invite', successorIds: ['bob'] });
  });

  test('it is completed when everybody declined or their access ended', () => {
    const state = released([reader('ann', 183), reader('bob', 190), decliner('cid')]);
    expect(waitsUntil(state, day(100))).toBe(183);
    expect(waitsUntil(state, day(183))).toBe(190);
    expect(due(state, day(190))).toEqual({ kind: 'complete' });
  });

  test('and not while somebody is still to be invited or to answer', () => {
    const toInvite = released([reader('ann', 183), anInvitee('bob', { handoverDelayDays: 365 })]);
    expect(waitsUntil(toInvite, day(200))).toBe(92 + 365);
    const toAnswer = released([
      reader('ann', 183),
      asked('bob', { invitationsSent: 5, invitedAt: day(195) }),
    ]);
    expect(waitsUntil(toAnswer, day(200))).toBe(225);
  });

  test('who is no longer a successor is not waited for', () => {
    const state = released([reader('ann', 183), asked('bob', { invitedAt: day(183) })], {
      successors: [successor('ann')],
    });
    expect(due(state, day(183))).toEqual({ kind: 'complete' });
  });

  test('access that was renewed is a window of its own, after which the cycle is completed again', () => {
    const ended = take(released([reader('ann', 183), reader('bob', 190)]), { kind: 'completed' }, day(190));
    const renewed = take(ended, { kind: 'access_renewed', successorId: 'ann' }, day(500));
    expect(renewed).toMatchObject({
      status: 'released',
      epoch: 1,
      handover: { status: 'released', completedAt: null, releasedAt: day(93) },
    });
    expect(renewed.handover?.invitees.map(({ accessEndsAt }) => daysOf(accessEndsAt ?? 0))).toEqual([
      590, 190,
    ]);
    expect(owedMails(ended, renewed)).toEqual([]);
    expect(waitsUntil(renewed, day(500))).toBe(590);
    expect(due(renewed, day(590))).toEqual({ kind: 'complete' });
    const back = take(renewed, { kind: 'sign_of_life' }, day(501));
    expect(back).toMatchObject({ status: 'armed', handover: { status: 'cancelled' } });
    expect(take(ended, { kind: 'sign_of_life' }, day(501))).toMatchObject({
      status: 'armed',
      handover: null,
    });
  });

  test('completed keeps the record and nothing of the countdown', () => {
    const after = take(released([reader('ann', 183)]), { kind: 'completed' }, day(183));
    expect(after).toMatchObject({
      status: 'completed',
      epoch: 1,
      remindersAccepted: 0,
      lastReminderAt: null,
      finalNoticeAt: null,
      handover: { status: 'completed', completedAt: day(183), releasedAt: day(93), cancelReason: null },
    });
  });
});

describe('a pause', () => {
  test.each([
    ['until now', 10, null],
    ['until the past', 9, null],
    ['for a moment', 10 + 1 / DAY, 'paused'],
    ['for 365 days', 375, 'paused'],
    ['for longer', 375 + 1 / DAY, null],
  ])('%s', (_, until, status) => {
    const after = step(aSwitch(), { kind: 'paused', until: Math.round(day(until)) }, day(10), RULES);
    expect(after?.status ?? null).toBe(status);
  });

  test('reminds once a month and ends at its date, counting from then', () => {
    const paused = take(aSwitch(), { kind: 'paused', until: day(80) }, day(10));
    expect(waitsUntil(paused, day(10))).toBe(40);
    expect(due(paused, day(40))).toEqual({ kind: 'pause_reminder' });
    const once = take(paused, { kind: 'pause_reminded' }, day(40));
    const twice = take(once, { kind: 'pause_reminded' }, day(70));
    expect(waitsUntil(once, day(40))).toBe(70);
    expect(waitsUntil(twice, day(70))).toBe(80);
    expect(due(twice, day(80))).toEqual({ kind: 'end_pause' });
    const after = take(twice, { kind: 'resumed' }, day(80));
    expect(after).toMatchObject({ status: 'armed', epoch: 2, pausedAt: null, pausedUntil: null });
    expect(after.pauseReminders).toBe(0);
    expect(waitsUntil(after, day(80))).toBe(147.5);
  });

  test('a reminder and the end at the same moment is the end', () => {
    expect(due(silent('paused', { pausedUntil: day(31) }), day(31))).toEqual({ kind: 'end_pause' });
  });

  test('months in which no mail could be sent bring one reminder, not several at once', () => {
    const paused = silent('paused', { pausedUntil: day(300) });
    const late = take(paused, { kind: 'pause_reminded' }, day(100));
    expect(waitsUntil(late, day(100))).toBe(121);
    expect(owedMails(paused, late)).toEqual([{ kind: 'pause_reminder' }]);
  });

  test('can be moved while it lasts, and keeps counting its months', () => {
    const paused = silent('paused', { pauseReminders: 1 });
    const longer = take(paused, { kind: 'paused', until: day(200) }, day(40));
    expect(longer).toEqual({ ...paused, pausedUntil: day(200) });
    expect(waitsUntil(longer, day(40))).toBe(61);
  });

  test('has no deadline', () => {
    expect(plan(silent('paused'), day(50), RULES, FAIR_WEATHER)).toMatchObject({
      deadline: null,
      creditedMs: 0,
    });
  });

  test.each(['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released'] as const)(
    'begun in %s leaves nothing of what had begun',
    (status) => {
      const after = take(silent(status), { kind: 'paused', until: day(120) }, day(95));
      expect(after).toMatchObject({
        status: 'paused',
        epoch: 1,
        remindersAccepted: 0,
        lastReminderAt: null,
        finalNoticeAt: null,
        pausedAt: day(95),
        pausedUntil: day(120),
        pauseReminders: 0,
      });
    },
  );
});

describe('a restored backup', () => {
  test('starts every open switch over, as if the owner had just been seen', () => {
    for (const status of ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released'] as const) {
      const after = take(silent(status), { kind: 'restored' }, day(95));
      expect(after).toMatchObject({ status: 'armed', epoch: 2, lastSeenAt: day(95), remindersAccepted: 0 });
      expect(waitsUntil(after, day(95))).toBe(95 + 67.5);
    }
  });

  test('brings nothing forward: a pause goes on', () => {
    const paused = silent('paused');
    const after = take(paused, { kind: 'restored' }, day(50));
    expect(after).toEqual({ ...paused, epoch: 2, lastSeenAt: day(50) });
  });
});

describe('who is told', () => {
  const invited = awaiting([asked('ann'), anInvitee('bob', { handoverDelayDays: 9 })], 1);
  const to = (successorId: string) => ({ successorId, handoverId: 'handover' });

  test.each<[string, SwitchEvent]>([
    ['the owner returns', { kind: 'sign_of_life' }],
    ['the owner cancels', { kind: 'cancelled' }],
    ['the owner pauses', { kind: 'paused', until: day(120) }],
    ['a backup is restored', { kind: 'restored' }],
  ])('%s: everybody who was invited, and nobody who was not', (_, event) => {
    expect(owedMails(invited, take(invited, event, day(95)))).toEqual([
      { kind: 'handover_cancelled', ...to('ann') },
    ]);
  });

  test('who declined is told that it is over too', () => {
    const state = awaiting([asked('ann', { response: 'decline', respondedAt: day(93) })]);
    expect(owedMails(state, take(state, { kind: 'sign_of_life' }, day(95)))).toEqual([
      { kind: 'handover_cancelled', ...to('ann') },
    ]);
  });

  test('nobody of a handover that was cancelled in its grace period', () => {
    const grace = silent('grace_period');
    expect(owedMails(grace, take(grace, { kind: 'sign_of_life' }, day(91)))).toEqual([]);
  });

  test('the owner, when the last successor is gone, and those who were invited', () => {
    const alone = { ...invited, successors: [] };
    expect(owedMails(invited, take(alone, { kind: 'eligibility_changed' }, day(95)))).toEqual([
      { kind: 'handover_cancelled', ...to('ann') },
      { kind: 'switch_off', handoverCancelled: true },
    ]);
    const armed = aSwitch({ successors: [] });
    expect(owedMails(armed, take(armed, { kind: 'eligibility_changed' }, day(5)))).toEqual([
      { kind: 'switch_off', handoverCancelled: false },
    ]);
  });

  test('an invitation each time a successor is asked, with its number', () => {
    const event: SwitchEvent = { kind: 'successors_invited', successorIds: ['ann', 'bob'] };
    expect(owedMails(invited, take(invited, event, day(101)))).toEqual([
      { kind: 'invitation', ...to('ann'), n: 2 },
      { kind: 'invitation', ...to('bob'), n: 1 },
    ]);
  });

  test('access: everybody who had accepted when it was released, then each who accepts later, once', () => {
    const state = awaiting([asked('ann', { response: 'accept' }), asked('bob'), asked('cid')], 2);
    const release = take(state, { kind: 'responded', successorId: 'bob', response: 'accept' }, day(95));
    expect(owedMails(state, release)).toEqual([
      { kind: 'access', ...to('ann') },
      { kind: 'access', ...to('bob') },
    ]);
    const later = take(release, { kind: 'responded', successorId: 'cid', response: 'accept' }, day(96));
    expect(owedMails(release, later)).toEqual([{ kind: 'access', ...to('cid') }]);
  });

  test('a pause reminder, the owner', () => {
    const paused = silent('paused');
    expect(owedMails(paused, take(paused, { kind: 'pause_reminded' }, day(31)))).toEqual([
      { kind: 'pause_reminder' },
    ]);
  });

  test.each<[string, SwitchState, SwitchEvent]>([
    ['a sign of life in an armed switch', aSwitch(), { kind: 'sign_of_life' }],
    ['arming', silent('off', { successors: [successor('ann')] }), { kind: 'eligibility_changed' }],
    ['a reminder, which is a mail of its own', aSwitch(), { kind: 'reminder_accepted', at: day(67.5) }],
    ['the end of grace', silent('grace_period'), { kind: 'grace_ended' }],
    ['an accepted ask', invited, { kind: 'invitation_accepted', successorId: 'ann', at: day(95) }],
    ['a refusal', invited, { kind: 'responded', successorId: 'ann', response: 'decline' }],
    ['the end of access', silent('released'), { kind: 'completed' }],
    ['the end of a pause', silent('paused'), { kind: 'resumed' }],
    ['the owner after the end', silent('completed'), { kind: 'sign_of_life' }],
  ])('nobody of %s', (_, before, event) => {
    expect(owedMails(before, take(before, event, day(95)))).toEqual([]);
  });
});

describe('when to look again', () => {
  const looks = (state: SwitchState, now: number, conditions = FAIR_WEATHER) =>
    daysOf(lookAgainAt(state, due(state, now, conditions), now, RULES, conditions));
  const grace = silent('grace_period');
  const hour = 1 / 24;

  test('at the planned moment', () => {
    expect(looks(aSwitch(), START)).toBe(67.5);
    expect(looks(grace, day(91))).toBe(92);
  });

  test('and at once where something is due', () => {
    expect(looks(aSwitch(), day(68))).toBe(68);
  });

  test('after 90 days at the latest while armed, after 30 in any other status', () => {
    const slow = { settings: { ...SETTINGS, thresholdDays: 730 } };
    expect(looks(aSwitch(slow), START)).toBe(90);
    expect(looks(silent('reminding', slow), day(68))).toBe(98);
    expect(looks(awaiting([anInvitee('ann', { invitationsSent: 1 })]), day(93))).toBe(123);
  });

  test('hourly while an operator has something to fix', () => {
    expect(looks(aSwitch(), day(70), weather({ holds: ['mail_unconfigured'] }))).toBeCloseTo(70 + hour, 6);
  });

  test('never chases a date that an outage keeps moving: hourly at first, daily in a long outage', () => {
    const second = 1 / 86_400;
    const short = weather({ mailGaps: [gap(92 - second, 92)] });
    expect(due(grace, day(92), short)).toEqual({ kind: 'wait', until: day(92) + 1_000 });
    expect(looks(grace, day(92), short)).toBeCloseTo(92 + hour, 6);
    expect(looks(grace, day(104), weather({ apiGaps: [gap(92 - second, 104)] }))).toBeCloseTo(104.5, 4);
    expect(looks(grace, day(292), weather({ apiGaps: [gap(92 - second, 292)] }))).toBeCloseTo(293, 6);
    expect(looks(aSwitch(), day(67.5), weather({ apiGaps: [gap(67.49, 67.5)] }))).toBeCloseTo(67.5 + hour, 6);
  });

  test('but at the planned moment once the outage is over, or if it does not affect this wait', () => {
    expect(looks(grace, day(92), weather({ mailGaps: [gap(91, 91.5)] }))).toBe(92.5);
    expect(looks(aSwitch(), day(67.4), weather({ mailGaps: [gap(60, 67.4)] }))).toBe(67.5);
  });
});

describe('the timeline', () => {
  const shown = (state: SwitchState, now: number, conditions = FAIR_WEATHER) =>
    timeline(state, now, RULES, conditions).map(({ kind, at }) => [kind, daysOf(at)]);

  test('of the default 90 days, with everybody it reaches', () => {
    const state = aSwitch({ successors: [successor('ann'), successor('bob', 30), successor('cid')] });
    expect(timeline(state, START, RULES, FAIR_WEATHER)).toEqual([
      { kind: 'reminder', at: day(67.5), recipients: ['owner'] },
      { kind: 'reminder', at: day(76.5), recipients: ['owner'] },
      { kind: 'reminder', at: day(85.5), recipients: ['owner'] },
      { kind: 'final_notice', at: day(90), recipients: ['owner'] },
      { kind: 'grace_end', at: day(92), recipients: [] },
      { kind: 'invitation', at: day(92), recipients: [{ successorId: 'ann' }, { successorId: 'cid' }] },
      { kind: 'invitation', at: day(122), recipients: [{ successorId: 'bob' }] },
    ]);
  });

  test('counts what was accepted and credited already', () => {
    const state = silent('reminding', { lastReminderAt: day(70) });
    expect(shown(state, day(75), weather({ apiGaps: [gap(71, 74.5)] }))).toEqual([
      ['reminder', 80],
      ['reminder', 89],
      ['final_notice', 93.5],
      ['grace_end', 95.5],
      ['invitation', 95.5],
    ]);
  });

  test('of a pause: its reminders, its end, and the countdown after it', () => {
    expect(shown(silent('paused', { pausedUntil: day(65) }), day(50))).toEqual([
      ['pause_reminder', 50],
      ['pause_reminder', 61],
      ['pause_end', 65],
      ['reminder', 132.5],
      ['reminder', 141.5],
      ['reminder', 150.5],
      ['final_notice', 155],
      ['grace_end', 157],
      ['invitation', 157],
    ]);
  });

  test('of a switch that is off or completed is empty', () => {
    expect(shown(silent('off'), day(1))).toEqual([]);
    expect(shown(silent('completed'), day(300))).toEqual([]);
  });

  test('shows what would come even while a hold keeps it from coming', () => {
    expect(shown(aSwitch(), START, weather({ holds: ['mail_unconfigured'] }))).toEqual(
      shown(aSwitch(), START),
    );
  });

  test.each<[string, SwitchState, number]>([
    ['armed', aSwitch({ successors: [successor('ann'), successor('bob', 12)] }), START],
    ['reminding', silent('reminding'), day(70)],
    ['reminding, late', silent('reminding', { lastReminderAt: day(99) }), day(100)],
    ['grace_period', silent('grace_period'), day(91)],
    ['awaiting_successors', awaiting([asked('ann'), anInvitee('bob', { handoverDelayDays: 40 })]), day(93)],
    ['paused', silent('paused'), day(10)],
    [
      'five reminders',
      aSwitch({ settings: { ...SETTINGS, thresholdDays: 7, reminderPercents: [1, 2, 3, 50, 99] } }),
      START,
    ],
  ])('from %s is what plan and step then do', (_, state, now) => {
    expect(shown(state, now)).toEqual(played(state, now));
  });

  /** Silence, lived through hour by hour: every mail is accepted at once, and nobody answers. */
  function played(from: SwitchState, now: number): [string, number][] {
    const events: [string, number][] = [];
    let state = from;
    let ask = 0;
    for (let at = now; at < now + 2_000 * DAY; ) {
      const next = due(state, at);
      switch (next.kind) {
        case 'wait':
          // Nothing comes in between, whenever one looks.
          at = Math.min(next.until, at + 100 * HOUR);
          continue;
        case 'reminder':
          events.push(['reminder', daysOf(at)]);
          state = take(state, { kind: 'reminder_accepted', at }, at);
          continue;
        case 'final_notice':
          events.push(['final_notice', daysOf(at)]);
          state = take(state, { kind: 'final_notice_accepted', at, handoverId: 'h' }, at);
          continue;
        case 'end_grace':
          events.push(['grace_end', daysOf(at)]);
          state = take(state, { kind: 'grace_ended' }, at);
          continue;
        case 'invite':
          ask += 1;
          events.push(['invitation', daysOf(at)]);
          state = take(state, { kind: 'successors_invited', successorIds: next.successorIds }, at);
          continue;
        case 'pause_reminder':
          events.push(['pause_reminder', daysOf(at)]);
          state = take(state, { kind: 'pause_reminded' }, at);
          continue;
        case 'end_pause':
          events.push(['pause_end', daysOf(at)]);
          state = take(state, { kind: 'resumed' }, at);
          continue;
        default:
          throw new Error(`${next.kind} is not expected of silence`);
      }
    }
    expect(ask).toBeGreaterThan(0);
    return events;
  }
});
