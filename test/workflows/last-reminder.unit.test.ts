/** Whatever the percentages, an owner has a day to answer the last reminder. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import { timeline } from '../../switch/timeline.ts';
import { aSwitch, DAY, day, RULES, SETTINGS, START } from '../switch/switch-builders.ts';

describe('the last reminder', () => {
  const planned = (settings: Partial<typeof SETTINGS>, rules = RULES) => {
    const state = aSwitch({ settings: { ...SETTINGS, ...settings } });
    const events = timeline(state, START, rules, NORMAL_CONDITIONS);
    const at = (kind: string) => events.filter((each) => each.kind === kind).map((each) => each.at - START);
    return { reminders: at('reminder'), deadline: at('final_notice')[0] ?? Number.NaN };
  };

  test.each<[number, number[], number[]]>([
    // Percentages that leave a day or more are kept.
    [90, [75, 85, 95], [67.5, 76.5, 85.5]],
    [100, [99], [99]],
    [7, [50, 80], [3.5, 5.6]],
    // If they leave less, all reminders come earlier, in proportion.
    [7, [99], [6]],
    [7, [33, 66, 99], [2, 4, 6]],
    [10, [48, 96], [4.5, 9]],
  ])('of %p days with %p %% leaves at least a day', (thresholdDays, reminderPercents, days) => {
    const { reminders, deadline } = planned({ thresholdDays, reminderPercents });
    expect(reminders.map((each) => each / DAY)).toEqual(days);
    expect(deadline).toBe(thresholdDays * DAY);
  });

  test('leaves a shortened day if days are shortened', () => {
    const rules = { dayMs: 1_000, graceMs: 2_000 };
    expect(planned({ thresholdDays: 7, reminderPercents: [99] }, rules).reminders).toEqual([6_000]);
  });

  test('that was late moves the deadline, so that one day is still left', () => {
    const settings = { ...SETTINGS, thresholdDays: 7, reminderPercents: [99] };
    const late = aSwitch({ settings, status: 'reminding', remindersAccepted: 1, lastReminderAt: day(6.9) });
    expect(plan(late, day(6.95), RULES, NORMAL_CONDITIONS)).toMatchObject({
      deadline: day(7.9),
      due: { kind: 'wait', until: day(7.9) },
    });
  });

  test('leaves a day, and reminders keep their order, whatever the settings', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 7, max: 730 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(DAY, 1_000, 7_919),
        (thresholdDays, percents, dayMs) => {
          const reminderPercents = percents.sort((a, b) => a - b);
          const { reminders, deadline } = planned(
            { thresholdDays, reminderPercents },
            { dayMs, graceMs: 2 * dayMs },
          );
          expect(reminders).toHaveLength(percents.length);
          for (const [i, at] of reminders.entries()) {
            expect(at).toBeGreaterThan(reminders[i - 1] ?? 0);
            // Never later than its percentage says, except for the rounding to milliseconds.
            expect(at).toBeLessThanOrEqual((deadline * (reminderPercents[i] ?? 0)) / 100 + i + 1);
          }
          expect(deadline - thresholdDays * dayMs).toBeGreaterThanOrEqual(0);
          expect(deadline - thresholdDays * dayMs).toBeLessThanOrEqual(percents.length);
          expect(deadline - (reminders.at(-1) ?? 0)).toBeGreaterThanOrEqual(dayMs);
        },
      ),
    );
  });
});
