import { describe, expect, test } from '@jest/globals';
import { accessTokens } from '../../../api/auth/sessions.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Session } from '../../../db/entities/session.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { watchArgon2 } from '../../support/argon2-watch.ts';
import { logIn, logInProgram, openAccount, openLoggedIn } from '../../support/builders/account.ts';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { CLEARED, cookiesOf } from '../../support/clients/cookies.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const api = await useApi({ COOKIE_DOMAIN: '' });

const recorded = (userId: string, type: string) => api.em().count(Activity, { userId, type: type as never });
const lastSeenAt = async (account: { id: string }) => (await switchOf(api, account)).state.lastSeenAt;
const statusOf = async (who: TestClient) => (await who.get('/auth/profile')).status;

describe('logging in from a browser', () => {
  test('answers with the user, and sets cookies that no script can read', async () => {
    const account = await openAccount(api);
    const { email, name, password, salt, id } = account;
    const reply = await client(api).post('/auth/login', { email, password });
    expect(reply.status).toBe(200);
    const now = new Date(api.clock.now).toISOString();
    expect(reply.body).toEqual({
      message: expect.any(String),
      user: {
        id,
        email,
        name,
        salt,
        twoFactorEnabled: false,
        emailVerified: true,
        isAdmin: false,
        plan: 'family',
        language: 'en',
        timeZone: 'UTC',
        kdfVersion: 1,
        keyBundle: null,
        keyBundleVersion: 1,
        createdAt: now,
        lastSeenAt: now,
      },
    });
    const [access, refresh, ...more] = cookiesOf(reply.headers);
    const both = {
      httponly: 'yes',
      secure: 'yes',
      samesite: 'None',
      expiresWithMaxAge: true,
      value: expect.stringMatching(/^[\w.-]{50,}$/),
    };
    expect(access).toEqual({ name: 'accessToken', path: '/', 'max-age': '3600', ...both });
    expect(refresh).toEqual({
      name: 'refreshToken',
      path: '/api/v1/auth/refresh',
      'max-age': '604800',
      ...both,
    });
    expect(more).toEqual([{ name: 'device', path: '/api/v1/auth/login', 'max-age': '34560000', ...both }]);
  });

  test('the cookies have the configured domain and lifetimes, and work without TLS outside production', async () => {
    await using elsewhere = await startApi({
      NODE_ENV: 'development',
      COOKIE_DOMAIN: 'vault.test',
      JWT_EXPIRES_IN: '10m',
      JWT_REFRESH_EXPIRES_IN: '2d',
    });
    const { email, password } = await openAccount(elsewhere);
    const reply = await client(elsewhere).post('/auth/login', { email, password });
    const both = { domain: 'vault.test', samesite: 'Lax', httponly: 'yes' };
    const cookies = cookiesOf(reply.headers);
    expect(cookies.filter((each) => 'secure' in each)).toEqual([]);
    expect(cookies).toEqual([
      expect.objectContaining({ name: 'accessToken', path: '/', 'max-age': '600', ...both }),
      expect.objectContaining({ name: 'refreshToken', 'max-age': '172800', ...both }),
      expect.objectContaining({ name: 'device', path: '/api/v1/auth/login', ...both }),
    ]);
  });

  test('is a sign of life: it ends a grace period, starts a new cycle and is in the log', async () => {
    const account = await openAccount(api);
    await buildSuccessor(api, account);
    const before = await bringTo(api, account, 'grace_period');
    api.clock.now += HOUR;
    await logIn(api, account);
    const { state } = await switchOf(api, account);
    expect([state.status, state.epoch, state.lastSeenAt]).toEqual([
      'armed',
      before.state.epoch + 1,
      api.clock.now,
    ]);
    expect(await recorded(account.id, 'login')).toBe(1);
  });

  test('takes the two-factor fields, which are not needed while two-factor is off', async () => {
    const { email, password } = await openAccount(api);
    for (const more of [{ twoFactorCode: '123456' }, { recoveryCode: 'ABCD-EFGH' }]) {
      expect((await client(api).post('/auth/login', { email, password, ...more })).status).toBe(200);
    }
  });

  test('a wrong password, and the right one before verification, change no row', async () => {
    const account = await openAccount(api, { verified: false });
    const before = await rowChecksum(api.orm);
    const attempt = async (password: string) => {
      const { status, body, headers } = await client(api).post('/auth/login', {
        email: account.email,
        password,
      });
      return [status, body.code, headers.getSetCookie()];
    };
    expect(await attempt('wrong')).toEqual([401, 'invalid_credentials', []]);
    expect(await attempt(account.password)).toEqual([403, 'email_not_verified', []]);
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('fifty at once are all answered, and never hash more than three at a time', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => openAccount(api)));
    const watch = watchArgon2();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const { email = '', password = '' } = accounts[i % 10] ?? {};
        return client(api).post('/auth/login', { email, password });
      }),
    );
    watch.stop();
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect([watch.jobs, watch.mostAtOnce <= 3]).toEqual([50, true]);
  });

  test('attempts on one account are limited, wherever they come from and however it is written', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
    await limited.deps.redis.ping(); // Without Redis, each process counts for itself.
    const email = uniqueEmail();
    const attempt = (i: number) =>
      client(limited).post(
        '/auth/login',
        { email: i % 2 === 0 ? email : email.toUpperCase(), password: 'x' },
        { 'X-Forwarded-For': `192.0.2.${i}` },
      );
    const codes: string[] = [];
    for (let i = 0; i < 10; i += 1) codes.push((await attempt(i)).body.code);
    // The lockout comes first, and its refusals also count as attempts.
    expect(codes).toEqual([...Array(5).fill('invalid_credentials'), ...Array(5).fill('account_locked')]);
    const refused = await expectProblem(attempt(10), '429 rate_limited');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

describe('logging in as a program', () => {
  test('answers with tokens that work, and sets no cookie', async () => {
    const { email, password } = await openAccount(api);
    const reply = await client(api).post('/auth/login', { email, password, session: 'bearer' });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(Object.keys(reply.body).sort()).toEqual([
      'accessToken',
      'deviceToken',
      'expiresIn',
      'message',
      'refreshToken',
      'user',
    ]);
    expect(reply.body.expiresIn).toBe(3600);
    const program = client(api, { bearer: reply.body.accessToken });
    expect((await program.get('/auth/profile')).body.user).toEqual(reply.body.user);
  });

  test('is no sign of life, but is in the log', async () => {
    const account = await openAccount(api);
    await buildSuccessor(api, account);
    const before = await bringTo(api, account, 'grace_period');
    api.clock.now += HOUR;
    await logInProgram(api, account);
    expect(await switchOf(api, account)).toEqual(before);
    const [record] = await api.em().find(Activity, { userId: account.id, type: 'login' });
    expect(record?.detail).toEqual({ session: 'bearer' });
  });
});

describe('logging in from an app that a person uses', () => {
  test('answers with tokens, sets no cookie, and goes on with the refresh token in the body', async () => {
    const { email, password } = await openAccount(api);
    const reply = await client(api).post('/auth/login', { email, password, session: 'app' });
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []]);
    const { refreshToken = '' } = reply.body;
    const refreshed = await client(api).post('/auth/refresh', { refreshToken });
    expect([refreshed.status, refreshed.headers.getSetCookie()]).toEqual([200, []]);
    const { accessToken: bearer } = refreshed.body;
    const app = client(api, { bearer });
    const { sessions } = (await app.get('/sessions')).body;
    expect(sessions).toMatchObject([{ kind: 'app', isCurrent: true }]);
  });

  test('is a sign of life, and so is each of its writes, with no Origin; reading and refreshing are not', async () => {
    const account = await openAccount(api);
    await buildSuccessor(api, account);
    await bringTo(api, account, 'grace_period');
    api.clock.now += HOUR;
    const app = await logInProgram(api, account, 'app');
    const { state } = await switchOf(api, account);
    expect([state.status, state.lastSeenAt]).toEqual(['armed', api.clock.now]);
    const [record] = await api.em().find(Activity, { userId: account.id, type: 'login' });
    expect(record?.detail).toEqual({ session: 'app' });
    const seen = api.clock.now;
    api.clock.now += 60_000;
    await app.get('/auth/profile');
    await client(api).post('/auth/refresh', { refreshToken: app.refreshToken });
    expect(await lastSeenAt(account)).toBe(seen);
    expect((await app.put('/auth/profile', { name: 'By phone' })).status).toBe(200);
    expect(await lastSeenAt(account)).toBe(api.clock.now);
  });

  test('may change settings and successors in the grace period, because the owner is back', async () => {
    const account = await openAccount(api);
    await buildSuccessor(api, account);
    const app = await logInProgram(api, account, 'app');
    const program = await logInProgram(api, account);
    const longLived = async (bearer: string) => {
      const { sid } = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString());
      await api.em().nativeUpdate(Session, { id: sid }, { expiresAt: new Date(api.clock.now + 400 * DAY) });
      const tokens = accessTokens({ ...api.config, JWT_EXPIRES_IN: 400 * DAY });
      return client(api, { bearer: await tokens.issue(account.id, sid, new Date(api.clock.now)) });
    };
    const [byHand, byItself] = [await longLived(app.accessToken), await longLived(program.accessToken)];
    await bringTo(api, account, 'grace_period');
    await expectProblem(byItself.put('/inactivity/settings', { thresholdDays: 100 }), '409 handover_active');
    const changed = await byHand.put('/inactivity/settings', { thresholdDays: 100 });
    expect([changed.status, changed.body.settings?.status]).toEqual([200, 'armed']);
  });

  test('its token in a cookie is no sign of life, and useless to a foreign page', async () => {
    const account = await openAccount(api);
    const { accessToken } = await logInProgram(api, account, 'app');
    const seen = await lastSeenAt(account);
    api.clock.now += 60_000;
    const rider = client(api, { cookies: { accessToken } });
    expect((await rider.put('/auth/profile', { name: 'Eve' }, { Origin: 'http://evil.test' })).status).toBe(
      403,
    );
    expect((await rider.put('/auth/profile', { name: 'Ada' })).status).toBe(200);
    expect(await lastSeenAt(account)).toBe(seen);
  });
});

