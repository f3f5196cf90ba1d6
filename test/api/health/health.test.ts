import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { FRESH_MS } from '../../../api/monitoring/health.ts';
import { databaseOf } from '../../../config.ts';
import { Liveness } from '../../../db/entities/liveness.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { WorkerStatus } from '../../../db/entities/worker-status.ts';
import { createHeartbeatRecorder } from '../../../db/heartbeat.ts';
import { toleranceMs } from '../../../db/liveness.ts';
import { openLog } from '../../../db/log.ts';
import { type Orm, openDatabase } from '../../../db/orm.ts';
import { putMessage } from '../../../db/outbox.ts';
import { reportWorker, SILENT_AFTER_MS, type WorkerReport } from '../../../db/worker-status.ts';
import { client } from '../../support/clients/client.ts';
import { isWhole, health as reportOf } from '../../support/clients/health.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { silentServer } from '../../support/servers/listening.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const DAY = 86_400_000;

const api = await useApi({ RATE_LIMIT_SCALE: '0.001' });

const health = (of: TestApi = api) => reportOf(of);
/** Waits for a report that says ok, because one that is made while this process is held up doesn't. */
const untilOk = (of: TestApi = api) =>
  until('a report that says ok', async () => {
    const report = await health(of);
    return report.body.status === 'ok' && report;
  });
const working = (more: Partial<WorkerReport> = {}): WorkerReport => ({
  id: randomUUID(),
  reportedAt: new Date(api.clock.now),
  pollers: 1,
  polledAt: new Date(api.clock.now - 1_000),
  backlog: 0,
  clockSkewMs: 0,
  mailProblem: null,
  mailCertificateUntil: null,
  ...more,
});
const beatMail = () =>
  createHeartbeatRecorder('mail', toleranceMs(DAY)).beat(api.em(), new Date(api.clock.now));

beforeEach(async () => {
  await api.em().nativeDelete(Liveness, {});
  await api.em().nativeDelete(Outbox, {});
  await api.em().nativeDelete(WorkerStatus, {});
  await beatMail();
  await reportWorker(api.em(), working());
});

