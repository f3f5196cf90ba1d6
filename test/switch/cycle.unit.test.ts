/** The life of a switch: signs of life, who can be handed over to, settings, pauses and restored backups. */
import { describe, expect, test } from '@jest/globals';
import { spreadMs, startedOver } from '../../switch/cycle.ts';
import { owedMails } from '../../switch/owed-mails.ts';
import { NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import { type CancelReason, type SwitchEvent, silenceStart } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { timeline } from '../../switch/timeline.ts';
import {
  aSwitch,
  DAY,
  day,
  due,
  RULES,
  SETTINGS,
  START,
  silentOwner,
  successor,
  take,
  waitsUntil,
} from './switch-builders.ts';

describe('a sign of life', () => {
  test('in an armed switch moves the last sign of life and nothing else', () => {
    expect(take(aSwitch(), { kind: 'sign_of_life' }, day(3))).toEqual(aSwitch({ lastSeenAt: day(3) }));
  });

  test('that arrives late never moves the last one back', () => {
    const later = aSwitch({ lastSeenAt: day(5) });
    expect(take(later, { kind: 'sign_of_life' }, day(3)).lastSeenAt).toBe(day(5));
    const reminding = silentOwner('reminding', { lastSeenAt: day(5), clockStartedAt: day(6) });
    expect(silenceStart(take(reminding, { kind: 'sign_of_life' }, day(3)))).toBe(day(6));
  });

  test.each(['reminding', 'grace_period', 'awaiting_successors', 'released', 'completed'] as const)(
    'in %s starts a new cycle with all of its warnings',
    (status) => {
      const after = take(silentOwner(status), { kind: 'sign_of_life' }, day(95));
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
  ])('%s cancels the handover, which records the reason', (_, event, cancelReason) => {
    for (const status of ['grace_period', 'awaiting_successors', 'released'] as const) {
      const before = silentOwner(status);
      expect(take(before, event, day(95)).handover).toEqual({
        ...before.handover,
        status: 'cancelled',
        cancelledAt: day(95),
        cancelReason,
      });
    }
  });

  test('does not end a pause', () => {
    const paused = silentOwner('paused');
    expect(take(paused, { kind: 'sign_of_life' }, day(50))).toEqual({ ...paused, lastSeenAt: day(50) });
  });
});

describe('the clock after a restored backup', () => {
  /** The last four digits decide, and they are random. */
  const ids = Array.from({ length: 1_000 }, (_, i) => {
    const digits = Math.floor((i * 0x10000) / 1_000).toString(16);
    return `01900000-0000-7000-8000-00000000${digits.padStart(4, '0')}`;
  });

  test('spreads the clocks over three days, and over a tenth of a shorter threshold', () => {
    for (const [thresholdDays, days] of [
      [90, 3],
      [30, 3],
      [7, 0.7],
    ] as const) {
      const spread = ids.map((id) => spreadMs(id, thresholdDays, DAY));
      expect(Math.min(...spread)).toBe(0);
      expect(Math.max(...spread)).toBeLessThan(days * DAY);
      for (let tenth = 0; tenth < 10; tenth += 1) {
        const within = spread.filter((at) => Math.floor((at * 10) / (days * DAY)) === tenth);
        expect(within.length).toBeGreaterThanOrEqual(99);
      }
    }
  });

  test('starts the clock later and never earlier, and dates no sign of life ahead', () => {
    for (const status of ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released'] as const) {
      const after = startedOver(silentOwner(status), day(100), 2 * DAY);
      expect(after).toMatchObject({ status: 'armed', lastSeenAt: day(100), clockStartedAt: day(102) });
      expect(waitsUntil(after, day(100))).toBe(102 + 67.5);
      expect(timeline(after, day(100), RULES, NORMAL_CONDITIONS)[0]?.at).toBe(day(102 + 67.5));
      // A sign of life until then changes nothing.
      const seen = take(after, { kind: 'sign_of_life' }, day(101));
      expect(silenceStart(seen)).toBe(day(102));
    }
    const paused = silentOwner('paused');
    expect(startedOver(paused, day(100), 2 * DAY).clockStartedAt).toBe(paused.clockStartedAt);
    const alone = silentOwner('reminding', { successors: [] });
    expect(startedOver(alone, day(100), 2 * DAY)).toMatchObject({
      status: 'off',
      clockStartedAt: alone.clockStartedAt,
    });
  });

  test('an outage before the clock starts is not credited', () => {
    const after = startedOver(silentOwner('armed'), day(100), 2 * DAY);
    const apiGaps = [{ from: day(90), to: day(101) }];
    expect(plan(after, day(101), RULES, { ...NORMAL_CONDITIONS, apiGaps }).creditedMs).toBe(0);
  });
});

describe('who can be handed over to', () => {
  test('the clock starts with the first verified successor, not at the last sign of life', () => {
    const off = silentOwner('off', { successors: [successor('ann')] });
    const armed = take(off, { kind: 'eligibility_changed' }, day(40));
    expect(armed).toMatchObject({ status: 'armed', epoch: 1, lastSeenAt: START });
    expect(waitsUntil(armed, day(40))).toBe(40 + 67.5);
  });

  test('an owner with an unverified address is not armed', () => {
    const off = silentOwner('off', { successors: [successor('ann')], emailVerified: false });
    expect(step(off, { kind: 'eligibility_changed' }, day(40), RULES)).toBe(off);
  });

  test('losing the last successor cancels the open handover, for that reason', () => {
    const before = silentOwner('awaiting_successors', { successors: [] });
    const after = take(before, { kind: 'eligibility_changed' }, day(95));
    expect(after).toMatchObject({ status: 'off', finalNoticeAt: null, remindersAccepted: 0 });
    expect(after.handover).toMatchObject({ status: 'cancelled', cancelReason: 'no_successor' });
  });

  test('a pause goes on without successors; only its end decides whether the clock starts', () => {
    const alone = { ...silentOwner('paused'), successors: [] };
    expect(step(alone, { kind: 'eligibility_changed' }, day(5), RULES)).toBe(alone);
    const joined = { ...alone, successors: [successor('bob')] };
    expect(step(joined, { kind: 'eligibility_changed' }, day(6), RULES)).toBe(joined);
    expect(take(joined, { kind: 'resumed' }, day(101))).toMatchObject({ status: 'armed', pausedUntil: null });
    expect(take(alone, { kind: 'resumed' }, day(101))).toMatchObject({ status: 'off', pausedUntil: null });
    // With no successors, the timeline shows the reminders of the pause and nothing after it.
    const kinds = timeline(alone, day(5), RULES, NORMAL_CONDITIONS).map(({ kind }) => kind);
    expect(kinds).toEqual(['pause_reminder', 'pause_reminder', 'pause_reminder', 'pause_end']);
  });

  test('a switch that is off or completed has nothing due', () => {
    for (const status of ['off', 'completed'] as const) {
      expect(plan(silentOwner(status), day(4_000), RULES, NORMAL_CONDITIONS)).toEqual({
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
  ])('a change of the %s restarts the clock', (_, change, firstReminder) => {
    const event: SwitchEvent = { kind: 'settings_changed', settings: { ...SETTINGS, ...change } };
    const after = take(aSwitch(), event, day(10));
    expect(after).toMatchObject({ status: 'armed', epoch: 1 });
    expect(waitsUntil(after, day(10))).toBe(firstReminder);
  });

  test('a shorter threshold never makes anything due at once', () => {
    const event: SwitchEvent = { kind: 'settings_changed', settings: { ...SETTINGS, thresholdDays: 20 } };
    const after = take(silentOwner('reminding'), event, day(80));
    expect(after).toMatchObject({ status: 'armed', epoch: 2, remindersAccepted: 0 });
    expect(waitsUntil(after, day(80))).toBe(80 + 15);
  });

  test('a change of the quorum or the access window leaves the clock alone', () => {
    const settings = { ...SETTINGS, quorum: 2, accessDays: 30 };
    const after = take(silentOwner('reminding'), { kind: 'settings_changed', settings }, day(70));
    expect(after).toEqual(silentOwner('reminding', { settings }));
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

  test('reminds once a month and ends at its date, which starts the clock', () => {
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

  test('ends without another reminder if both are due at once', () => {
    expect(due(silentOwner('paused', { pausedUntil: day(31) }), day(31))).toEqual({ kind: 'end_pause' });
  });

  test('months in which nothing ran bring one reminder, not several at once', () => {
    const paused = silentOwner('paused', { pausedUntil: day(300) });
    const late = take(paused, { kind: 'pause_reminded' }, day(100));
    expect(waitsUntil(late, day(100))).toBe(121);
    expect(owedMails(paused, late)).toEqual([{ kind: 'pause_reminder', n: 3 }]);
  });

  test('can be extended, and still reminds once a month', () => {
    const paused = silentOwner('paused', { pauseReminders: 1 });
    const longer = take(paused, { kind: 'paused', until: day(200) }, day(40));
    expect(longer).toEqual({ ...paused, pausedUntil: day(200) });
    expect(waitsUntil(longer, day(40))).toBe(61);
  });

  test('has no deadline', () => {
    expect(plan(silentOwner('paused'), day(50), RULES, NORMAL_CONDITIONS)).toMatchObject({
      deadline: null,
      creditedMs: 0,
    });
  });

  test.each(['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released'] as const)(
    'from %s ends everything that was under way',
    (status) => {
      const after = take(silentOwner(status), { kind: 'paused', until: day(120) }, day(95));
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
      const after = take(silentOwner(status), { kind: 'restored' }, day(95));
      expect(after).toMatchObject({ status: 'armed', epoch: 2, lastSeenAt: day(95), remindersAccepted: 0 });
      expect(waitsUntil(after, day(95))).toBe(95 + 67.5);
    }
  });

  test('brings nothing forward: a pause goes on', () => {
    const paused = silentOwner('paused');
    const after = take(paused, { kind: 'restored' }, day(50));
    expect(after).toEqual({ ...paused, epoch: 2, lastSeenAt: day(50) });
  });
});

describe('a corrected clock', () => {
  const future = day(3_650);
  const open = ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released'] as const;

  test.each(open)(
    'starts %s over as if the owner had just been seen, if it is dated in the future',
    (status) => {
      for (const wrong of [{ lastSeenAt: future }, { clockStartedAt: future }, { lastReminderAt: future }]) {
        const after = take(silentOwner(status, wrong), { kind: 'clock_corrected' }, day(95));
        expect(after).toMatchObject({
          status: 'armed',
          epoch: 2,
          remindersAccepted: 0,
          lastReminderAt: null,
        });
        expect([after.lastSeenAt, after.clockStartedAt]).toEqual([day(95), day(95)]);
        expect(waitsUntil(after, day(95))).toBe(95 + 67.5);
      }
    },
  );

  test('leaves a clock alone that a restored backup started later', () => {
    const restored = silentOwner('armed', { lastSeenAt: day(95), clockStartedAt: day(97.9) });
    expect(step(restored, { kind: 'clock_corrected' }, day(95), RULES)).toBe(restored);
    const wrong = silentOwner('armed', { lastSeenAt: day(95), clockStartedAt: day(98.1) });
    expect(take(wrong, { kind: 'clock_corrected' }, day(95)).clockStartedAt).toBe(day(95));
  });

  test('starts a handover over whose dates are in the future', () => {
    const { handover } = silentOwner('awaiting_successors');
    if (!handover) throw new Error('no handover');
    const [first, ...others] = handover.invitees;
    if (!first) throw new Error('no invitee');
    for (const wrong of [
      { ...handover, graceEndedAt: future },
      { ...handover, invitees: [{ ...first, invitedAt: future }, ...others] },
    ]) {
      const after = take(
        silentOwner('awaiting_successors', { handover: wrong }),
        { kind: 'clock_corrected' },
        day(95),
      );
      expect(after).toMatchObject({ status: 'armed', epoch: 2, lastSeenAt: day(95) });
      expect(after.handover?.status).toBe('cancelled');
    }
  });

  test('keeps a pause, with its reminders and its end', () => {
    const wrong = { lastSeenAt: future, pausedAt: day(60), pausedUntil: future, pauseReminders: 120 };
    const after = take(silentOwner('paused', wrong), { kind: 'clock_corrected' }, day(95));
    expect(after).toMatchObject({ status: 'paused', epoch: 2, lastSeenAt: day(95), pausedAt: day(60) });
    expect([after.pausedUntil, after.pauseReminders]).toEqual([day(95 + 365), 1]);
  });
});
