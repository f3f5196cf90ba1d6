/** Nobody learns which addresses have an account: not from a status, a body, a header, or the work it took. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credentials, openAccount } from '../support/account.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { watchArgon2 } from '../support/argon2-watch.ts';
import { buildOwner, uniqueEmail } from '../support/builders.ts';
import { client } from '../support/client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Everything a client sees but what differs from request to request, and how many argon2 jobs it cost. */
async function observe(path: string, body: unknown) {
  const watch = watchArgon2();
  const reply = await client(api).post(path, body);
  watch.stop();
  const headers = Object.fromEntries(reply.headers);
  // Counted per client address, whoever is asked about.
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

test('asking for the verification mail looks the same for every address', async () => {
  const { unknown, unverified, verified } = await addresses();
  const seen = await observe('/auth/resend-verification', { email: unknown });
  expect(seen.status).toBe(200);
  expect(await observe('/auth/resend-verification', { email: unverified })).toEqual(seen);
  expect(await observe('/auth/resend-verification', { email: verified })).toEqual(seen);
});

test('the limits count the same for every address', async () => {
  const limited = await startApi({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
  try {
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
      ...Array(10).fill(401),
      429,
      429,
      ...Array(5).fill(200),
      429,
    ]);
    expect(await run(verified, '198.51.100')).toEqual(seen);
  } finally {
    await limited.close();
  }
});