describe('health', () => {
  test('says ok, the version, and the state of everything behind it', async () => {
    const reply = await untilOk();
    expect(reply.status).toBe(200);
    const latencyMs = expect.any(Number);
    expect(reply.body).toEqual({
      status: 'ok',
      version: JSON.parse(readFileSync('package.json', 'utf8')).version,
      checks: {
        database: { status: 'up', latencyMs, problem: null },
        clock: { status: 'up', latencyMs },
        cache: { status: 'up', latencyMs },
        queues: {
          status: 'up',
          latencyMs,
          pollers: 1,
          lastPolledAt: new Date(api.clock.now - 1_000).toISOString(),
          backlog: 0,
          outbox: { size: 0, lagMs: 0 },
        },
        realtime: { status: 'up', latencyMs, subscribed: true, connections: 0 },
        mail: {
          ...{ status: 'up', latencyMs, lastReachedAt: new Date(api.clock.now).toISOString() },
          problem: null,
        },
        files: { status: 'unconfigured', latencyMs, problem: null },
      },
    });
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
  });

  test('answers at the root too, and is never rate limited', async () => {
    const { origin } = new URL(api.url);
    const atRoot = await until('the same at the root', async () => {
      const response = await fetch(`${origin}/health`);
      return ((await response.json()) as { status: string }).status === 'ok' && response;
    });
    expect(atRoot.status).toBe(200);
    // Every other limit would allow one request here.
    const replies = await Promise.all(Array.from({ length: 50 }, () => health()));
    expect(replies.map(({ status }) => status)).not.toContain(429);
    expect(replies[0]?.headers.get('RateLimit-Limit')).toBeNull();
  });

  test('a flood of requests asks the database once at a time', async () => {
    const asking = () => lockWaits(api, '%from outbox');
    const flooded = async () => {
      await sleep(FRESH_MS + 1);
      return api.em().transactional(async (locking) => {
        await locking.execute('lock table outbox in access exclusive mode');
        const flood = Array.from({ length: 50 }, () => client(api).get('/health'));
        await until('the database is asked', async () => (await asking()) === 1);
        flood.push(client(api).get('/health'));
        const replies = await Promise.all(flood);
        expect(await asking()).toBe(1);
        return replies;
      });
    };
    const answers = await until('a report in which only the queues were held up', async () => {
      const replies = await flooded();
      return replies[0]?.body.status !== 'down' && replies;
    });
    const [first] = answers;
    expect(first?.body).toMatchObject({ status: 'degraded', checks: { queues: { status: 'unknown' } } });
    // Answers from one report are alike. On a busy machine, later ones may come from another report.
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBeLessThanOrEqual(2);
    await untilOk();
  });

  test('a worker that does not empty the outbox is degraded after a minute', async () => {
    const put = (now: number) =>
      putMessage(api.em(), { kind: 'switch', subjectId: crypto.randomUUID(), seq: 1 }, new Date(now));
    await put(api.clock.now - 60_000);
    await put(api.clock.now);
    expect((await untilOk()).body.checks.queues).toMatchObject({
      status: 'up',
      outbox: { size: 2, lagMs: 60_000 },
    });
    await put(api.clock.now - 60_001);
    const { status, body } = await health();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'degraded',
      checks: { queues: { status: 'degraded', outbox: { size: 3, lagMs: 60_001 } } },
    });
  });

  test('says how many workers poll Temporal and how many tasks wait, from the latest report', async () => {
    await reportWorker(
      api.em(),
      working({ reportedAt: new Date(api.clock.now - 5_000), pollers: 9, backlog: 99 }),
    );
    const polledAt = new Date(api.clock.now - 300);
    await reportWorker(
      api.em(),
      working({ reportedAt: new Date(api.clock.now + 1), pollers: 2, backlog: 7, polledAt }),
    );
    expect((await untilOk()).body.checks.queues).toMatchObject({
      status: 'up',
      pollers: 2,
      backlog: 7,
      lastPolledAt: polledAt.toISOString(),
    });
  });

  test.each([
    [
      'no worker has reported for half a minute',
      { reportedAt: -SILENT_AFTER_MS },
      { pollers: 0, backlog: null },
    ],
    ['nobody asks Temporal for work', { pollers: 0, polledAt: null }, { pollers: 0, backlog: 0 }],
    ['Temporal does not answer the worker', { pollers: 0, backlog: null }, { pollers: 0, backlog: null }],
  ])('the queues are degraded while %s: the API serves on', async (_why, change, expected) => {
    const { reportedAt = 0, ...more } = change as { reportedAt?: number };
    await api.em().nativeDelete(WorkerStatus, {});
    await reportWorker(api.em(), working({ ...more, reportedAt: new Date(api.clock.now + reportedAt) }));
    const { status, body } = await health();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'degraded',
      checks: { queues: { status: 'degraded', ...expected } },
    });
  });

  test('a mail server that the worker no longer reaches, or never reached, is down', async () => {
    const reached = new Date(api.clock.now).toISOString();
    api.clock.now += toleranceMs(DAY) + 1;
    expect((await health()).body).toMatchObject({
      status: 'degraded',
      checks: { mail: { status: 'down', lastReachedAt: reached } },
    });
    await api.em().nativeDelete(Liveness, {});
    expect((await health()).body).toMatchObject({
      status: 'degraded',
      checks: { mail: { status: 'down', lastReachedAt: null } },
    });
  });

  test('a mail server without TLS is named as the problem, and the report of a worker that is gone is not read', async () => {
    await api.em().nativeDelete(Liveness, {});
    await api.em().nativeDelete(WorkerStatus, {});
    await reportWorker(api.em(), working({ mailProblem: 'no_tls' }));
    expect((await health()).body.checks.mail).toMatchObject({ status: 'down', problem: 'no_tls' });
    api.clock.now += SILENT_AFTER_MS + 1;
    expect((await health()).body.checks.mail).toMatchObject({ status: 'down', problem: null });
  });

  test('an API’s own heartbeats are not taken for the mail server’s', async () => {
    await api.em().nativeDelete(Liveness, {});
    await createHeartbeatRecorder('api', toleranceMs(DAY)).beat(api.em(), new Date(api.clock.now));
    expect((await health()).body.checks.mail).toMatchObject({ status: 'down', lastReachedAt: null });
  });

  test('mail that was never configured says so', async () => {
    await using without = await startApi({ SMTP_HOST: '' });
    const { status, body } = await health(without);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'degraded',
      checks: { mail: { status: 'unconfigured', lastReachedAt: null } },
    });
  });
});

test('a store of files that is away is named and counted, while everything else goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-health-'));
  await using own = await startApi({ FILES_DIR: folder }, { clock: () => api.clock.now });
  expect((await health(own)).body.checks.files).toMatchObject({ status: 'up', problem: null });
  const scraped = await (await fetch(`${own.url}/metrics`)).text();
  expect(Number(scraped.match(/^vault_files_disk_free_ratio (.*)$/m)?.[1])).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
  const { status, body } = await health(own);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'degraded',
    checks: { files: { status: 'degraded', problem: 'away' } },
  });
});

/** A report waits for less than a second. A busy machine adds to that, but a connection gives up only after five. */
const SOON_MS = 3_000;

