import { expect, test } from '@jest/globals';
import { Activity } from '../../../db/entities/activity.ts';
import { EmailChange } from '../../../db/entities/email-change.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { User } from '../../../db/entities/user.ts';
import { ensureMail } from '../../../db/mail.ts';
import type { MailKindName } from '../../../mail/kinds/index.ts';
import { writeMail } from '../../../mail/write.ts';
import {
  credentials,
  logIn,
  openAccount,
  openLoggedIn,
  type TestAccount,
  userOf,
  verificationToken,
} from '../../support/builders/account.ts';
import { base64 } from '../../support/builders/base64.ts';
import { uniqueEmail } from '../../support/builders/owner.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const postLogIn = (email: string, password: string) => client(api).post('/auth/login', { email, password });
const proof = (userId: string) => verificationToken(api, userId, 86_400_000, 'change_email');
const confirm = (token: string) => client(api).get(`/auth/verify-email?token=${token}`);
const letterFor = async (kind: string, recipient: string) => {
  const mail = await api
    .em()
    .findOneOrFail(Mail, { kind: kind as never, recipient }, { orderBy: { createdAt: 'desc' } });
  const deps = { ...api.deps, frontendUrl: api.origin } as never;
  return writeMail(deps, api.em(), mail, new Date(api.clock.now));
};

interface AddressChange {
  email: string;
  newPassword: string;
  salt: string;
}

async function requestChange(
  browser: TestClient,
  account: TestAccount,
  email = uniqueEmail('new'),
  more: object = {},
) {
  const change: AddressChange = { email, newPassword: base64(32), salt: base64(16) };
  const reply = await browser.put('/auth/profile', { ...change, currentPassword: account.password, ...more });
  return { change, reply };
}

test('a change of address waits until the new one is verified, then takes effect completely, and ends every other session', async () => {
  const account = await openAccount(api);
  const [browser, other] = [await logIn(api, account), await logIn(api, account)];
  await browser.put('/auth/profile', { keyBundle: { v: 1 } });
  const { change, reply } = await requestChange(browser, account, uniqueEmail('new'), {
    name: 'Ada the Second',
    keyBundle: { v: 2 },
  });
  expect(reply.status).toBe(200);
  expect(reply.body.user).toMatchObject({
    email: account.email,
    name: 'Ada the Second',
    keyBundle: { v: 1 },
    salt: account.salt,
  });
  expect((await postLogIn(account.email, account.password)).status).toBe(200);
  expect((await postLogIn(change.email, change.newPassword)).status).toBe(401);
  expect((await other.get('/auth/profile')).status).toBe(200);

  const letter = await letterFor('email_change', change.email);
  const link = new URL(letter?.action?.link ?? '');
  expect(link.pathname).toBe('/verify-email');
  expect(await letterFor('email_change_notice', account.email)).toMatchObject({
    subject: 'Your Vault Handover account is about to get a new email address',
    to: 'Ada the Second',
  });
  const stale = await verificationToken(api, account.id, 3_600_000, 'reset_password');
  const token = link.searchParams.get('token') ?? '';
  expect((await confirm(token)).status).toBe(200);

  const login = await postLogIn(change.email, change.newPassword);
  expect(login.body.user).toMatchObject({
    id: account.id,
    email: change.email,
    salt: change.salt,
    keyBundle: { v: 2 },
  });
  expect((await postLogIn(account.email, account.password)).status).toBe(401);
  expect((await browser.get('/auth/profile')).status).toBe(200);
  expect((await other.get('/auth/profile')).status).toBe(401);
  await expectProblem(confirm(token), '410 token_used');
  const late = { token: stale, password: 'x', salt: base64(16) };
  await expectProblem(client(api).post('/auth/reset-password', late), '401 token_invalid');
  const types = (await api.em().find(Activity, { userId: account.id }, { orderBy: { id: 'asc' } })).map(
    ({ type }) => type,
  );
  expect(types.filter((type) => type.startsWith('email_change'))).toEqual([
    'email_change_requested',
    'email_changed',
  ]);
});

