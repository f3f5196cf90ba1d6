import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { databaseClock } from '../../db/database-clock.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { WatchedAddress } from '../../db/entities/watched-address.ts';
import { createHeartbeatRecorder } from '../../db/heartbeat.ts';
import { gapsBetween, union } from '../../db/intervals.ts';
import {
  beatMs,
  countOutages,
  type MonitoredService,
  outageReader,
  toleranceMs,
  unreachable,
} from '../../db/liveness.ts';
import type { Orm } from '../../db/orm.ts';
import { addressAnswered, readWatch, watchAddress } from '../../db/watched.ts';
import type { Interval } from '../../switch/plan.ts';
import { migratedDatabase } from '../support/servers/api.ts';

const DAY = 86_400_000;
const stretch = (from: number, to: number): Interval => ({ from, to });

describe('an outage', () => {
  test.each<[string, Interval[], Interval[]]>([
    ['is the whole time if no process was ever up', [], [stretch(0, 100)]],
    ['is absent if a process was up the whole time', [stretch(0, 100)], []],
    ['is absent if a process was up since before and until after', [stretch(-50, 150)], []],
    ['includes the head', [stretch(20, 100)], [stretch(0, 20)]],
    ['includes the tail', [stretch(0, 80)], [stretch(80, 100)]],
    ['includes the time between two processes', [stretch(0, 30), stretch(60, 100)], [stretch(30, 60)]],
    ['includes the time between, however short', [stretch(0, 40), stretch(41, 100)], [stretch(40, 41)]],
    ['excludes a tail as long as the tolerance', [stretch(0, 90)], []],
    ['includes a longer tail', [stretch(0, 89)], [stretch(89, 100)]],
    ['is absent if a process took over at once', [stretch(0, 40), stretch(40, 100)], []],
    ['is absent if another process covers it', [stretch(0, 40), stretch(60, 100), stretch(30, 70)], []],
    ['is not changed by a process within another', [stretch(0, 90), stretch(20, 30)], []],
    ['is not ended by a single beat', [stretch(50, 50)], [stretch(0, 100)]],
    [
      'is not ended by many beats, each of another process',
      [0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99].map((at) => stretch(at, at)),
      [stretch(0, 100)],
    ],
    ['is not ended by one beat after a process ended', [stretch(0, 80), stretch(95, 95)], [stretch(80, 100)]],
    ['is not ended by one up before or after', [stretch(-90, -5), stretch(130, 150)], [stretch(0, 100)]],
    ['does not depend on the order of processes', [stretch(60, 100), stretch(0, 30)], [stretch(30, 60)]],
  ])('%s', (_, stretches, gaps) => {
    expect(gapsBetween(stretches, 0, 100, 10)).toEqual(gaps);
  });

  test('is not found before the tolerance has passed', () => {
    expect(gapsBetween([stretch(0, 2), stretch(4, 10)], 0, 10, 10)).toEqual([]);
    expect(gapsBetween([stretch(0, 2), stretch(4, 10)], 0, 11, 10)).toEqual([stretch(2, 4)]);
  });

  /** The same, moment by moment: a gap is a run of moments when no process was up. */
  function momentByMoment(stretches: Interval[], from: number, to: number, tolerance: number): Interval[] {
    if (to - from <= tolerance) return [];
    const gaps: Interval[] = [];
    let begun: number | null = null;
    for (let moment = from; moment < to; moment += 1) {
      const up = stretches.some((each) => each.from <= moment && moment < each.to);
      if (up && begun !== null) gaps.push(stretch(begun, moment));
      begun = up ? null : (begun ?? moment);
    }
    if (begun !== null && to - begun > tolerance) gaps.push(stretch(begun, to));
    return gaps;
  }

  test('is when no process was up, in any order and with any overlap', () => {
    const process = fc
      .tuple(fc.integer({ min: -20, max: 80 }), fc.nat(30))
      .map(([from, lasted]) => stretch(from, from + lasted));
    fc.assert(
      fc.property(
        fc.array(process, { maxLength: 12 }),
        fc.integer({ min: 0, max: 30 }),
        fc.nat(50),
        fc.nat(20),
        (stretches, from, length, tolerance) => {
          const to = from + length;
          expect(gapsBetween(stretches, from, to, tolerance)).toEqual(
            momentByMoment(stretches, from, to, tolerance),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('a beat is due every 30 seconds, or more often if days are short, and three may be missed', () => {
    expect([beatMs(DAY), toleranceMs(DAY)]).toEqual([30_000, 90_000]);
    expect([beatMs(400), toleranceMs(400)]).toEqual([100, 300]);
  });
});

describe('on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  let orm: Orm;
  beforeAll(async () => {
    database = await migratedDatabase();
    orm = database.orm;
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await orm.em.fork().nativeDelete(Liveness, {});
    await orm.em.fork().nativeDelete(WatchedAddress, {});
  });

  const NOW = Date.UTC(2026, 5, 1);
  const at = (seconds: number) => NOW + seconds * 1_000;
  const gap = (from: number, to: number) => stretch(at(from), at(to));
  const TOLERANCE = toleranceMs(DAY);
  const outages = async (service: MonitoredService, from: number, to: number) =>
    (await outageReader(() => orm.em.fork(), DAY)(from, to))[service];

  async function beatAt(recorder: ReturnType<typeof createHeartbeatRecorder>, ...seconds: number[]) {
    for (const each of seconds) await recorder.beat(orm.em.fork(), new Date(at(each)));
  }
  const rows = async () =>
    (await orm.em.fork().find(Liveness, {}, { orderBy: { startedAt: 'asc' } })).map((row) => [
      row.service,
      (row.startedAt.getTime() - NOW) / 1_000,
      (row.beatAt.getTime() - NOW) / 1_000,
    ]);

  test('timely beats extend one interval', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 30, 60, 150);
    expect(await rows()).toEqual([['api', 0, 150]]);
  });

  test('missed beats begin a new interval, with a gap before it', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 30, 121, 150);
    expect(await rows()).toEqual([
      ['api', 0, 30],
      ['api', 121, 150],
    ]);
  });

  test('a clock that is set back begins a new interval, and earlier ones stay', async () => {
    const YEAR = 365 * 86_400;
    const recorder = createHeartbeatRecorder('public', TOLERANCE);
    await beatAt(recorder, YEAR, YEAR + 30, 0, 30, 60);
    expect(await rows()).toEqual([
      ['public', 0, 60],
      ['public', YEAR, YEAR + 30],
    ]);
    expect(await outages('public', at(0), at(60))).toEqual([]);
  });

  test('beats slightly out of order extend one interval, which never gets shorter', async () => {
    await beatAt(createHeartbeatRecorder('mail', TOLERANCE), 0, 30, 29.9, 25, 60);
    expect(await rows()).toEqual([['mail', 0, 60]]);
    const late = createHeartbeatRecorder('api', TOLERANCE);
    await beatAt(late, 60, 30);
    expect(await rows()).toContainEqual(['api', 60, 60]);
  });

  test('two processes, and one that was restarted, each have their own intervals', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 30);
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 10, 40);
    await beatAt(createHeartbeatRecorder('mail', TOLERANCE), 20);
    expect(await rows()).toEqual([
      ['api', 0, 30],
      ['api', 10, 40],
      ['mail', 20, 20],
    ]);
  });

  test('a deleted interval is started again', async () => {
    const recorder = createHeartbeatRecorder('api', TOLERANCE);
    await beatAt(recorder, 0);
    await orm.em.fork().nativeDelete(Liveness, {});
    await beatAt(recorder, 30, 60);
    expect(await rows()).toEqual([['api', 30, 60]]);
  });

  test('intervals older than any owner’s silence can be are deleted', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), -3 * 731 * 86_400, -3 * 729 * 86_400, 0);
    expect((await rows()).map(([, startedAt]) => startedAt)).toEqual([-3 * 729 * 86_400, 0]);
  });

  test('outages are the gaps between the intervals of all processes of that service', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 60, 120);
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 100, 180);
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 500, 560, 600);
    await beatAt(createHeartbeatRecorder('mail', TOLERANCE), 0, 60, 120, 180, 240);
    const read = (service: 'api' | 'mail', from: number, to: number) => outages(service, at(from), at(to));
    expect(await read('api', 0, 600)).toEqual([gap(180, 500)]);
    expect(await read('mail', 0, 600)).toEqual([gap(240, 600)]);
    // Limited to the requested interval. The tail counts only if it is longer than the tolerance.
    expect(await read('api', 300, 400)).toEqual([gap(300, 400)]);
    expect(await read('api', 300, 520)).toEqual([gap(300, 500)]);
    expect(await read('api', 500, 690)).toEqual([]);
    expect(await read('api', 500, 691)).toEqual([gap(600, 691)]);
    expect(await read('api', -1_000, -500)).toEqual([gap(-1_000, -500)]);
  });

  test('a process that crashes before its second beat was never up, however often it starts', async () => {
    for (let seconds = 0; seconds < 3_600; seconds += 62) {
      await beatAt(createHeartbeatRecorder('api', TOLERANCE), seconds, seconds + 2);
      await beatAt(createHeartbeatRecorder('mail', TOLERANCE), seconds);
    }
    expect(await outages('mail', at(0), at(3_600))).toEqual([gap(0, 3_600)]);
    expect((await countOutages(orm.em.fork(), at(0), at(3_600), DAY)).mail).toEqual({
      count: 1,
      totalMs: 3_600_000,
    });
  });

  test('a restart is an outage from the last beat to the first, once the new process has beaten twice', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 30, 60);
    const next = createHeartbeatRecorder('api', TOLERANCE);
    await beatAt(next, 70);
    // It may still crash, and the old process may just be late.
    expect(await outages('api', at(0), at(99))).toEqual([]);
    expect(await outages('api', at(0), at(151))).toEqual([gap(60, 151)]);
    await beatAt(next, 100);
    expect(await outages('api', at(0), at(101))).toEqual([gap(60, 70)]);
  });

  test('processes that take turns without a gap cause no outage', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 30, 60, 90);
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 65, 95, 125, 155);
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 124, 154, 184);
    expect(await outages('api', at(0), at(200))).toEqual([]);
  });

  test('operators see no outage for a restart, and a single one for a service that keeps crashing', async () => {
    const count = async (to: number) => (await countOutages(orm.em.fork(), at(0), at(to), DAY)).api;
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 60, 120, 180);
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 200, 230, 260, 290, 320);
    expect(await count(330)).toEqual({ count: 0, totalMs: 0 });
    // Up for 30 of every 100 seconds.
    for (const start of [400, 500, 600])
      await beatAt(createHeartbeatRecorder('api', TOLERANCE), start, start + 30);
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 700, 760, 820);
    expect(await count(830)).toEqual({ count: 1, totalMs: 380_000 });
  });

  test('the planner reads both services at once', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 60);
    const read = outageReader(() => orm.em.fork(), DAY);
    expect(await read(at(0), at(300))).toEqual({
      api: [gap(60, 300)],
      mail: [gap(0, 300)],
      public: [],
      returns: [],
    });
  });

  test('many calls at once share a read, and each gets its own interval', async () => {
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 60);
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 500, 560);
    let reads = 0;
    const read = outageReader(() => {
      reads += 1;
      return orm.em.fork();
    }, DAY);
    const intervals = [at(0), at(100), at(400), at(520)].map((from) => read(from, at(600)));
    const later = read(at(-300), at(50));
    expect((await Promise.all(intervals)).map(({ api }) => api)).toEqual([
      [gap(60, 500)],
      [gap(100, 500)],
      [gap(400, 500)],
      [],
    ]);
    expect((await later).api).toEqual([gap(-300, 0)]);
    expect(reads).toBe(1);
    // A later call reads again.
    await beatAt(createHeartbeatRecorder('api', TOLERANCE), 60, 120);
    expect((await read(at(0), at(600))).api).toEqual([gap(120, 500)]);
    expect(reads).toBe(2);
  });

  test('all calls that share a failing read fail, and the next one reads again', async () => {
    let reads = 0;
    const read = outageReader(() => {
      reads += 1;
      if (reads === 1) throw new Error('the database is away');
      return orm.em.fork();
    }, DAY);
    const results = [read(at(0), at(600)), read(at(0), at(600))];
    expect(await Promise.allSettled(results)).toEqual([
      { status: 'rejected', reason: new Error('the database is away') },
      { status: 'rejected', reason: new Error('the database is away') },
    ]);
    expect((await read(at(0), at(600))).api).toEqual([gap(0, 600)]);
  });

  test('concurrent calls for the database’s time share one query, or its failure', async () => {
    let readCount = 0;
    let away = true;
    const em = {
      fork: () => em,
      execute: async (sql: string) => {
        readCount += 1;
        if (away) throw new Error('the database is away');
        return orm.em.fork().execute(sql);
      },
    };
    const clock = databaseClock({ em } as never);
    expect((await Promise.allSettled([clock(), clock()])).map(({ status }) => status)).toEqual([
      ...['rejected', 'rejected'],
    ]);
    away = false;
    const [one, other] = await Promise.all([clock(), clock()]);
    expect([one === other, readCount]).toEqual([true, 2]);
    expect(await clock()).toBeGreaterThan(one);
  });

  test('the mailbox for returned mail has outages once it was read, and ten minutes for each reading', async () => {
    const watch = (address: string | null, seconds: number) =>
      watchAddress(orm.em.fork(), 'returns', address, new Date(at(seconds)));
    await watch('mailbox', 0);
    await addressAnswered(orm.em.fork(), 'returns', 'mailbox', new Date(at(0)));
    await watchAddress(orm.em.fork(), 'public', 'http://vault', new Date(at(50)));
    const recorder = createHeartbeatRecorder('returns', toleranceMs(DAY, 'returns'));
    await beatAt(recorder, 0, 60, 600, 2_000, 2_060);
    const unread = () => outages('returns', at(0), at(5_000));
    expect(await unread()).toEqual([gap(600, 2_000), gap(2_060, 5_000)]);
    expect(await outages('returns', at(0), at(2_600))).toEqual([gap(600, 2_000)]);
    await watch('typo', 3_000);
    expect(await unread()).toEqual([gap(600, 2_000), gap(2_060, 3_000)]);
    expect(await readWatch(orm.em.fork(), 'returns')).toMatchObject({ asked: true });
    await watch(null, 4_000);
    expect(await readWatch(orm.em.fork(), 'returns')).toMatchObject({ asked: false });
    expect(await readWatch(orm.em.fork(), 'public')).toMatchObject({ asked: true });
  });

  describe('the public address', () => {
    const watch = (address: string | null, seconds: number) =>
      watchAddress(orm.em.fork(), 'public', address, new Date(at(seconds)));
    const answer = async (address: string, ...seconds: number[]) => {
      await addressAnswered(orm.em.fork(), 'public', address, new Date(at(seconds[0] ?? 0)));
      await beatAt(createHeartbeatRecorder('public', TOLERANCE), ...seconds);
    };
    const gapsUntil = async (to: number) =>
      (await outageReader(() => orm.em.fork(), DAY)(at(0), at(to))).public;

    test('has outages only after its first response; one that never answered has none, and raises an alarm', async () => {
      expect(await readWatch(orm.em.fork(), 'public')).toEqual({ asked: false, neverAnsweredSince: null });
      await watch('http://typo', 10);
      await watch('http://typo', 20);
      expect(await orm.em.fork().count(WatchedAddress, {})).toBe(1);
      expect(await gapsUntil(5_000)).toEqual([]);
      const alarm = { asked: true, neverAnsweredSince: new Date(at(10)) };
      expect(await readWatch(orm.em.fork(), 'public')).toEqual(alarm);
      await answer('http://typo', 1_000, 1_030);
      expect(await readWatch(orm.em.fork(), 'public')).toEqual({ asked: true, neverAnsweredSince: null });
      expect(await gapsUntil(5_000)).toEqual([gap(1_030, 5_000)]);
    });

    test('past outages stay when the address is changed, mistyped or removed', async () => {
      await watch('http://one', 0);
      await answer('http://one', 0, 60);
      await watch('http://typo', 1_000);
      expect(await gapsUntil(3_000)).toEqual([gap(60, 1_000)]);
      await watch('http://two', 2_000);
      expect(await gapsUntil(3_000)).toEqual([gap(60, 1_000)]);
      await answer('http://two', 2_500, 2_560);
      expect(await gapsUntil(3_000)).toEqual([gap(60, 1_000), gap(2_560, 3_000)]);
      await watch(null, 4_000);
      expect(await readWatch(orm.em.fork(), 'public')).toEqual({ asked: false, neverAnsweredSince: null });
      expect(await gapsUntil(9_000)).toEqual([gap(60, 1_000), gap(2_560, 4_000)]);
      // It answered before, so it isn't a typo.
      await watch('http://one', 9_000);
      expect((await readWatch(orm.em.fork(), 'public')).neverAnsweredSince).toBeNull();
      expect(await gapsUntil(9_500)).toEqual([gap(60, 1_000), gap(2_560, 4_000), gap(9_000, 9_500)]);
    });

    test('overlapping gaps of it and the API are one outage', async () => {
      await watch('http://one', 0);
      await answer('http://one', 0, 60);
      await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 60, 120, 180);
      await beatAt(createHeartbeatRecorder('api', TOLERANCE), 500, 560);
      await answer('http://one', 600, 660);
      const found = await outageReader(() => orm.em.fork(), DAY)(at(0), at(700));
      expect([found.api, found.public]).toEqual([[gap(180, 500), gap(560, 700)], [gap(60, 600)]]);
      expect(unreachable(found)).toEqual([gap(60, 700)]);
    });

    test('operators see how many outages there were, not counting the time before a service first came up', async () => {
      await watch('http://one', 0);
      await answer('http://one', 0, 60);
      await answer('http://one', 300, 360);
      await beatAt(createHeartbeatRecorder('api', TOLERANCE), 0, 60, 120, 180, 240, 300, 360);
      expect(await countOutages(orm.em.fork(), at(-10_000), at(400), DAY)).toEqual({
        api: { count: 0, totalMs: 0 },
        mail: { count: 0, totalMs: 0 },
        public: { count: 1, totalMs: 240_000 },
        returns: { count: 0, totalMs: 0 },
      });
    });
  });

  test('a union doesn’t depend on the order of the lists', () => {
    expect(union([stretch(5, 9), stretch(0, 2)], [stretch(1, 3), stretch(9, 12), stretch(6, 7)])).toEqual([
      stretch(0, 3),
      stretch(5, 12),
    ]);
  });
});
