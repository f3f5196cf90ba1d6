import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { openRedis } from '../../../db/redis.ts';
import { startRedis } from '../../../dev/servers/redis.ts';
import type { LocalServer } from '../../../dev/servers/server.ts';
import { buildOwner } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { health } from '../../support/clients/health.ts';
import { openPage } from '../../support/clients/live.ts';
import { quietLog } from '../../support/run-log.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { until } from '../../support/until.ts';

let server: LocalServer;
const apis: TestApi[] = [];
const clients: Redis[] = [];
beforeAll(async () => {
  server = await startRedis({ say: () => {}, durable: false });
});
afterAll(async () => {
  for (const api of apis.reverse()) await api.close();
  for (const redis of clients) redis.disconnect();
  await server.stop();
});

/** An API process with a Redis that the test can kill. */
async function startOn(options: Parameters<typeof startApi>[2] = {}): Promise<TestApi> {
  const redis = openRedis({ host: server.host, port: server.port, password: '' }, quietLog());
  clients.push(redis);
  const api = await startApi({}, { redis }, options);
  apis.push(api);
  await until('hints are heard', () => api.deps.live.status().subscribed);
  return api;
}

test('while Redis is down pushes are only late, and afterwards nothing is missing or doubled', async () => {
  const api = await startOn();
  const beside = await startOn({ beside: api });
  const beating = await startOn({ beside: api, live: { heartbeatMs: 1_000 } });
  const owner = await buildOwner(api);
  const here = await openPage(api, owner.browser);
  const there = await openPage(beside, owner.browser);
  const patient = await openPage(beating, owner.browser);
  const everywhere = [api, beside, beating];
  const checkIn = async () => expect((await owner.program.post('/activity/check-in')).status).toBe(200);

  await checkIn();
  for (const page of [here, there, patient]) await page.got('activity.recorded', 1);

  await server.process.kill();
  await until('it is noticed', () => everywhere.every(({ deps }) => !deps.live.status().subscribed));
  const report = await health(beside);
  expect([report.status, report.body.checks.realtime]).toMatchObject([
    200,
    { status: 'degraded', subscribed: false, connections: 1 },
  ]);
  await checkIn();
  // The process that did it knows at once, another at its heartbeat.
  await here.got('activity.recorded', 2);
  await patient.got('activity.recorded', 2);

  await server.process.start();
  // Without a heartbeat, the process catches up when it gets hints again.
  await there.got('activity.recorded', 2);
  await until('hints are heard', () => everywhere.every(({ deps }) => deps.live.status().subscribed));
  expect((await client(beside).get('/health')).body.checks.realtime).toMatchObject({ status: 'up' });
  await until('the publisher is back', () => api.deps.redis.status === 'ready');
  await checkIn();
  for (const page of [here, there, patient]) {
    const ids = (await page.got('activity.recorded', 3)).map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(ids).toHaveLength(3);
    await page.close();
  }
});
