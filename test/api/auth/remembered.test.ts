/**
 * What a process remembers of tokens, sessions and rows is never older than the database, on any process and in any
 * state of Redis.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lockUser } from '../../../api/auth/credentials.ts';
import { accessTokens } from '../../../api/auth/sessions.ts';
import { lockEntries } from '../../../api/billing/plan-limits.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { Session } from '../../../db/entities/session.ts';
import { User } from '../../../db/entities/user.ts';
import { openRedis } from '../../../db/redis.ts';
import { silent } from '../../../dev/cli/progress.ts';
import { startRedis } from '../../../dev/servers/redis.ts';
import type { LocalServer } from '../../../dev/servers/server.ts';
import {
  logIn,
  logInProgram,
  newPassword,
  openAccount,
  type TestAccount,
  type TestProgram,
  verificationToken,
} from '../../support/builders/account.ts';
import { bringTo } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { newEntry } from '../../support/builders/vault-entries.ts';
import { client, type TestClient, type TestReply } from '../../support/clients/client.ts';
import { closeRawRequests, head, openRaw } from '../../support/clients/raw-request.ts';
import { codeOf } from '../../support/clients/totp.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { quietLog } from '../../support/run-log.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;

/** Two processes on one database and one Redis, which these tests take away. */
let server: LocalServer;
let api: TestApi;
let beside: TestApi;
const connections: ReturnType<typeof openRedis>[] = [];
beforeAll(async () => {
  server = await startRedis({ say: silent, durable: false });
  const connect = () => {
    const redis = openRedis({ host: server.host, port: server.port, password: '' }, quietLog());
    connections.push(redis);
    return redis;
  };
  api = await startApi({}, { redis: connect() });
  beside = await startApi({}, { redis: connect() }, { beside: api });
  await redisUp();
});
afterAll(async () => {
  await beside.close();
  await api.close();
  for (const redis of connections) redis.disconnect();
  await server.stop();
});

const redisUp = () => until('Redis is up', () => connections.every(({ status }) => status === 'ready'));

/** The same program on each of the two processes. */
const everywhere = (bearer: string): TestClient[] => [api, beside].map((where) => client(where, { bearer }));
const answers = (bearer: string): Promise<number[]> =>
  Promise.all(everywhere(bearer).map(async (each) => (await each.get('/auth/profile')).status));
/** Uses a token twice on both processes, so that each has had the chance to remember it. */
async function remember(bearer: string): Promise<void> {
  for (let i = 0; i < 2; i += 1) expect(await answers(bearer)).toEqual([200, 200]);
}

interface LoggedIn {
  account: TestAccount;
  /** The session that ends. */
  victim: TestProgram;
  /** Another session of the same account. */
  other: TestClient;
}

/** Each way to end a session, from one of the two processes. */
const ENDINGS: Record<string, (account: LoggedIn) => Promise<{ status: number }>> = {
  'logging out': ({ victim }) => victim.post('/auth/logout'),
  'ending it from another session': async ({ victim, other }) => {
    const { sessions } = (await victim.get('/sessions')).body;
    const { id } = sessions.find(({ isCurrent }) => isCurrent)!;
    return other.delete(`/sessions/${id}`);
  },
  'ending all other sessions': ({ other }) => other.post('/sessions/invalidate-others'),
  'changing the password': ({ account, other }) => {
    const { password, salt } = newPassword();
    return other.put('/auth/change-password', {
      currentPassword: account.password,
      newPassword: password,
      salt,
    });
  },
  'resetting the password by mail': async ({ account }) => {
    const token = await verificationToken(api, account.id, HOUR, 'reset_password');
    return client(api).post('/auth/reset-password', { token, ...newPassword() });
  },
  'deleting the account': ({ account, other }) =>
    other.delete('/auth/delete-account', { password: account.password }),
};

