/** One account, one network or one link at its worst: everybody else is served as if it weren't there. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'koa';
import { requesterOf } from '../../../api/http/quotas/requester.ts';
import { openAccount, type TestAccount } from '../../support/builders/account.ts';
import { base64 } from '../../support/builders/base64.ts';
import { invite } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, cookieOf } from '../../support/builders/owner.ts';
import { insertEntries, newEntry } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { closeRawRequests, head, openRaw, type RawRequest } from '../../support/clients/raw-request.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi({ TRUST_PROXY: '1' });
afterEach(closeRawRequests);

const MIB = 1024 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const from = (network: number) => ({ 'X-Forwarded-For': `10.0.${network >> 8}.${network & 255}` });
const STRANGER = from(9_999);
const cookie = (owner: BuiltOwner) => cookieOf(api, owner);
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Sends each text as a request, whether it is complete or not. The answers are not read if `isUnread`. */
const raw = (texts: readonly string[], isUnread = false): Promise<RawRequest[]> =>
  Promise.all(
    texts.map(async (text) => {
      const request = await openRaw(api.url);
      if (isUnread) request.socket.pause();
      request.send(text);
      return request;
    }),
  );

const logIn = ({ email, password }: TestAccount, headers: Record<string, string> = STRANGER) =>
  client(api).raw.post('/auth/login', { email, password }, headers);

/** A vault of many MiB, which no socket buffers whole. */
const fill = (owner: BuiltOwner, entries = 30) => insertEntries(api, owner, entries, 700 * 1024);

async function accessToken(owner: BuiltOwner): Promise<string> {
  const { id } = await buildSuccessor(api, owner, { restrictToAssignedEntries: false });
  const token = (await invite(api, owner)).get(id);
  const { body } = await client(api).post('/handover/respond', { token, response: 'accept' });
  return body.accessToken as string;
}

const contextFrom = (ip: string) => ({ ip, state: {} }) as Context;
const claimsOf = (userId: string) => ({ userId, sessionId: randomUUIDv7() });

