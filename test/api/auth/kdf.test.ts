/** Which version of the key derivation an account has, and that nobody learns from it who has an account. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decoyVersion, type KeyDerivation } from '../../../api/auth/key-derivation.ts';
import { countAgain } from '../../../db/counts.ts';
import { User } from '../../../db/entities/user.ts';
import {
  credentials,
  logIn,
  logInProgram,
  openAccount,
  type TestAccount,
  userOf,
  verificationToken,
} from '../../support/builders/account.ts';
import { base64 } from '../../support/builders/base64.ts';
import { buildOwner, uniqueEmail } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const V1: KeyDerivation = { version: 1, name: 'argon2id', memoryKiB: 65_536, passes: 3, parallelism: 4 };
const V2: KeyDerivation = { ...V1, version: 2, memoryKiB: 131_072 };

const api = await useApi({}, { keyDerivations: [V1, V2] });

const requestKdf = (email: string, at: TestApi = api) => client(at).post('/auth/kdf', { email });
const versionOf = async (email: string) => (await requestKdf(email)).body.kdf.version;
const count = async (at: TestApi = api) => countAgain(at.em(), new Date(at.clock.now), at.deps.rules, 0);
const wrong = ({
  status,
  body,
}: {
  status: number;
  body: { errors?: { path: string; message: string }[] };
}) => [status, ...(body.errors ?? []).flatMap(({ path, message }) => [path, message])];
const UNKNOWN = 'is unknown here: use the version that POST /auth/kdf returns as current';
const LOWER = 'must be at least 2';

/** An account with version 2, which a client registered. */
async function openNewer(): Promise<TestAccount> {
  const given = { ...credentials(), kdfVersion: 2 };
  expect((await client(api).post('/auth/register', given)).status).toBe(201);
  const { id } = await userOf(api, given.email);
  await client(api).get(`/auth/verify-email?token=${await verificationToken(api, id)}`);
  return { ...given, id };
}

/** An account from before version 2 existed. */
async function openOlder(): Promise<TestAccount> {
  const account = await openNewer();
  await api.em().nativeUpdate(User, { id: account.id }, { kdfVersion: 1 });
  return account;
}

test('the service has one version, and everybody is told its parameters', async () => {
  await using plain = await startApi();
  const { email } = await openAccount(plain);
  for (const each of [email, email.toUpperCase(), uniqueEmail()]) {
    expect((await requestKdf(each, plain)).body).toEqual({ kdf: V1, current: V1 });
  }
});

