/** Refreshing a session: the next token, what an earlier one may still do, and what ends the session. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { refreshTokens } from '../../../api/auth/refresh-tokens.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Restoration } from '../../../db/entities/restoration.ts';
import { Session } from '../../../db/entities/session.ts';
import { logIn, logInProgram, openAccount, openLoggedIn } from '../../support/builders/account.ts';
import { switchOf } from '../../support/builders/handover.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { CLEARED, cookiesOf } from '../../support/clients/cookies.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { rowsContaining } from '../../support/rows-containing.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const DAY = 86_400_000;

const api = await useApi({ COOKIE_DOMAIN: '' });

const sessionsOf = (userId: string) => api.em().find(Session, { userId }, { orderBy: { id: 'asc' } });
const recorded = (userId: string, type: string) => api.em().count(Activity, { userId, type: type as never });
const lastSeenAt = async (account: { id: string }) => (await switchOf(api, account)).state.lastSeenAt;
const statusOf = async (who: TestClient) => (await who.get('/auth/profile')).status;

describe('refreshing', () => {
  test('with the cookie: new cookies, a session that lasts longer, and no sign of life', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const old = new Map(browser.cookies);
    const [before] = await sessionsOf(account.id);
    const seen = await lastSeenAt(account);
    api.clock.now += 6 * DAY;
    expect(await statusOf(browser)).toBe(401); // The access token is over.
    const reply = await browser.post('/auth/refresh');
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']]);
    expect(cookiesOf(reply.headers).map(({ name }) => name)).toEqual(['accessToken', 'refreshToken']);
    expect(browser.cookies.get('refreshToken')).not.toBe(old.get('refreshToken'));
    expect(await statusOf(browser)).toBe(200);
    const [after, ...more] = await sessionsOf(account.id);
    expect([after?.id, more]).toEqual([before?.id, []]);
    expect(after?.expiresAt.getTime()).toBe(api.clock.now + 7 * DAY);
    expect(await lastSeenAt(account)).toBe(seen);
  });

  test('with the field: new tokens in the body, no cookie, and no Origin needed', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    const reply = await program.post('/auth/refresh', { refreshToken: program.refreshToken });
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(reply.body).toEqual({
      message: expect.any(String),
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: 3600,
    });
    expect(await statusOf(client(api, { bearer: reply.body.accessToken }))).toBe(200);
    const next = await client(api).post('/auth/refresh', { refreshToken: reply.body.refreshToken });
    expect(next.status).toBe(200);
  });

  test('a program with a cookie jar, which sends no Origin, logs in, refreshes, writes and logs out', async () => {
    const { email, password } = await openAccount(api);
    const program = client({ url: api.url });
    expect((await program.post('/auth/login', { email, password })).status).toBe(200);
    expect((await program.post('/auth/refresh')).status).toBe(200);
    expect((await program.put('/auth/profile', { name: 'By program' })).status).toBe(200);
    expect((await program.post('/auth/logout')).status).toBe(200);
    await expectProblem(program.post('/activity/check-in'), '401 unauthenticated');
  });

  test('a foreign page cannot refresh with an owner’s cookie', async () => {
    const browser = await logIn(api, await openAccount(api));
    const before = await rowChecksum(api.orm);
    for (const Origin of ['http://evil.test', 'null', '']) {
      await expectProblem(browser.post('/auth/refresh', undefined, { Origin }), '403 origin_not_allowed');
    }
    const thief = client({ url: api.url }, { cookies: Object.fromEntries(browser.cookies) });
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      const withoutOrigin = { 'Sec-Fetch-Site': site };
      await expectProblem(thief.post('/auth/refresh', undefined, withoutOrigin), '403 origin_not_allowed');
      await expectProblem(thief.post('/auth/logout', undefined, withoutOrigin), '403 origin_not_allowed');
    }
    expect(await rowChecksum(api.orm)).toBe(before);
    expect((await browser.post('/auth/refresh')).status).toBe(200);
  });

  test.each([
    [1, 10_000],
    [2, 0],
    [3, 0],
  ])('a token from %d refreshes ago, used %d ms later, ends the session for all', async (ago, later) => {
    const { browser: other, ...account } = await openLoggedIn(api);
    const browser = await logIn(api, account);
    const stolen = browser.cookies.get('refreshToken') ?? '';
    for (let i = 0; i < ago; i += 1) expect((await browser.post('/auth/refresh')).status).toBe(200);
    api.clock.now += later;
    const thief = client(api, { cookies: { refreshToken: stolen } });
    const refused = await expectProblem(thief.post('/auth/refresh'), '401 refresh_token_invalid');
    expect(cookiesOf(refused.headers)).toEqual(CLEARED);
    expect(await statusOf(browser)).toBe(401);
    expect((await browser.post('/auth/refresh')).status).toBe(401);
    expect(await recorded(account.id, 'session_reuse_detected')).toBe(1);
    expect(await statusOf(other)).toBe(200);
  });

  test('a token that a restored backup does not know yet ends the session, but is not reported as reused', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const [before] = await sessionsOf(account.id);
    expect((await browser.post('/auth/refresh')).status).toBe(200);
    const { refreshHash = null, rotatedAt = null } = before ?? {};
    await api.em().nativeUpdate(Session, { id: before?.id ?? '' }, { refreshHash, rotatedAt });
    const at = new Date(api.clock.now + 1_000);
    const noted = { reason: 'older', restoredAt: at, doneAt: at, toldAt: at } as const;
    await api.em().insert(Restoration, { id: randomUUIDv7(), startedOver: 0, ...noted });
    api.clock.now += 60_000;
    await expectProblem(browser.post('/auth/refresh'), '401 refresh_token_invalid');
    expect((await sessionsOf(account.id))[0]?.revokedAt).not.toBeNull();
    expect(await recorded(account.id, 'session_reuse_detected')).toBe(0);
    await api.em().nativeDelete(Restoration, {});
  });

  test('a lost answer, or a second tab: repeated within 10 seconds it gets the same next token', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const secondTab = client(api, { cookies: Object.fromEntries(browser.cookies) });
    expect((await browser.post('/auth/refresh')).status).toBe(200);
    const [session] = await sessionsOf(account.id);
    api.clock.now += 9_999;
    expect((await secondTab.post('/auth/refresh')).status).toBe(200);
    expect(secondTab.cookies.get('refreshToken')).toBe(browser.cookies.get('refreshToken'));
    const [after] = await sessionsOf(account.id);
    expect([after?.refreshHash, after?.rotatedAt]).toEqual([session?.refreshHash, session?.rotatedAt]);
    for (const tab of [browser, secondTab]) expect(await statusOf(tab)).toBe(200);
    api.clock.now += 60_000;
    expect((await secondTab.post('/auth/refresh')).status).toBe(200);
    expect((await secondTab.post('/auth/refresh')).status).toBe(200);
    expect(await recorded(account.id, 'session_reuse_detected')).toBe(0);
  });

  test('twenty at once, on two processes, all get one and the same next token, and go on with it', async () => {
    await using beside = await startApi({}, {}, { beside: api });
    for (let round = 0; round < 5; round += 1) {
      const account = await openAccount(api);
      const { refreshToken } = await logInProgram(api, account);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          client(i % 2 === 0 ? api : beside).post('/auth/refresh', { refreshToken }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const next = new Set(replies.map(({ body }) => body.refreshToken));
      expect([next.size, next.has(refreshToken)]).toEqual([1, false]);
      for (const { body } of replies)
        expect(await statusOf(client(api, { bearer: body.accessToken }))).toBe(200);
      const [following = ''] = next;
      expect((await client(beside).post('/auth/refresh', { refreshToken: following })).status).toBe(200);
      // It is now two generations old, so nobody sends it just because an answer was lost.
      expect((await client(api).post('/auth/refresh', { refreshToken })).status).toBe(401);
      expect(await recorded(account.id, 'session_reuse_detected')).toBe(1);
      for (const { body } of replies)
        expect(await statusOf(client(api, { bearer: body.accessToken }))).toBe(401);
    }
  });

  test('a repeated refresh does not bring a session back that has ended', async () => {
    const program = await logInProgram(api, await openAccount(api));
    const { refreshToken } = program;
    expect((await client(api).post('/auth/refresh', { refreshToken })).status).toBe(200);
    expect((await program.post('/auth/logout')).status).toBe(200);
    await expectProblem(client(api).post('/auth/refresh', { refreshToken }), '401 refresh_token_invalid');
  });

  test('no refresh token is kept anywhere, and the next cannot be derived from the current one without the key', async () => {
    const program = await logInProgram(api, await openAccount(api));
    const { refreshToken } = program;
    const { body } = await client(api).post('/auth/refresh', { refreshToken });
    for (const token of [refreshToken, body.refreshToken ?? '']) {
      const [, secret = ''] = token.split('.');
      for (const text of [token, secret, Buffer.from(secret, 'base64url')]) {
        expect(await rowsContaining(api.orm, text)).toEqual([]);
      }
    }
    const foreign = refreshTokens({ ...api.config, JWT_SECRET: randomBytes(64).toString('base64') });
    expect(foreign.next(refreshToken).split('.')[1]).not.toBe(body.refreshToken?.split('.')[1]);
    expect(refreshTokens(api.config).next(refreshToken)).toBe(body.refreshToken);
  });

  test('a token that is not ours, altered, or of another kind changes nothing', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    const [session] = await sessionsOf(account.id);
    const foreign = refreshTokens({ ...api.config, JWT_SECRET: randomBytes(64).toString('base64') });
    const [id, secret, seal = ''] = program.refreshToken.split('.');
    const before = await rowChecksum(api.orm);
    const tokens = [
      'x',
      '..',
      randomBytes(32).toString('base64url'),
      foreign.mint(session?.id ?? ''),
      `${id}.${randomBytes(32).toString('base64url')}.${seal}`,
      `${id}.${secret}.${seal.slice(0, -2)}`,
      `${id}.${secret}`,
      program.accessToken.slice(0, 200),
    ];
    for (const refreshToken of tokens) {
      await expectProblem(client(api).post('/auth/refresh', { refreshToken }), '401 refresh_token_invalid');
    }
    expect(await rowChecksum(api.orm)).toBe(before);
    expect(await statusOf(client(api, { bearer: program.refreshToken }))).toBe(401);
    expect((await program.post('/auth/refresh', { refreshToken: program.refreshToken })).status).toBe(200);
  });

  test('a session that nobody refreshed for seven days is over, and deleted at the next log-in', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    const { refreshToken } = program;
    api.clock.now += 7 * DAY;
    await expectProblem(program.post('/auth/refresh', { refreshToken }), '401 refresh_token_invalid');
    expect(await recorded(account.id, 'session_reuse_detected')).toBe(0);
    await logIn(api, account);
    expect(await sessionsOf(account.id)).toHaveLength(1);
  });
});