test('queued mails to the owner go to the new address, which has refused nothing yet', async () => {
  const account = await openAccount(api);
  const { change } = await requestChange(await logIn(api, account), account);
  const now = new Date(api.clock.now);
  const put = async (kind: MailKindName, successorId: string | null = null) => {
    const request = { kind, recipient: account.email, userId: account.id, successorId };
    const mail = await ensureMail(api.em(), { ...request, key: `${kind}/${account.id}` }, now);
    const refused = { refusedSince: now, permanentSince: now, permanentRefusals: 3, restsUntil: now };
    await api.em().nativeUpdate(Mail, { id: mail.id }, refused);
    return () => api.em().findOneOrFail(Mail, { id: mail.id });
  };
  const following = [await put('reminder'), await put('owner_alive')];
  const reset = await put('password_reset');
  const invitation = await put('invitation', account.id);
  expect((await confirm(await proof(account.id))).status).toBe(200);
  const fresh = { refusedSince: null, permanentSince: null, permanentRefusals: 0, restsUntil: null };
  for (const mail of following) expect(await mail()).toMatchObject({ recipient: change.email, ...fresh });
  const kept = { recipient: account.email, refusedSince: now, permanentRefusals: 3 };
  expect(await reset()).toMatchObject(kept);
  expect(await invitation()).toMatchObject(kept);
});

test('a taken address and a free one look the same to the requester, and no mail goes to the taken one', async () => {
  const taken = await openAccount(api);
  const answers = [];
  for (const email of [taken.email, uniqueEmail('free')]) {
    const account = await openAccount(api);
    const { reply } = await requestChange(await logIn(api, account), account, email);
    const { id, email: own, createdAt, lastSeenAt, salt, ...user } = reply.body.user;
    answers.push([reply.status, reply.body.message, user]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(await letterFor('email_change', taken.email)).toBeNull();
});

test('an address that another account has taken in the meantime cannot be verified, and nothing changes', async () => {
  const account = await openAccount(api);
  const { change } = await requestChange(await logIn(api, account), account);
  const token = await proof(account.id);
  await client(api).post('/auth/register', credentials(change.email));
  const { id } = await userOf(api, change.email);
  await client(api).get(`/auth/verify-email?token=${await verificationToken(api, id)}`);
  const before = await rowChecksum(api.orm);
  await expectProblem(confirm(token), '409 already_exists');
  expect(await rowChecksum(api.orm)).toBe(before);
});

test('an unverified account gives way to the one who verifies the address', async () => {
  const account = await openAccount(api);
  const { change } = await requestChange(await logIn(api, account), account);
  await client(api).post('/auth/register', credentials(change.email));
  expect((await confirm(await proof(account.id))).status).toBe(200);
  expect((await userOf(api, change.email)).id).toBe(account.id);
});

test('only the latest request is valid: the link of an earlier one no longer works', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  await requestChange(browser, account);
  const first = await proof(account.id);
  const { change } = await requestChange(browser, account);
  await expectProblem(confirm(first), '401 token_invalid');
  expect((await confirm(await proof(account.id))).status).toBe(200);
  expect((await userOf(api, change.email)).id).toBe(account.id);
});

test('changing or resetting the password stops a change of address', async () => {
  for (const how of ['change', 'reset'] as const) {
    const { browser, ...account } = await openLoggedIn(api);
    const { change } = await requestChange(browser, account);
    const token = await proof(account.id);
    if (how === 'change') {
      const body = { currentPassword: account.password, newPassword: 'x', salt: base64(16) };
      expect((await browser.put('/auth/change-password', body)).status).toBe(200);
    } else {
      const reset = await verificationToken(api, account.id, 3_600_000, 'reset_password');
      const body = { token: reset, password: 'x', salt: base64(16) };
      expect((await client(api).post('/auth/reset-password', body)).status).toBe(200);
    }
    await expectProblem(confirm(token), '401 token_invalid');
    expect(await letterFor('email_change', change.email)).toBeNull();
    expect((await userOf(api, account.email)).id).toBe(account.id);
  }
});

test('a change of address needs the password, all four fields, and another address', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  const before = await rowChecksum(api.orm);
  const { reply } = await requestChange(browser, { ...account, password: 'wrong' });
  await expectProblem(reply, '403 wrong_password');
  const whole: Record<string, unknown> = {
    email: uniqueEmail(),
    currentPassword: account.password,
    newPassword: 'x',
    salt: base64(16),
  };
  for (const field of Object.keys(whole)) {
    const { [field]: _, ...rest } = whole;
    const refused = await browser.put('/auth/profile', rest);
    expect([refused.status, refused.body.errors.map(({ path }) => path)]).toEqual([400, [`body.${field}`]]);
  }
  const same = await browser.put('/auth/profile', { ...whole, email: ` ${account.email.toUpperCase()}` });
  expect([same.status, same.body.errors[0].path]).toEqual([400, 'body.email']);
  expect(await rowChecksum(api.orm)).toBe(before);
});

