import { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { countAgain } from '../../../db/counts.ts';
import { Channel } from '../../../db/entities/channel.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { createHeartbeatRecorder } from '../../../db/heartbeat.ts';
import { toleranceMs } from '../../../db/liveness.ts';
import { ensureMail } from '../../../db/mail.ts';
import { openDatabase } from '../../../db/orm.ts';
import { putMessage } from '../../../db/outbox.ts';
import { beginRestoration } from '../../../db/restoration.ts';
import { watchAddress } from '../../../db/watched.ts';
import { reportWorker } from '../../../db/worker-status.ts';
import { logIn, logInProgram, openAccount } from '../../support/builders/account.ts';
import { bringTo } from '../../support/builders/handover.ts';
import { buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { silentServer } from '../../support/servers/listening.ts';
import { until } from '../../support/until.ts';

const DAY = 86_400_000;

const running: TestApi[] = [];
const start = async (...options: Parameters<typeof startApi>): Promise<TestApi> => {
  const api = await startApi(...options);
  running.push(api);
  return api;
};
let api: TestApi;
beforeAll(async () => {
  api = await start();
});
afterAll(() => Promise.all(running.map((each) => each.close())));

const scrape = async ({ url }: TestApi): Promise<string> => (await fetch(`${url}/metrics`)).text();

/** The value of a line, by its name and its labels in any order; undefined if there is no such line. */
function numberIn(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  const line = text
    .split('\n')
    .find(
      (each) =>
        (each.startsWith(`${name}{`) || each.startsWith(`${name} `)) &&
        wanted.every((label) => each.includes(label)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** A request is counted once its whole answer was sent, which may be a moment after it arrived. */
const counted = (of: TestApi, name: string, labels: Record<string, string>, value: number) =>
  until(`${name} ${JSON.stringify(labels)} to be ${value}`, async () => {
    return numberIn(await scrape(of), name, labels) === value;
  });

describe('the metrics', () => {
  test('answer in the text format, at the root too, to anybody, and are never rate limited', async () => {
    const strict = await start({ RATE_LIMIT_SCALE: '0.001' });
    for (const base of [strict.url, new URL(strict.url).origin]) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => fetch(`${base}/metrics`)));
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(replies[0]?.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(replies[0]?.headers.get('Cache-Control')).toBe('no-store');
    }
    const names = [...(await scrape(strict)).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) expect(name).toMatch(/^vault_[a-z_]+$/);
  });

  test('time requests by method, declared route and status, and never contain a requested path', async () => {
    const owner = await buildOwner(api);
    const id = crypto.randomUUID();
    await owner.browser.get(`/vault/entries/${id}`);
    await owner.browser.get(`/vault/entries/${crypto.randomUUID()}?secret=mark`);
    await client(api).get('/vault/entries');
    await fetch(`${api.url}/no/such/mark-path`);
    const patched = await fetch(`${api.url}/vault/entries`, { method: 'PURGE' });
    expect(await patched.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
    const duration = 'vault_http_request_duration_seconds_count';
    await counted(api, duration, { method: 'GET', route: '/vault/entries/:id', status: '404' }, 2);
    await counted(api, duration, { method: 'GET', route: '/vault/entries', status: '401' }, 1);
    await counted(api, duration, { method: 'GET', route: 'none', status: '404' }, 1);
    await counted(api, duration, { method: 'other', route: 'none', status: '405' }, 1);
    const text = await scrape(api);
    for (const secret of [id, 'mark', owner.id, owner.email, '@']) expect(text).not.toContain(secret);
    expect(numberIn(text, 'vault_http_request_duration_seconds_bucket', { le: '+Inf', status: '405' })).toBe(
      1,
    );
  });

  test('show that the database is back, although a connection died during a query', async () => {
    const own = await start();
    const { em } = own.orm;
    const fork = em.fork.bind(em);
    let unanswered = 1;
    const forked = jest.spyOn(em, 'fork').mockImplementation((...options) => {
      const made = fork(...options);
      const execute = made.execute.bind(made);
      made.execute = ((sql: string, ...more: []) =>
        sql === 'select 1' && unanswered-- > 0 ? new Promise(() => {}) : execute(sql, ...more)) as never;
      return made;
    });
    try {
      await counted(own, 'vault_database_up', {}, 0);
      await counted(own, 'vault_database_up', {}, 1);
    } finally {
      forked.mockRestore();
    }
  });

  test('count log-ins and what becomes of sessions', async () => {
    const own = await start();
    const account = await openAccount(own);
    const wrong = { email: account.email, password: Buffer.alloc(32).toString('base64') };
    await client(own).post('/auth/login', wrong);
    const browser = await logIn(own, account);
    const program = await logInProgram(own, account);
    await client(own).post('/auth/refresh', { refreshToken: program.refreshToken });
    // Within ten seconds it would be the same answer again.
    own.clock.now += 11_000;
    await client(own).post('/auth/refresh', { refreshToken: program.refreshToken });
    await browser.post('/auth/logout');
    await client(own, { bearer: 'nothing' }).get('/auth/profile');
    await counted(own, 'vault_logins_total', { result: 'ok' }, 2);
    await counted(own, 'vault_logins_total', { result: 'invalid_credentials' }, 1);
    await counted(own, 'vault_sessions_total', { result: 'opened' }, 2);
    await counted(own, 'vault_sessions_total', { result: 'refreshed' }, 1);
    await counted(own, 'vault_sessions_total', { result: 'refresh_refused' }, 1);
    await counted(own, 'vault_sessions_total', { result: 'ended' }, 1);
    await counted(own, 'vault_session_checks_total', { result: 'accepted' }, 1);
    await counted(own, 'vault_session_checks_total', { result: 'refused' }, 1);
  });

  test('report switches, events, mails, messages, workers and clocks', async () => {
    const own = await start();
    await buildOwner(own, { verified: false });
    const owner = await buildOwnerWithSuccessor(own);
    await bringTo(own, owner, 'grace_period');
    const { now } = own.clock;
    await own.em().nativeUpdate(Switch, { userId: owner.id }, { nextEventAt: new Date(now - DAY) });
    await own.em().nativeDelete(Outbox, {});
    await putMessage(own.em(), { kind: 'switch', subjectId: owner.id, seq: 1 }, new Date(now - 4_000));
    for (const [key, attempts, status] of [
      ['a', 3, 'queued'],
      ['b', 0, 'queued'],
      ['c', 1, 'accepted'],
    ] as const) {
      const request = { key, kind: 'reminder' as const, recipient: owner.email, userId: owner.id };
      const { id } = await ensureMail(own.em(), request, new Date(now - 9_000));
      await own.em().nativeUpdate(Mail, { id }, { attempts, status });
    }
    for (const [kind, status, lastError] of [
      ['webhook', 'queued', 'HTTP 503'],
      ['mailbox', 'accepted', null],
    ] as const) {
      const id = crypto.randomUUID();
      const way = { id, userId: owner.id, kind, name: kind, address: `${kind}@example.test`, lastError };
      const at = new Date(now - 20_000);
      await own.em().insert(Channel, { ...way, codeRound: 1, codeSentAt: at, verifiedAt: at, createdAt: at });
      const warning = {
        key: id,
        kind: 'channel_reminder',
        channelId: id,
        byMail: kind === 'mailbox',
      } as const;
      const row = await ensureMail(own.em(), { ...warning, recipient: '', userId: owner.id }, at);
      await own
        .em()
        .nativeUpdate(Mail, { id: row.id }, { attempts: 1, status, acceptedAt: lastError ? null : at });
    }
    await createHeartbeatRecorder('mail', toleranceMs(DAY)).beat(own.em(), new Date(now - 7_000));
    await watchAddress(own.em(), 'public', 'http://vault.test', new Date(now));
    await watchAddress(own.em(), 'returns', 'returns@vault.test', new Date(now));
    const report = {
      ...{ reportedAt: new Date(now), pollers: 2, polledAt: new Date(now), backlog: 5 },
      mailProblem: null,
      mailCertificateUntil: new Date(now + DAY),
    };
    const sooner = { clockSkewMs: 20, mailCertificateUntil: new Date(now + 5_000) };
    await reportWorker(own.em(), { id: crypto.randomUUID(), ...report, ...sooner });
    await reportWorker(own.em(), { id: crypto.randomUUID(), ...report, clockSkewMs: -1_500 });
    await beginRestoration(own.em(), new Date(now - 60_000), 'older');
    expect(await countAgain(own.em(), new Date(now - 40_000), own.deps.rules)).toBe(true);
    // The numbers are fresh, so nothing is counted again.
    expect(await countAgain(own.em(), new Date(now - 30_000), own.deps.rules)).toBe(false);
    await own.em().execute('update judged_database set judged_at = ?', [new Date(now - 90_000)]);
    // If the database is too busy to answer within a second, the numbers come with a later scrape.
    await counted(own, 'vault_database_up', {}, 1);
    const text = await until('a reading', async () => {
      const scraped = await scrape(own);
      return numberIn(scraped, 'vault_overdue_events') !== undefined && scraped;
    });
    const values = [
      ['vault_database_up', {}, 1],
      ['vault_database_judged_age_seconds', {}, 90],
      ['vault_counts_age_seconds', {}, 40],
      ['vault_mail_certificate_seconds', {}, 5],
      ['vault_broken_logs', { at: 'first' }, 0],
      ['vault_restoration_seconds', {}, 60],
      ['vault_last_restoration_age_seconds', { reason: 'older' }, 60],
      ['vault_users', { verified: 'true' }, 1],
      ['vault_users', { verified: 'false' }, 1],
      ['vault_switches', { status: 'grace_period' }, 1],
      ['vault_switches', { status: 'off' }, 1],
      ['vault_switches', { status: 'released' }, 0],
      ['vault_overdue_events', {}, 1],
      ['vault_stuck_handovers', {}, 0],
      ['vault_mails', { kind: 'reminder', result: 'failing' }, 1],
      ['vault_mails', { kind: 'reminder', result: 'queued' }, 1],
      ['vault_mails', { kind: 'reminder', result: 'accepted' }, 1],
      ['vault_failing_mail_age_seconds', {}, 9],
      ['vault_ways', { kind: 'webhook', state: 'fails' }, 1],
      ['vault_ways', { kind: 'mailbox', state: 'works' }, 1],
      ['vault_way_warnings', { kind: 'webhook', result: 'refused' }, 1],
      ['vault_way_warnings', { kind: 'mailbox', result: 'taken' }, 1],
      ['vault_way_waiting_seconds', { kind: 'webhook' }, 20],
      ['vault_way_waiting_seconds', { kind: 'mailbox' }, 0],
      // The switch's, and one for each queued mail: starting over gives them new workflows.
      ['vault_outbox_messages', {}, 4],
      ['vault_outbox_lag_seconds', {}, 4],
      ['vault_last_beat_age_seconds', { component: 'mail' }, 7],
      ['vault_service_up', { component: 'api' }, 0],
      ['vault_service_up', { component: 'mail' }, 1],
      ['vault_service_up', { component: 'returns' }, 0],
      ['vault_outages', { component: 'public' }, 0],
      ['vault_outage_seconds', { component: 'mail' }, 0],
      ['vault_liveness_url_never_answered', {}, 1],
      ['vault_workers_reporting', {}, 2],
      ['vault_task_queue_pollers', {}, 2],
      ['vault_task_queue_backlog', {}, 5],
      ['vault_clock_skew_seconds', {}, -1.5],
      ['vault_websocket_connections', {}, 0],
    ] as const;
    expect(values.map(([name, labels]) => [name, labels, numberIn(text, name, labels)])).toEqual(
      values.map((value) => [...value]),
    );
    // What waits for a webhook doesn't wait for the mail server.
    const ways = { kind: 'channel_reminder', result: 'failing' };
    expect(numberIn(text, 'vault_mails', ways)).toBeUndefined();
    for (const secret of [owner.id, owner.email, 'example.test']) expect(text).not.toContain(secret);
  });

  test('ask the database once for however many scrapes', async () => {
    let calls = 0;
    const counting = new Proxy(api.orm, {
      get(target, key) {
        if (key === 'em') calls += 1;
        return Reflect.get(target, key);
      },
    });
    const own = await start({}, { orm: counting }, { cacheMs: Number.POSITIVE_INFINITY });
    calls = 0;
    await Promise.all(Array.from({ length: 30 }, () => scrape(own)));
    await scrape(own);
    // One each for the statistics, for the workers and to see whether it answers, and four for what health reports.
    expect(calls).toBe(7);
  });

  test('are rendered once for a crowd, and sent in small pieces of one copy that all of it shares', async () => {
    const own = await start();
    const { metrics } = own.deps;
    for (let i = 0; i < 100; i += 1)
      metrics.httpDuration.observe({ method: 'GET', route: `/${i}`, status: '200' }, 1);
    const [text, same] = await Promise.all([metrics.text(), metrics.text()]);
    expect(text.length).toBeGreaterThan(64 * 1024);
    expect(same).toBe(text);
    const rendered = jest.spyOn(metrics, 'text').mockResolvedValue(text);
    const [wrote, ended] = [
      jest.spyOn(ServerResponse.prototype, 'write'),
      jest.spyOn(ServerResponse.prototype, 'end'),
    ];
    try {
      const bodies = await Promise.all(Array.from({ length: 5 }, () => scrape(own)));
      expect(new Set(bodies)).toEqual(new Set([`${text}`]));
      const pieces = [...wrote.mock.calls, ...ended.mock.calls].flatMap(([piece]) =>
        piece ? [piece as Buffer] : [],
      );
      expect(new Set(pieces.map(({ buffer }) => buffer))).toEqual(new Set([text.buffer]));
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(16 * 1024);
    } finally {
      for (const spy of [rendered, wrote, ended]) spy.mockRestore();
    }
  });

  test('of two applications in one process are two', async () => {
    const [one, other] = [await start(), await start()];
    await fetch(`${one.url}/auth/profile`);
    const labels = { route: '/auth/profile', status: '401' };
    await counted(one, 'vault_http_request_duration_seconds_count', labels, 1);
    expect(
      numberIn(await scrape(other), 'vault_http_request_duration_seconds_count', labels),
    ).toBeUndefined();
  });
});

test('show the last reading while the next one takes its time, and say how old it is', async () => {
  const own = await start();
  await buildOwner(own);
  const first = await until('a reading', async () => {
    const text = await scrape(own);
    return numberIn(text, 'vault_statistics_age_seconds') !== undefined && text;
  });
  expect(numberIn(first, 'vault_statistics_age_seconds')).toBeLessThan(5);
  await own.em().transactional(async (tx) => {
    // Makes the reading wait.
    await tx.execute('lock table outbox in access exclusive mode');
    await until('the reading to be old', async () => {
      const text = await scrape(own);
      // On a machine that is too busy, asking the database takes too long.
      if (numberIn(text, 'vault_database_up') !== 1) return false;
      expect(numberIn(text, 'vault_switches', { status: 'off' })).toBe(
        numberIn(first, 'vault_switches', { status: 'off' }),
      );
      return (numberIn(text, 'vault_statistics_age_seconds') ?? 0) > 6;
    });
  });
  await until('a new reading', async () => {
    return (numberIn(await scrape(own), 'vault_statistics_age_seconds') ?? 9) < 5;
  });
});

describe('a database that hangs', () => {
  test('does not hang the metrics: within about a second they come, without what only it knows', async () => {
    await using silent = await silentServer();
    const orm = await openDatabase({
      host: '127.0.0.1',
      port: silent.port,
      name: 'x',
      user: 'x',
      password: 'x',
    });
    const own = await start({}, { orm });
    await fetch(`${own.url}/no/such/path`);
    const from = performance.now();
    const text = await scrape(own);
    expect(performance.now() - from).toBeLessThan(4_000);
    expect(numberIn(text, 'vault_database_up')).toBe(0);
    // A missing number is better than a zero that nobody counted.
    for (const name of [
      'vault_overdue_events',
      'vault_switches',
      'vault_outbox_messages',
      'vault_users',
      'vault_statistics_age_seconds',
    ]) {
      expect([name, numberIn(text, name)]).toEqual([name, undefined]);
    }
    expect(
      numberIn(text, 'vault_http_request_duration_seconds_count', { route: 'none', status: '404' }),
    ).toBe(1);
    silent.cut();
    await orm.close(true);
  });
});
