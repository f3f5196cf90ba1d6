/** When each warning is due, what outages change about it, and when to look again. */
import { describe, expect, test } from '@jest/globals';
import { type Hold, lookAgainAt, NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import type { SwitchState } from '../../switch/state.ts';
import {
  anInvitee,
  aSwitch,
  awaiting,
  conditionsWith,
  DAY,
  day,
  daysOf,
  due,
  gap,
  RULES,
  SETTINGS,
  START,
  silentOwner,
  take,
  waitsUntil,
} from './switch-builders.ts';

describe('the countdown', () => {
  const reminded = (n: number, at: number) =>
    silentOwner('reminding', { remindersAccepted: n, lastReminderAt: day(at) });

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

  test('starts at the last sign of life or the start of the clock, whichever is later', () => {
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

  test('has a deadline, which moves while a step is overdue', () => {
    const deadline = (state: SwitchState, now: number) =>
      daysOf(plan(state, now, RULES, NORMAL_CONDITIONS).deadline ?? 0);
    expect(deadline(aSwitch(), START)).toBe(90);
    expect(deadline(reminded(1, 67.5), day(70))).toBe(90);
    expect(deadline(reminded(1, 72.5), day(73))).toBe(95);
    // On day 80, reminder 1 is still not accepted: the others follow at their distances.
    expect(deadline(aSwitch(), day(80))).toBe(80 + 9 + 9 + 4.5);
  });

  test.each(['mail_unconfigured', 'clock_skew', 'database_changed'] as const)(
    'is held by %s only once a step is due',
    (hold) => {
      const held = conditionsWith({ holds: [hold] });
      expect(due(aSwitch(), day(67), held)).toEqual({ kind: 'wait', until: day(67.5) });
      expect(due(aSwitch(), day(67.5), held)).toEqual({ kind: 'hold', holds: [hold] });
      expect(due(reminded(3, 85.5), day(90), held)).toEqual({ kind: 'hold', holds: [hold] });
    },
  );

  test('the next step keeps its distance from the moment the mail server accepted a reminder', () => {
    const after = take(aSwitch(), { kind: 'reminder_accepted', at: day(68) }, day(69));
    expect(after).toEqual(aSwitch({ status: 'reminding', remindersAccepted: 1, lastReminderAt: day(68) }));
  });
});

describe('outages before the final notice', () => {
  test.each<[string, ReturnType<typeof gap>[], number, number]>([
    ['none', [], 67.5, 0],
    ['one day', [gap(10, 11)], 68.5, 1],
    ['two of different lengths', [gap(10, 11), gap(20, 22.5)], 71, 3.5],
    ['one that began before the last sign of life counts from that sign', [gap(-5, 2)], 69.5, 2],
    ['one that was over before the last sign of life does not count', [gap(-5, -1)], 67.5, 0],
    ['two that overlap count once', [gap(10, 14), gap(12, 15)], 72.5, 5],
    ['one within another adds nothing', [gap(10, 20), gap(12, 13)], 77.5, 10],
  ])('without an API: %s', (_, apiGaps, firstReminder, credited) => {
    const conditions = conditionsWith({ apiGaps });
    expect(waitsUntil(aSwitch(), day(60), conditions)).toBe(firstReminder);
    const { deadline, creditedMs } = plan(aSwitch(), day(60), RULES, conditions);
    expect(creditedMs).toBe(credited * DAY);
    expect(daysOf(deadline ?? 0)).toBe(90 + credited);
  });

  test('an outage that goes on is credited up to now', () => {
    const now = day(67.5);
    expect(waitsUntil(aSwitch(), now, conditionsWith({ apiGaps: [gap(60, 67.5)] }))).toBe(75);
  });

  test('are credited one threshold at most, so that a service that is rarely up still fires', () => {
    const { deadline, creditedMs } = plan(
      aSwitch(),
      day(150),
      RULES,
      conditionsWith({ apiGaps: [gap(1, 60), gap(61, 149)] }),
    );
    expect(creditedMs).toBe(90 * DAY);
    expect(daysOf(deadline ?? 0)).toBe(180);
    expect(due(aSwitch(), day(157.5), conditionsWith({ apiGaps: [gap(0.1, 157.4)] })).kind).toBe('reminder');
  });

  test('of mail move nothing by themselves, but late reminders move the deadline', () => {
    expect(waitsUntil(aSwitch(), day(60), conditionsWith({ mailGaps: [gap(10, 50)] }))).toBe(67.5);
  });

  test('late reminders and outages overlap and never add up', () => {
    // API and mail were both down from day 60 to 72. Reminder 1 was then due on day 79.5, and was accepted on day 80.
    const state = silentOwner('reminding', { lastReminderAt: day(80) });
    const conditions = conditionsWith({ apiGaps: [gap(60, 72)] });
    expect(waitsUntil(state, day(80), conditions)).toBe(89);
    expect(daysOf(plan(state, day(80), RULES, conditions).deadline ?? 0)).toBeCloseTo(102.5, 9);
    // The reminder was later than the credit, so only its distance matters.
    const later = silentOwner('reminding', { lastReminderAt: day(90) });
    expect(waitsUntil(later, day(90), conditions)).toBe(99);
    // If the credit is longer, only the credit matters.
    const soon = silentOwner('reminding', { lastReminderAt: day(68) });
    expect(waitsUntil(soon, day(68), conditionsWith({ apiGaps: [gap(60, 66)] }))).toBe(82.5);
  });
});

test('outages move neither a delay of a successor, nor a pause, nor the end of access', () => {
  const outage = conditionsWith({ apiGaps: [gap(93, 99)] });
  const delayed = awaiting([anInvitee('ann', { handoverDelayDays: 7 })]);
  expect(waitsUntil(delayed, day(98), outage)).toBe(99);
  expect(due(silentOwner('paused'), day(101), outage)).toEqual({ kind: 'end_pause' });
  expect(due(silentOwner('released'), day(183), outage)).toEqual({ kind: 'complete' });
});

describe('when to look again', () => {
  const looks = (state: SwitchState, now: number, conditions = NORMAL_CONDITIONS) =>
    daysOf(lookAgainAt(state, due(state, now, conditions), now, RULES, conditions));
  const grace = silentOwner('grace_period');
  const hour = 1 / 24;

  test('at the planned moment', () => {
    expect(looks(aSwitch(), START)).toBe(67.5);
    expect(looks(grace, day(91))).toBe(92);
  });

  test('at once if a step is due', () => {
    expect(looks(aSwitch(), day(68))).toBe(68);
  });

  test('after 90 days at the latest while armed, after 30 in any other status', () => {
    const slow = { settings: { ...SETTINGS, thresholdDays: 730 } };
    expect(looks(aSwitch(slow), START)).toBe(90);
    expect(looks(silentOwner('reminding', slow), day(68))).toBe(98);
    expect(looks(awaiting([anInvitee('ann', { invitationsSent: 1 })]), day(93))).toBe(123);
  });

  test('hourly while an operator has something to fix', () => {
    expect(looks(aSwitch(), day(70), conditionsWith({ holds: ['mail_unconfigured'] }))).toBeCloseTo(
      70 + hour,
      6,
    );
  });

  test('within a minute while reconcile judges the database, unless an operator has something to fix too', () => {
    const looksIn = (...holds: Hold[]) => (looks(aSwitch(), day(70), conditionsWith({ holds })) - 70) / hour;
    expect(looksIn('database_changed')).toBeCloseTo(1 / 60, 6);
    expect(looksIn('database_changed', 'mail_unconfigured')).toBeCloseTo(1, 6);
  });

  test('never chases a date that an outage keeps moving: hourly at first, daily in a long outage', () => {
    const second = 1 / 86_400;
    const short = conditionsWith({ mailGaps: [gap(92 - second, 92)] });
    expect(due(grace, day(92), short)).toEqual({ kind: 'wait', until: day(92) + 1_000 });
    expect(looks(grace, day(92), short)).toBeCloseTo(92 + hour, 6);
    expect(looks(grace, day(104), conditionsWith({ apiGaps: [gap(92 - second, 104)] }))).toBeCloseTo(
      104.5,
      4,
    );
    expect(looks(grace, day(292), conditionsWith({ apiGaps: [gap(92 - second, 292)] }))).toBeCloseTo(293, 6);
    expect(looks(aSwitch(), day(67.5), conditionsWith({ apiGaps: [gap(67.49, 67.5)] }))).toBeCloseTo(
      67.5 + hour,
      6,
    );
  });

  test('at the planned moment once the outage is over, or if it does not affect this wait', () => {
    expect(looks(grace, day(92), conditionsWith({ mailGaps: [gap(91, 91.5)] }))).toBe(92.5);
    expect(looks(aSwitch(), day(67.4), conditionsWith({ mailGaps: [gap(60, 67.4)] }))).toBe(67.5);
  });
});
