import { describe, expect, test } from '@jest/globals';
import { createMailer } from '../../activities/index.ts';
import { databaseTime } from '../../db/database-clock.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { createHeartbeatRecorder, type Heartbeat, startHeartbeat } from '../../db/heartbeat.ts';
import { beatMs, type MonitoredService, outageReader, toleranceMs } from '../../db/liveness.ts';
import { ClockUntrusted, trustedClock } from '../../db/trusted-clock.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { migratedDatabase } from '../support/servers/api.ts';
import { startSmtpListener } from '../support/servers/smtp-listener.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

/** A beat every 2 s. More than 6 s without one is an outage, so that a busy machine has none of its own. */
const DAY_MS = 8_000;
const DAY = 86_400_000;

const database = await use(migratedDatabase, (it) => it.drop());
const clock = trustedClock(databaseTime(database.orm), MAX_CLOCK_SKEW_MS);

const em = () => database.orm.em.fork();
const stretches = (service: MonitoredService) =>
  em().find(Liveness, { service }, { orderBy: { startedAt: 'asc' } });
const latestBeat = async (service: MonitoredService) =>
  Math.max(0, ...(await stretches(service)).map(({ beatAt }) => beatAt.getTime()));
const beatsAfter = (service: MonitoredService, at: number) =>
  until(`a beat of ${service}`, async () => (await latestBeat(service)) > at);
const outages = async (service: MonitoredService, from: number, to: number, dayMs = DAY_MS) =>
  (await outageReader(em, dayMs)(from, to))[service] ?? [];
const gapsSince = (service: MonitoredService, from: number) => outages(service, from, Date.now());
const silenceSince = async (service: MonitoredService) => {
  const last = await latestBeat(service);
  await until('an outage', () => Date.now() - last > 2 * toleranceMs(DAY_MS));
};

describe('an API that beats', () => {
  const start = (): Heartbeat =>
    startHeartbeat(
      database.orm,
      clock,
      'api',
      DAY_MS,
      async () => {},
      () => {},
    );

  test('is up while it runs; a stop begins a gap, and a later start ends it', async () => {
    const began = Date.now();
    const first = start();
    await beatsAfter('api', began + 5 * beatMs(DAY_MS));
    await first.stop();
    const stoppedAt = await latestBeat('api');
    const startedAt = (await stretches('api'))[0]?.startedAt.getTime() ?? Number.NaN;
    expect(await outages('api', startedAt, stoppedAt)).toEqual([]);

    await silenceSince('api');
    const [tail] = (await gapsSince('api', startedAt)).slice(-1);
    expect(tail?.from).toBe(stoppedAt);

    const back = Date.now();
    const second = start();
    await beatsAfter('api', back);
    // Its first beat proves nothing yet.
    await beatsAfter('api', await latestBeat('api'));
    const gaps = await gapsSince('api', startedAt);
    await second.stop();
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.from).toBe(stoppedAt);
    expect(gaps[0]?.to).toBeGreaterThanOrEqual(back);
    expect((gaps[0]?.to ?? 0) - stoppedAt).toBeGreaterThan(toleranceMs(DAY_MS));
  });

  test('and a second one are up as long as one of them is', async () => {
    const began = Date.now();
    const [one, other] = [start(), start()];
    await beatsAfter('api', began + 2 * beatMs(DAY_MS));
    const up = await latestBeat('api');
    await one.stop();
    const stopped = Date.now();
    await beatsAfter('api', stopped + 2 * toleranceMs(DAY_MS));
    const reached = await latestBeat('api');
    await other.stop();
    expect(await outages('api', up, reached)).toEqual([]);
  });

  test('doesn’t beat by an untrusted clock', async () => {
    const began = Date.now();
    let aheadMs = 3_650 * DAY;
    const wall = () => Date.now() + aheadMs;
    const wrong = trustedClock(databaseTime(database.orm), MAX_CLOCK_SKEW_MS, {
      wall,
      monotonic: () => performance.now(),
    });
    const misses: unknown[] = [];
    const heartbeat = startHeartbeat(
      database.orm,
      wrong,
      'public',
      DAY_MS,
      async () => {},
      (error) => misses.push(error),
    );
    await until('three missed beats', () => misses.length >= 3);
    expect(misses[0]).toBeInstanceOf(ClockUntrusted);
    expect(await stretches('public')).toEqual([]);
    // Once the clock is right, it beats again.
    aheadMs = 0;
    await beatsAfter('public', began);
    await heartbeat.stop();
  });

  test('logs that it misses its beats while the database is unreachable', async () => {
    let away = false;
    let missed = 0;
    const orm = new Proxy(database.orm, {
      get(target, key) {
        if (key === 'em' && away) throw new Error('the database is down');
        return Reflect.get(target, key);
      },
    });
    const began = Date.now();
    const miss = () => {
      missed += 1;
    };
    const heartbeat = startHeartbeat(orm, clock, 'api', DAY_MS, async () => {}, miss);
    await beatsAfter('api', began);
    await beatsAfter('api', await latestBeat('api'));
    const up = await latestBeat('api');
    away = true;
    await until('five missed beats', () => missed >= 5);
    away = false;
    const back = Date.now();
    await beatsAfter('api', back);
    await beatsAfter('api', await latestBeat('api'));
    await heartbeat.stop();
    const gaps = await gapsSince('api', up);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.to).toBeGreaterThanOrEqual(back);
  });
});

describe('the mail path', () => {
  test('is up only while the mail server answers', async () => {
    const smtp = await startSmtpListener();
    const server = {
      host: smtp.host,
      port: smtp.port,
      secure: false,
      user: '',
      password: '',
      from: 'v@v.test',
    };
    const mailer = createMailer(server);
    const misses: unknown[] = [];
    const began = Date.now();
    const heartbeat = startHeartbeat(
      database.orm,
      clock,
      'mail',
      DAY_MS,
      () => mailer.probe(),
      (error) => misses.push(error),
    );
    await beatsAfter('mail', began);
    await smtp.close();
    await until('a missed beat', () => misses.length > 0);
    const last = await latestBeat('mail');
    await silenceSince('mail');
    expect(await latestBeat('mail')).toBe(last);
    const read = outageReader(em, DAY_MS);
    const now = Date.now();
    expect((await read(last, now)).mail).toEqual([{ from: last, to: now }]);
    await heartbeat.stop();
    mailer.close();
  });
});

describe('outages', () => {
  const at = (minutes: number) => new Date(Date.UTC(2030, 0, 1) + minutes * 60_000);
  const between = (from: number, to: number) => outages('api', at(from).getTime(), at(to).getTime(), DAY);

  test('with real days a beat is due every 30 seconds, and 90 seconds without one are an outage', async () => {
    expect([beatMs(DAY), toleranceMs(DAY)]).toEqual([30_000, 90_000]);
    const recorder = createHeartbeatRecorder('api', toleranceMs(DAY));
    for (const minutes of [0, 0.5, 1, 1.5, 3]) await recorder.beat(em(), at(minutes));
    expect(await between(0, 4)).toEqual([]);
    for (const minutes of [5, 5.5]) await recorder.beat(em(), at(minutes));
    expect(await between(0, 6)).toEqual([{ from: at(3).getTime(), to: at(5).getTime() }]);
    // Nothing was up before the first beat or after the last.
    expect(await between(-10, 10)).toEqual([
      { from: at(-10).getTime(), to: at(0).getTime() },
      { from: at(3).getTime(), to: at(5).getTime() },
      { from: at(5.5).getTime(), to: at(10).getTime() },
    ]);
  });
});
