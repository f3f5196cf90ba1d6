import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { createAccount, KDF_V1, proveRecoveryCode } from '../../../crypto/index.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Restoration } from '../../../db/entities/restoration.ts';
import { openLoggedIn, type TestAccount, verificationToken } from '../../support/builders/account.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { uniqueEmail } from '../../support/builders/owner.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { codeOf, withTwoFactor } from '../../support/clients/totp.ts';
import { useApi } from '../../support/servers/use-api.ts';

const HOUR = 3_600_000;
const WAIT = 72 * HOUR;

const api = await useApi();
/** Keys that all tests share, because stretching a password takes a while. */
let ownKeys: Awaited<ReturnType<typeof createAccount>>;
let thiefsKeys: typeof ownKeys;
beforeAll(async () => {
  const make = () => createAccount({ email: 'ada@example.org', password: 'correct horse', kdf: KDF_V1 });
  [ownKeys, thiefsKeys] = [await make(), await make()];
});

const link = ({ id }: TestAccount) => verificationToken(api, id, 7 * 24 * HOUR, 'second_factor_removal');
const changesMailed = async ({ id }: TestAccount) =>
  (await api.em().find(Mail, { userId: id, kind: 'security_change' }, { orderBy: { id: 'asc' } })).map(
    ({ data }) => data.account,
  );
const postLogIn = ({ email, password }: TestAccount, more: object = {}) =>
  client(api).post('/auth/login', { email, password, ...more });

/** An account with the owner's keys. */
async function withKeys() {
  const { browser, ...account } = await openLoggedIn(api);
  const stored = await browser.raw.put('/auth/profile', { keyBundle: ownKeys.keyBundle });
  expect(stored.status).toBe(200);
  return { account, browser };
}

async function prove(token: string, recoveryCode: string) {
  const found = await client(api).raw.post('/auth/2fa/removal/keys', { token });
  expect(found.status).toBe(200);
  const signature = await proveRecoveryCode(found.body.keys, recoveryCode, token);
  return client(api).raw.post('/auth/2fa/removal', { token, signature });
}

/** Stores other keys and a second factor, as a thief with a session and the password does. */
async function lockOut({ account, browser }: { account: TestAccount; browser: TestClient }) {
  await confirmSessions(api, account);
  // PostgreSQL can't read this one, which must not hide the others.
  await browser.raw.put('/auth/profile', { keyBundle: { note: '\u0000' } });
  const replaced = await browser.raw.put('/auth/profile', { keyBundle: thiefsKeys.keyBundle });
  expect(replaced.status).toBe(200);
  return withTwoFactor(api, browser, account);
}

test('an owner whom a thief locked out gets in again, with mailbox and recovery code, after 72 hours', async () => {
  const { account, browser } = await withKeys();
  await lockOut({ account, browser });
  await expectProblem(postLogIn(account), '401 two_factor_required');

  const token = await link(account);
  const begun = await prove(token, ownKeys.recoveryCode);
  const removableAt = new Date(api.clock.now + WAIT).toISOString();
  expect([begun.status, begun.body]).toEqual([200, { removed: false, removableAt }]);
  expect((await changesMailed(account)).at(-1)).toBe('two_factor_removal_started');
  api.clock.now += WAIT - 1;
  expect((await prove(token, ownKeys.recoveryCode)).body).toEqual({ removed: false, removableAt });
  await expectProblem(postLogIn(account), '401 two_factor_required');

  api.clock.now += 1;
  const removed = await prove(token, ownKeys.recoveryCode);
  expect([removed.status, removed.body]).toEqual([200, { removed: true, removableAt: null }]);
  expect((await browser.get('/auth/profile')).status).toBe(401);
  expect((await postLogIn(account)).status).toBe(200);
  expect((await changesMailed(account)).filter((each) => each === 'two_factor_removal_started')).toHaveLength(
    1,
  );
  expect((await changesMailed(account)).at(-1)).toBe('two_factor_off');
  await expectProblem(client(api).post('/auth/2fa/removal/keys', { token }), '410 token_used');
});