/** Each state that Redis may be in, and how it comes back from it. */
const STATES: Record<string, { enter(): Promise<unknown>; leave(): Promise<unknown> }> = {
  up: { enter: async () => {}, leave: async () => {} },
  away: {
    enter: () => server.process.kill(),
    leave: () => server.process.start().then(redisUp),
  },
  'restarted empty': {
    enter: async () => {
      await server.process.kill();
      await server.process.start();
      await redisUp();
    },
    leave: async () => {},
  },
  flushed: {
    enter: () => connections[0]!.flushall(),
    leave: async () => {},
  },
  full: {
    enter: () => connections[0]!.config('SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction'),
    leave: () => connections[0]!.config('SET', 'maxmemory', '0'),
  },
};

describe.each(Object.entries(STATES))('with a Redis that is %s', (_, { enter, leave }) => {
  test('a session that has ended is refused at its next request, on every process', async () => {
    const accounts: [string, LoggedIn][] = [];
    for (const how of Object.keys(ENDINGS)) {
      const account = await openAccount(api);
      const victim = await logInProgram(api, account);
      accounts.push([how, { account, victim, other: await logIn(api, account) }]);
      await remember(victim.accessToken);
    }
    await enter();
    try {
      for (const [how, account] of accounts) {
        expect([how, await answers(account.victim.accessToken)]).toEqual([how, [200, 200]]);
        expect([how, (await ENDINGS[how]!(account)).status]).toEqual([how, 200]);
        expect([how, await answers(account.victim.accessToken)]).toEqual([how, [401, 401]]);
      }
    } finally {
      await leave();
    }
    for (const [how, { victim }] of accounts) {
      expect([how, await answers(victim.accessToken)]).toEqual([how, [401, 401]]);
    }
  });

  test('a fifth wrong password locks the account', async () => {
    const { email, password } = await openAccount(api);
    await enter();
    try {
      const guess = async (word: string) =>
        (await client(api).post('/auth/login', { email, password: word })).body.code;
      for (let i = 0; i < 5; i += 1) expect(await guess('wrong')).toBe('invalid_credentials');
      expect(await guess(password)).toBe('account_locked');
    } finally {
      await leave();
    }
  });
});

describe('a token', () => {
  test('is refused once it has expired, though its session lives on', async () => {
    const victim = await logInProgram(api, await openAccount(api));
    const { JWT_EXPIRES_IN } = api.config;
    await remember(victim.accessToken);
    api.clock.now += JWT_EXPIRES_IN - 2_000;
    await remember(victim.accessToken);
    api.clock.now += 2_000;
    expect(await answers(victim.accessToken)).toEqual([401, 401]);
    const { body } = await client(beside).post('/auth/refresh', { refreshToken: victim.refreshToken });
    expect(await answers(body.accessToken)).toEqual([200, 200]);
  });

  test('is refused once its session has expired', async () => {
    const account = await openAccount(api);
    const { accessToken } = await logInProgram(api, account);
    await remember(accessToken);
    const expiresAt = new Date(api.clock.now + 60_000);
    await api.em().nativeUpdate(Session, { userId: account.id }, { expiresAt });
    api.clock.now += 59_999;
    expect(await answers(accessToken)).toEqual([200, 200]);
    api.clock.now += 1;
    expect(await answers(accessToken)).toEqual([401, 401]);
  });

  test('is refused once a token of its session was used twice', async () => {
    const victim = await logInProgram(api, await openAccount(api));
    const refresh = (refreshToken: string) => client(api).post('/auth/refresh', { refreshToken });
    const next = (await refresh(victim.refreshToken)).body;
    await remember(victim.accessToken);
    await remember(next.accessToken);
    api.clock.now += 10_001;
    expect((await refresh(victim.refreshToken)).status).toBe(401);
    for (const token of [victim.accessToken, next.accessToken])
      expect(await answers(token)).toEqual([401, 401]);
  });

  test('with another secret, from another account’s session, altered or unsigned is refused while a valid one works', async () => {
    const [account, stranger] = [await openAccount(api), await openAccount(api)];
    const { accessToken } = await logInProgram(api, account);
    const theirs = await logInProgram(api, stranger);
    for (const each of [accessToken, theirs.accessToken]) await remember(each);
    const { id } = await api.em().findOneOrFail(Session, { userId: account.id });
    const now = new Date(api.clock.now);
    const [header = '', payload = '', signature = ''] = accessToken.split('.');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const otherSecret = { ...api.config, JWT_SECRET: randomBytes(64).toString('base64') };
    const flipped = `${signature.slice(0, -8)}${signature.at(-8) === 'A' ? 'B' : 'A'}${signature.slice(-7)}`;
    const bad = {
      'another secret': await accessTokens(otherSecret).issue(account.id, id, now),
      'another account’s session': await accessTokens(api.config).issue(stranger.id, id, now),
      'no session': await accessTokens(api.config).issue(account.id, randomUUID(), now),
      'an altered signature': `${header}.${payload}.${flipped}`,
      'no signature': `${header}.${payload}.`,
      'another signature': `${header}.${payload}.${theirs.accessToken.split('.')[2]}`,
      'another payload': `${header}.${part({ ...claims, sub: stranger.id })}.${signature}`,
      'a later expiry': `${header}.${part({ ...claims, exp: claims.exp + 3_600 })}.${signature}`,
      'no algorithm': `${part({ alg: 'none' })}.${payload}.`,
      'a longer token': `${accessToken}A`,
      'a shorter token': accessToken.slice(0, -1),
    };
    for (const [what, token] of Object.entries(bad)) {
      for (let i = 0; i < 2; i += 1) expect([what, await answers(token)]).toEqual([what, [401, 401]]);
    }
    expect(await answers(accessToken)).toEqual([200, 200]);
  });
});

