import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { LIMITS } from '../../../api/http/limits.ts';
import { openRedis } from '../../../db/redis.ts';
import { startRedis } from '../../../dev/servers/redis.ts';
import type { LocalServer } from '../../../dev/servers/server.ts';
import { openLoggedIn } from '../../support/builders/account.ts';
import { switchOf } from '../../support/builders/handover.ts';
import { buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { softwareAuthenticator } from '../../support/clients/authenticator.ts';
import { client } from '../../support/clients/client.ts';
import { health, served } from '../../support/clients/health.ts';
import { refusedPage } from '../../support/clients/live.ts';
import { quietLog } from '../../support/run-log.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { until } from '../../support/until.ts';

let server: LocalServer;
let redis: Redis;
let api: TestApi;
beforeAll(async () => {
  server = await startRedis({ say: () => {}, durable: false });
  redis = openRedis({ host: server.host, port: server.port, password: '' }, quietLog());
  // As in production, except for the one client that all requests of a test come from.
  api = await startApi({ RATE_LIMIT_SCALE: '1' }, { redis });
  await until('Redis is up', async () => redis.status === 'ready');
});
afterAll(async () => {
  await api.close();
  redis.disconnect();
  await server.stop();
});

const atRoot = () => client(api).raw.get('/../../health');
const cacheStatus = async () => (await atRoot()).body.checks.cache.status;

test('Redis stopped while requests run: nothing that matters stops, and afterwards all is as before', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  const owner = await buildOwnerWithSuccessor(api);
  const authenticator = softwareAuthenticator(api.origin);
  const { options } = (await browser.post('/passkeys/options')).body;
  await browser.post('/passkeys', { name: 'Phone', credential: authenticator.create(options) });
  let stop = false;
  const answers: number[] = [];
  const running = (async () => {
    while (!stop) {
      answers.push((await owner.program.post('/activity/check-in')).status);
      // So few that no limit is reached, however long Redis takes.
      await sleep(50);
    }
  })();

  await server.process.kill();
  // Check-ins are recorded: everybody who got an answer has been seen.
  api.clock.now += 60_000;
  expect((await owner.program.post('/activity/check-in')).status).toBe(200);
  expect((await switchOf(api, owner)).state.lastSeenAt).toBe(api.clock.now);
  // Sessions are checked: a live one works, a revoked one does not.
  expect((await browser.get('/auth/profile')).status).toBe(200);
  expect((await browser.post('/auth/logout')).status).toBe(200);
  expect((await owner.browser.get('/auth/profile')).status).toBe(200);
  // Each process limits log-ins on its own.
  const guesses = [];
  for (let i = 0; i < LIMITS.login.points + 2; i += 1) {
    guesses.push((await client(api).post('/auth/login', { email: account.email, password: 'wrong' })).status);
  }
  expect(guesses).toContain(429);
  expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
  // A challenge still works once.
  const begun = (await client(api).post('/auth/login/passkey/options')).body;
  const credential = authenticator.get(begun.options, { counter: 0 });
  const withPasskey = async () => (await client(api).post('/auth/login/passkey', { credential })).status;
  expect([await withPasskey(), await withPasskey()]).toEqual([200, 401]);
  expect(await cacheStatus()).not.toBe('up');
  expect((await served(atRoot)).status).toBe(200);

  await server.process.start();
  await until('health says so', async () => (await cacheStatus()) === 'up');
  stop = true;
  await running;
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await health(api)).body.checks.cache.status).toBe('up');
});

test('a Redis that is silent but not closed is given up, and requests no longer wait for it', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  const pid = server.process.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    await until('it is given up', async () => {
      expect((await owner.browser.get('/auth/profile')).status).toBe(200);
      return redis.status !== 'ready';
    });
    const began = performance.now();
    for (let request = 0; request < 5; request += 1)
      expect((await owner.browser.get('/auth/profile')).status).toBe(200);
    // Each would wait for two counters, a second each.
    expect(performance.now() - began).toBeLessThan(5_000);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await until('it is used again', async () => redis.status === 'ready');
});

test('without Redis, guesses at tokens count together, at the API and at its websocket', async () => {
  await using strict = await startApi({ RATE_LIMIT_SCALE: '0.01' }, { redis });
  await server.process.kill();
  await until('it is missed', async () => redis.status !== 'ready');
  for (let i = 0; i < LIMITS.default.points / 100; i += 1) {
    expect((await client(strict).get('/auth/profile')).status).toBe(401);
  }
  expect((await refusedPage(strict, {})).status).toBe(429);
  await server.process.start();
});
