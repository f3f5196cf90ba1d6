import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { lockoutStatus } from '../../../api/auth/lockout.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { RecoveryCode } from '../../../db/entities/recovery-code.ts';
import { TwoFactor } from '../../../db/entities/two-factor.ts';
import { logIn, openAccount, openLoggedIn, type TestAccount } from '../../support/builders/account.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { codeOf, withTwoFactor, wrongCode } from '../../support/clients/totp.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { rowsContaining } from '../../support/rows-containing.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const HALF_MINUTE = 30_000;

const api = await useApi({ TWO_FACTOR_ISSUER: 'Vault & Co' });
beforeAll(async () => {
  await api.deps.redis.ping();
});
// Each test begins in the middle of a time step, so that none depends on when it runs.
beforeEach(() => {
  api.clock.now = Math.ceil(api.clock.now / HALF_MINUTE + 10) * HALF_MINUTE + HALF_MINUTE / 2;
});

const recorded = (userId: string, type: string) => api.em().count(Activity, { userId, type: type as never });
const postLogIn = ({ email, password }: TestAccount, more: object = {}) =>
  client(api).post('/auth/login', { email, password, ...more });
const failures = async ({ email }: TestAccount) =>
  (await lockoutStatus(api.deps, email, new Date(api.clock.now))).failedAttempts;

async function secured() {
  const { browser, ...account } = await openLoggedIn(api);
  const factor = await withTwoFactor(api, browser, account);
  api.clock.now += HALF_MINUTE;
  const { secret } = factor;
  const code = (steps = 0) => codeOf(api, secret, steps);
  return { account, browser, ...factor, code, wrong: (n = 0) => wrongCode(api, secret, n) };
}