/** Requests whose effect would outlive the session. Each may first prepare something, and resolves to the request. */
const LEFT_BEHIND: Record<
  string,
  (thief: TestClient, account: TestAccount) => Promise<() => Promise<TestReply>>
> = {
  automation: async (thief) => () => thief.post('/automations', { name: 'Phone', scope: 'check-in' }),
  'second factor': async (thief, { password }) => {
    const { secret } = (await thief.post('/auth/2fa/setup', { password })).body;
    const token = await codeOf(api, secret);
    return () => thief.post('/auth/2fa/enable', { token });
  },
  successor: async (thief) => () => thief.post('/successors', { name: 'Nora', email: uniqueEmail() }),
  'new password':
    async (thief, { password }) =>
    () => {
      const { password: next, salt } = newPassword();
      return thief.put('/auth/change-password', { currentPassword: password, newPassword: next, salt });
    },
  confirmation:
    async (thief, { password }) =>
    () =>
      thief.post('/auth/confirm', { password }),
  'way to the owner': async (thief) => () =>
    thief.post('/channels/mailboxes', { name: 'Work', email: uniqueEmail() }),
  'shorter silence': async (thief) => () => thief.put('/inactivity/settings', { thresholdDays: 30 }),
  'deleted account':
    async (thief, { password }) =>
    () =>
      thief.delete('/auth/delete-account', { password }),
};

test.each(Object.entries(LEFT_BEHIND))(
  'a session that ends while its request waits leaves no %s behind',
  async (_, prepare) => {
    const account = await openAccount(api);
    const { accessToken } = await logInProgram(api, account);
    const request = await prepare(client(api, { bearer: accessToken }), account);
    const token = await verificationToken(api, account.id, HOUR, 'reset_password');
    const [reset, added] = await api.orm.em.fork().transactional(async (em) => {
      await lockUser(em, account.id);
      const first = client(api).post('/auth/reset-password', { token, ...newPassword() });
      await until('the reset waits', async () => (await lockWaits(api)) === 1);
      const second = request();
      await until('the other request waits too', async () => (await lockWaits(api)) === 2);
      return [first, second] as const;
    });
    expect((await reset).status).toBe(200);
    expect((await added).status).toBe(401);
  },
);

test('a session that ends while its request waits empties no trash', async () => {
  const account = await openAccount(api);
  const { accessToken } = await logInProgram(api, account);
  const thief = client(api, { bearer: accessToken });
  const { entry } = (await thief.post('/vault/entries', newEntry())).body;
  await thief.delete(`/vault/entries/${entry.id}`);
  const [purged] = await api.orm.em.fork().transactional(async (em) => {
    await lockEntries(em, account.id);
    const purging = thief.delete(`/vault/trash/${entry.id}`);
    await until('the request waits', async () => (await lockWaits(api)) === 1);
    await em.nativeUpdate(Session, { userId: account.id }, { revokedAt: new Date(api.clock.now) });
    return [purging] as const;
  });
  expect((await purged).status).toBe(401);
});