describe('when a dependency is gone', () => {
  const undo: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    // The silent servers are closed first, so that requests waiting for them end at once.
    for (const each of undo.splice(0)) await each();
  });

  const databaseAt = async (port: number): Promise<Orm> => {
    const orm = await openDatabase({ host: '127.0.0.1', port, name: 'x', user: 'x', password: 'x' });
    undo.push(() => orm.close(true));
    return orm;
  };
  const redisAt = (port: number): Redis => {
    const redis = new Redis({ host: '127.0.0.1', port });
    redis.on('error', () => {});
    undo.push(() => redis.disconnect());
    return redis;
  };
  const apiWith = async (deps: Parameters<typeof startApi>[1]): Promise<TestApi> => {
    const broken = await startApi({}, { clock: () => api.clock.now, ...deps });
    undo.push(() => broken.close());
    return broken;
  };
  const silentPort = async () => {
    const silent = await silentServer();
    undo.push(() => silent.close());
    return silent.port;
  };
  const closedPort = async () => {
    const silent = await silentServer();
    await silent.close();
    return silent.port;
  };
  const timed = async (broken: TestApi) => {
    const from = performance.now();
    const reply = await client(broken).get('/health');
    return { ...reply, ms: performance.now() - from };
  };

  test.each([
    ['refuses', closedPort],
    ['hangs', silentPort],
  ])('a database that %s is 503 soon, and what only it knows is unknown', async (_how, port) => {
    const broken = await apiWith({ orm: await databaseAt(await port()) });
    const { status, body, headers, ms } = await until('a report in which Redis was not held up', async () => {
      const reply = await timed(broken);
      return reply.body.checks.cache.status === 'up' && reply;
    });
    expect(ms).toBeLessThan(SOON_MS);
    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
    expect(body).toMatchObject({
      status: 'down',
      checks: {
        database: { status: 'down', problem: null },
        cache: { status: 'up' },
        queues: { status: 'unknown', pollers: null, lastPolledAt: null, backlog: null, outbox: null },
        mail: { status: 'unknown', lastReachedAt: null },
      },
    });
  });

  test.each([
    ['refuses', closedPort],
    ['hangs', silentPort],
  ])('a Redis that %s is degraded soon: the API serves on', async (_how, port) => {
    const broken = await apiWith({ orm: api.orm, redis: redisAt(await port()) });
    const { status, body, ms } = await until('a report that nothing else held up', async () => {
      const reply = await timed(broken);
      return isWhole(reply) && reply;
    });
    expect(ms).toBeLessThan(SOON_MS);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'degraded',
      checks: { database: { status: 'up' }, cache: { status: 'down' }, realtime: { status: 'degraded' } },
    });
  });

  const register = (broken: TestApi) =>
    client(broken).post('/auth/register', {
      ...{ email: `${randomUUID()}@example.org`, name: 'A', password: 'a'.repeat(43) },
      salt: Buffer.alloc(32).toString('base64'),
    });

  test('a database that may only be read, as a standby, is 503, and so is whatever has to be stored', async () => {
    const { DB_NAME } = api.config;
    await api.em().execute(`alter database ${DB_NAME} set default_transaction_read_only = on`);
    undo.push(async () => {
      await api.em().transactional(async (tx) => {
        await tx.execute('set transaction read write');
        await tx.execute(`alter database ${DB_NAME} reset default_transaction_read_only`);
      });
    });
    const orm = await openDatabase(databaseOf(api.config));
    undo.push(() => orm.close(true));
    const standby = await apiWith({ orm });
    const { status, body } = await health(standby);
    expect(status).toBe(503);
    expect(body).toMatchObject({
      status: 'down',
      checks: { database: { status: 'down', problem: 'read_only' } },
    });
    const refused = await expectProblem(register(standby), '503 dependency_unavailable');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await (await fetch(`${standby.url}/metrics`)).text()).toContain(
      'vault_check_up{check="database"} 0',
    );
  });

  test('a database without space is 503 once it has refused to store something, never 500', async () => {
    const full = await apiWith({});
    await full.em().execute(`
      create function refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
      end $$`);
    await full.em().execute('create trigger refuse before insert on "user" execute function refuse()');
    const { database } = (await health(full)).body.checks;
    expect(database.problem).toBeNull();
    const refused = await expectProblem(register(full), '503 dependency_unavailable');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    const { status, body } = await health(full);
    expect(status).toBe(503);
    expect(body.checks.database).toMatchObject({ status: 'down', problem: 'disk_full' });
  });

  test('everything hanging at once still takes less than a second, names no host, and is logged', async () => {
    const port = await silentPort();
    let logged = '';
    const write = (text: unknown, _encoding: string, done: () => void) => {
      logged += text;
      done();
    };
    const log = openLog('info', 'api', new Writable({ write }));
    const broken = await apiWith({ orm: await databaseAt(port), redis: redisAt(port), log });
    const { status, body, ms } = await timed(broken);
    expect([status, ms < SOON_MS]).toEqual([503, true]);
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|localhost|error/i);
    await until('the line of the request', () => /"route":"\/health","status":503/.test(logged));
  });
});
