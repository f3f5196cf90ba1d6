/** A stranger who guesses passwords locks out only strangers, wherever they guess from and for however long. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { deviceCredentials } from '../../../api/auth/devices.ts';
import { lockoutStatus } from '../../../api/auth/lockout.ts';
import { setUpTwoFactor } from '../../../api/auth/two-factor.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { User } from '../../../db/entities/user.ts';
import {
  newPassword,
  openAccount,
  type TestAccount,
  verificationToken,
} from '../../support/builders/account.ts';
import { buildOwner } from '../../support/builders/owner.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const MINUTE = 60_000;

// The limits of production. Each test's people have networks of their own.
const api = await useApi({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1', ADMIN_EMAILS: 'root@example.test' });
beforeAll(async () => {
  await api.deps.redis.ping();
});

let networks = 0;
/** The headers of a request from a new network. */
const elsewhere = () => {
  networks += 1;
  return { 'X-Forwarded-For': `10.${networks >> 8}.${networks & 255}.1` };
};

const postLogIn = (
  { email, password }: Pick<TestAccount, 'email' | 'password'>,
  who: TestClient = client(api),
  more = {},
) => who.raw.post('/auth/login', { email, password, ...more }, elsewhere());
const codeOf = async (reply: ReturnType<typeof postLogIn>) => (await reply).body.code ?? (await reply).status;

/** Uses up strangers' attempts, for the lockout and every limit. */
async function useUpLimits({ email }: Pick<TestAccount, 'email'>) {
  const seen: unknown[] = [];
  for (let i = 0; i < 12; i += 1) seen.push(await codeOf(postLogIn({ email, password: 'wrong' })));
  expect(seen.slice(4, 6)).toEqual(['invalid_credentials', 'account_locked']);
  expect(seen.at(-1)).toBe('rate_limited');
}

describe('a browser that has logged in before', () => {
  test('gets a cookie that is sent only to the log-in and reveals nothing', async () => {
    const account = await openAccount(api);
    const reply = await postLogIn(account);
    const header = reply.headers.getSetCookie().find((each) => each.startsWith('device=')) ?? '';
    expect(header).toMatch(/^device=[\w.-]{98}; Path=\/api\/v1\/auth\/login; Max-Age=34560000; Expires=/);
    expect(header).toMatch(/; HttpOnly; Secure; SameSite=None$/);
    expect(header).not.toContain(account.email);
    expect(reply.body.deviceToken).toBeUndefined();
    const again = await postLogIn(account);
    expect(again.headers.getSetCookie().find((each) => each.startsWith('device='))).not.toBe(header);
  });

  test('logs in while strangers have locked the address and used its limits up', async () => {
    const account = await openAccount(api);
    const browser = client(api);
    expect((await postLogIn(account, browser)).status).toBe(200);
    await useUpLimits(account);
    expect((await postLogIn(account, browser)).status).toBe(200);
    // The strangers stay locked out.
    expect(await codeOf(postLogIn(account))).toBe('rate_limited');
    expect((await lockoutStatus(api.deps, account.email, new Date(api.clock.now))).isLocked).toBe(true);
  });

  test('is locked by its own fifth failure, and is then treated as a stranger', async () => {
    const account = await openAccount(api);
    const browser = client(api);
    await postLogIn(account, browser);
    const guess = () => codeOf(postLogIn({ ...account, password: 'wrong' }, browser));
    for (let i = 0; i < 5; i += 1) expect(await guess()).toBe('invalid_credentials');
    expect((await lockoutStatus(api.deps, account.email, new Date(api.clock.now))).failedAttempts).toBe(0);
    for (let i = 0; i < 5; i += 1) expect(await guess()).toBe('invalid_credentials');
    expect(await guess()).toMatch(/account_locked|rate_limited/);
    expect((await lockoutStatus(api.deps, account.email, new Date(api.clock.now))).isLocked).toBe(true);
  });

  test('is a stranger at every other account', async () => {
    const [account, other] = [await openAccount(api), await openAccount(api)];
    const browser = client(api);
    await postLogIn(account, browser);
    await useUpLimits(other);
    expect(await codeOf(postLogIn(other, browser))).toBe('rate_limited');
  });

  test('does not count as known with an invented, altered or empty cookie', async () => {
    const account = await openAccount(api);
    const browser = client(api);
    await postLogIn(account, browser);
    const device = browser.cookies.get('device') ?? '';
    await useUpLimits(account);
    const flipped = device.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const forged of [flipped, `${device}x`, device.split('.').slice(0, 3).join('.'), 'x', '']) {
      const stranger = client(api, { cookies: { device: forged } });
      expect(await codeOf(postLogIn(account, stranger))).toBe('rate_limited');
    }
  });
});