describe('a session that has ended takes nothing from its account', () => {
  let limited: TestApi;
  beforeAll(async () => {
    limited = await startApi({ RATE_LIMIT_SCALE: '1' });
  });
  afterAll(async () => {
    closeRawRequests();
    await limited.close();
  });

  const stealToken = async () => {
    const account = await openAccount(limited);
    const { accessToken } = await logInProgram(limited, account);
    const owner = await logIn(limited, account);
    expect((await owner.post('/sessions/invalidate-others')).status).toBe(200);
    return { accessToken, owner };
  };
  const somebody = () => ({ name: 'Nora', email: uniqueEmail() });

  test('not the mails that it may send in an hour', async () => {
    const { accessToken, owner } = await stealToken();
    const thief = client(limited, { bearer: accessToken });
    for (let n = 0; n < 25; n += 1) expect((await thief.post('/successors', somebody())).status).toBe(401);
    expect((await owner.post('/successors', somebody())).status).toBe(201);
  });

  test('not its place for a large body, which is not read', async () => {
    const { accessToken } = await stealToken();
    const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' };
    const request = await openRaw(limited.url);
    request.send(head('POST /api/v1/vault/entries', { ...headers, 'Content-Length': 100_000 }));
    expect((await request.answer()).status).toBe(401);
  });

  test('not the requests of a quarter of an hour, well-formed or not', async () => {
    const account = await openAccount(limited);
    const [reads, writes] = [await logInProgram(limited, account), await logInProgram(limited, account)];
    const owner = await logIn(limited, account);
    expect((await owner.post('/sessions/invalidate-others')).status).toBe(200);
    // Two sessions together may send as many as their account.
    for (let sent = 0; sent < LIMITS.default.points; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          await reads.get('/auth/profile');
          await writes.raw.post('/vault/entries', {});
        }),
      );
    }
    expect((await owner.get('/auth/profile')).status).toBe(200);
  });
});

describe('a change through one process is seen by the next request at the other', () => {
  const seen = async (owner: TestClient) => (await owner.get('/auth/profile')).body.user;

  test('of the name, the plan, the address and whether it is verified', async () => {
    const account = await openAccount(api);
    const { accessToken } = await logInProgram(api, account);
    const [here, there] = everywhere(accessToken) as [TestClient, TestClient];
    await remember(accessToken);
    expect((await here.put('/auth/profile', { name: 'Ada Renamed' })).status).toBe(200);
    expect((await seen(there)).name).toBe('Ada Renamed');
    const email = uniqueEmail('moved');
    const em = api.em();
    await em.nativeUpdate(User, { id: account.id }, { email, plan: 'family', emailVerifiedAt: null });
    expect(await seen(there)).toMatchObject({ email, plan: 'family', emailVerified: false });
  });

  test('of who is an administrator', async () => {
    const account = await openAccount(api);
    const config = { ...api.config, ADMIN_EMAILS: [account.email] };
    await using admins = await startApi({}, {}, { beside: { ...api, config } });
    const program = await logInProgram(admins, account);
    expect((await program.get('/admin/dashboard')).status).toBe(200);
    await api.em().nativeUpdate(User, { id: account.id }, { email: uniqueEmail('former') });
    expect((await program.get('/admin/dashboard')).status).toBe(403);
  });

  test('of whether the session is confirmed', async () => {
    const account = await openAccount(api);
    const { accessToken } = await logInProgram(api, account);
    const [here, there] = everywhere(accessToken) as [TestClient, TestClient];
    const weaken = async (thresholdDays: number) =>
      (await there.put('/inactivity/settings', { thresholdDays })).status;
    expect(await weaken(80)).toBe(200);
    await api.em().nativeUpdate(Session, { userId: account.id }, { confirmedAt: null });
    expect(await weaken(70)).toBe(403);
    expect((await here.post('/auth/confirm', { password: account.password })).status).toBe(200);
    expect(await weaken(70)).toBe(200);
  });

  test('of entries, successors, settings and the switch', async () => {
    const owner = await buildOwner(api);
    const there = client(beside, { cookies: Object.fromEntries(owner.browser.cookies) });
    const read = async () => ({
      entries: (await there.get('/vault/entries')).body.entries.map(({ id, version }) => [id, version]),
      successors: (await there.get('/successors')).body.successors.map(({ id }) => id),
      threshold: (await there.get('/inactivity/settings')).body.settings.thresholdDays,
      status: (await there.get('/handover/status')).body.status,
    });
    const empty = { entries: [], successors: [], threshold: 90, status: 'off' };
    expect(await read()).toEqual(empty);
    const entry = newEntry({ id: randomUUID() });
    await owner.program.post('/vault/entries', entry);
    expect(await read()).toEqual({ ...empty, entries: [[entry.id, 1]] });
    const { id: _, ...content } = newEntry();
    await owner.program.put(`/vault/entries/${entry.id}`, content);
    expect((await read()).entries).toEqual([[entry.id, 2]]);
    expect((await there.get(`/vault/entries/${entry.id}`)).body.entry.encryptedData).toBe(
      content.encryptedData,
    );
    await owner.program.delete(`/vault/entries/${entry.id}`);
    expect((await read()).entries).toEqual([]);
    expect((await there.get(`/vault/entries/${entry.id}`)).status).toBe(404);
    const { id } = await buildSuccessor(api, owner);
    await owner.program.put('/inactivity/settings', { thresholdDays: 120 });
    expect(await read()).toEqual({ entries: [], successors: [id], threshold: 120, status: 'armed' });
    await bringTo(api, owner, 'grace_period');
    expect((await read()).status).toBe('grace_period');
    await owner.browser.post('/activity/check-in');
    expect((await read()).status).toBe('armed');
  });
});