test('for seven days after a reset by mail, the account cannot be moved to another mailbox', async () => {
  const account = await openAccount(api);
  const chosen = { password: base64(32), salt: base64(16) };
  const token = await verificationToken(api, account.id, 3_600_000, 'reset_password');
  expect((await client(api).post('/auth/reset-password', { token, ...chosen })).status).toBe(200);
  const request = async () => {
    const thief = { ...account, ...chosen };
    return (await requestChange(await logIn(api, thief), thief, uniqueEmail('thief'), { name: 'Eve' })).reply;
  };
  api.clock.now += 7 * 86_400_000 - 1;
  const { body } = await expectProblem(request(), '403 recently_reset');
  expect(body.detail).toBe(
    `The address can be changed from ${new Date(api.clock.now + 1).toISOString()} on.`,
  );
  const { email, name } = await userOf(api, account.email);
  expect([email, name]).toEqual([account.email, account.name]);
  expect(await api.em().count(EmailChange, { userId: account.id })).toBe(0);
  api.clock.now += 1;
  expect((await request()).status).toBe(200);
});

test('if two owners verify the same address at once, one gets it', async () => {
  const email = uniqueEmail('wanted');
  const both = await Promise.all([openAccount(api), openAccount(api)]);
  const tokens = [];
  for (const account of both) {
    await requestChange(await logIn(api, account), account, email);
    tokens.push(await proof(account.id));
  }
  const replies = await Promise.all(tokens.map(confirm));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await api.em().count(User, { email })).toBe(1);
});

test('five requests an hour are the limit', async () => {
  await using limited = await startApi({ RATE_LIMIT_SCALE: '1' });
  const account = await openAccount(limited);
  const browser = await logIn(limited, account);
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await requestChange(browser, account)).reply.status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

/** Some spellings of one mailbox, at the provider that accepts the most. */
const spellingsOf = (name: string) => [
  `${name}@gmail.com`,
  `${name.replace(/(?<=.)/g, '.').slice(0, -1)}@gmail.com`,
  `${name}+prize@googlemail.com`,
  `${name.slice(0, 2)}.${name.slice(2)}+1+2@gmail.com`,
];

test('four accounts together send a bystander five mails an hour, however they spell the address', async () => {
  await using limited = await startApi({ RATE_LIMIT_SCALE: '1' });
  const spellings = spellingsOf(`mark${Date.now()}`);
  const accounts = await Promise.all(spellings.map(() => openAccount(limited)));
  const browsers = await Promise.all(accounts.map((account) => logIn(limited, account)));
  const statuses: number[] = [];
  for (const round of [0, 1]) {
    for (const [i, account] of accounts.entries()) {
      const address = spellings[(i + round) % 4] as string;
      statuses.push((await requestChange(browsers[i] as TestClient, account, address)).reply.status);
    }
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const mails = limited.em();
  expect(await mails.count(Mail, { kind: 'email_change', recipient: { $in: spellings } })).toBe(5);
  // Another person at the same provider is not affected.
  const other = spellingsOf(`luke${Date.now()}`)[0] as string;
  expect(
    (await requestChange(browsers[3] as TestClient, accounts[3] as TestAccount, other)).reply.status,
  ).toBe(200);
});

test('the mail to the new address says nothing that the requester chose', async () => {
  const { browser, ...account } = await openLoggedIn(api);
  const { change } = await requestChange(browser, account, uniqueEmail('new'), { name: 'Free Prize Winner' });
  const letter = await letterFor('email_change', change.email);
  expect(letter?.to).toBeNull();
  expect(JSON.stringify(letter)).not.toContain('Prize');
});

test('a bystander can stop such mails for good, and the requester sees no difference', async () => {
  const [email = '', respelled = ''] = spellingsOf(`lucy${Date.now()}`);
  const account = await openAccount(api);
  await requestChange(await logIn(api, account), account, email);
  const letter = await letterFor('email_change', email);
  const stop = new URL(letter?.stopLink ?? '');
  expect(stop.pathname).toBe('/no-mail');
  const token = stop.searchParams.get('token') ?? '';
  const forged = token.replace(/.(?=..$)/, (last) => (last === 'A' ? 'B' : 'A'));
  await expectProblem(client(api).post('/mail/stop', { token: forged }), '401 token_invalid');
  expect(await letterFor('email_change', email)).not.toBeNull();
  for (const _ of ['once', 'again']) {
    expect((await client(api).post('/mail/stop', { token })).status).toBe(200);
  }

  const answers = [];
  for (const address of [respelled, uniqueEmail('free')]) {
    const stranger = await openAccount(api);
    const { reply } = await requestChange(await logIn(api, stranger), stranger, address);
    const { id, email: own, createdAt, lastSeenAt, salt, ...user } = reply.body.user;
    answers.push([reply.status, reply.body.message, user]);
    const written = await letterFor('email_change', address);
    expect(written === null).toBe(address === respelled);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(await letterFor('email_change', email)).toBeNull();
});
