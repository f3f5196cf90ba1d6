import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { createPaces, type PaceOptions } from '../../mail/pace.ts';
import { RETRY } from '../../mail/retry.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { until } from '../support/until.ts';

const WAITING = 20;
/** Slow enough that even on a busy machine the next place is further ahead than a warning looks. */
const RATE = 0.5;
const STEP_MS = 1_000 / RATE;

const open: Redis[] = [];
let server: string;
beforeEach(() => {
  server = randomBytes(6).toString('hex');
});
afterEach(() => {
  for (const redis of open.splice(0)) redis.disconnect();
});

/** The paces of one worker, on its own connection to Redis. */
async function worker(options: Partial<PaceOptions> = {}) {
  const redis = new Redis(servers.redis.port, servers.redis.host);
  open.push(redis);
  await until('a connection to Redis', () => redis.status === 'ready');
  return createPaces({ redis, server, rate: RATE, ...options });
}

/** How long each of many warnings is told to wait. */
const waits = async (pace: { turn(): Promise<number> }) => {
  const each: number[] = [];
  for (let i = 0; i < WAITING; i += 1) each.push(await pace.turn());
  return each;
};

describe.each([
  ['shared through Redis', {}],
  ['while Redis is down', { redis: null }],
] satisfies [string, Partial<PaceOptions>][])('a configured rate, %s', (_, options) => {
  test('lets one warning go, and each of the others wait a place longer', async () => {
    const { switches } = await worker(options);
    expect(await switches.turn()).toBe(0);
    const later = await waits(switches);
    for (const [i, each] of later.entries()) {
      expect(each).toBeGreaterThan(0);
      expect(each - (later[i - 1] ?? 0)).toBeLessThanOrEqual(STEP_MS);
    }
    expect(later.at(-1)).toBeGreaterThan((WAITING - 2) * STEP_MS);
  });

  test('gives account mail the next place, however many warnings wait for one', async () => {
    const { switches, accounts } = await worker(options);
    expect(await switches.turn()).toBe(0);
    await waits(switches);
    expect(await accounts.turn()).toBe(0);
    // It has taken the place.
    expect(await switches.turn()).toBeGreaterThan(0);
  });
});

test('workers share the rate', async () => {
  const [one, other] = [await worker(), await worker()];
  expect(await one.switches.turn()).toBe(0);
  expect(await other.switches.turn()).toBeGreaterThan(0);
});

describe('after the mail server has asked us to slow down', () => {
  test('all mail of every worker pauses, and account mail comes back before the warnings that wait', async () => {
    const [one, other] = [await worker({ rate: null }), await worker({ rate: null })];
    await one.switches.noteThrottled();
    expect(await other.accounts.isPaused()).toBe(true);
    const warnings = await waits(one.switches);
    expect(Math.min(...warnings)).toBeGreaterThan(0);
    expect(await one.accounts.turn()).toBeLessThanOrEqual(Math.min(...warnings));
  });

  test('mails that were under way together cause one pause', async () => {
    const { switches } = await worker({ rate: null });
    await switches.noteThrottled();
    await switches.noteThrottled();
    await switches.noteThrottled();
    expect(await switches.turn()).toBeLessThanOrEqual(RETRY.throttled.firstMs);
  });
});
