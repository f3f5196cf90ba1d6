import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { memoryLedger } from '../../../api/auth/lockout/memory.ts';
import { redisLedger } from '../../../api/auth/lockout/redis.ts';
import { LOCKOUT, type LockoutLedger } from '../../../api/auth/lockout/rules.ts';
import { forgetFailures, lockoutStatus } from '../../../api/auth/lockout.ts';
import { openRedis } from '../../../db/redis.ts';
import { silent } from '../../../dev/cli/progress.ts';
import { startRedis } from '../../../dev/servers/redis.ts';
import { watchArgon2 } from '../../support/argon2-watch.ts';
import { logIn, openAccount, openLoggedIn, type TestAccount } from '../../support/builders/account.ts';
import { uniqueEmail } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { quietLog } from '../../support/run-log.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const api = await useApi();
beforeAll(async () => {
  await api.deps.redis.ping();
});

const guess = (email: string, where: TestApi = api) =>
  client(where).post('/auth/login', { email, password: 'wrong' });
const postLogIn = ({ email, password }: TestAccount, where: TestApi = api) =>
  client(where).post('/auth/login', { email, password });
const codes = async (email: string, times: number, where: TestApi = api) => {
  const seen: string[] = [];
  for (let i = 0; i < times; i += 1) seen.push((await guess(email, where)).body.code);
  return seen;
};
const status = (email: string, where: TestApi = api) =>
  lockoutStatus(where.deps, email, new Date(where.clock.now));

const WRONG = Array(5).fill('invalid_credentials');

describe.each(['an account', 'an address without one'])('guesses at %s', (what) => {
  const address = async () => (what === 'an account' ? (await openAccount(api)).email : uniqueEmail());

  test('lock it with the fifth failure, for 15 minutes to the second', async () => {
    const email = await address();
    expect(await codes(email, 5)).toEqual(WRONG);
    const { headers } = await expectProblem(guess(email.toUpperCase()), '429 account_locked');
    expect(headers.get('Retry-After')).toBe('900');
    expect(await status(email)).toEqual({
      isLocked: true,
      lockedUntil: new Date(api.clock.now + 15 * MINUTE),
      failedAttempts: 5,
    });
    api.clock.now += 15 * MINUTE - 1;
    await expectProblem(guess(email), '429 account_locked');
    api.clock.now += 1;
    expect(await status(email)).toEqual({ isLocked: false, lockedUntil: null, failedAttempts: 0 });
    await expectProblem(guess(email), '401 invalid_credentials');
  });

  test('while it is locked extend nothing, are not checked, and change no row', async () => {
    const email = await address();
    await codes(email, 5);
    const { lockedUntil } = await status(email);
    const before = await rowChecksum(api.orm);
    const watch = watchArgon2();
    api.clock.now += 10 * MINUTE;
    expect(await codes(email, 10)).toEqual(Array(10).fill('account_locked'));
    watch.stop();
    expect(watch.jobs).toBe(0);
    expect((await status(email)).lockedUntil).toEqual(lockedUntil);
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('lock it for twice as long each time, and never for more than a day', async () => {
    const email = await address();
    const minutes: number[] = [];
    for (let lockout = 0; lockout < 9; lockout += 1) {
      expect(await codes(email, 5)).toEqual(WRONG);
      const until = (await status(email)).lockedUntil?.getTime() ?? 0;
      minutes.push((until - api.clock.now) / MINUTE);
      api.clock.now = until;
    }
    expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    api.clock.now += 24 * HOUR;
    await codes(email, 5);
    expect((await status(email)).lockedUntil?.getTime()).toBe(api.clock.now + 15 * MINUTE);
  });

  test('sent fifty at once are checked five times at most', async () => {
    const email = await address();
    const watch = watchArgon2();
    const replies = await Promise.all(Array.from({ length: 50 }, () => guess(email)));
    watch.stop();
    expect(watch.jobs).toBe(5);
    const seen = Object.groupBy(replies, ({ body }) => body.code as string);
    expect([seen.invalid_credentials?.length, seen.account_locked?.length]).toEqual([5, 45]);
  });

  test('that lie more than 15 minutes apart do not add up', async () => {
    const email = await address();
    await codes(email, 4);
    api.clock.now += 15 * MINUTE;
    expect(await codes(email, 4)).toEqual(WRONG.slice(1));
    expect((await status(email)).failedAttempts).toBe(4);
  });
});

describe('the right password', () => {
  test('is not even checked while the account is locked', async () => {
    const account = await openAccount(api);
    await codes(account.email, 5);
    await expectProblem(postLogIn(account), '429 account_locked');
    api.clock.now += 15 * MINUTE;
    expect((await postLogIn(account)).status).toBe(200);
  });

  test('clears the failures and lockouts before it', async () => {
    const account = await openAccount(api);
    await codes(account.email, 5);
    api.clock.now += 15 * MINUTE;
    await codes(account.email, 4);
    expect((await postLogIn(account)).status).toBe(200);
    expect(await status(account.email)).toEqual({ isLocked: false, lockedUntil: null, failedAttempts: 0 });
    await codes(account.email, 5);
    expect((await status(account.email)).lockedUntil?.getTime()).toBe(api.clock.now + 15 * MINUTE);
  });

  test('of an account that is not verified is not a failure', async () => {
    const account = await openAccount(api, { verified: false });
    for (let i = 0; i < 7; i += 1) await expectProblem(postLogIn(account), '403 email_not_verified');
    expect((await status(account.email)).failedAttempts).toBe(0);
  });
});

test('wrong passwords from a live session lock that session and nothing else', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  const password = 'wrong';
  const change = { currentPassword: password, newPassword: 'x', salt: account.salt };
  const replies = [
    await browser.delete('/auth/delete-account', { password }),
    await browser.put('/auth/change-password', change),
    await browser.put('/auth/profile', { email: uniqueEmail(), ...change }),
    await browser.post('/auth/2fa/setup', { password }),
    await browser.post('/auth/2fa/disable', { password, token: '123456' }),
    await browser.delete('/auth/delete-account', { password: account.password }),
  ];
  expect(replies.map(({ body }) => body.code)).toEqual([
    ...Array(5).fill('wrong_password'),
    'account_locked',
  ]);
  // Neither the owner's other sessions nor their log-in are locked: a thief with one session locks out nobody.
  const other = await logIn(api, account);
  expect((await other.post('/auth/2fa/setup', { password: account.password })).status).toBe(200);
  expect((await status(account.email)).failedAttempts).toBe(0);
  // The lock lasts, and guessing is no faster than at log-in.
  api.clock.now += 15 * MINUTE;
  expect((await browser.post('/auth/2fa/setup', { password: account.password })).status).toBe(200);
});

test('an administrator’s unlock lets the owner in at once', async () => {
  const account = await openAccount(api);
  await codes(account.email, 5);
  expect(await forgetFailures(api.deps, { address: account.email })).toBe(true);
  expect((await postLogIn(account)).status).toBe(200);
});

test('a lock holds on every API process', async () => {
  await using second = await startApi({}, { redis: api.deps.redis });
  second.clock.now = api.clock.now;
  const email = uniqueEmail();
  await codes(email, 3);
  await codes(email, 2, second);
  await expectProblem(guess(email), '429 account_locked');
  await expectProblem(guess(email, second), '429 account_locked');
});

test('Redis keeps no address', async () => {
  const email = uniqueEmail('telling');
  await guess(email);
  const raw = new Redis({
    host: api.deps.redis.options.host as string,
    port: api.deps.redis.options.port as number,
  });
  const keys = await raw.keys('*lockout:*');
  raw.disconnect();
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => key.includes('telling') || key.includes('@'))).toEqual([]);
});