describe('setting up', () => {
  test('answers with a secret as apps read it, and changes nothing until a code made from it is entered', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const { status, body } = await browser.post('/auth/2fa/setup', { password: account.password });
    expect([status, Object.keys(body)]).toEqual([200, ['secret', 'otpauthUrl', 'qrCodeDataUrl']]);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(body.otpauthUrl);
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Vault & Co:${account.email}`,
    ]);
    expect([url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([
      body.secret,
      'Vault & Co',
    ]);
    const png = Buffer.from(body.qrCodeDataUrl.replace('data:image/png;base64,', ''), 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const login = await postLogIn(account);
    expect([login.status, login.body.user.twoFactorEnabled]).toEqual([200, false]);
  });

  test('needs the password', async () => {
    const { browser } = await openLoggedIn(api);
    const before = await rowChecksum(api.orm);
    await expectProblem(browser.post('/auth/2fa/setup', { password: 'wrong' }), '403 wrong_password');
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('must start over if nobody finishes it within an hour', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const { secret } = (await browser.post('/auth/2fa/setup', { password: account.password })).body;
    api.clock.now += 3_600_000 - 1;
    await browser.post('/auth/refresh');
    api.clock.now += 1;
    const late = await browser.post('/auth/2fa/enable', { token: await codeOf(api, secret) });
    await expectProblem(late, '409 two_factor_off');
  });

  test('again replaces a pending setup, and leaves an active one alone', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const { password } = account;
    const first = (await browser.post('/auth/2fa/setup', { password })).body.secret;
    const second = (await browser.post('/auth/2fa/setup', { password })).body.secret;
    await expectProblem(
      browser.post('/auth/2fa/enable', { token: await codeOf(api, first) }),
      '403 wrong_two_factor_code',
    );
    expect((await browser.post('/auth/2fa/enable', { token: await codeOf(api, second) })).status).toBe(200);
    await expectProblem(browser.post('/auth/2fa/setup', { password }), '409 two_factor_enabled');
    await expectProblem(
      browser.post('/auth/2fa/enable', { token: await codeOf(api, second, 1) }),
      '409 two_factor_enabled',
    );
  });

  test('no row contains a readable secret or recovery code', async () => {
    const { secret, recoveryCodes } = await secured();
    const { browser, ...waiting } = await openLoggedIn(api);
    const pending = (await browser.post('/auth/2fa/setup', { password: waiting.password })).body.secret;
    for (const text of [secret, pending, ...recoveryCodes, recoveryCodes[0]?.replaceAll('-', '') ?? '']) {
      expect(await rowsContaining(api.orm, text)).toEqual([]);
    }
  });
});

describe('logging in with a second factor', () => {
  test('the right password alone is told that a code is missing, and a wrong one is not', async () => {
    const { account } = await secured();
    for (let i = 0; i < 7; i += 1) await expectProblem(postLogIn(account), '401 two_factor_required');
    const empty = { twoFactorCode: '', recoveryCode: '' };
    await expectProblem(postLogIn(account, empty), '401 two_factor_required');
    await expectProblem(postLogIn(account, { twoFactorCode: '' }), '401 two_factor_required');
    expect(await failures(account)).toBe(0);
    await expectProblem(postLogIn({ ...account, password: 'wrong' }), '401 invalid_credentials');
  });

  test('an empty code beside the other one counts as absent', async () => {
    const { account, code, recoveryCodes } = await secured();
    const [recoveryCode = ''] = recoveryCodes;
    expect((await postLogIn(account, { twoFactorCode: '', recoveryCode })).status).toBe(200);
    expect((await postLogIn(account, { twoFactorCode: await code(), recoveryCode: '' })).status).toBe(200);
  });

  test('a code works once; it is refused a second time, and so is an earlier one', async () => {
    const { account, code } = await secured();
    const twoFactorCode = await code();
    const login = await postLogIn(account, { twoFactorCode });
    expect([login.status, login.body.user.twoFactorEnabled]).toEqual([200, true]);
    await expectProblem(postLogIn(account, { twoFactorCode }), '401 two_factor_invalid');
    await expectProblem(postLogIn(account, { twoFactorCode: await code(-1) }), '401 two_factor_invalid');
    expect((await postLogIn(account, { twoFactorCode: await code(1) })).status).toBe(200);
  });

  test('the code that switched it on is used up too', async () => {
    const { account, code } = await secured();
    await expectProblem(postLogIn(account, { twoFactorCode: await code(-1) }), '401 two_factor_invalid');
  });

  test('of ten log-ins with one code at once, one succeeds', async () => {
    const { account, code } = await secured();
    const twoFactorCode = await code();
    // The lockout lets five through at most. A bearer log-in works as well as any.
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => postLogIn(account, { twoFactorCode, session: 'bearer' })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies) {
      if (status !== 200) expect(['two_factor_invalid', 'account_locked']).toContain(body.code);
    }
    expect(await recorded(account.id, 'login')).toBe(2);
  });

  test.each([null, '12345', 'abcdef', ' '])(
    'a wrong or malformed code (%j) counts as a failure',
    async (none) => {
      const { account, wrong } = await secured();
      const twoFactorCode = none ?? (await wrong());
      await expectProblem(postLogIn(account, { twoFactorCode }), '401 two_factor_invalid');
      expect(await failures(account)).toBe(1);
    },
  );

  test('a code too old or too early is refused; spaces do not matter', async () => {
    const { account, code } = await secured();
    api.clock.now += 4 * HALF_MINUTE;
    for (const steps of [-2, 2]) {
      await expectProblem(postLogIn(account, { twoFactorCode: await code(steps) }), '401 two_factor_invalid');
    }
    const now = await code();
    expect((await postLogIn(account, { twoFactorCode: `${now.slice(0, 3)} ${now.slice(3)}` })).status).toBe(
      200,
    );
  });

  test('guesses at the code lock the account, even with the right password', async () => {
    const { account, code, wrong } = await secured();
    for (let i = 0; i < 5; i += 1) await postLogIn(account, { twoFactorCode: await wrong(i) });
    await expectProblem(postLogIn(account, { twoFactorCode: await code() }), '429 account_locked');
  });

  test('a refused code changes no row: no session, no sign of life', async () => {
    const { account, wrong } = await secured();
    api.clock.now += HALF_MINUTE;
    const before = await rowChecksum(api.orm);
    await postLogIn(account, { twoFactorCode: await wrong() });
    await postLogIn(account);
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('a recovery code works once, however it is typed, even if it comes twice at once', async () => {
    const { account, recoveryCodes } = await secured();
    expect(recoveryCodes).toHaveLength(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(
      (await postLogIn(account, { recoveryCode: first.toLowerCase().replaceAll('-', ' ') })).status,
    ).toBe(200);
    await expectProblem(postLogIn(account, { recoveryCode: first }), '401 two_factor_invalid');
    const replies = await Promise.all([1, 2, 3].map(() => postLogIn(account, { recoveryCode: second })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const log = await api
      .em()
      .find(
        Activity,
        { userId: account.id, type: 'two_factor_recovery_code_used' },
        { orderBy: { id: 'asc' } },
      );
    expect(log.map(({ detail }) => detail)).toEqual([{ left: 9 }, { left: 8 }]);
  });

  test('under another JWT_SECRET secrets are useless, and recovery codes still work', async () => {
    const { account, code, recoveryCodes } = await secured();
    await using elsewhere = await startApi({}, { orm: api.orm });
    elsewhere.clock.now = api.clock.now;
    const { email, password } = account;
    const login = (more: object) => client(elsewhere).post('/auth/login', { email, password, ...more });
    await expectProblem(login({ twoFactorCode: await code() }), '401 two_factor_invalid');
    expect((await login({ recoveryCode: recoveryCodes[3] })).status).toBe(200);
  });

  test('one owner’s codes do not work for another', async () => {
    const one = await secured();
    const two = await secured();
    const [recoveryCode] = one.recoveryCodes;
    await expectProblem(postLogIn(two.account, { recoveryCode }), '401 two_factor_invalid');
    await api
      .em()
      .nativeUpdate(
        TwoFactor,
        { userId: two.account.id },
        { secret: (await api.em().findOneOrFail(TwoFactor, { userId: one.account.id })).secret as string },
      );
    await expectProblem(
      postLogIn(two.account, { twoFactorCode: await one.code() }),
      '401 two_factor_invalid',
    );
  });
});

describe('switching it off', () => {
  const off = (browser: TestClient, body: object) => browser.raw.post('/auth/2fa/disable', body);

  test.each(['token', 'recoveryCode'] as const)(
    'takes the password and a %s, and forgets everything',
    async (which) => {
      const { account, browser, code, recoveryCodes } = await secured();
      const { password } = account;
      const shown = { token: await code(), recoveryCode: recoveryCodes[0] }[which];
      await expectProblem(off(browser, { password: 'wrong', [which]: shown }), '403 wrong_password');
      // An empty code counts as absent.
      const both = { token: '', recoveryCode: '', [which]: shown };
      expect((await off(browser, { password, ...both })).status).toBe(200);
      expect((await postLogIn(account)).body.user.twoFactorEnabled).toBe(false);
      expect(await api.em().count(TwoFactor, { userId: account.id })).toBe(0);
      expect(await api.em().count(RecoveryCode, { userId: account.id })).toBe(0);
      expect(await recorded(account.id, 'two_factor_disabled')).toBe(1);
      await expectProblem(off(browser, { password, token: '123456' }), '409 two_factor_off');
    },
  );

  test('a wrong code leaves it on and counts as a failure; neither or both is an invalid request', async () => {
    const { account, browser, code, wrong, recoveryCodes } = await secured();
    const { password } = account;
    const before = await rowChecksum(api.orm);
    const token = await wrong();
    await expectProblem(off(browser, { password, token }), '403 wrong_two_factor_code');
    for (let i = 0; i < 4; i += 1) await off(browser, { password, token });
    await expectProblem(off(browser, { password, token: await code() }), '429 account_locked');
    // The failure counts for this session. Log-ins are not affected.
    expect(await failures(account)).toBe(0);
    expect((await off(browser, { password })).status).toBe(400);
    const both = { password, token: await code(), recoveryCode: recoveryCodes[0] };
    expect((await off(browser, both)).status).toBe(400);
    expect(await rowChecksum(api.orm)).toBe(before);
  });
});

test('in a session, failures of codes are cleared by the password with a code, not by the password alone', async () => {
  const { account, browser, code, wrong } = await secured();
  const { password } = account;
  const token = await wrong();
  const confirm = (shown: string) => browser.raw.post('/auth/confirm', { password, token: shown });
  for (let i = 0; i < 4; i += 1) await confirm(token);
  expect((await confirm(await code())).status).toBe(200);
  for (let i = 0; i < 4; i += 1) await confirm(token);
  // It isn't counted as a failure either.
  for (let i = 0; i < 2; i += 1) expect((await browser.post('/auth/keys', { password })).status).toBe(200);
  await expectProblem(confirm(token), '403 wrong_two_factor_code');
  await expectProblem(confirm(token), '429 account_locked');
});

test('recovery codes are renewed with password and code, and the old ones stop working', async () => {
  const { account, browser, code, wrong, recoveryCodes } = await secured();
  const { password } = account;
  const renew = (body: object) => browser.raw.post('/auth/2fa/recovery-codes', body);
  await expectProblem(renew({ password, token: await wrong() }), '403 wrong_two_factor_code');
  const reply = await renew({ password, token: await code() });
  expect([reply.status, new Set([...reply.body.recoveryCodes, ...recoveryCodes]).size]).toEqual([200, 20]);
  await expectProblem(postLogIn(account, { recoveryCode: recoveryCodes[0] }), '401 two_factor_invalid');
  expect((await postLogIn(account, { recoveryCode: reply.body.recoveryCodes[0] })).status).toBe(200);
  expect(await recorded(account.id, 'two_factor_recovery_codes_renewed')).toBe(1);
});

test('two-factor routes are limited to ten in 15 minutes for an account', async () => {
  await using limited = await startApi({ RATE_LIMIT_SCALE: '1' });
  await limited.deps.redis.ping();
  const browser = await logIn(limited, await openAccount(limited));
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1)
    statuses.push((await browser.post('/auth/2fa/enable', { token: '123456' })).status);
  expect(statuses).toEqual([...Array(10).fill(409), 429]);
});