describe('an account has the version that its client sent', () => {
  test('when it registered', async () => {
    const account = await openNewer();
    expect((await requestKdf(account.email)).body).toEqual({ kdf: V2, current: V2 });
    const browser = await logIn(api, account);
    expect((await browser.get('/auth/profile')).body.user.kdfVersion).toBe(2);
    const { email } = await openOlder();
    expect((await requestKdf(email)).body).toEqual({ kdf: V1, current: V2 });
  });

  test('in the registration whose link was used', async () => {
    const first = credentials();
    await client(api).post('/auth/register', { ...first, kdfVersion: 2 });
    const { id } = await userOf(api, first.email);
    await api.em().nativeUpdate(User, { id }, { kdfVersion: 1 });
    const second = { ...credentials(first.email), kdfVersion: 2 };
    await client(api).post('/auth/register', second);
    const [registration] = await api
      .em()
      .execute<{ id: string }[]>('select id from registration where user_id = ? order by id desc', [id]);
    const token = await verificationToken(api, id);
    await api.em().execute('update token set registration_id = ? where user_id = ?', [registration?.id, id]);
    expect((await client(api).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
    expect(await versionOf(first.email)).toBe(2);
    await logIn(api, second);
  });

  test('when it changed its password, and its session and profile say so', async () => {
    const account = await openOlder();
    const browser = await logIn(api, account);
    const change = { currentPassword: account.password, newPassword: base64(32), salt: base64(16) };
    expect((await browser.put('/auth/change-password', { ...change, kdfVersion: 2 })).status).toBe(200);
    expect(await versionOf(account.email)).toBe(2);
    const { email } = account;
    const again = await client(api).post('/auth/login', { email, password: change.newPassword });
    expect(again.body.user.kdfVersion).toBe(2);
  });

  test('when it was reset', async () => {
    const account = await openOlder();
    const token = await verificationToken(api, account.id, 3_600_000, 'reset_password');
    const fresh = { token, password: base64(32), salt: base64(16) };
    expect((await client(api).post('/auth/reset-password', { ...fresh, kdfVersion: 2 })).status).toBe(200);
    expect(await versionOf(account.email)).toBe(2);
  });

  test('with its new address, once that is verified', async () => {
    const account = await openOlder();
    const browser = await logIn(api, account);
    const email = uniqueEmail('new');
    const change = { email, currentPassword: account.password, newPassword: base64(32), salt: base64(16) };
    const changed = await browser.put('/auth/profile', { ...change, kdfVersion: 2 });
    expect([changed.status, changed.body.user.kdfVersion]).toEqual([200, 1]);
    expect(await versionOf(account.email)).toBe(1);
    const token = await verificationToken(api, account.id, 86_400_000, 'change_email');
    expect((await client(api).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
    expect(await versionOf(email)).toBe(2);
  });
});

describe('a version is refused', () => {
  test('that the service does not know, wherever a password is sent', async () => {
    const account = await openOlder();
    const program = await logInProgram(api, account);
    const token = await verificationToken(api, account.id, 3_600_000, 'reset_password');
    const change = { currentPassword: account.password, newPassword: base64(32), salt: base64(16) };
    const kdfVersion = 3;
    for (const reply of [
      await client(api).post('/auth/register', { ...credentials(), kdfVersion }),
      await client(api).post('/auth/reset-password', {
        ...{ token, password: base64(32), salt: base64(16) },
        kdfVersion,
      }),
      await program.put('/auth/change-password', { ...change, kdfVersion }),
      await program.put('/auth/profile', { ...change, email: uniqueEmail(), kdfVersion }),
    ]) {
      expect(wrong(reply)).toEqual([400, 'body.kdfVersion', UNKNOWN]);
    }
  });

  test('that is lower than the account’s, and the link and the password still work', async () => {
    const account = await openNewer();
    const program = await logInProgram(api, account);
    const token = await verificationToken(api, account.id, 3_600_000, 'reset_password');
    const change = { currentPassword: account.password, newPassword: base64(32), salt: base64(16) };
    const fresh = { token, password: base64(32), salt: base64(16) };
    for (const reply of [
      await client(api).post('/auth/reset-password', fresh),
      await program.put('/auth/change-password', { ...change, kdfVersion: 1 }),
      await program.put('/auth/profile', { ...change, email: uniqueEmail() }),
    ]) {
      expect(wrong(reply)).toEqual([400, 'body.kdfVersion', LOWER]);
    }
    await logIn(api, account);
    expect((await client(api).post('/auth/reset-password', { ...fresh, kdfVersion: 2 })).status).toBe(200);
  });

  test('in a profile without a new password', async () => {
    const program = await logInProgram(api, await openOlder());
    await expectProblem(program.put('/auth/profile', { kdfVersion: 2 }), '400 validation_failed');
  });

  test('that is older than the newest, at a registration, whether or not the address has an account', async () => {
    const [older, newer] = [await openOlder(), await openNewer()];
    for (const email of [older.email, newer.email, uniqueEmail()]) {
      for (const given of [credentials(email), { ...credentials(email), kdfVersion: 1 }]) {
        const reply = await client(api).post('/auth/register', given);
        expect(wrong(reply)).toEqual([400, 'body.kdfVersion', LOWER]);
      }
      const again = { ...credentials(email), kdfVersion: 2 };
      expect((await client(api).post('/auth/register', again)).status).toBe(201);
    }
    expect([await versionOf(older.email), await versionOf(newer.email)]).toEqual([1, 2]);
  });
});

describe('an address without an account', () => {
  const many = Array.from({ length: 60 }, () => `${randomUUID()}@example.test`);

  test('gets each version as often as accounts have it, and never an older one than before', async () => {
    await using own = await startApi({}, { keyDerivations: [V1, V2] });
    const versions = () =>
      Promise.all(many.map(async (email) => (await requestKdf(email, own)).body.kdf.version));
    const owners = [];
    for (let i = 0; i < 4; i += 1) owners.push(await buildOwner(own));
    await buildOwner(own, { verified: false });
    await count(own);
    expect(new Set(await versions())).toEqual(new Set([1]));
    let before = await versions();
    let newer = 0;
    for (const { id } of owners) {
      await own.em().nativeUpdate(User, { id }, { kdfVersion: 2 });
      await count(own);
      const now = await versions();
      expect(now.every((version, i) => version >= (before[i] ?? 0))).toBe(true);
      const counted = now.filter((version) => version === 2).length;
      expect(counted).toBeGreaterThan(newer);
      [before, newer] = [now, counted];
    }
    expect(newer).toBe(many.length);
    // Neither a deleted account nor a new one from an old client gives any address an older version.
    await own.em().nativeDelete(User, { id: owners[0]?.id ?? '' });
    await buildOwner(own);
    await count(own);
    expect(await versions()).toEqual(before);
  });

  test('gets the same answer every time, even while it waits to be verified', async () => {
    await count();
    const emails = Array.from({ length: 8 }, () => uniqueEmail());
    const before = await Promise.all(emails.map(versionOf));
    for (const email of [...emails, ...emails]) {
      await client(api).post('/auth/register', { ...credentials(email), kdfVersion: 2 });
    }
    expect(await Promise.all(emails.map(versionOf))).toEqual(before);
  });

  test.each([
    [{}, 0.5, 3],
    [{ 1: 1 }, 0, 1],
    [{ 1: 1, 2: 0.4, 3: 0.1 }, 0.05, 3],
    [{ 1: 1, 2: 0.4, 3: 0.1 }, 0.1, 2],
    [{ 1: 1, 2: 0.4, 3: 0.1 }, 0.39, 2],
    [{ 1: 1, 2: 0.4, 3: 0.1 }, 0.4, 1],
    // Every account that had version 2 now has 3.
    [{ 1: 1, 2: 0.4, 3: 1 }, 0.9, 3],
    // A version that was withdrawn.
    [{ 1: 1, 4: 0.5 }, 0.2, 1],
  ])('with shares %j and fraction %d has version %d', (shares, fraction, version) => {
    expect(decoyVersion([1, 2, 3], shares, fraction)).toBe(version);
  });
});

describe('a stranger who keeps asking about an address', () => {
  let limited: TestApi;
  beforeAll(async () => {
    limited = await startApi({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
  });
  afterAll(() => limited.close());
  const from = (network: number) => ({ 'X-Forwarded-For': `192.0.2.${network}` });
  const askFrom = (network: number, email: string) =>
    client(limited).post('/auth/kdf', { email }, from(network));
  const remaining = (reply: { headers: Headers }) => Number(reply.headers.get('RateLimit-Remaining'));

  test('uses up the limit of their own network, and the owner still logs in and resets the password', async () => {
    const account = await openAccount(limited);
    const { email, password } = account;
    const statuses = [];
    for (let i = 0; i < 121; i += 1) statuses.push((await askFrom(1, email)).status);
    expect(statuses).toEqual([...Array(120).fill(200), 429]);
    for (let network = 2; network < 60; network += 1) await askFrom(network, email);
    for (const browser of [await logIn(limited, account), client(limited)]) {
      expect((await browser.post('/auth/kdf', { email }, from(200))).status).toBe(200);
      expect((await browser.post('/auth/login', { email, password }, from(200))).status).toBe(200);
    }
    const token = await verificationToken(limited, account.id, 3_600_000, 'reset_password');
    expect((await askFrom(201, email)).status).toBe(200);
    const fresh = { token, password: base64(32), salt: base64(16) };
    expect((await client(limited).post('/auth/reset-password', fresh, from(201))).status).toBe(200);
  });

  test('does not see the owner log in', async () => {
    const account = await openAccount(limited);
    const { email, password } = account;
    const before = remaining(await askFrom(210, email));
    const browser = client(limited);
    for (let i = 0; i < 3; i += 1) {
      expect((await browser.post('/auth/kdf', { email }, from(211))).status).toBe(200);
      expect((await browser.post('/auth/login', { email, password }, from(211))).status).toBe(200);
    }
    expect(remaining(await askFrom(210, email))).toBe(before - 1);
    expect(remaining(await askFrom(212, email))).toBe(remaining(await askFrom(213, uniqueEmail())));
  });
});
