import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { lockoutStatus } from '../../../api/auth/lockout.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { EmailChange } from '../../../db/entities/email-change.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { User } from '../../../db/entities/user.ts';
import { writeMail } from '../../../mail/write.ts';
import {
  buildEmailChange,
  logIn,
  logInProgram,
  newPassword,
  openAccount,
  openLoggedIn,
  type TestAccount,
  verificationToken,
} from '../../support/builders/account.ts';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { withTwoFactor } from '../../support/clients/totp.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const DAY = 86_400_000;

const api = await useApi();
beforeAll(async () => {
  await api.deps.redis.ping();
});

const resetToken = (userId: string, livesMs = 3_600_000) =>
  verificationToken(api, userId, livesMs, 'reset_password');
const reset = (body: object) => client(api).raw.post('/auth/reset-password', body);
const postLogIn = ({ email }: TestAccount, password: string) =>
  client(api).post('/auth/login', { email, password });
const mailsTo = (recipient: string) => api.em().find(Mail, { recipient, kind: 'password_reset' });

describe('asking for it', () => {
  test('sends a verified account a mail of its own each time', async () => {
    const account = await openAccount(api);
    for (let i = 0; i < 2; i += 1) {
      expect(
        (await client(api).post('/auth/forgot-password', { email: account.email.toUpperCase() })).status,
      ).toBe(200);
    }
    const mails = await mailsTo(account.email);
    expect(mails.map(({ status, userId }) => [status, userId])).toEqual(
      Array(2).fill(['queued', account.id]),
    );
    for (const { id } of mails)
      expect(await api.em().count(Outbox, { subjectId: id, kind: 'account_mail' })).toBe(1);
  });

  test('leaves no trace for an address that has no verified account', async () => {
    const { email } = await openAccount(api, { verified: false });
    const before = await rowChecksum(api.orm);
    for (const address of [email, uniqueEmail()]) {
      expect((await client(api).post('/auth/forgot-password', { email: address })).status).toBe(200);
    }
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('the mail becomes obsolete once the account has another address', async () => {
    const account = await openAccount(api);
    await client(api).post('/auth/forgot-password', { email: account.email });
    const [mail] = await mailsTo(account.email);
    await api.em().nativeUpdate(User, { id: account.id }, { email: uniqueEmail() });
    const deps = { ...api.deps, frontendUrl: api.origin } as never;
    const letter = await writeMail(deps, api.em(), mail as never, new Date(api.clock.now));
    expect(letter).toBeNull();
  });
});

describe('choosing a new password', () => {
  test('replaces it, ends every session, lifts the lockout, drops pending changes, and is in the log', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const program = await logInProgram(api, account);
    await buildEmailChange(api, account, uniqueEmail('new'));
    const other = await resetToken(account.id);
    for (let i = 0; i < 5; i += 1) await postLogIn(account, 'wrong');
    const chosen = newPassword();
    const reply = await reset({ token: await resetToken(account.id), ...chosen });
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']]);
    expect((await browser.get('/auth/profile')).status).toBe(401);
    expect((await program.post('/auth/refresh', { refreshToken: program.refreshToken })).status).toBe(401);
    expect((await lockoutStatus(api.deps, account.email, new Date(api.clock.now))).isLocked).toBe(false);
    expect(await api.em().count(EmailChange, { userId: account.id })).toBe(0);
    await expectProblem(reset({ token: other, ...newPassword() }), '401 token_invalid');
    await expectProblem(postLogIn(account, account.password), '401 invalid_credentials');
    const login = await postLogIn(account, chosen.password);
    expect([login.status, login.body.user.salt]).toEqual([200, chosen.salt]);
    const log = await api.em().find(Activity, { userId: account.id, type: 'password_reset' });
    expect(log.map(({ detail }) => detail)).toEqual([{ sessionsEnded: 2 }]);
  });

  test('is no sign of life', async () => {
    const account = await openAccount(api);
    await buildSuccessor(api, account);
    const before = await bringTo(api, account, 'grace_period');
    api.clock.now += 60_000;
    expect((await reset({ token: await resetToken(account.id), ...newPassword() })).status).toBe(200);
    expect((await switchOf(api, account)).state).toEqual(before.state);
  });

  test('archives the key bundle byte for byte, where only its owner finds it', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const keyBundle = { z: 1, a: { '10': true, '9': null } };
    await browser.put('/auth/profile', { keyBundle });
    const first = newPassword();
    expect((await reset({ token: await resetToken(account.id), ...first })).status).toBe(200);
    const again = await logIn(api, { ...account, ...first });
    expect((await again.get('/auth/profile')).body.user.keyBundle).toBeNull();
    const second = { ...newPassword(), keyBundle: { second: true } };
    api.clock.now += 1_000;
    expect((await reset({ token: await resetToken(account.id), ...second })).status).toBe(200);
    api.clock.now += 1_000;
    expect((await reset({ token: await resetToken(account.id), ...first })).status).toBe(200);
    const listed = await (await logIn(api, { ...account, ...first })).get('/auth/key-bundles');
    expect(listed.body.keyBundles.map(({ keyBundle, salt, email }) => [keyBundle, salt, email])).toEqual([
      [keyBundle, account.salt, account.email],
      [{ second: true }, second.salt, account.email],
    ]);
    expect(JSON.stringify(listed.body.keyBundles[0].keyBundle)).toBe(JSON.stringify(keyBundle));
    const stranger = await logIn(api, await openAccount(api));
    expect((await stranger.get('/auth/key-bundles')).body.keyBundles).toEqual([]);
  });

  test('of five who use one link at once, one wins', async () => {
    const account = await openAccount(api);
    const token = await resetToken(account.id);
    const tries = Array.from({ length: 5 }, newPassword);
    const replies = await Promise.all(tries.map((chosen) => reset({ token, ...chosen })));
    const won = replies.findIndex(({ status }) => status === 200);
    for (const [i, reply] of replies.entries()) if (i !== won) await expectProblem(reply, '410 token_used');
    expect((await postLogIn(account, tries[won]?.password ?? '')).status).toBe(200);
    await expectProblem(reset({ token, ...newPassword() }), '410 token_used');
    expect(await api.em().count(Activity, { userId: account.id, type: 'password_reset' })).toBe(1);
  });

  test('an expired link, one for another purpose, an invented one, and a wrong address change no row', async () => {
    const account = await openAccount(api);
    const token = await resetToken(account.id);
    const over = await resetToken(account.id, 0);
    const verification = await verificationToken(api, account.id);
    const before = await rowChecksum(api.orm);
    await expectProblem(reset({ token: over, ...newPassword() }), '410 token_expired');
    for (const none of [verification, randomBytes(32).toString('base64url'), 'x']) {
      await expectProblem(reset({ token: none, ...newPassword() }), '401 token_invalid');
    }
    const other = await reset({ token, ...newPassword(), email: uniqueEmail() });
    expect([other.status, other.body.errors?.[0]?.path]).toEqual([400, 'body.email']);
    expect(await rowChecksum(api.orm)).toBe(before);
    expect((await reset({ token, ...newPassword(), email: account.email.toUpperCase() })).status).toBe(200);
  });

  test('leaves two-factor authentication on', async () => {
    const account = await openAccount(api);
    await withTwoFactor(api, await logIn(api, account), account);
    const chosen = newPassword();
    await reset({ token: await resetToken(account.id), ...chosen });
    await expectProblem(postLogIn(account, chosen.password), '401 two_factor_required');
  });

  test('keeps the account from being deleted for seven days', async () => {
    const account = await openAccount(api);
    const chosen = newPassword();
    await reset({ token: await resetToken(account.id), ...chosen });
    const remove = async () =>
      (await logIn(api, { ...account, ...chosen })).delete('/auth/delete-account', {
        password: chosen.password,
      });
    api.clock.now += 7 * DAY - 1;
    const before = await api.em().count(User, { id: account.id });
    await expectProblem(remove(), '403 recently_reset');
    expect([before, await api.em().count(User, { id: account.id })]).toEqual([1, 1]);
    api.clock.now += 1;
    expect((await remove()).status).toBe(200);
  });
});