test('two owners with the same entry IDs, all requests at once on two processes: each sees only their own', async () => {
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const owners = [await buildOwner(api), await buildOwner(api)];
  const own = new Map<BuiltOwner, Set<string>>();
  for (const [i, owner] of owners.entries()) {
    const written = new Set<string>();
    for (const id of i === 0 ? ids : ids.slice(0, 3)) {
      const entry = newEntry({ id });
      await owner.program.post('/vault/entries', entry);
      written.add(entry.encryptedData);
    }
    own.set(owner, written);
    if (i === 0) await buildSuccessor(api, owner);
  }
  const reads = () =>
    owners.flatMap((owner, i) =>
      [api, beside].flatMap((where) => {
        const who = client(where, { cookies: Object.fromEntries(owner.browser.cookies) });
        // A process builds four lists for one owner at a time.
        return Array.from({ length: 4 }, async () => {
          const [list, one, profile, status, people, sessions] = await Promise.all([
            who.get('/vault/entries'),
            who.get(`/vault/entries/${ids[0]}`),
            who.get('/auth/profile'),
            who.get('/handover/status'),
            who.get('/successors'),
            who.get('/sessions'),
          ]);
          expect(list.body.entries.map(({ encryptedData }) => encryptedData).sort()).toEqual(
            [...own.get(owner)!].sort(),
          );
          expect(own.get(owner)!.has(one.body.entry.encryptedData)).toBe(true);
          expect(profile.body.user).toMatchObject({ id: owner.id, email: owner.email });
          expect(status.body.status).toBe(i === 0 ? 'armed' : 'off');
          expect(people.body.successors).toHaveLength(i === 0 ? 1 : 0);
          expect(sessions.body.sessions).toHaveLength(2);
        });
      }),
    );
  for (let round = 0; round < 3; round += 1) await Promise.all(reads());
  const [, second] = owners as [BuiltOwner, BuiltOwner];
  expect((await second.program.get(`/vault/entries/${ids[4]}`)).status).toBe(404);
  expect((await second.program.delete(`/vault/entries/${ids[4]}`)).status).toBe(404);
  expect((await second.program.put(`/vault/entries/${ids[4]}`, newEntry())).status).toBe(404);
});