test('a log-in with the second factor stops it and cancels its links', async () => {
  const { account, browser } = await withKeys();
  const { secret } = await withTwoFactor(api, browser, account);
  const token = await link(account);
  await prove(token, ownKeys.recoveryCode);
  api.clock.now += WAIT;
  expect((await postLogIn(account, { twoFactorCode: await codeOf(api, secret) })).status).toBe(200);
  await expectProblem(client(api).post('/auth/2fa/removal/keys', { token }), '401 token_invalid');
  const again = await prove(await link(account), ownKeys.recoveryCode);
  expect(again.body.removableAt).toBe(new Date(api.clock.now + WAIT).toISOString());
});

test('the mailbox alone proves nothing, not even with keys that a reset stored', async () => {
  const { account, browser } = await withKeys();
  await withTwoFactor(api, browser, account);
  const reset = await verificationToken(api, account.id, HOUR, 'reset_password');
  const { password, salt } = thiefsKeys;
  const fresh = { token: reset, password, salt, keyBundle: thiefsKeys.keyBundle };
  expect((await client(api).raw.post('/auth/reset-password', fresh)).status).toBe(200);

  const token = await link(account);
  await expect(prove(token, thiefsKeys.recoveryCode)).rejects.toMatchObject({ code: 'wrong_recovery_code' });
  const foreign = { vaultKey: thiefsKeys.keyBundle.vaultKey };
  const forged = await proveRecoveryCode([foreign], thiefsKeys.recoveryCode, token);
  const before = await changesMailed(account);
  const refused = await client(api).raw.post('/auth/2fa/removal', { token, signature: forged });
  await expectProblem(refused, '400 validation_failed');
  // Nor is a proof for one link good for another.
  const found = await client(api).raw.post('/auth/2fa/removal/keys', { token });
  const good = await proveRecoveryCode(found.body.keys, ownKeys.recoveryCode, token);
  const replayed = await client(api).raw.post('/auth/2fa/removal', {
    token: await link(account),
    signature: good,
  });
  await expectProblem(replayed, '400 validation_failed');
  expect(await changesMailed(account)).toEqual(before);
  expect((await prove(token, ownKeys.recoveryCode)).status).toBe(200);
});

test('nothing that a password opens is handed out, and nothing that was stored only to lengthen the list', async () => {
  const { account, browser } = await withKeys();
  const { iv } = ownKeys.keyBundle.vaultKey.recovery;
  const long = { proofKey: 'none', vaultKey: { recovery: { iv, data: 'A'.repeat(10_000) } } };
  for (const keyBundle of [long, ownKeys.keyBundle])
    expect((await browser.raw.put('/auth/profile', { keyBundle })).status).toBe(200);
  await withTwoFactor(api, browser, account);
  const { body } = await client(api).raw.post('/auth/2fa/removal/keys', { token: await link(account) });
  const { vaultKey, proofKey } = ownKeys.keyBundle;
  expect(body.keys).toEqual([{ vaultKey: { recovery: vaultKey.recovery }, proofKey }]);
});

test('the wait begins again after a backup is restored', async () => {
  const { account, browser } = await withKeys();
  await withTwoFactor(api, browser, account);
  const token = await link(account);
  await prove(token, ownKeys.recoveryCode);
  api.clock.now += WAIT - HOUR;
  const restoredAt = new Date(api.clock.now);
  const id = randomUUID();
  await api
    .em()
    .insert(Restoration, { id, reason: 'operator', restoredAt, startedOver: 0, doneAt: restoredAt });
  try {
    api.clock.now += HOUR;
    const { body } = await prove(token, ownKeys.recoveryCode);
    const removableAt = new Date(restoredAt.getTime() + WAIT).toISOString();
    expect(body).toEqual({ removed: false, removableAt });
  } finally {
    await api.em().nativeDelete(Restoration, { id });
  }
});

test('a request for the link gets the same answer for every address, and mails only accounts with a second factor', async () => {
  const [on, off] = [await withKeys(), await withKeys()];
  await withTwoFactor(api, on.browser, on.account);
  const answers = [];
  for (const email of [on.account.email, off.account.email, uniqueEmail('nobody')]) {
    const { status, body } = await client(api).post('/auth/2fa/removal/request', { email });
    answers.push([status, body.message]);
    const mails = await api.em().count(Mail, { recipient: email, kind: 'second_factor_removal' });
    expect(mails).toBe(email === on.account.email ? 1 : 0);
  }
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
});
