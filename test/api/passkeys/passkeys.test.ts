/** Passkeys, shown by an authenticator in software as a browser would pass them on. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { lockoutStatus } from '../../../api/auth/lockout.ts';
import { CHALLENGE_LIVES_MS } from '../../../api/auth/passkey-challenges.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Passkey } from '../../../db/entities/passkey.ts';
import { SecondFactorRemoval } from '../../../db/entities/second-factor-removal.ts';
import { Session } from '../../../db/entities/session.ts';
import { Switch } from '../../../db/entities/switch.ts';
import {
  logIn,
  logInProgram,
  newPassword,
  openLoggedIn,
  type TestAccount,
  verificationToken,
} from '../../support/builders/account.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { type Ceremony, softwareAuthenticator } from '../../support/clients/authenticator.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { withTwoFactor } from '../../support/clients/totp.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const MINUTE = 60_000;

const api = await useApi();
type Authenticator = ReturnType<typeof softwareAuthenticator>;

const records = async ({ id: userId }: Pick<TestAccount, 'id'>, ...types: string[]) =>
  (await api.em().find(Activity, { userId }, { orderBy: { id: 'asc' } }))
    .filter(({ type }) => types.includes(type))
    .map(({ type, detail }) => [type, detail]);
const changesMailed = async ({ id: userId }: Pick<TestAccount, 'id'>) =>
  (await api.em().find(Mail, { userId, kind: 'security_change' }, { orderBy: { id: 'asc' } })).map(
    ({ recipient, data }) => [recipient, data.account],
  );

const forgetConfirmations = ({ id: userId }: Pick<TestAccount, 'id'>) =>
  api.em().nativeUpdate(Session, { userId }, { confirmedAt: null });

async function optionsFor(browser: TestClient) {
  const { status, body } = await browser.post('/passkeys/options');
  if (status !== 200) throw new Error(`options answered ${status}`);
  return body.options;
}

async function add(browser: TestClient, authenticator: Authenticator, name = 'Phone', ceremony?: Ceremony) {
  const credential = authenticator.create(await optionsFor(browser), ceremony);
  return browser.post('/passkeys', { name, credential });
}

/** An account with one passkey and a browser that is logged in. */
async function withPasskey(on: TestApi = api) {
  const { browser, ...account } = await openLoggedIn(on);
  const authenticator = softwareAuthenticator(on.origin);
  const added = await add(browser, authenticator);
  if (added.status !== 201) throw new Error(`passkeys answered ${added.status}`);
  return { account, browser, authenticator, passkey: added.body.passkey };
}

/** A passkey accepts only challenges that are newer than its last one, so the clock moves on. */
async function challenge(on: TestApi = api) {
  on.clock.now += 1;
  return (await client(on).post('/auth/login/passkey/options')).body.options;
}

async function logInWithPasskey(authenticator: Authenticator, ceremony?: Ceremony, browser = client(api)) {
  const credential = authenticator.get(await challenge(), ceremony);
  return browser.post('/auth/login/passkey', { credential });
}

const REFUSED = '401 passkey_invalid';