test('while Redis is down, guesses are still limited, and once it is back it is asked again', async () => {
  const server = await startRedis({ say: silent });
  const redis = openRedis({ host: server.host, port: server.port, password: '' }, quietLog());
  const frail = await startApi({}, { redis });
  try {
    const reachable = (is: boolean) =>
      until(`Redis ${is ? 'there' : 'gone'}`, async () => (redis.status === 'ready') === is);
    await reachable(true);
    const account = await openAccount(frail);
    const before = await openAccount(frail);
    await codes(before.email, 4, frail);
    await server.process.kill();
    await reachable(false);
    const replies = await Promise.all(Array.from({ length: 20 }, () => guess(account.email, frail)));
    expect(replies.filter(({ body }) => body.code === 'invalid_credentials')).toHaveLength(5);
    expect(replies.filter(({ body }) => body.code === 'account_locked')).toHaveLength(15);
    expect((await status(account.email, frail)).isLocked).toBe(true);
    expect((await postLogIn(before, frail)).status).toBe(200);
    expect(await forgetFailures(frail.deps, { address: uniqueEmail() })).toBe(false);

    await server.process.start();
    await reachable(true);
    // What this process counted in the meantime still applies here. Redis counts everything else again.
    await expectProblem(postLogIn(account, frail), '429 account_locked');
    const email = uniqueEmail();
    expect(await codes(email, 6, frail)).toEqual([...WRONG, 'account_locked']);
    expect(await redis.keys('lockout:*')).toHaveLength(1);
  } finally {
    await frail.close();
    redis.disconnect();
    await server.stop();
  }
});

test('Redis and memory keep the same count, whatever happens in whatever order', async () => {
  type Step = { act: 'reserve' | 'giveBack' | 'forget' | 'status'; wait: number; id: number };
  const step: fc.Arbitrary<Step> = fc.record({
    act: fc.constantFrom('reserve', 'reserve', 'reserve', 'giveBack', 'status', 'forget'),
    wait: fc.constantFrom(
      0,
      0,
      0,
      1_000,
      7 * MINUTE,
      LOCKOUT.windowMs,
      LOCKOUT.windowMs * 2,
      LOCKOUT.forgottenMs,
    ),
    id: fc.integer({ min: 0, max: 7 }),
  });
  const run = async (ledger: LockoutLedger, steps: Step[]) => {
    const key = randomUUID();
    let now = 1_800_000_000_000;
    const seen: unknown[] = [];
    for (const { act, wait, id } of steps) {
      now += wait;
      if (act === 'reserve') seen.push(await ledger.reserve(key, `${id}`, now));
      else if (act === 'giveBack') await ledger.giveBack(key, `${id}`, now);
      else if (act === 'forget') await ledger.forget(key);
      seen.push(await ledger.statuses([key], now));
    }
    return seen;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      expect(await run(redisLedger(api.deps.redis), steps)).toEqual(await run(memoryLedger(), steps));
    }),
    { numRuns: 300 },
  );
});

test('memory keeps a bounded number of addresses, and forgets the oldest', async () => {
  const ledger = memoryLedger();
  const first = randomBytes(8).toString('hex');
  await ledger.reserve(first, 'a', 1);
  for (let i = 0; i < 100_000; i += 1) await ledger.reserve(`${i}`, 'a', 1);
  const known = await ledger.statuses([first, '99999'], 1);
  expect(known.map(({ failures }) => failures)).toEqual([0, 1]);
});
