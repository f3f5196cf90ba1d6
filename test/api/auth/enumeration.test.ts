/**
 * Nobody learns which addresses have an account: not from a status, body or header, nor from the work it took.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { forgetFailures } from '../../../api/auth/lockout.ts';
import { watchArgon2 } from '../../support/argon2-watch.ts';
import {
  credentials,
  logIn,
  openAccount,
  userOf,
  verificationToken,
} from '../../support/builders/account.ts';
import { buildOwner, uniqueEmail } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

/** Everything a client sees, except what differs with each request, and how many argon2 jobs it cost. */
async function observe(path: string, body: unknown, at = api) {
  const watch = watchArgon2();
  const reply = await client(at).raw.post(path, body);
  watch.stop();
  const headers = Object.fromEntries(reply.headers);
  // Counted per client address, whichever account is named.
  for (const name of ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset']) delete headers[name];
  return { status: reply.status, headers, body: { ...reply.body, requestId: '' }, argon2: watch.jobs };
}

const addresses = async () => ({
  unknown: uniqueEmail(),
  unverified: (await buildOwner(api, { verified: false })).email,
  verified: (await openAccount(api)).email,
});

test('registering looks the same for a new, an unverified and a verified address', async () => {
  const { unknown, unverified, verified } = await addresses();
  const seen = await observe('/auth/register', credentials(unknown));
  expect([seen.status, seen.argon2]).toEqual([201, 1]);
  expect(await observe('/auth/register', credentials(unverified))).toEqual(seen);
  expect(await observe('/auth/register', credentials(verified))).toEqual(seen);
  expect(await observe('/auth/register', credentials(verified))).toEqual(seen);
});

test('a wrong password looks the same for a new, an unverified and a verified address', async () => {
  const { unknown, unverified, verified } = await addresses();
  const attempt = (email: string) => observe('/auth/login', { email, password: 'wrong' });
  const seen = await attempt(unknown);
  expect([seen.status, seen.body.code, seen.argon2]).toEqual([401, 'invalid_credentials', 1]);
  expect(await attempt(unverified)).toEqual(seen);
  expect(await attempt(verified)).toEqual(seen);
});

describe('the password of one’s own registration looks the same for a new, an unverified and a verified address', () => {
  const DAY = 86_400_000;
  /** Registers each address as a stranger. `answers` logs in with that password and observes what it gets. */
  async function registered() {
    const all = { ...(await addresses()), confirmed: (await openAccount(api, { verified: false })).email };
    const given = Object.values(all).map((email) => credentials(email));
    for (const each of given) expect((await client(api).post('/auth/register', each)).status).toBe(201);
    const answers = async (at = api) => {
      const seen = [];
      for (const { email, password } of given)
        seen.push(await observe('/auth/login', { email, password, session: 'bearer' }, at));
      return seen;
    };
    return { all, answers };
  }

  test('for two days, no matter who confirms the address or asks for the mail again', async () => {
    const { all, answers } = await registered();
    const [seen, ...more] = await answers();
    expect([seen?.status, seen?.body.code, seen?.argon2]).toEqual([403, 'email_not_verified', 2]);
    expect(more).toEqual(Array(3).fill(seen));
    const { id } = await userOf(api, all.confirmed);
    const token = await verificationToken(api, id);
    expect((await client(api).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
    expect((await userOf(api, all.confirmed)).emailVerifiedAt).not.toBeNull();
    api.clock.now += 2 * DAY - 1;
    expect(await answers()).toEqual(Array(4).fill(seen));
    for (const email of Object.values(all)) await client(api).post('/auth/resend-verification', { email });
    api.clock.now += 1;
    const [over, ...later] = await answers();
    expect([over?.status, over?.body.code, over?.argon2]).toEqual([401, 'invalid_credentials', 1]);
    expect(later).toEqual(Array(3).fill(over));
  });

  test('also once someone else moves their account to the address', async () => {
    const { all, answers } = await registered();
    const [seen] = await answers();
    const mover = await openAccount(api);
    const change = { ...credentials(all.unknown), currentPassword: mover.password };
    const { password: newPassword, ...rest } = change;
    const browser = await logIn(api, mover);
    expect((await browser.put('/auth/profile', { ...rest, newPassword })).status).toBe(200);
    const token = await verificationToken(api, mover.id, DAY, 'change_email');
    expect((await client(api).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
    expect((await userOf(api, all.unknown)).id).toBe(mover.id);
    expect(await answers()).toEqual(Array(4).fill(seen));
  });

  test('also once JWT_SECRET has been replaced', async () => {
    const { answers } = await registered();
    const [seen] = await answers();
    const { JWT_SECRET } = api.config;
    const settings = {
      JWT_SECRET: randomBytes(64).toString('base64'),
      JWT_SECRET_PREVIOUS: [JWT_SECRET],
    };
    await using replaced = await startApi({}, {}, { beside: api, settings });
    expect(await answers(replaced)).toEqual(Array(4).fill(seen));
  });

  test('and changes nothing for the owner, not even if they register again with the same password', async () => {
    const owner = await openAccount(api);
    const { id: _, ...again } = owner;
    for (const each of [credentials(owner.email), again])
      expect((await client(api).post('/auth/register', each)).status).toBe(201);
    await logIn(api, owner);
    // Nor is it a success, which would clear the failures of someone who guesses.
    const stranger = credentials(owner.email);
    await client(api).post('/auth/register', stranger);
    const { email } = owner;
    for (let i = 0; i < 5; i += 1) {
      const { password } = stranger;
      await expectProblem(client(api).post('/auth/login', { email, password }), '403 email_not_verified');
      const wrong = client(api).post('/auth/login', { email, password: 'wrong' });
      await expectProblem(wrong, '401 invalid_credentials');
    }
    await expectProblem(client(api).post('/auth/login', { email, password: 'wrong' }), '429 account_locked');
  });
});

test('asking how to derive keys looks the same for a new, an unverified and a verified address', async () => {
  const { unknown, unverified, verified } = await addresses();
  const seen = await observe('/auth/kdf', { email: unknown });
  expect(seen.status).toBe(200);
  expect(await observe('/auth/kdf', { email: unverified })).toEqual(seen);
  expect(await observe('/auth/kdf', { email: verified })).toEqual(seen);
});

test('asking for the verification mail looks the same for every address', async () => {
  const { unknown, unverified, verified } = await addresses();
  const seen = await observe('/auth/resend-verification', { email: unknown });
  expect(seen.status).toBe(200);
  expect(await observe('/auth/resend-verification', { email: unverified })).toEqual(seen);
  expect(await observe('/auth/resend-verification', { email: verified })).toEqual(seen);
});

test('asking for a new password looks the same for every address', async () => {
  const { unknown, unverified, verified } = await addresses();
  const seen = await observe('/auth/forgot-password', { email: unknown });
  expect(seen.status).toBe(200);
  expect(await observe('/auth/forgot-password', { email: unverified })).toEqual(seen);
  expect(await observe('/auth/forgot-password', { email: verified })).toEqual(seen);
});

describe('the time it takes', () => {
  /** How often a round asks about each. */
  const TRIES = 50;
  /** Within Jest's limit, so that a difference is named. */
  const FOR_MS = 200_000;
  const MOST = 1.2;

  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

  /**
   * Asks about both in turn, so that other work on the machine affects both alike, until the total times of all rounds
   * are close. A real difference stays, however often it is measured. Noise from a busy machine does not.
   */
  async function expectCloseTogether(ask: (who: 'known' | 'unknown') => Promise<unknown>) {
    const times = { known: [] as number[], unknown: [] as number[] };
    const timed = async (who: 'known' | 'unknown') => {
      const start = performance.now();
      await ask(who);
      times[who].push(performance.now() - start);
    };
    const round = async () => {
      for (let i = 0; i < TRIES; i += 1) {
        for (const who of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          await timed(who);
        }
      }
      const [known, unknown] = [median(times.known), median(times.unknown)];
      return Math.max(known, unknown) / Math.min(known, unknown);
    };
    const began = performance.now();
    let ratio = await round();
    while (ratio >= MOST && performance.now() - began < FOR_MS) ratio = await round();
    expect(ratio).toBeLessThan(MOST);
  }

  test('to register', async () => {
    const { verified } = await addresses();
    const given = { ...credentials(verified), keyBundle: { v: 1 } };
    await expectCloseTogether(async (who) => {
      const email = who === 'known' ? verified : uniqueEmail();
      expect((await client(api).post('/auth/register', { ...given, email })).status).toBe(201);
    });
  });

  test('to log in with a wrong password', async () => {
    const address = { known: (await addresses()).verified, unknown: uniqueEmail() };
    const unlocked = { known: 0, unknown: 0 };
    await expectCloseTogether(async (who) => {
      const reply = await client(api).post('/auth/login', { email: address[who], password: 'wrong' });
      await expectProblem(reply, '401 invalid_credentials');
      unlocked[who] += 1;
      // Prevents a lockout, with the same work for both.
      if (unlocked[who] % 4 === 0) await forgetFailures(api.deps, { address: address[who] });
    });
  });

  test('to log in with the password of one’s own registration', async () => {
    const { verified, unknown } = await addresses();
    const own = { known: credentials(verified), unknown: credentials(unknown) };
    for (const each of Object.values(own)) await client(api).post('/auth/register', each);
    await expectCloseTogether(async (who) => {
      const { email, password } = own[who];
      await expectProblem(client(api).post('/auth/login', { email, password }), '403 email_not_verified');
    });
  });

  test.each(['/auth/forgot-password', '/auth/resend-verification', '/auth/kdf'])('for %s', async (path) => {
    const { unknown, unverified, verified } = await addresses();
    const known = path === '/auth/resend-verification' ? unverified : verified;
    await expectCloseTogether(async (who) => {
      const reply = await client(api).raw.post(path, { email: who === 'known' ? known : unknown });
      expect(reply.status).toBe(200);
    });
  });
});

test('the limits count the same for every address', async () => {
  await using limited = await startApi({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
  const verified = (await openAccount(limited)).email;
  const run = async (email: string, network: string) => {
    const statuses: [number, string | null][] = [];
    for (let i = 0; i < 12; i += 1) {
      const from = { 'X-Forwarded-For': `${network}.${i}` };
      const reply = await client(limited).post('/auth/login', { email, password: 'wrong' }, from);
      statuses.push([reply.status, reply.headers.get('RateLimit-Remaining')]);
    }
    for (let i = 0; i < 6; i += 1) {
      const from = { 'X-Forwarded-For': `${network}.${i}` };
      const reply = await client(limited).post('/auth/resend-verification', { email }, from);
      statuses.push([reply.status, reply.headers.get('RateLimit-Remaining')]);
    }
    return statuses;
  };
  const seen = await run(uniqueEmail(), '192.0.2');
  expect(seen.map(([status]) => status)).toEqual([
    ...Array(5).fill(401),
    ...Array(7).fill(429),
    ...Array(6).fill(200),
  ]);
  expect(await run(verified, '198.51.100')).toEqual(seen);
});