describe('logging in with a passkey', () => {
  test('needs neither address nor password, and is a sign of life', async () => {
    const { account, authenticator } = await withPasskey();
    api.clock.now += MINUTE;
    const browser = client(api);
    const { status, body } = await logInWithPasskey(authenticator, {}, browser);
    expect([status, body.user.email]).toEqual([200, account.email]);
    expect((await browser.get('/auth/profile')).body.user).toEqual(body.user);
    expect(browser.cookies.has('device')).toBe(true);
    const { lastSeenAt } = await api.em().findOneOrFail(Switch, { userId: account.id });
    expect(lastSeenAt.getTime()).toBe(api.clock.now);
    expect((await records(account, 'login')).at(-1)).toEqual(['login', { passkey: 'Phone' }]);
    const [shown] = (await browser.get('/passkeys')).body.passkeys;
    expect(shown?.lastUsedAt).toBe(new Date(api.clock.now).toISOString());
  });

  test('asks for no second factor, and stops the removal of one', async () => {
    const { account, browser, authenticator } = await withPasskey();
    await withTwoFactor(api, browser, account);
    await api.em().insert(SecondFactorRemoval, { userId: account.id, startedAt: new Date(api.clock.now) });
    expect((await logInWithPasskey(authenticator)).status).toBe(200);
    expect(await api.em().count(SecondFactorRemoval, { userId: account.id })).toBe(0);
  });

  test('confirms its session', async () => {
    const { authenticator } = await withPasskey();
    const browser = client(api);
    await logInWithPasskey(authenticator, {}, browser);
    expect((await browser.post('/passkeys/options')).status).toBe(200);
  });

  test('works while strangers keep the address locked, and its failures lock nobody out', async () => {
    const { account, authenticator } = await withPasskey();
    const { email } = account;
    for (let i = 0; i < 6; i += 1) await client(api).post('/auth/login', { email, password: 'wrong' });
    const status = () => lockoutStatus(api.deps, email, new Date(api.clock.now));
    expect((await status()).isLocked).toBe(true);
    for (let i = 0; i < 6; i += 1)
      await expectProblem(logInWithPasskey(authenticator, { origin: 'https://evil.test' }), REFUSED);
    expect((await logInWithPasskey(authenticator)).status).toBe(200);
  });

  test('begins with the same options for everyone, with or without an account', async () => {
    const before = await challenge();
    const { authenticator } = await withPasskey();
    const after = await challenge();
    expect({ ...after, challenge: '' }).toEqual({ ...before, challenge: '' });
    expect(after).toMatchObject({ rpId: 'vault.test', userVerification: 'required', allowCredentials: [] });
    expect(JSON.stringify(after)).not.toContain(authenticator.ids()[0]);
  });
});

