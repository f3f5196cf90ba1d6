import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { type Cache, type CacheEntry, type CacheOptions, createCache } from '../../../api/cache/cache.ts';
import { readService } from '../../../api/monitoring/reading.ts';
import { createHeartbeatRecorder } from '../../../db/heartbeat.ts';
import { beginRestoration } from '../../../db/restoration.ts';
import { freePort } from '../../../dev/processes/ports.ts';
import { health } from '../../support/clients/health.ts';
import { startApi, type TestApi, type TestApiOptions } from '../../support/servers/api.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../../support/servers/api-process.ts';
import { servers } from '../../support/servers/shared-servers.ts';
import { until } from '../../support/until.ts';

const open: Redis[] = [];
const connect = (options: { port?: number; username?: string; password?: string } = {}): Redis => {
  const redis = new Redis({ host: servers.redis.host, port: servers.redis.port, ...options });
  redis.on('error', () => {});
  open.push(redis);
  return redis;
};
afterAll(() => {
  for (const redis of open) redis.disconnect();
});

/** With a short timeout, a Redis that a busy machine holds up for a moment would be taken for absent. */
const patientCache = (options: CacheOptions) => createCache({ redisTimeoutMs: 30_000, ...options });

const connected = (redis: Redis) => until('a connection to Redis', () => redis.status === 'ready');

/** A computation that ends when the test says so. */
function controlled() {
  let calls = 0;
  const waiting: { resolve(value: number): void; reject(error: Error): void }[] = [];
  return {
    calls: () => calls,
    compute: () => {
      calls += 1;
      const { promise, ...ends } = Promise.withResolvers<number>();
      waiting.push(ends);
      return promise;
    },
    /** Ends the oldest one. */
    async end(value: number | Error) {
      const oldest = await until('a computation', () => waiting.shift());
      if (typeof value === 'number') oldest.resolve(value);
      else oldest.reject(value);
    },
  };
}

