import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { requireConfirmed } from '../../../api/auth/confirmed-session.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Session } from '../../../db/entities/session.ts';
import { Switch } from '../../../db/entities/switch.ts';
import {
  logIn,
  logInProgram,
  openAccount,
  openLoggedIn,
  type TestAccount,
} from '../../support/builders/account.ts';
import type { TestClient } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { codeOf, withTwoFactor, wrongCode } from '../../support/clients/totp.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const HALF_MINUTE = 30_000;
const MINUTE = 60_000;

const api = await useApi();
beforeAll(async () => {
  await api.deps.redis.ping();
});
// Each test begins in the middle of a time step of the codes.
beforeEach(() => {
  api.clock.now = Math.ceil(api.clock.now / HALF_MINUTE + 10) * HALF_MINUTE + HALF_MINUTE / 2;
});

const sessionOf = async ({ id: userId }: TestAccount, kind: 'browser' | 'bearer') =>
  api.em().findOneOrFail(Session, { userId, kind }, { orderBy: { createdAt: 'desc' } });

/** Whether this session could weaken a switch now. */
async function isConfirmed(account: TestAccount, kind: 'browser' | 'bearer'): Promise<boolean> {
  const session = await sessionOf(account, kind);
  try {
    requireConfirmed({ session }, new Date(api.clock.now));
    return true;
  } catch (problem) {
    expect(problem).toMatchObject({ code: 'confirmation_required', status: 403 });
    return false;
  }
}

const confirm = (who: TestClient, body: { password: string; token?: string; recoveryCode?: string }) =>
  who.post('/auth/confirm', body);

describe.each(['browser', 'bearer'] as const)('a session of a %s', (kind) => {
  const openSession = async (account: TestAccount): Promise<TestClient> =>
    kind === 'browser' ? logIn(api, account) : logInProgram(api, account);

  test('is confirmed by logging in, for 15 minutes', async () => {
    const account = await openAccount(api);
    await openSession(account);
    expect(await isConfirmed(account, kind)).toBe(true);
    api.clock.now += 15 * MINUTE - 1;
    expect(await isConfirmed(account, kind)).toBe(true);
    api.clock.now += 1;
    expect(await isConfirmed(account, kind)).toBe(false);
  });

  test('is confirmed again by the password, which the account’s log records', async () => {
    const account = await openAccount(api);
    const who = await openSession(account);
    api.clock.now += 20 * MINUTE;
    const { status, body } = await confirm(who, { password: account.password });
    expect([status, body.confirmedUntil]).toEqual([200, new Date(api.clock.now + 15 * MINUTE).toISOString()]);
    expect(await isConfirmed(account, kind)).toBe(true);
    expect(await api.em().count(Activity, { userId: account.id, type: 'session_confirmed' })).toBe(1);
  });

  test('is not confirmed by a wrong password, and nothing is written', async () => {
    const account = await openAccount(api);
    const who = await openSession(account);
    api.clock.now += 20 * MINUTE;
    await who.get('/auth/profile');
    const before = await rowChecksum(api.orm);
    await expectProblem(confirm(who, { password: 'wrong' }), '403 wrong_password');
    expect(await rowChecksum(api.orm)).toBe(before);
    expect(await isConfirmed(account, kind)).toBe(false);
  });
});

test('a refresh does not extend a confirmation', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  api.clock.now += 10 * MINUTE;
  expect((await browser.post('/auth/refresh')).status).toBe(200);
  api.clock.now += 6 * MINUTE;
  expect(await isConfirmed(account, 'browser')).toBe(false);
});

test('a confirmation is for one session, and the owner’s others stay unconfirmed', async () => {
  const account = await openAccount(api);
  const program = await logInProgram(api, account);
  const browser = await logIn(api, account);
  api.clock.now += 20 * MINUTE;
  await confirm(browser, { password: account.password });
  expect([await isConfirmed(account, 'browser'), await isConfirmed(account, 'bearer')]).toEqual([
    true,
    false,
  ]);
  expect((await program.get('/auth/profile')).status).toBe(200);
});

test('a confirmation that a wrong clock dated in the future is not valid', async () => {
  const account = await openAccount(api);
  await logIn(api, account);
  api.clock.now -= 60 * MINUTE;
  expect(await isConfirmed(account, 'browser')).toBe(false);
  api.clock.now += 60 * MINUTE;
});

describe('with two-factor authentication on', () => {
  async function secured() {
    const { browser, ...account } = await openLoggedIn(api);
    const factor = await withTwoFactor(api, browser, account);
    api.clock.now += 20 * MINUTE;
    return { account, browser, ...factor, password: account.password };
  }

  test('the password alone is not enough', async () => {
    const { account, browser, password, secret } = await secured();
    await expectProblem(confirm(browser, { password }), '400 validation_failed');
    await expectProblem(confirm(browser, { password, token: '', recoveryCode: '' }), '400 validation_failed');
    const token = await wrongCode(api, secret);
    await expectProblem(confirm(browser, { password, token }), '403 wrong_two_factor_code');
    expect(await isConfirmed(account, 'browser')).toBe(false);
  });

  test('the password with a code from the app or a recovery code is enough, each code once', async () => {
    const { account, browser, password, secret, recoveryCodes } = await secured();
    const token = await codeOf(api, secret);
    expect((await confirm(browser, { password, token })).status).toBe(200);
    expect(await isConfirmed(account, 'browser')).toBe(true);
    await expectProblem(confirm(browser, { password, token }), '403 wrong_two_factor_code');
    const [recoveryCode = ''] = recoveryCodes;
    // An empty code counts as absent.
    expect((await confirm(browser, { password, token: '', recoveryCode })).status).toBe(200);
    await expectProblem(confirm(browser, { password, recoveryCode }), '403 wrong_two_factor_code');
  });
});

test('wrong passwords count towards the lockout', async () => {
  const account = await openAccount(api);
  const program = await logInProgram(api, account);
  for (let i = 0; i < 5; i += 1) await confirm(program, { password: 'wrong' });
  await expectProblem(confirm(program, { password: account.password }), '429 account_locked');
});

test('confirming is a sign of life from a browser, but not from a program', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  const program = await logInProgram(api, account);
  const lastSeen = async () =>
    (await api.em().findOneOrFail(Switch, { userId: account.id })).lastSeenAt.getTime();
  const before = await lastSeen();
  api.clock.now += MINUTE;
  expect((await confirm(program, { password: account.password })).status).toBe(200);
  expect(await lastSeen()).toBe(before);
  expect((await confirm(browser, { password: account.password })).status).toBe(200);
  expect(await lastSeen()).toBe(api.clock.now);
});
