/** Nothing is dated by a clock that has not been compared with the database's. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { ClockUntrusted, trustedClock } from '../../db/trusted-clock.ts';

const MINUTE = 60_000;
const START = Date.UTC(2030, 0, 1);

/** A machine and a database whose clocks a test sets. */
function machine() {
  const own = { wall: START, monotonic: 1_000 };
  const database = { time: START, newestBeat: null as number | null, away: false, asked: 0 };
  /** Set while the database doesn't answer. */
  const hanging: { until?: Promise<unknown> } = {};
  const clock = trustedClock(
    async () => {
      database.asked += 1;
      if (database.away) throw new Error('the database is down');
      await hanging.until;
      return { now: database.time, newestBeat: database.newestBeat };
    },
    5 * MINUTE,
    { wall: () => own.wall, monotonic: () => own.monotonic },
    50,
  );
  /** Lets time pass everywhere. */
  const pass = (ms: number) => {
    own.wall += ms;
    own.monotonic += ms;
    database.time += ms;
  };
  return { own, database, hanging, clock, pass };
}

test('a clock that was never compared gives no time', () => {
  expect(() => machine().clock.now()).toThrow(ClockUntrusted);
});

test('a compared clock gives the time as it passes', async () => {
  const { clock, pass } = machine();
  await clock.compare();
  pass(30_000);
  expect(clock.now()).toBe(START + 30_000);
});

test('the clock isn’t trusted while the database can’t be reached, and is again after an answer', async () => {
  const { clock, database } = machine();
  await clock.compare();
  database.away = true;
  await expect(clock.compare()).rejects.toThrow(ClockUntrusted);
  expect(() => clock.now()).toThrow(ClockUntrusted);
  database.away = false;
  await clock.compare();
  expect(clock.now()).toBe(START);
});

test.each([
  ['ten years ahead', 3_650 * 1_440 * MINUTE],
  ['sixty days behind', -60 * 1_440 * MINUTE],
  ['a moment more than five minutes ahead', 5 * MINUTE + 1],
  ['a moment more than five minutes behind', -5 * MINUTE - 1],
])('a clock that is %s is not trusted', async (_, offMs) => {
  const { clock, own } = machine();
  own.wall += offMs;
  await expect(clock.compare()).rejects.toThrow(/s apart/);
  await expect(clock.current()).rejects.toThrow(ClockUntrusted);
  own.wall -= offMs;
  expect(await clock.current()).toBe(START);
});

test('clocks five minutes apart are trusted', async () => {
  const { clock, own } = machine();
  own.wall += 5 * MINUTE;
  await clock.compare();
  expect(clock.now()).toBe(START + 5 * MINUTE);
});

test.each([
  ['set ahead', 10_000],
  ['set back', -10_000],
])('a clock that is %s between two comparisons is not trusted from that moment on', async (_, jumpMs) => {
  const { clock, own } = machine();
  await clock.compare();
  own.wall += jumpMs;
  expect(() => clock.now()).toThrow(/jumped by 10 s/);
  own.wall -= jumpMs;
  // Only a comparison restores trust.
  expect(() => clock.now()).toThrow(ClockUntrusted);
});

test('a machine that slept compares again before it gives the time', async () => {
  const { clock, own, database } = machine();
  await clock.compare();
  // The monotonic clock stops while it sleeps.
  own.wall += 480 * MINUTE;
  database.time += 480 * MINUTE;
  expect(() => clock.now()).toThrow(ClockUntrusted);
  expect(await clock.current()).toBe(START + 480 * MINUTE);
  expect(database.asked).toBe(2);
});

test('a comparison is valid for a minute and a half', async () => {
  const { clock, pass } = machine();
  await clock.compare();
  pass(90_000);
  expect(clock.now()).toBe(START + 90_000);
  pass(1);
  expect(() => clock.now()).toThrow(ClockUntrusted);
});

test('concurrent calls share one comparison, and a trusted clock needs none', async () => {
  const { clock, database } = machine();
  await Promise.all(Array.from({ length: 10 }, () => clock.current()));
  await clock.current();
  expect(database.asked).toBe(1);
});

test('a comparison that isn’t answered in time fails, and its late answer changes nothing', async () => {
  const { clock, database, hanging } = machine();
  const answer = Promise.withResolvers<void>();
  hanging.until = answer.promise;
  await Promise.all([
    expect(clock.current()).rejects.toThrow(ClockUntrusted),
    expect(clock.current()).rejects.toThrow(ClockUntrusted),
  ]);
  delete hanging.until;
  expect([await clock.current(), database.asked]).toEqual([START, 2]);
  database.time = Number.NaN;
  answer.resolve();
  await setImmediate();
  expect(clock.now()).toBe(START);
});

test('a response that isn’t a time doesn’t make the clock trusted', async () => {
  const { clock, database } = machine();
  database.time = Number.NaN;
  await expect(clock.current()).rejects.toThrow(ClockUntrusted);
});

describe('the newest heartbeat', () => {
  const DAY = 1_440 * MINUTE;
  /** All clocks of the host jump together. */
  const jump = ({ own, database }: ReturnType<typeof machine>, ms: number) => {
    own.wall += ms;
    database.time += ms;
  };

  test.each([
    ['ten years ahead', 3_650 * DAY, /3650 days after the newest heartbeat/],
    ['a moment more than thirty days ahead', 30 * DAY + 1, /30 days after/],
    ['75 days back', -75 * DAY, /75 days before the newest heartbeat/],
    ['a moment more than five minutes back', -5 * MINUTE - 1, /5 minutes before/],
  ])('clocks that all jumped %s are not trusted', async (_, ms, why) => {
    const here = machine();
    here.database.newestBeat = START;
    await here.clock.compare();
    jump(here, ms);
    expect(() => here.clock.now()).toThrow(ClockUntrusted);
    await expect(here.clock.current()).rejects.toThrow(why);
    // A process that starts now doesn't trust them either.
    await expect(here.clock.compare()).rejects.toThrow(/clock --accept/);
    jump(here, -ms);
    expect(await here.clock.current()).toBe(START);
  });

  test.each([
    ['thirty days after it, as after a long outage', 30 * DAY],
    ['five minutes before it', -5 * MINUTE],
  ])('clocks %s are trusted', async (_, ms) => {
    const here = machine();
    here.database.newestBeat = START;
    jump(here, ms);
    expect(await here.clock.current()).toBe(START + ms);
  });
});