describe('a value that two processes share', () => {
  let redis: Redis;
  let namespace: string;
  let [one, other]: Cache[] = [];
  beforeEach(async () => {
    namespace = randomBytes(6).toString('hex');
    redis = connect();
    const second = connect();
    await Promise.all([connected(redis), connected(second)]);
    one = patientCache({ redis, namespace });
    other = patientCache({ redis: second, namespace });
  });
  const get = (cache: Cache | undefined, ...args: Parameters<Cache['get']>) => (cache as Cache).get(...args);
  const entry = (more: Partial<CacheEntry<number>> = {}): CacheEntry<number> => ({
    ...{ name: 'number', lifetimeMs: 60_000, lockMs: 30_000, schema: z.number() },
    ...more,
  });
  const lock = () => redis.get(`cache/${namespace}/number//lock`);
  // A process doesn't wait for a slow Redis, which carries out its commands later.
  const unlocked = () => until('the lock is given back', async () => (await lock()) === null);

  test('is computed once, however many ask for it in both', async () => {
    const { compute, calls, end } = controlled();
    const results = [one, one, other, other, other].map((cache) => get(cache, entry(), compute));
    await end(7);
    expect((await Promise.all(results)).map(({ value }) => value)).toEqual([7, 7, 7, 7, 7]);
    expect(calls()).toBe(1);
    const third = patientCache({ redis, namespace });
    expect((await get(third, entry(), compute)).value).toBe(7);
    await get(third, entry(), compute);
    expect(calls()).toBe(1);
    expect(third.counts().get('number')).toEqual({ process: 1, redis: 1, computed: 0, withoutRedis: 0 });
    await unlocked();
  });

  test('is as old in one process as in the other, and computed again once its lifetime has passed', async () => {
    const short = entry({ lifetimeMs: 3_000 });
    const answers = [1, 2];
    const compute = async () => answers.shift() as number;
    const from = performance.now();
    expect((await get(one, short, compute)).value).toBe(1);
    const known = performance.now();
    await until('some of its lifetime to pass', () => performance.now() - known > 300);
    const askedAgain = performance.now();
    const found = await get(other, short, compute);
    expect(found.value).toBe(1);
    // Redis counts whole milliseconds.
    expect(found.at).toBeGreaterThan(from - 2);
    expect(found.at).toBeLessThan(known + performance.now() - askedAgain + 2);
    await until('the rest of it', () => performance.now() - known > 4_000);
    expect((await get(other, short, compute)).value).toBe(2);
    expect((await get(one, short, compute)).value).toBe(2);
  });

  test('is kept apart by key and by service', async () => {
    const compute = (value: number) => async () => value;
    await get(one, entry(), compute(1), { key: 'a' });
    expect((await get(one, entry(), compute(2), { key: 'b' })).value).toBe(2);
    expect((await get(other, entry(), compute(3), { key: 'a' })).value).toBe(1);
    const stranger = patientCache({ redis, namespace: `another-${namespace}` });
    expect((await get(stranger, entry(), compute(4), { key: 'a' })).value).toBe(4);
  });

  test('is computed by the next who asks if the computation fails, and the failure goes to those who share it', async () => {
    const { compute, end } = controlled();
    const failing = [get(one, entry(), compute), get(one, entry(), compute)];
    const waiting = get(other, entry(), compute);
    await end(new Error('no answer'));
    for (const each of failing) await expect(each).rejects.toThrow('no answer');
    await end(8);
    expect((await waiting).value).toBe(8);
    await unlocked();
  });

  test('is computed by another process once the lock of one that hangs has expired', async () => {
    const { compute, calls, end } = controlled();
    const hanging = get(one, entry({ lockMs: 200 }), compute);
    await until('the first computation', () => calls() === 1);
    const result = get(other, entry({ lockMs: 200 }), async () => 9);
    expect((await result).value).toBe(9);
    await end(1);
    expect((await hanging).value).toBe(1);
    await unlocked();
  });

  test('is computed at once by a caller that must not wait', async () => {
    const { compute, calls, end } = controlled();
    const slow = get(one, entry(), compute);
    await until('the first computation', () => calls() === 1);
    for (const cache of [one, other]) {
      expect((await get(cache, entry(), async () => 5, { mayWait: false })).value).toBe(5);
    }
    await end(1);
    await slow;
  });

  test('is computed again if another version of the service stored it', async () => {
    await redis.set(`cache/${namespace}/number/`, '"seven"', 'PX', 60_000);
    expect((await get(one, entry(), async () => 7)).value).toBe(7);
    expect((await get(other, entry(), async () => 8)).value).toBe(7);
  });

  test('is computed once in each process while Redis is away', async () => {
    const gone = connect({ port: await freePort() });
    const alone = patientCache({ redis: gone, namespace });
    const { compute, calls, end } = controlled();
    const results = [get(alone, entry(), compute), get(alone, entry(), compute)];
    await end(3);
    expect((await Promise.all(results)).map(({ value }) => value)).toEqual([3, 3]);
    expect((await get(alone, entry(), compute)).value).toBe(3);
    expect(calls()).toBe(1);
    expect(alone.counts().get('number')).toEqual({ process: 1, redis: 0, computed: 1, withoutRedis: 1 });
    await expect(alone.check()).rejects.toThrow();
  });
});

test('the numbers of dashboard and metrics are the same after a round trip through Redis', async () => {
  await using api = await startApi();
  const redis = connect();
  await connected(redis);
  const [one, other] = [1, 2].map(() => patientCache({ redis, namespace: api.config.DB_NAME })) as [
    Cache,
    Cache,
  ];
  await beginRestoration(api.em(), new Date(api.clock.now - 60_000), 'older');
  await createHeartbeatRecorder('mail', 90_000).beat(api.em(), new Date(api.clock.now));
  const now = () => new Date(api.clock.now);
  const read = await readService({ ...api.deps, cache: one }, now);
  const found = await readService({ ...api.deps, cache: other }, now);
  expect(other.counts().get('statistics')).toMatchObject({ redis: 1, computed: 0 });
  expect(found.value).toEqual(read.value);
  expect(found.value.statistics.restorations.older).toBeInstanceOf(Date);
});

