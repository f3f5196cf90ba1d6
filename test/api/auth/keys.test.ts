/** A session token alone gets nothing to guess a password against: neither key bundle nor archive. */
import { expect, test } from '@jest/globals';
import { Switch } from '../../../db/entities/switch.ts';
import { openLoggedIn } from '../../support/builders/account.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const MINUTE = 60_000;
const BUNDLE = { what: 'only the password opens' };

const api = await useApi();

async function owner() {
  const { browser, ...account } = await openLoggedIn(api);
  expect((await browser.put('/auth/profile', { keyBundle: BUNDLE })).status).toBe(200);
  const keys = { salt: account.salt, keyBundle: BUNDLE };
  return { account, browser, keys };
}

test('the profile always has the salt, and the key bundle while the session is confirmed', async () => {
  const { account, browser, keys } = await owner();
  expect((await browser.get('/auth/profile')).body.user).toMatchObject(keys);
  api.clock.now += 15 * MINUTE;
  const withheld = { salt: account.salt, keyBundle: null };
  const { user } = (await browser.get('/auth/profile')).body;
  expect(user).toMatchObject({ ...withheld, id: account.id, email: account.email, kdfVersion: 1 });
  // What was read can be sent back.
  expect((await browser.put('/auth/profile', { ...user, name: 'Ada' })).body.user).toMatchObject(withheld);
  await confirmSessions(api, account);
  expect((await browser.get('/auth/profile')).body.user).toMatchObject(keys);
});

test('the archive is only for a confirmed session', async () => {
  const { account, browser } = await owner();
  expect((await browser.get('/auth/key-bundles')).status).toBe(200);
  api.clock.now += 15 * MINUTE;
  await expectProblem(browser.get('/auth/key-bundles'), '403 confirmation_required');
  await confirmSessions(api, account);
  expect((await browser.get('/auth/key-bundles')).status).toBe(200);
});

test('the password gets the keys in any session, and confirms nothing', async () => {
  const { account, browser, keys } = await owner();
  api.clock.now += 15 * MINUTE;
  const { status, body } = await browser.post('/auth/keys', { password: account.password });
  expect([status, body]).toEqual([200, { ...keys, keyBundleVersion: expect.any(Number) }]);
  await expectProblem(browser.get('/auth/key-bundles'), '403 confirmation_required');
});

test('reading the keys is no sign of life', async () => {
  const { account, browser } = await owner();
  const lastSeen = async () => (await api.em().findOneOrFail(Switch, { userId: account.id })).lastSeenAt;
  const before = await lastSeen();
  api.clock.now += MINUTE;
  expect((await browser.post('/auth/keys', { password: account.password })).status).toBe(200);
  expect(await lastSeen()).toEqual(before);
});

test('a stolen session that guesses passwords is locked out after five', async () => {
  const { account, browser } = await owner();
  api.clock.now += 15 * MINUTE;
  for (let i = 0; i < 5; i += 1) {
    await expectProblem(browser.post('/auth/keys', { password: `guess ${i}` }), '403 wrong_password');
  }
  const { password } = account;
  await expectProblem(browser.post('/auth/keys', { password }), '429 account_locked');
});