test('the devices of an account share its limit of log-ins and that of their network, however many they are', async () => {
  const account = await openAccount(api);
  const devices = Array.from({ length: 9 }, () => client(api));
  for (const browser of devices) expect((await postLogIn(account, browser)).status).toBe(200);
  const guesses = async (from: () => Record<string, string>) => {
    let passed = 0;
    for (const browser of devices) {
      for (let i = 0; i < 10; i += 1) {
        const { email } = account;
        const { body } = await browser.raw.post('/auth/login', { email, password: 'wrong' }, from());
        if (body.code !== 'rate_limited') passed += 1;
      }
    }
    return passed;
  };
  const one = elsewhere();
  expect(await guesses(() => one)).toBe(30);
  const { authHash } = await api.orm.em.fork().findOneOrFail(User, { id: account.id });
  const credentials = deviceCredentials(api.config, authHash);
  await api.deps.limits.forget({ email: account.email, sessionIds: [], credentials });
  // Each device has a little left of its own.
  expect(await guesses(elsewhere)).toBeLessThanOrEqual(30);
  // A household shares a network, so its limit isn't used up for other accounts.
  const neighbour = await openAccount(api);
  const { email, password } = neighbour;
  expect((await client(api).raw.post('/auth/login', { email, password }, one)).status).toBe(200);
});

test('an app or a program is known by the token from its last log-in', async () => {
  const account = await openAccount(api);
  const tokens: Record<string, string> = {};
  for (const session of ['app', 'bearer']) {
    const { body, headers } = await postLogIn(account, client(api), { session });
    expect([headers.getSetCookie(), body.deviceToken]).toEqual([[], expect.stringMatching(/^[\w.-]{98}$/)]);
    tokens[session] = body.deviceToken;
  }
  await useUpLimits(account);
  for (const [session, deviceToken] of Object.entries(tokens)) {
    expect((await postLogIn(account, client(api), { session, deviceToken })).status).toBe(200);
    expect(await codeOf(postLogIn(account, client(api), { session }))).toBe('rate_limited');
  }
});

describe('a new password', () => {
  test('chosen by mail repeatedly gives nobody more guesses at the second factor', async () => {
    const account = await openAccount(api);
    const em = api.em();
    await setUpTwoFactor(em, api.config, account, new Date(api.clock.now));
    await em.nativeUpdate(User, { id: account.id }, { twoFactorEnabled: true });
    const thief = client(api);
    const wrong = { recoveryCode: 'AAAA-AAAA-AAAA-AAAA' };
    const seen: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      const chosen = newPassword();
      const token = await verificationToken(api, account.id, 60 * MINUTE, 'reset_password');
      expect((await thief.raw.post('/auth/reset-password', { token, ...chosen }, elsewhere())).status).toBe(
        200,
      );
      for (let i = 0; i < 12; i += 1)
        seen.push(await codeOf(postLogIn({ ...account, ...chosen }, thief, wrong)));
    }
    // Five from the browser that the first reset made known, and five from the address.
    expect(seen.filter((code) => code === 'two_factor_invalid')).toHaveLength(10);
  });

  test('chosen by mail makes this browser known, so that strangers who go on do not keep it out', async () => {
    const account = await openAccount(api);
    await useUpLimits(account);
    const chosen = newPassword();
    const browser = client(api);
    const token = await verificationToken(api, account.id, 60 * MINUTE, 'reset_password');
    expect((await browser.post('/auth/reset-password', { token, ...chosen })).status).toBe(200);
    await useUpLimits(account);
    expect((await postLogIn({ ...account, ...chosen }, browser)).status).toBe(200);
  });

  test('chosen by mail ends every device, and lifts the lockout and every limit on the address', async () => {
    const account = await openAccount(api);
    const browser = client(api);
    await postLogIn(account, browser);
    await useUpLimits(account);
    const chosen = newPassword();
    const token = await verificationToken(api, account.id, 60 * MINUTE, 'reset_password');
    expect((await client(api).post('/auth/reset-password', { token, ...chosen })).status).toBe(200);
    // The owner logs in from anywhere, at once.
    expect((await postLogIn({ ...account, ...chosen })).status).toBe(200);
    expect((await lockoutStatus(api.deps, account.email, new Date(api.clock.now))).isLocked).toBe(false);
    await useUpLimits(account);
    expect(await codeOf(postLogIn({ ...account, ...chosen }, browser))).toBe('account_locked');
  });

  test('lets no device that is known by the former password use up the owner’s attempts', async () => {
    const account = await openAccount(api);
    const former = [client(api), client(api), client(api)];
    for (const thief of former) await postLogIn(account, thief);
    const owner = client(api);
    const chosen = newPassword();
    const token = await verificationToken(api, account.id, 60 * MINUTE, 'reset_password');
    expect((await owner.post('/auth/reset-password', { token, ...chosen })).status).toBe(200);
    const guess = { email: account.email, password: 'wrong' };
    for (const thief of former) for (let i = 0; i < 10; i += 1) await postLogIn(guess, thief);
    expect((await postLogIn({ ...account, ...chosen }, owner)).status).toBe(200);
  });

  test('set in a live session works while strangers attack the address, and that browser stays known', async () => {
    const account = await openAccount(api);
    const [browser, other] = [client(api), client(api)];
    await postLogIn(account, browser);
    await postLogIn(account, other);
    await useUpLimits(account);
    const { password: chosen, salt } = newPassword();
    const change = { currentPassword: account.password, newPassword: chosen, salt };
    expect((await browser.put('/auth/change-password', change)).status).toBe(200);
    expect((await postLogIn({ ...account, password: chosen }, browser)).status).toBe(200);
    expect(await codeOf(postLogIn({ ...account, password: chosen }, other))).toBe('account_locked');
  });
});