describe('the access token', () => {
  test('expires after JWT_EXPIRES_IN, and is invalid without its live session', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    api.clock.now += HOUR - 1_000;
    expect(await statusOf(program)).toBe(200);
    api.clock.now += 1_000;
    expect(await statusOf(program)).toBe(401);
  });
});

describe('logging out', () => {
  test('ends this session at once, on every API process, and no other', async () => {
    const { JWT_SECRET, ACTIVITY_HMAC_SECRET } = api.config;
    await using secondProcess = await startApi({ JWT_SECRET, ACTIVITY_HMAC_SECRET }, { orm: api.orm });
    secondProcess.clock.now = api.clock.now;
    const { browser, ...account } = await openLoggedIn(api);
    const other = await logIn(api, account);
    const copy = Object.fromEntries(browser.cookies);
    const elsewhere = client(secondProcess, { cookies: copy });
    expect(await statusOf(elsewhere)).toBe(200);
    const seen = await lastSeenAt(account);
    api.clock.now += 60_000;

    const reply = await browser.post('/auth/logout');
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']]);
    expect(cookiesOf(reply.headers)).toEqual(CLEARED);
    // It is recognised at the next log-in.
    expect([...browser.cookies.keys()]).toEqual(['device']);
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await statusOf(client(api, { cookies: copy }))).toBe(401);
    expect((await client(api, { cookies: copy }).post('/auth/refresh')).status).toBe(401);
    expect(await statusOf(other)).toBe(200);
    expect(await lastSeenAt(account)).toBe(seen);
    expect([
      await recorded(account.id, 'logout'),
      await recorded(account.id, 'session_reuse_detected'),
    ]).toEqual([1, 0]);
  });

  test('a program logs out too', async () => {
    const program = await logInProgram(api, await openAccount(api));
    expect((await program.post('/auth/logout')).status).toBe(200);
    expect(await statusOf(program)).toBe(401);
    const { refreshToken } = program;
    expect((await client(api).post('/auth/refresh', { refreshToken })).status).toBe(401);
  });
});

test('a browser log-in only ever moves the last sign of life forward', async () => {
  const account = await openAccount(api);
  const future = new Date(api.clock.now + DAY);
  await api.em().nativeUpdate(Switch, { userId: account.id }, { lastSeenAt: future });
  const { email, password } = account;
  const reply = await client(api).post('/auth/login', { email, password });
  expect(reply.body.user.lastSeenAt).toBe(future.toISOString());
});
