/** What must hold however many API processes serve one address: two of them, which share only database and Redis. */
import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOCKOUT } from '../../../api/auth/lockout/rules.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { Session } from '../../../db/entities/session.ts';
import { openAccount, type TestAccount } from '../../support/builders/account.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { openPage } from '../../support/clients/live.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../../support/servers/api-process.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();
let here: ApiProcess;
let there: ApiProcess;
beforeAll(async () => {
  // Behind a proxy that names the client, and with the limits of production.
  const env = { TRUST_PROXY: '1', RATE_LIMIT_SCALE: '1' };
  [here, there] = await Promise.all([startApiProcess(api, env), startApiProcess(api, env)]);
});
afterAll(killApiProcesses);

const somewhere = () => ({
  'X-Forwarded-For': [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.'),
});

async function logIn(where: ApiProcess, { email, password }: TestAccount): Promise<TestClient> {
  const browser = client(where);
  const reply = await browser.raw.post('/auth/login', { email, password }, somewhere());
  if (reply.status !== 200) throw new Error(`login answered ${reply.status}`);
  return browser;
}

/** The same browser, whose next requests reach another process. */
const sentTo = (where: ApiProcess, { cookies }: TestClient): TestClient =>
  client(where, { cookies: Object.fromEntries(cookies) });

describe('a session that ends at one process', () => {
  test.each<[string, (own: TestClient, account: TestAccount) => Promise<number>]>([
    ['logging out', async (own) => (await own.post('/auth/logout')).status],
    [
      'another browser',
      async (own, account) => {
        const { sessions } = (await own.get('/sessions')).body;
        const other = await logIn(here, account);
        return (await other.raw.delete(`/sessions/${sessions[0]?.id}`)).status;
      },
    ],
    [
      'ending all others',
      async (_, account) => (await (await logIn(here, account)).post('/sessions/invalidate-others')).status,
    ],
    [
      'a change of the password',
      async (_, account) => {
        const passwords = {
          currentPassword: account.password,
          newPassword: randomBytes(32).toString('base64'),
        };
        const salt = randomBytes(16).toString('base64');
        const other = await logIn(here, account);
        return (await other.put('/auth/change-password', { ...passwords, salt })).status;
      },
    ],
    [
      'a refresh token that was used before',
      async (own, { id }) => {
        const stolen = client(here, { cookies: Object.fromEntries(own.cookies) });
        await own.post('/auth/refresh');
        // A repeat within seconds would be taken for the same client's.
        const rotatedAt = new Date(Date.now() - 60_000);
        await api.em().nativeUpdate(Session, { userId: id }, { rotatedAt });
        return (await stolen.post('/auth/refresh')).status - 201;
      },
    ],
    [
      'deleting the account',
      async (own, { password }) => (await own.delete('/auth/delete-account', { password })).status,
    ],
  ])('by %s is refused at the next request to another, and its page there is closed', async (_, end) => {
    const account = await openAccount(api);
    const browser = await logIn(here, account);
    // What the other process may remember of the session must not outlive it.
    const elsewhere = sentTo(there, browser);
    expect((await elsewhere.get('/auth/profile')).status).toBe(200);
    const page = await openPage(there, elsewhere);
    expect(await end(browser, account)).toBe(200);
    expect((await elsewhere.get('/auth/profile')).status).toBe(401);
    expect(await page.closed).toMatchObject({ code: 4401 });
  });
});

test('what one process commits is pushed to a page at another', async () => {
  const account = await openAccount(api);
  const browser = await logIn(here, account);
  const page = await openPage(there, browser);
  await browser.post('/activity/check-in');
  expect(await page.got('activity.recorded')).toMatchObject([{ type: 'check_in' }]);
  await page.close();
});

describe('a limit', () => {
  test('that is used up at one process applies at another, and only to the client that used it up', async () => {
    const account = await openAccount(api);
    const browser = await logIn(here, account);
    for (let n = 0; n < LIMITS.export.points; n += 1) {
      expect((await sentTo(n % 2 ? here : there, browser).get('/vault/export')).status).toBe(200);
    }
    for (const where of [here, there]) {
      await expectProblem(sentTo(where, browser).raw.get('/vault/export'), '429 rate_limited');
    }
    expect((await (await logIn(there, account)).get('/vault/export')).status).toBe(200);
  });

  test('on wrong passwords at one process locks the account at another', async () => {
    const account = await openAccount(api);
    const { email, password } = account;
    for (let n = 0; n < LOCKOUT.failures; n += 1) {
      const guess = { email, password: 'wrong' };
      expect((await client(here).raw.post('/auth/login', guess, somewhere())).status).toBe(401);
    }
    await expectProblem(
      client(there).raw.post('/auth/login', { email, password }, somewhere()),
      '429 account_locked',
    );
  });
});
