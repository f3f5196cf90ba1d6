import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { deviceNames, deviceOf } from '../../../api/auth/user-agent.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Session } from '../../../db/entities/session.ts';
import { logIn, logInProgram, openAccount, openLoggedIn, userOf } from '../../support/builders/account.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const api = await useApi();
/** Another process on the same database. */
const beside = await useApi({}, {}, { beside: api });

const records = (userId: string) =>
  api.em().find(Activity, { userId, type: 'session_revoked' }, { orderBy: { id: 'asc' } });

describe('GET /sessions', () => {
  test('lists the live sessions with device and address, and marks the caller’s own', async () => {
    const { browser: old, ...account } = await openLoggedIn(api);
    api.clock.now += 1_000;
    const browser = client(api);
    const { email, password } = account;
    await browser.post('/auth/login', { email, password }, { 'User-Agent': FIREFOX });
    api.clock.now += 1_000;
    const program = await logInProgram(api, account);
    // One was logged out, and one expired.
    await (await logIn(api, account)).post('/auth/logout');
    await logIn(api, account);
    await api
      .em()
      .execute('update session set expires_at = ? where id = (select max(id::text)::uuid from session)', [
        new Date(api.clock.now),
      ]);

    const { status, body } = await browser.get('/sessions');
    expect(status).toBe(200);
    expect(body.sessions).toEqual([
      expect.objectContaining({ kind: 'bearer', isCurrent: false }),
      {
        id: expect.any(String),
        kind: 'browser',
        device: 'Firefox on Linux',
        browser: 'Firefox',
        system: 'Linux',
        ipAddress: expect.stringMatching(/127\.0\.0\.1$/),
        userAgent: FIREFOX,
        createdAt: new Date(api.clock.now - 1_000).toISOString(),
        lastUsedAt: new Date(api.clock.now).toISOString(),
        expiresAt: new Date(api.clock.now - 1_000 + 7 * 86_400_000).toISOString(),
        isCurrent: true,
      },
      expect.objectContaining({ kind: 'browser', isCurrent: false }),
    ]);
    const listed = await program.get('/sessions');
    expect(listed.body.sessions.map((each: { isCurrent: boolean }) => each.isCurrent)).toEqual([
      true,
      false,
      false,
    ]);
    // No hash, token or anything else that opens a session.
    expect(JSON.stringify(body)).not.toMatch(/hash|token/i);
    expect((await old.get('/sessions')).body.sessions).toHaveLength(3);
  });

  test('the caller’s own session is in use now and comes first, however long ago that was noted', async () => {
    const account = await openAccount(api);
    const [browser, program] = [await logIn(api, account), await logInProgram(api, account)];
    for (const [later, who] of [
      [1_000, browser],
      [59_000, program],
      [600_000, browser],
    ] as const) {
      api.clock.now += later;
      const [first, second] = (await who.get('/sessions')).body.sessions;
      expect([first?.isCurrent, second?.isCurrent]).toEqual([true, false]);
      expect(first?.lastUsedAt).toBe(new Date(api.clock.now).toISOString());
      expect(second && second.lastUsedAt < new Date(api.clock.now).toISOString()).toBe(true);
    }
  });

  test('shows nobody else’s', async () => {
    const [account, stranger] = [await openAccount(api), await openAccount(api)];
    const own = await logInProgram(api, account);
    const theirs = [await logIn(api, stranger), await logInProgram(api, stranger)];
    const idsOf = async (who: TestClient) => (await who.get('/sessions')).body.sessions.map(({ id }) => id);
    const shown = await idsOf(own);
    expect(shown).toHaveLength(1);
    for (const who of theirs) {
      const ids = await idsOf(who);
      expect(ids).toHaveLength(2);
      expect(ids).not.toContain(shown[0]);
    }
  });

  test.each([
    [FIREFOX, 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0',
      'Microsoft Edge on Windows',
    ],
    ['curl/8.5.0', 'curl'],
    ['backup-job', 'backup-job'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['💥', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('the device of %p is %p', (userAgent, device) => {
    expect(deviceOf(deviceNames(userAgent))).toBe(device);
  });
});

describe('DELETE /sessions/:sessionId', () => {
  test('ends a session at its next request, on every process, and records it', async () => {
    const account = await openAccount(api);
    const [here, there] = [await logIn(api, account), await logIn(api, account)];
    const elsewhere = client(beside, { cookies: Object.fromEntries(there.cookies) });
    expect((await elsewhere.get('/auth/profile')).status).toBe(200);
    const { sessions } = (await there.get('/sessions')).body;
    const { id } = sessions.find((each) => each.isCurrent)!;

    const reply = await here.delete(`/sessions/${id}`);
    expect([reply.status, reply.body]).toEqual([200, { message: 'The session has ended.' }]);
    for (const gone of [there, elsewhere]) {
      await expectProblem(gone.get('/auth/profile'), '401 unauthenticated');
    }
    const refreshed = await client(beside).post('/auth/refresh', undefined, {
      Cookie: `refreshToken=${there.cookies.get('refreshToken')}`,
    });
    await expectProblem(refreshed, '401 refresh_token_invalid');
    expect((await records(account.id)).map(({ detail }) => detail)).toEqual([{ sessionId: id }]);
    expect((await here.get('/sessions')).body.sessions).toHaveLength(1);
    // An ended session is no longer found.
    await expectProblem(here.delete(`/sessions/${id}`), '404 not_found');
  });

  test('ends one’s own session too, and clears its cookies', async () => {
    const browser = await logIn(api, await openAccount(api));
    const { id } = (await browser.get('/sessions')).body.sessions[0];
    const { cookies } = client(api, { cookies: Object.fromEntries(browser.cookies) });
    expect((await browser.delete(`/sessions/${id}`)).body).toEqual({ message: 'You are logged out.' });
    // The device cookie stays, because it opens nothing.
    expect([...browser.cookies.keys()]).toEqual(['device']);
    const kept = client(api, { cookies: Object.fromEntries(cookies) });
    expect((await kept.get('/auth/profile')).status).toBe(401);
  });

  test('another owner’s session, an ended one and an unknown one are not found, and nothing changes', async () => {
    const stranger = await openAccount(api);
    const theirs = await logInProgram(api, stranger);
    const { id } = (await theirs.get('/sessions')).body.sessions[0];
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    const over = await logIn(api, account);
    const ended = (await over.get('/sessions')).body.sessions.find((s) => s.isCurrent)!;
    await over.post('/auth/logout');
    for (const unknown of [id, ended.id, randomUUID()]) {
      await expectRefused(api, () => program.delete(`/sessions/${unknown}`), 'not_found');
    }
    expect((await theirs.get('/auth/profile')).status).toBe(200);
  });

  test('ten at once end one session once', async () => {
    const account = await openAccount(api);
    const [here, there] = [await logInProgram(api, account), await logInProgram(api, account)];
    const { sessions } = (await there.get('/sessions')).body;
    const { id } = sessions.find((each) => each.isCurrent)!;
    const replies = await Promise.all(Array.from({ length: 10 }, () => here.delete(`/sessions/${id}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect(await records(account.id)).toHaveLength(1);
  });
});

describe('POST /sessions/invalidate-others', () => {
  test('ends every session but the caller’s own, on every process, and says how many', async () => {
    const account = await openAccount(api);
    const { browser: stranger } = await openLoggedIn(api);
    const [here, there] = [await logIn(api, account), await logIn(api, account)];
    const program = await logInProgram(api, account);
    const gone = [
      client(beside, { cookies: Object.fromEntries(there.cookies) }),
      client(beside, { bearer: program.accessToken }),
    ];
    for (const who of gone) expect((await who.get('/auth/profile')).status).toBe(200);

    const reply = await here.post('/sessions/invalidate-others');
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: 'All other sessions have ended.', invalidatedCount: 2 },
    ]);
    for (const who of gone) expect((await who.get('/auth/profile')).status).toBe(401);
    for (const who of [here, stranger]) expect((await who.get('/auth/profile')).status).toBe(200);
    expect((await records(account.id)).map(({ detail }) => detail)).toEqual([{ count: 2 }]);

    const again = await here.post('/sessions/invalidate-others');
    expect(again.body).toEqual({ message: 'There were no other sessions.', invalidatedCount: 0 });
    expect(await records(account.id)).toHaveLength(1);
    const live = await api.em().count(Session, { userId: account.id, revokedAt: null });
    expect(live).toBe(1);
  });
});

describe('an account has fifty sessions at most', () => {
  const live = async ({ id: userId }: { id: string }) =>
    (await api.em().find(Session, { userId, revokedAt: null }, { orderBy: { lastUsedAt: 'asc' } })).map(
      ({ id }) => id,
    );

  test('a further log-in ends the one that was unused for longest, and records it', async () => {
    const { browser: first, ...account } = await openLoggedIn(api);
    for (let i = 1; i < 50; i += 1) {
      api.clock.now += 1_000;
      await logIn(api, account);
    }
    api.clock.now += 120_000;
    // It is the oldest, but in use.
    expect((await first.get('/auth/profile')).status).toBe(200);
    const before = await live(account);
    expect(before).toHaveLength(50);
    const newest = await logIn(api, account);
    const after = await live(account);
    expect(after).toHaveLength(50);
    expect(before.filter((id) => !after.includes(id))).toEqual([before[0]]);
    for (const who of [first, newest]) expect((await who.get('/auth/profile')).status).toBe(200);
    expect((await records(account.id)).map(({ detail }) => detail)).toEqual([{ sessionId: before[0] }]);
  });

  test('even when several log in at the same time', async () => {
    const account = await openAccount(api);
    // Five at once would be locked out.
    for (let i = 0; i < 14; i += 1) await Promise.all(Array.from({ length: 4 }, () => logIn(api, account)));
    expect(await live(account)).toHaveLength(50);
  });
});

test.each([
  ['PUT', '/auth/profile', { name: 'A Thief' }],
  ['PUT', '/auth/change-password', { currentPassword: '', newPassword: '', salt: '' }],
])('a slow request has no effect once its session has ended: %s %s', async (method, path, body) => {
  const account = await openAccount(api);
  const { accessToken } = await logInProgram(api, account);
  const fresh = () => randomBytes(32).toString('base64');
  const text = JSON.stringify(
    'name' in body ? body : { currentPassword: account.password, newPassword: fresh(), salt: fresh() },
  );
  const before = await userOf(api, account.email);
  const began = performance.now();
  const answered = new Promise<number>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' };
    const req = request(`${api.url}${path}`, { method, headers }, (answer) =>
      resolve(answer.resume().statusCode as number),
    );
    req.on('error', reject);
    req.write(text.slice(0, 10));
    until('it is being read', () => api.deps.quotas.bodies.used > 0)
      .then(() =>
        api.em().nativeUpdate(Session, { userId: account.id }, { revokedAt: new Date(api.clock.now) }),
      )
      .then(() => until('it was slow', () => performance.now() - began > 1_200))
      .then(() => req.end(text.slice(10)), reject);
  });
  expect(await answered).toBe(401);
  const { name, authHash } = await userOf(api, account.email);
  expect([name, authHash]).toEqual([before.name, before.authHash]);
});