describe('nobody is stopped by', () => {
  test('two hundred log-ins of one account at once', async () => {
    const [crowd, strangers] = [await openAccount(api), await Promise.all(times(12, () => openAccount(api)))];
    let left = 200;
    const flood = times(200, async (i) => {
      await logIn(crowd, from(i % 5)).catch(() => null);
      left -= 1;
    });
    await until('the first of them is answered', () => left < 200);
    const replies = await Promise.all(
      strangers.map(async (each, i) => {
        const { status } = await logIn(each, from(100 + i));
        return { status, left };
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual(times(12, () => 200));
    // Not all of them waited for the flood to pass.
    expect(Math.max(...replies.map((each) => each.left))).toBeGreaterThan(0);
    await Promise.all(flood);
  });

  test('an account whose requests all wait for one row', async () => {
    const [crowd, stranger] = [await buildOwner(api), await buildOwner(api)];
    await api.em().transactional(async (em) => {
      await em.execute('select 1 from switch where user_id = ? for update', [crowd.id]);
      const pauses = await raw(times(60, () => head('POST /api/v1/inactivity/pause', cookie(crowd))));
      await until('some of them have their places', () => api.deps.quotas.connections.active > 0);
      expect((await stranger.browser.post('/activity/check-in', undefined, STRANGER)).status).toBe(200);
      expect((await stranger.browser.get('/vault/entries', STRANGER)).status).toBe(200);
      // On a slow machine, the first of them may have waited long enough to be refused.
      expect(pauses.flatMap(({ answers }) => answers).filter(({ status }) => status !== 503)).toEqual([]);
      expect(api.deps.quotas.connections.active).toBeLessThanOrEqual(4);
    });
  });

  test('a token of an automation that asks as fast as it can, within its limit or beyond', async () => {
    const [crowd, stranger] = [await buildOwner(api), await buildOwner(api)];
    const tokenOf = async ({ browser }: BuiltOwner) => {
      const { body } = await browser.post('/automations', { name: 'Monitor', scope: 'status' });
      return { Authorization: `Bearer ${body.token}` };
    };
    const statusRequest = head('GET /api/v1/automations/status', await tokenOf(crowd));
    await api.em().transactional(async (em) => {
      await em.execute('lock table automation in access exclusive mode');
      await raw(times(60, () => statusRequest));
      await until('some of them have their places', () => api.deps.quotas.connections.active > 0);
      expect((await stranger.browser.post('/activity/check-in', undefined, STRANGER)).status).toBe(200);
      expect(api.deps.quotas.connections.active).toBeLessThanOrEqual(10);
    });
    await using strict = await startApi({}, {}, { beside: api, settings: { RATE_LIMIT_SCALE: 0.001 } });
    const bearer = await tokenOf(stranger);
    const forked = jest.spyOn(strict.orm.em, 'fork');
    await until('a refusal that costs no query', async () => {
      const before = forked.mock.calls.length;
      const { status } = await client(strict).raw.get('/automations/status', bearer);
      return status === 429 && forked.mock.calls.length === before;
    });
  });

  test('accounts that use every database connection, if a request needs none', async () => {
    const owners = await Promise.all(times(3, () => buildOwner(api)));
    await api.em().transactional(async (em) => {
      const ids = owners.map(({ id }) => id);
      await em.execute('select 1 from switch where user_id in (?) for update', [ids]);
      const pauses = owners.flatMap((owner, i) =>
        times(4, () => head('POST /api/v1/inactivity/pause', { ...cookie(owner), ...from(i) })),
      );
      await raw(pauses);
      const { connections } = api.deps.quotas;
      await until('all places are taken, and no more connections opened', async () => {
        await em.execute('select pg_stat_clear_snapshot()');
        const waiting = `select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return connections.active === pauses.length && (await em.execute(waiting)).length >= 8;
      });
      expect((await client(api).post('/auth/refresh', undefined, STRANGER)).status).toBe(401);
      // On a slow machine, the first of them may have waited long enough to be refused.
      expect(connections.active).toBeGreaterThanOrEqual(8);
    });
  });

  test('two thousand bodies that never end', async () => {
    const [stranger, owner] = [await openAccount(api), await buildOwner(api)];
    await raw(
      times(2_000, (i) =>
        head('POST /api/v1/auth/login', { ...JSON_TYPE, 'Content-Length': 60_000, ...from(i % 20) }).concat(
          '{',
        ),
      ),
    );
    await until('their bodies are being read', () => api.deps.quotas.bodies.used > 20 * MIB);
    expect((await logIn(stranger)).status).toBe(200);
    expect((await owner.browser.put('/inactivity/settings', { thresholdDays: 60 }, STRANGER)).status).toBe(
      200,
    );
  });

  test('slow password changes, however large they say they will be', async () => {
    const owners = await Promise.all(times(4, () => buildOwner(api)));
    const stranger = owners.pop() as BuiltOwner;
    await raw(
      owners.map((owner) =>
        head('PUT /api/v1/auth/change-password', {
          ...cookie(owner),
          ...JSON_TYPE,
          'Content-Length': 32 * MIB,
        }).concat('{"entries":['),
      ),
    );
    await until('three of them are read', () => api.deps.quotas.largeBodies.used === 3);
    expect(api.deps.quotas.bodies.used).toBeLessThan(MIB);
    const entries = { entries: times(1, () => ({})) };
    const reply = await stranger.program.raw.post('/vault/import', { ...entries, pad: 'x'.repeat(100_000) });
    await expectProblem(reply, '400 validation_failed');
  });

  test('unread copies of the OpenAPI document', async () => {
    const owner = await buildOwner(api);
    await fill(owner, 4);
    const { unread } = api.deps.quotas;
    const held = unread.used;
    // Ten on each connection, because the kernel buffers the first few.
    const readers = await raw(
      times(22, (i) => head('GET /api/v1/openapi.json', from(i)).repeat(10)),
      true,
    );
    // They read the beginning, and nothing after it.
    for (const { socket } of readers) socket.once('data', () => socket.pause()).resume();
    await until('all of them are being sent', () => readers.every(({ received }) => received !== ''));
    // All share one copy in memory.
    expect(unread.used).toBe(held);
    expect((await owner.browser.get('/vault/entries', STRANGER)).status).toBe(200);
  });

  test('unread answers to one link, from however many networks', async () => {
    const [dead, other] = [await buildOwner(api), await buildOwner(api)];
    await Promise.all([fill(dead), fill(other)]);
    const [link, token] = [await accessToken(dead), await accessToken(other)];
    const readings = await raw(
      times(24, (i) => head(`GET /api/v1/vault/successor-access?token=${link}`, from(i))),
      true,
    );
    await until('as many are open as one link may have', () => api.deps.quotas.unread.used >= 16 * MIB);
    const further = await client(api).raw.get(`/vault/successor-access?token=${link}`, from(999));
    expect([further.status, further.body.detail]).toEqual([
      429,
      'Read the previous responses first. Try again in a few seconds.',
    ]);
    expect(api.deps.quotas.unread.used).toBe(16 * MIB);
    const reply = await client(api).raw.get(`/vault/successor-access?token=${token}`, STRANGER);
    expect([reply.status, reply.body.entries.length]).toEqual([200, 30]);
    // Nobody reads a byte of the answers, so each connection is cut.
    await until('all of them are over', () => api.deps.quotas.unread.used === 0, 30_000);
    for (const { socket } of readings) socket.resume();
    await Promise.all(readings.map(({ closed }) => closed));
  });
});

test('a large answer to a write is always sent, and cuts off an older one if its account has no room', async () => {
  const owner = await buildOwner(api);
  const { unread } = api.deps.quotas;
  const held = unread.used;
  const cut: number[] = [];
  const requester = requesterOf({ ip: '10.0.0.1' }, `account:${owner.id}`);
  const older = times(2, (i) => unread.allocate(requester, 8 * MIB, () => cut.push(i)));
  const entry = newEntry({ encryptedData: base64(700 * 1024) });
  const { status, body } = await owner.program.raw.post('/vault/entries', entry);
  expect([status, body.entry.encryptedData.length, cut]).toEqual([201, entry.encryptedData.length, [0]]);
  for (const { release } of older) release();
  await until('nothing more is counted once it was read', () => unread.used === held);
});

test('lists of one account wait for their turn, however many it asks for at once', async () => {
  const owner = await buildOwner(api);
  await fill(owner, 6);
  const replies = await Promise.all(times(12, () => owner.browser.get('/vault/entries')));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});

test('what an account asks for is counted over all its sessions', async () => {
  const strict = await startApi({ RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '1' });
  try {
    const { email, password } = await openAccount(strict);
    let served = 0;
    for (let i = 0; i < 4; i += 1) {
      await strict.deps.limits.forget({ email, sessionIds: [], credentials: [] });
      const browser = client(strict);
      expect((await browser.raw.post('/auth/login', { email, password }, from(500 + i))).status).toBe(200);
      const replies = await Promise.all(times(60, () => browser.raw.post('/activity/check-in')));
      served += replies.filter(({ status }) => status === 200).length;
    }
    // A session has 60 requests here, and an account twice as many.
    expect(served).toBe(120);
  } finally {
    await strict.close();
  }
});

describe('with a hundredth of all limits', () => {
  let strict: TestApi;
  beforeAll(async () => {
    strict = await startApi({ RATE_LIMIT_SCALE: '0.01' });
  });
  afterAll(() => strict.close());

  test('all accounts in one network together have twenty times what a session has', async () => {
    const request = (ip: string) =>
      strict.deps.limits.byClient('default', contextFrom(ip), claimsOf(randomUUIDv7()));
    for (let i = 0; i < 6 * 20; i += 1) await request('192.0.2.1');
    await expect(request('192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' });
    await request('192.0.2.2');
  });

  test.each(['weakening', 'removal', 'successor_change'] as const)(
    'a new password resets the limit %s of the account and of the session that remains',
    async (name) => {
      const claims = claimsOf(randomUUIDv7());
      const request = (from = claims) => strict.deps.limits.byClient(name, contextFrom('192.0.2.1'), from);
      await request();
      // A thief uses up what the account has left.
      await Promise.allSettled([request(claimsOf(claims.userId)), request(claimsOf(claims.userId))]);
      await expect(request()).rejects.toMatchObject({ code: 'rate_limited' });
      await strict.deps.limits.renew(claims.userId, claims.sessionId);
      await request();
    },
  );
});

test('a customer with any number of networks has a ceiling for the /56, and one for the /48', async () => {
  const strict = await startApi({ RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '1' });
  try {
    const reset = { token: 'guess', password: 'chosen', salt: randomBytes(16).toString('base64') };
    const passed: number[] = [];
    for (let wide = 0; wide < 5; wide += 1) {
      const replies: number[] = [];
      for (let i = 0; i < 5; i += 1) {
        const ip = `2001:db8:1:${wide.toString(16)}0${i}::1`;
        const { status } = await client(strict).raw.post('/auth/reset-password', reset, {
          'X-Forwarded-For': ip,
        });
        replies.push(status);
      }
      passed.push(replies.filter((status) => status !== 429).length);
    }
    // A /64 has one request here, a /56 four times as many, and a /48 sixteen times.
    expect(passed).toEqual([4, 4, 4, 4, 0]);
  } finally {
    await strict.close();
  }
});

test('a session whose requests are refused one after the other asks Redis about once a second', async () => {
  const strict = await startApi({ RATE_LIMIT_SCALE: '0.01' });
  try {
    const owner = await buildOwner(strict);
    const statuses: number[] = [];
    for (let i = 0; i < 60; i += 1) statuses.push((await owner.browser.get('/sessions')).status);
    expect(statuses.slice(6)).toEqual(times(54, () => 429));
    const [key = ''] = await strict.deps.redis.keys(
      `${strict.deps.redis.options.keyPrefix}limit:default:session:*`,
    );
    const counted = await strict.deps.redis.get(key.replace(strict.deps.redis.options.keyPrefix ?? '', ''));
    expect(Number(counted)).toBeGreaterThan(6);
    expect(Number(counted)).toBeLessThan(30);
  } finally {
    await strict.close();
  }
});