describe('the cache in health', () => {
  const user = `reader_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const running: TestApi[] = [];
  afterEach(async () => {
    for (const each of running.splice(0)) await each.close();
    await connect().acl('DELUSER', user);
  });

  test('is degraded if Redis answers but may not be written to, and everything is read from the database', async () => {
    await connect().acl('SETUSER', user, 'on', `>${password}`, '~*', '&*', '+@all', '-set');
    const redis = connect({ username: user, password });
    await connected(redis);
    const api = await startApi({}, { redis }, { cacheMs: Number.POSITIVE_INFINITY });
    running.push(api);
    expect((await health(api)).body.checks).toMatchObject({
      cache: { status: 'degraded' },
      queues: { status: 'degraded', outbox: { size: 0 } },
    });
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).toMatch(/^vault_database_up 1$/m);
    expect(metrics).toMatch(/^vault_cache_unavailable_total\{name="statistics"\} 1$/m);
  });
});

describe('two API processes', () => {
  let api: TestApi;
  let processes: ApiProcess[];
  const options: TestApiOptions = { cacheMs: Number.POSITIVE_INFINITY };
  beforeEach(async () => {
    api = await startApi({}, {}, options);
    processes = await Promise.all([startApiProcess(api), startApiProcess(api)]);
  });
  afterEach(async () => {
    killApiProcesses();
    await api.close();
  });

  const scrape = async ({ url }: { url: string }) => (await fetch(`${url}/metrics`)).text();
  const numberIn = (text: string, name: string): number | undefined => {
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };
  /** How many processes wait for the numbers that nobody can read while the table is locked. */
  const reading = async () => {
    const [row] = await api.em().execute<{ reading: number }[]>(
      `select count(*)::int as reading from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%"counted"%'`,
    );
    return row?.reading;
  };
  const whileLocked = (work: () => Promise<void>) =>
    api.em().transactional(async (locking) => {
      await locking.execute('lock table counted in access exclusive mode');
      await work();
    });
  const misses = 'vault_cache_misses_total{name="statistics"}';
  const hits = 'vault_cache_hits_total{name="statistics"}';

  test('read the numbers of dashboard and metrics once for both', async () => {
    let texts: Promise<string[]> = Promise.resolve([]);
    await whileLocked(async () => {
      texts = Promise.all(processes.map(scrape));
      await until('the database is asked', async () => (await reading()) === 1);
      // Both scrapes are answered without the numbers before the database says anything.
      await texts;
      expect(await reading()).toBe(1);
    });
    for (const each of processes) {
      await until('the numbers', async () => numberIn(await scrape(each), 'vault_overdue_events') === 0);
    }
    // A scrape may be as old as the one that found the numbers.
    const counted = await until('a hit in each process', async () => {
      const texts = await Promise.all(processes.map(scrape));
      return texts.every((text) => Number(numberIn(text, hits)) > 0) && texts;
    });
    expect(counted.map((text) => numberIn(text, misses)).toSorted()).toEqual([0, 1]);
  });

  test('one that is killed while it reads leaves the reading to the other', async () => {
    const [dying, surviving] = processes as [ApiProcess, ApiProcess];
    await whileLocked(async () => {
      const lost = scrape(dying).catch(() => 'lost');
      await until('the database is asked', async () => (await reading()) === 1);
      dying.child.kill('SIGKILL');
      await lost;
    });
    await until('the numbers', async () => numberIn(await scrape(surviving), 'vault_overdue_events') === 0);
    expect(numberIn(await scrape(surviving), misses)).toBe(1);
  });
});
