import { describe, expect, test } from '@jest/globals';
import { Activity } from '../../../db/entities/activity.ts';
import { User } from '../../../db/entities/user.ts';
import { logIn, logInProgram, openAccount, openLoggedIn } from '../../support/builders/account.ts';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi({ ADMIN_EMAILS: 'Admin@Example.test', DEFAULT_PLAN: 'family' });

describe('reading the profile', () => {
  test('shows the user that log-in shows, and isn’t a sign of life', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const seen = new Date(api.clock.now).toISOString();
    api.clock.now += 60_000;
    const { status, body } = await browser.get('/auth/profile');
    expect(status).toBe(200);
    expect(body).toEqual({
      user: {
        id: account.id,
        email: account.email,
        name: account.name,
        salt: account.salt,
        twoFactorEnabled: false,
        emailVerified: true,
        isAdmin: false,
        plan: 'family',
        language: 'en',
        timeZone: 'UTC',
        kdfVersion: 1,
        keyBundle: null,
        keyBundleVersion: 1,
        createdAt: seen,
        lastSeenAt: seen,
      },
    });
  });

  test('an account’s own plan comes before the default, and only the list makes it an admin', async () => {
    const owner = await buildOwner(api);
    const change = (changes: object) => api.em().nativeUpdate(User, { id: owner.id }, changes);
    const shown = async () => {
      const { user } = (await owner.browser.get('/auth/profile')).body;
      return [user.isAdmin, user.plan];
    };
    expect(await shown()).toEqual([false, 'family']);
    await change({ email: 'admin@example.test', plan: 'pro' });
    expect(await shown()).toEqual([true, 'pro']);
    await change({ emailVerifiedAt: null });
    expect(await shown()).toEqual([false, 'pro']);
  });
});

describe('changing the profile', () => {
  test('changes the given fields, keeps the rest, and is in the log without their values', async () => {
    const owner = await buildOwner(api);
    await owner.browser.put('/auth/profile', { keyBundle: { v: 1 } });
    const reply = await owner.browser.put('/auth/profile', { name: '  Olive the Second ' });
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body)).toEqual(['message', 'user']);
    expect(reply.body.user).toMatchObject({
      name: 'Olive the Second',
      keyBundle: { v: 1 },
      email: owner.email,
    });
    expect((await owner.browser.get('/auth/profile')).body.user).toEqual(reply.body.user);
    const log = await api
      .em()
      .find(Activity, { userId: owner.id, type: 'profile_changed' }, { orderBy: { id: 'asc' } });
    expect(log.map(({ detail }) => detail)).toEqual([
      { name: false, keyBundle: true },
      { name: true, keyBundle: false },
    ]);
  });

  test('a key bundle comes back exactly as it was given, from profile and log-in', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const keyBundle = {
      z: 1,
      a: { '10': true, '9': null, 'é\u0000\ud83d\ude00': ['', '\\"', '<script>', ' \n'] },
      kdf: { iterations: 600_000, tiny: 1e-7, big: 9_007_199_254_740_991 },
      toString: 'own',
      empty: {},
    };
    const given = JSON.stringify(keyBundle);
    const body = `{"keyBundle":${given}}`;
    expect((await browser.raw.put('/auth/profile', body)).status).toBe(200);
    const { email, password } = account;
    const answers = [
      await browser.get('/auth/profile'),
      await browser.post('/auth/login', { email, password }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer.body.user.keyBundle)).toBe(given);
  });

  test('a key bundle may have 40 KiB of JSON and not a byte more, counted as UTF-8', async () => {
    const owner = await buildOwner(api);
    const bundle = (bytes: number) => ({ d: 'é'.repeat((bytes - 8) / 2) });
    expect((await owner.browser.put('/auth/profile', { keyBundle: bundle(40_960) })).status).toBe(200);
    const before = await rowChecksum(api.orm);
    const reply = await owner.program.put('/auth/profile', { keyBundle: bundle(40_962) });
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      [{ path: 'body.keyBundle', message: expect.any(String) }],
    ]);
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test.each([
    ['the e-mail address', { email: 'new@example.test' }, 'validation_failed'],
    ['the password', { password: 'x' }, 'validation_failed'],
    ['an empty name', { name: ' ' }, 'validation_failed'],
    ['a poisoned key bundle', '{"keyBundle":{"__proto__":{"a":1}}}', 'malformed_json'],
    ['a bundle that hides poison', '{"keyBundle":{"a":[{"\\u005f_pr\\u006Fto__":1}]}}', 'malformed_json'],
  ] as const)('refuses %s, and nothing changes', async (_what, body, code) => {
    const owner = await buildOwner(api);
    const before = await rowChecksum(api.orm);
    await expectProblem(owner.browser.raw.put('/auth/profile', body), `400 ${code}`);
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('a key bundle that is nested too deeply is refused', async () => {
    const owner = await buildOwner(api);
    const nested = (depth: number) => `{"keyBundle":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    for (const depth of [40, 8_000, 20_000]) {
      await expectProblem(owner.browser.raw.put('/auth/profile', nested(depth)), '400 validation_failed');
    }
    expect((await owner.browser.raw.put('/auth/profile', nested(20))).status).toBe(200);
  });

  test('by a person is a sign of life, by a program is not', async () => {
    const account = await openAccount(api);
    await buildSuccessor(api, account);
    const browser = await logIn(api, account);
    await bringTo(api, account, 'reminding');
    const program = await logInProgram(api, account);
    const before = await switchOf(api, account);
    expect((await program.put('/auth/profile', { name: 'By program' })).status).toBe(200);
    expect(await switchOf(api, account)).toEqual(before);
    await browser.post('/auth/refresh');
    expect((await browser.put('/auth/profile', { name: 'By hand' })).status).toBe(200);
    const { state } = await switchOf(api, account);
    expect([state.status, state.lastSeenAt]).toEqual(['armed', api.clock.now]);
  });
});