describe('a passkey is refused, and nothing changes,', () => {
  const refused: [string, Ceremony][] = [
    ['without a fingerprint or a PIN', { isVerified: false }],
    ['on a page of another origin', { origin: 'https://evil.test' }],
    ['for another host', { rpId: 'evil.test' }],
    ['if its counter stands still, as in a copy', { counter: 7 }],
    ['if its counter goes back', { counter: 3 }],
  ];
  test.each(refused)('%s', async (_, ceremony) => {
    const { authenticator } = await withPasskey();
    expect((await logInWithPasskey(authenticator, { counter: 7 })).status).toBe(200);
    const before = await rowChecksum(api.orm);
    await expectProblem(logInWithPasskey(authenticator, ceremony), REFUSED);
    expect(await rowChecksum(api.orm)).toBe(before);
    expect((await logInWithPasskey(authenticator, { counter: 8 })).status).toBe(200);
  });

  const altered: [string, (credential: ReturnType<Authenticator['get']>) => object][] = [
    [
      'with another signature',
      (credential) => ({
        ...credential,
        response: { ...credential.response, signature: randomBytes(70).toString('base64url') },
      }),
    ],
    ['that no account has', (credential) => ({ ...credential, id: 'unknown', rawId: 'unknown' })],
    [
      'that names another account',
      (credential) => ({
        ...credential,
        response: { ...credential.response, userHandle: randomBytes(16).toString('base64url') },
      }),
    ],
    [
      'that names no account',
      ({ response: { userHandle: _, ...response }, ...credential }) => ({ ...credential, response }),
    ],
  ];
  test.each(altered)('%s', async (_, alter) => {
    const { authenticator } = await withPasskey();
    const before = await rowChecksum(api.orm);
    const credential = alter(authenticator.get(await challenge()));
    await expectProblem(client(api).raw.post('/auth/login/passkey', { credential }), REFUSED);
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('once it was removed', async () => {
    const { browser, authenticator, passkey } = await withPasskey();
    expect((await browser.delete(`/passkeys/${passkey.id}`)).status).toBe(200);
    await expectProblem(logInWithPasskey(authenticator), REFUSED);
  });

  test('with what the authenticator returned for the vault', async () => {
    const { authenticator } = await withPasskey();
    const credential = {
      ...authenticator.get(await challenge()),
      clientExtensionResults: { prf: { results: { first: randomBytes(32).toString('base64url') } } },
    };
    await expectProblem(client(api).raw.post('/auth/login/passkey', { credential }), '400 validation_failed');
  });
});

describe('a challenge', () => {
  const send = (credential: ReturnType<Authenticator['get']>) =>
    client(api).post('/auth/login/passkey', { credential });

  test('works once, even for a passkey whose counter always says 0', async () => {
    const { authenticator } = await withPasskey();
    const credential = authenticator.get(await challenge(), { counter: 0 });
    const sent = await Promise.all([send(credential), send(credential), send(credential)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    await expectProblem(send(credential), REFUSED);
  });

  test('works for five minutes', async () => {
    const { authenticator } = await withPasskey();
    const early = await challenge();
    api.clock.now += CHALLENGE_LIVES_MS - 1;
    expect((await send(authenticator.get(early))).status).toBe(200);
    const late = await challenge();
    api.clock.now += CHALLENGE_LIVES_MS;
    await expectProblem(send(authenticator.get(late)), REFUSED);
  });

  test('works only if it is ours, and for what it was issued for', async () => {
    const { browser, authenticator } = await withPasskey();
    const { options } = (await browser.post('/auth/confirm/passkey/options')).body;
    const made = await challenge();
    const forged = { ...made, challenge: `B${made.challenge.slice(1)}` };
    for (const wrong of [options, forged, { ...made, challenge: 'AAAA' }])
      await expectProblem(send(authenticator.get(wrong)), REFUSED);
    const credential = authenticator.get(made);
    await expectProblem(browser.post('/auth/confirm/passkey', { credential }), '403 wrong_passkey');
  });
});

describe('confirming a session with a passkey', () => {
  const confirm = async (browser: TestClient, authenticator: Authenticator) => {
    const { options } = (await browser.post('/auth/confirm/passkey/options')).body;
    return browser.post('/auth/confirm/passkey', { credential: authenticator.get(options) });
  };

  test('replaces the password and the code, and is recorded', async () => {
    const { account, browser, authenticator } = await withPasskey();
    await withTwoFactor(api, browser, account);
    api.clock.now += 15 * MINUTE;
    await expectProblem(browser.post('/passkeys/options'), '403 confirmation_required');
    const { status, body } = await confirm(browser, authenticator);
    const until = new Date(api.clock.now + 15 * MINUTE).toISOString();
    expect([status, body.confirmedUntil]).toEqual([200, until]);
    expect((await browser.post('/passkeys/options')).status).toBe(200);
    expect(await records(account, 'session_confirmed')).toEqual([
      ['session_confirmed', { passkey: 'Phone' }],
    ]);
  });

  test('works with a passkey of this account alone, in this session alone', async () => {
    const { account, browser, authenticator } = await withPasskey();
    const stranger = await withPasskey();
    const other = await logIn(api, account);
    const { options } = (await browser.post('/auth/confirm/passkey/options')).body;
    const foreign = stranger.authenticator.get({ ...options, allowCredentials: [] });
    const before = await rowChecksum(api.orm);
    await expectProblem(browser.post('/auth/confirm/passkey', { credential: foreign }), '403 wrong_passkey');
    const credential = authenticator.get(options);
    await expectProblem(other.post('/auth/confirm/passkey', { credential }), '403 wrong_passkey');
    expect(await rowChecksum(api.orm)).toBe(before);
    expect((await browser.post('/auth/confirm/passkey', { credential })).status).toBe(200);
  });

  test('is not offered to an account without one', async () => {
    const { browser } = await openLoggedIn(api);
    await expectProblem(browser.post('/auth/confirm/passkey/options'), '404 not_found');
  });
});

describe('the passkeys of an account', () => {
  test('are listed with their names and dates, without their keys, and can be renamed', async () => {
    const { account, browser, authenticator, passkey } = await withPasskey();
    const at = new Date(api.clock.now).toISOString();
    expect(passkey).toEqual({
      id: passkey.id,
      credentialId: authenticator.ids()[0],
      name: 'Phone',
      isSynced: true,
      createdAt: at,
      lastUsedAt: null,
    });
    const second = (await add(browser, softwareAuthenticator(api.origin), 'Key')).body.passkey;
    const renamed = await browser.put(`/passkeys/${passkey.id}`, { name: 'Old phone' });
    expect(renamed.body.passkey).toEqual({ ...passkey, name: 'Old phone' });
    expect((await browser.get('/passkeys')).body).toEqual({
      passkeys: [{ ...passkey, name: 'Old phone' }, second],
    });
    expect((await changesMailed(account)).length).toBe(2);
  });

  test('can be added only in a confirmed session, and the owner is told and stays logged in elsewhere', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const program = await logInProgram(api, account);
    const authenticator = softwareAuthenticator(api.origin);
    const credential = authenticator.create(await optionsFor(browser));
    await forgetConfirmations(account);
    await expectProblem(
      browser.post('/passkeys', { name: 'Phone', credential }),
      '403 confirmation_required',
    );
    expect(await changesMailed(account)).toEqual([]);
    await confirmSessions(api, account);
    expect((await browser.post('/passkeys', { name: 'Phone', credential })).status).toBe(201);
    expect(await changesMailed(account)).toEqual([[account.email, 'passkey_added']]);
    expect(await records(account, 'passkey_added')).toEqual([['passkey_added', { name: 'Phone' }]]);
    expect((await program.get('/auth/profile')).status).toBe(200);
  });

  test('are refused if they are not new, not verified, or were made for another session', async () => {
    const { account, browser, authenticator } = await withPasskey();
    const before = await rowChecksum(api.orm);
    const post = (credential: object) => browser.raw.post('/passkeys', { name: 'Again', credential });
    const other = await logIn(api, account);
    const theirs = softwareAuthenticator(api.origin);
    const foreign = theirs.create(await optionsFor(other));
    const counted = await rowChecksum(api.orm);
    expect(counted).not.toBe(before);
    await expectProblem(post(foreign), '403 wrong_passkey');
    const unverified = theirs.create(await optionsFor(browser), { isVerified: false });
    await expectProblem(post(unverified), '403 wrong_passkey');
    const twice = authenticator.create(await optionsFor(browser));
    expect((await browser.post('/passkeys', { name: 'Second', credential: twice })).status).toBe(201);
    await expectProblem(post(twice), '409 already_exists');
    expect((await optionsFor(browser)).excludeCredentials.map(({ id }) => id)).toEqual(authenticator.ids());
  });

  test('are refused with transports that no browser names', async () => {
    const { browser } = await openLoggedIn(api);
    const { response, ...credential } = softwareAuthenticator(api.origin).create(await optionsFor(browser));
    for (const transport of ['', '\u0000', 'Internal', 'x'.repeat(33)]) {
      const sent = { ...credential, response: { ...response, transports: ['internal', transport] } };
      await expectProblem(
        browser.raw.post('/passkeys', { name: 'Phone', credential: sent }),
        '400 validation_failed',
      );
    }
  });

  test('are added without looking at their authenticator’s attestation', async () => {
    const { browser } = await openLoggedIn(api);
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(randomBytes(64))],
      ['x5c', [new Uint8Array(randomBytes(300))]],
    ]);
    const authenticator = softwareAuthenticator(api.origin);
    const added = await add(browser, authenticator, 'Key', { attestation: ['packed', statement] });
    expect(added.status).toBe(201);
    expect((await logInWithPasskey(authenticator)).status).toBe(200);
  });

  test('are refused if their key is unusually large', async () => {
    const { browser } = await openLoggedIn(api);
    const authenticator = softwareAuthenticator(api.origin);
    expect((await add(browser, authenticator, 'Large', { rsaKey: 512 })).status).toBe(201);
    await expectProblem(add(browser, authenticator, 'Huge', { rsaKey: 16_000 }), '403 wrong_passkey');
  });

  test('are ten at most', async () => {
    const { browser, authenticator } = await withPasskey();
    const late = authenticator.create(await optionsFor(browser));
    for (let i = 1; i < 10; i += 1) expect((await add(browser, authenticator, `Key ${i}`)).status).toBe(201);
    await expectProblem(browser.post('/passkeys/options'), '409 passkey_limit');
    await expectProblem(
      browser.post('/passkeys', { name: 'Eleventh', credential: late }),
      '409 passkey_limit',
    );
  });

  test('can be removed only in a confirmed session, which ends all others, and the owner is told', async () => {
    const { account, browser, authenticator, passkey } = await withPasskey();
    const finder = client(api);
    await logInWithPasskey(authenticator, {}, finder);
    await forgetConfirmations(account);
    await expectProblem(browser.delete(`/passkeys/${passkey.id}`), '403 confirmation_required');
    await browser.post('/auth/confirm', { password: account.password });
    expect((await browser.delete(`/passkeys/${passkey.id}`)).status).toBe(200);
    expect((await finder.get('/auth/profile')).status).toBe(401);
    expect((await browser.get('/passkeys')).body).toEqual({ passkeys: [] });
    expect((await changesMailed(account)).at(-1)).toEqual([account.email, 'passkey_removed']);
    expect(await records(account, 'passkey_removed')).toEqual([
      ['passkey_removed', { name: 'Phone', sessionsEnded: 1 }],
    ]);
  });

  test('stay after a change of password, and go with a reset by mail', async () => {
    const { account, browser, authenticator } = await withPasskey();
    const { password, salt } = newPassword();
    const change = { currentPassword: account.password, newPassword: password, salt };
    expect((await browser.put('/auth/change-password', change)).status).toBe(200);
    expect((await logInWithPasskey(authenticator)).status).toBe(200);
    const token = await verificationToken(api, account.id, 60 * MINUTE, 'reset_password');
    expect((await client(api).post('/auth/reset-password', { token, ...newPassword() })).status).toBe(200);
    await expectProblem(logInWithPasskey(authenticator), REFUSED);
    expect(await records(account, 'password_reset')).toEqual([
      ['password_reset', { sessionsEnded: 2, passkeysRemoved: 1 }],
    ]);
  });

  test('are deleted with it', async () => {
    const { account, browser, authenticator } = await withPasskey();
    expect((await browser.delete('/auth/delete-account', { password: account.password })).status).toBe(200);
    expect(await api.em().count(Passkey, { userId: account.id })).toBe(0);
    await expectProblem(logInWithPasskey(authenticator), REFUSED);
  });
});

