import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { SwitchSettings } from '../../switch/state.ts';
import {
  type NamedSuccessor,
  type Weakening,
  weakensSettings,
  weakensSuccessor,
} from '../../switch/weakening.ts';

const SETTINGS: SwitchSettings = {
  thresholdDays: 90,
  reminderPercents: [75, 85, 95],
  quorum: 2,
  accessDays: 90,
};

describe('settings', () => {
  test.each<[string, Partial<SwitchSettings> & { checkInByLink?: boolean }, Weakening | null]>([
    ['none', {}, null],
    ['a shorter threshold', { thresholdDays: 89 }, { thresholdDaysBefore: 90, thresholdDays: 89 }],
    ['a longer threshold', { thresholdDays: 91 }, null],
    ['a lower quorum', { quorum: 1 }, { quorumBefore: 2, quorum: 1 }],
    ['a higher quorum', { quorum: 3 }, null],
    ['longer access', { accessDays: 91 }, { accessDaysBefore: 90, accessDays: 91 }],
    ['shorter access', { accessDays: 89 }, null],
    ['links that no longer check in', { checkInByLink: false }, { checkInByLink: false }],
    ['links as before', { checkInByLink: true }, null],
    [
      'one reminder fewer',
      { reminderPercents: [75, 85] },
      { reminderPercentsBefore: '75, 85, 95', reminderPercents: '75, 85' },
    ],
    [
      'a later reminder',
      { reminderPercents: [75, 85, 96] },
      { reminderPercentsBefore: '75, 85, 95', reminderPercents: '75, 85, 96' },
    ],
    [
      'as many reminders, one of them later and one sooner',
      { reminderPercents: [70, 90, 95] },
      { reminderPercentsBefore: '75, 85, 95', reminderPercents: '70, 90, 95' },
    ],
    [
      'more reminders, all of them later',
      { reminderPercents: [80, 90, 95, 99] },
      { reminderPercentsBefore: '75, 85, 95', reminderPercents: '80, 90, 95, 99' },
    ],
    ['one reminder more', { reminderPercents: [75, 85, 95, 99] }, null],
    ['one reminder more before the others', { reminderPercents: [10, 75, 85, 95] }, null],
    ['earlier reminders', { reminderPercents: [50, 60, 70] }, null],
    [
      'one of each kind',
      { thresholdDays: 7, reminderPercents: [99], quorum: 1, accessDays: 365 },
      {
        thresholdDaysBefore: 90,
        thresholdDays: 7,
        reminderPercentsBefore: '75, 85, 95',
        reminderPercents: '99',
        quorumBefore: 2,
        quorum: 1,
        accessDaysBefore: 90,
        accessDays: 365,
      },
    ],
    [
      'a longer threshold with a lower quorum',
      { thresholdDays: 365, quorum: 1 },
      { quorumBefore: 2, quorum: 1 },
    ],
  ])('%s', (_, changes, found) => {
    const before = { ...SETTINGS, checkInByLink: true };
    expect(weakensSettings(before, { ...before, ...changes })).toEqual(found);
  });

  test('under which links check in again weaken too', () => {
    const [on, off] = [true, false].map((checkInByLink) => ({ ...SETTINGS, checkInByLink }));
    expect(weakensSettings(off!, on!)).toEqual({ checkInByLink: true });
  });

  const settings = fc.record({
    thresholdDays: fc.integer({ min: 7, max: 730 }),
    reminderPercents: fc
      .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 })
      .map((all) => all.sort((a, b) => a - b)),
    quorum: fc.integer({ min: 1, max: 15 }),
    accessDays: fc.integer({ min: 7, max: 365 }),
  });

  test('weaken in one direction whenever they differ, so going there and back gains nothing', () => {
    fc.assert(
      fc.property(settings, settings, (one, other) => {
        const there = weakensSettings(one, other);
        const back = weakensSettings(other, one);
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(there === null && back === null).toBe(same);
      }),
    );
  });

  test('that weaken in one change also weaken when reached step by step', () => {
    fc.assert(
      fc.property(settings, fc.array(settings, { maxLength: 4 }), settings, (from, between, to) => {
        const way = [from, ...between, to];
        const steps = way.slice(1).map((after, i) => weakensSettings(way[i] ?? from, after));
        if (weakensSettings(from, to)) expect(steps.some((step) => step !== null)).toBe(true);
      }),
    );
  });
});

describe('a successor', () => {
  const ANN: NamedSuccessor = {
    email: 'ann@example.test',
    handoverDelayDays: 10,
    restrictToAssignedEntries: true,
  };

  test.each<[string, NamedSuccessor | null, NamedSuccessor | null, Weakening | null]>([
    ['named', null, ANN, { successor: 'named' }],
    [
      'named for everything',
      null,
      { ...ANN, restrictToAssignedEntries: false },
      { successor: 'named', unrestricted: true },
    ],
    ['removed', ANN, null, { successor: 'removed' }],
    ['as they are', ANN, ANN, null],
    ['at another address', ANN, { ...ANN, email: 'eve@example.test' }, { successor: 'moved' }],
    ['with a second address', ANN, { ...ANN, secondEmail: 'ann@second.test' }, { secondAddress: 'set' }],
    [
      'with another second address',
      { ...ANN, secondEmail: 'ann@second.test' },
      { ...ANN, secondEmail: 'eve@example.test' },
      { secondAddress: 'set' },
    ],
    [
      'without their second address',
      { ...ANN, secondEmail: 'ann@second.test' },
      { ...ANN, secondEmail: null },
      { secondAddress: 'removed' },
    ],
    [
      'at another address, which removes the second one',
      { ...ANN, secondEmail: 'ann@second.test' },
      { ...ANN, email: 'eve@example.test', secondEmail: null },
      { successor: 'moved' },
    ],
    ['sooner', ANN, { ...ANN, handoverDelayDays: 9 }, { handoverDelayDaysBefore: 10, handoverDelayDays: 9 }],
    ['later', ANN, { ...ANN, handoverDelayDays: 11 }, null],
    ['unrestricted', ANN, { ...ANN, restrictToAssignedEntries: false }, { unrestricted: true }],
    ['restricted', { ...ANN, restrictToAssignedEntries: false }, ANN, null],
    [
      'at another address, sooner and for everything',
      ANN,
      { email: 'eve@example.test', handoverDelayDays: 0, restrictToAssignedEntries: false },
      { successor: 'moved', handoverDelayDaysBefore: 10, handoverDelayDays: 0, unrestricted: true },
    ],
  ])('%s', (_, before, after, found) => {
    expect(weakensSuccessor(before, after)).toEqual(found);
  });
});
