import { expect, test } from '@jest/globals';
import { beganAt, nameOf, newestOf, superseded } from '../../backup/keep.ts';

const DAY = 86_400_000;

test('after two years of daily backups, 7 days, 4 weeks and 12 months are left, and the newest of each', () => {
  let kept: string[] = [];
  const first = Date.UTC(2026, 0, 1, 3);
  for (let day = 0; day < 730; day += 1) {
    const all = [...kept, nameOf(new Date(first + day * DAY))];
    const gone = superseded(all);
    kept = all.filter((name) => !gone.includes(name));
  }
  const days = kept.map((name) => name.slice(0, 10));
  expect(days.slice(-7)).toEqual(['25', '26', '27', '28', '29', '30', '31'].map((day) => `2027-12-${day}`));
  // The last day of each month, and the Sundays of the last weeks, of which some are among the days.
  expect(days.slice(0, 11)).toEqual([
    ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'],
    ...['2027-07-31', '2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30'],
  ]);
  expect(days.slice(11, -7)).toEqual(['2027-12-12', '2027-12-19']);
});

test('a name is a moment, and nothing else in the folder is ever removed', () => {
  const at = new Date('2026-11-27T03:00:00Z');
  expect(beganAt(nameOf(at))).toEqual(at);
  expect(superseded(['notes.txt', '2026-11-27T03-00-00Z.unfinished', nameOf(at)])).toEqual([]);
});

test('a backup that a wrong clock dated into the future is not taken for a recent one', () => {
  const now = Date.UTC(2026, 10, 27, 12);
  const old = nameOf(new Date(now - 9 * DAY));
  const ahead = nameOf(new Date(now + 365 * DAY));
  expect(newestOf([old, ahead], now)?.getTime()).toBe(now - 9 * DAY);
  expect(newestOf([ahead, 'lost+found'], now)).toBeNull();
});