describe('the limits', () => {
  test('count strangers by their network, and the owner’s log-ins by the account', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
    const from = (ip: string) => ({ 'X-Forwarded-For': ip });
    const { authenticator } = await withPasskey(limited);
    const logInFrom = async (ip: string) => {
      const { body } = await client(limited).raw.post('/auth/login/passkey/options', {}, from(ip));
      const credential = authenticator.get(body.options);
      return client(limited).raw.post('/auth/login/passkey', { credential }, from(ip));
    };
    for (let i = 0; i < 40; i += 1) {
      const { status } = await client(limited).raw.post('/auth/login/passkey/options', {}, from('192.0.2.1'));
      expect(status).toBe(200);
    }
    const refused = client(limited).raw.post('/auth/login/passkey/options', {}, from('192.0.2.1'));
    await expectProblem(refused, '429 rate_limited');
    // Strangers' wrong signatures use up nothing of the account's limit.
    for (let i = 0; i < 25; i += 1) {
      const credential = authenticator.get(await challenge(limited), { origin: 'https://evil.test' });
      const sent = client(limited).raw.post('/auth/login/passkey', { credential }, from(`192.0.3.${i}`));
      await expectProblem(sent, REFUSED);
    }
    for (let i = 0; i < 20; i += 1) {
      limited.clock.now += 1;
      expect((await logInFrom(`192.0.4.${i}`)).status).toBe(200);
    }
    await expectProblem(logInFrom('192.0.4.99'), '429 rate_limited');
  });
});
