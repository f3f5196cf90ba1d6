import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { createCache } from '../../../api/cache/cache.ts';
import { cachedOutages, recentMs } from '../../../api/cache/outages.ts';
import { Liveness } from '../../../db/entities/liveness.ts';
import { type MonitoredService, outageReader, SERVICES } from '../../../db/liveness.ts';
import { addressAnswered, watchAddress } from '../../../db/watched.ts';
import { migratedDatabase } from '../../support/servers/api.ts';
import { servers } from '../../support/servers/shared-servers.ts';
import { until } from '../../support/until.ts';
import { use } from '../../support/use.ts';

const DAY = 86_400_000;

const database = await use(migratedDatabase, (it) => it.drop());
const redis = await use(
  () => new Redis({ host: servers.redis.host, port: servers.redis.port }),
  (it) => it.disconnect(),
);
beforeAll(() => until('a connection to Redis', () => redis.status === 'ready'));

const em = () => database.orm.em.fork();

describe('the cached outages', () => {
  const SECOND = 1_000;
  const start = Date.UTC(2031, 0, 1);
  const up = (service: MonitoredService, from: number, to: number) =>
    em().insert(Liveness, {
      id: randomUUIDv7(),
      service,
      startedAt: new Date(start + from * SECOND),
      beatAt: new Date(start + to * SECOND),
    });

  /** A process of a service, by default of one that has cached nothing. */
  const cached = (namespace: string = randomUUID()) =>
    cachedOutages(createCache({ redis, namespace }), em, DAY);

  test('are the same as those of a fresh read in every process, however long the silence', async () => {
    await watchAddress(em(), 'public', 'https://vault.test', new Date(start - DAY));
    await addressAnswered(em(), 'public', 'https://vault.test', new Date(start - DAY));
    const second = fc.integer({ min: -100, max: 2_100 });
    const stretches = fc.array(fc.tuple(fc.constantFrom(...SERVICES), second, fc.nat(600)), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(stretches, fc.array(second, { minLength: 1, maxLength: 5 }), async (all, begins) => {
        await em().nativeDelete(Liveness, { startedAt: { $gte: new Date(start - DAY) } });
        for (const [service, from, length] of all) await up(service, from, from + length);
        const namespace = randomUUID();
        const processes = [cached(namespace), cached(namespace)];
        const fresh = outageReader(em, DAY);
        const now = start + 2_000 * SECOND;
        for (const begin of [...begins, ...begins.toReversed()]) {
          const from = start + begin * SECOND;
          for (const read of processes) expect(await read(from, now)).toEqual(await fresh(from, now));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('are at most ten seconds old', async () => {
    await em().nativeDelete(Liveness, { startedAt: { $gte: new Date(start - DAY) } });
    await up('api', 0, 100);
    expect(recentMs(DAY)).toBe(10 * SECOND);
    const recent = cached();
    const api = async (now: number) => (await recent(start, start + now * SECOND)).api;
    const outage = (from: number, to: number) => ({ from: start + from * SECOND, to: start + to * SECOND });
    expect(await api(400)).toEqual([outage(100, 400)]);
    await up('api', 380, 405);
    expect(await api(409)).toEqual([outage(100, 400)]);
    expect(await api(411)).toEqual([outage(100, 380)]);
  });
});