test('an administrator’s unlock lifts lockout and limits, of the address and of its live sessions', async () => {
  const admin = await buildOwner(api, { email: 'root@example.test' });
  const account = await openAccount(api);
  const browser = client(api);
  await postLogIn(account, browser);
  await useUpLimits(account);
  const confirm = (password: string) => browser.post('/auth/confirm', { password });
  for (let i = 0; i < 5; i += 1) await expectProblem(confirm('wrong'), '403 wrong_password');
  for (let i = 0; i < 5; i += 1) await expectProblem(confirm('wrong'), '429 account_locked');
  await expectProblem(confirm(account.password), '429 rate_limited');
  expect((await admin.browser.post(`/admin/users/${account.id}/unlock`)).status).toBe(200);
  expect((await confirm(account.password)).status).toBe(200);
  expect((await postLogIn(account)).status).toBe(200);
});

describe('a link to choose a new password', () => {
  const requestLink = (email: string) =>
    client(api)
      .raw.post('/auth/forgot-password', { email }, elsewhere())
      .then(({ status }) => status);
  const mails = ({ id }: TestAccount) => api.em().count(Mail, { userId: id, kind: 'password_reset' });
  /** Marks the queued mail as sent, as a worker does. @returns the token of its link */
  const sendMail = async ({ id: userId }: TestAccount) => {
    const sent = { status: 'accepted' as const, acceptedAt: new Date(api.clock.now) };
    await api.em().nativeUpdate(Mail, { userId, kind: 'password_reset' }, sent);
    return verificationToken(api, userId, 60 * MINUTE, 'reset_password');
  };

  test('counts as sent even if the worker’s clock is as far behind the API’s as is allowed', async () => {
    const account = await openAccount(api);
    const em = api.orm.em.fork();
    await requestLink(account.email);
    await sendMail(account);
    await em.execute(
      `update token set created_at = created_at - interval '10 minutes' where user_id = ? and purpose = 'reset_password'`,
      [account.id],
    );
    await requestLink(account.email);
    expect(await mails(account)).toBe(1);
  });

  test('is never kept from its owner by strangers who ask for it: there is always one that works', async () => {
    const account = await openAccount(api);
    // Strangers ask for links all hour long. Everybody gets the same answer.
    for (let minute = 0; minute < 60; minute += 3) {
      expect(await requestLink(account.email)).toBe(200);
      api.clock.now += 3 * MINUTE;
    }
    expect(await mails(account)).toBe(5);
    // Now the owner asks, and gets a new mail, because the last one went out twelve minutes ago.
    expect(await requestLink(account.email)).toBe(200);
    expect(await mails(account)).toBe(6);
    const sent = await api.em().find(Mail, { userId: account.id, kind: 'password_reset' });
    const times = sent.map(({ createdAt }) => createdAt.getTime()).sort();
    expect(times.slice(1).map((at, i) => at - (times[i] ?? 0))).toEqual(Array(5).fill(12 * MINUTE));
  });

  test('is sent once, however many ask for it at the same time', async () => {
    const account = await openAccount(api);
    // So that every request has a connection to the database at hand.
    await Promise.all(Array.from({ length: 30 }, () => requestLink('nobody@example.test')));
    await Promise.all(Array.from({ length: 30 }, () => requestLink(account.email)));
    expect(await mails(account)).toBe(1);
  });

  test('can be asked for again at once after one was used', async () => {
    const account = await openAccount(api);
    await requestLink(account.email);
    const token = await sendMail(account);
    await requestLink(account.email);
    expect(await mails(account)).toBe(1);
    api.clock.now += 1_000;
    const body = { token, password: 'chosen', salt: account.salt };
    expect((await client(api).post('/auth/reset-password', body)).status).toBe(200);
    api.clock.now += 1_000;
    await requestLink(account.email);
    expect(await mails(account)).toBe(2);
  });

  test('can be asked for again at once after the password was changed, which makes the first one invalid', async () => {
    const account = await openAccount(api);
    const browser = client(api);
    await postLogIn(account, browser);
    await requestLink(account.email);
    const token = await sendMail(account);
    const { password: chosen, salt } = newPassword();
    const change = { currentPassword: account.password, newPassword: chosen, salt };
    expect((await browser.put('/auth/change-password', change)).status).toBe(200);
    const body = { token, password: 'chosen', salt };
    await expectProblem(client(api).post('/auth/reset-password', body), '401 token_invalid');
    await requestLink(account.email);
    expect(await mails(account)).toBe(2);
  });
});
