import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { User } from '../../../db/entities/user.ts';
import {
  logIn,
  logInProgram,
  openAccount,
  openLoggedIn,
  type TestAccount,
  verificationToken,
} from '../../support/builders/account.ts';
import { base64 } from '../../support/builders/base64.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { uniqueEmail } from '../../support/builders/owner.ts';
import { client, type TestClient } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { codeOf, withTwoFactor } from '../../support/clients/totp.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const api = await useApi();

const bundle = (v: number) => ({ z: v, a: { '10': true, '9': null, 'é ': '<b>' } });
const moment = (at: number) => new Date(at).toISOString();

interface Owned extends TestAccount {
  browser: TestClient;
}

/** An owner with their first bundle. */
async function owner(where: TestApi = api): Promise<Owned> {
  const account = await openAccount(where);
  const browser = await logIn(where, account);
  expect((await browser.put('/auth/profile', { keyBundle: bundle(1) })).status).toBe(200);
  return { ...account, browser };
}

const newPassword = ({ password }: TestAccount, more: object = {}) => ({
  currentPassword: password,
  newPassword: base64(32),
  salt: base64(16),
  ...more,
});
const newAddress = (account: TestAccount, more: object = {}) => ({
  ...newPassword(account, more),
  email: uniqueEmail('new'),
});

describe('a key bundle that is replaced is kept, with its salt, its address and the time', () => {
  test('by the profile', async () => {
    const { browser, salt, email } = await owner();
    expect((await browser.get('/auth/key-bundles')).body).toEqual({ keyBundles: [], nextCursor: null });
    api.clock.now += 1_000;
    await browser.put('/auth/profile', { keyBundle: bundle(2) });
    const { body } = await browser.get('/auth/key-bundles');
    expect(body.keyBundles).toEqual([
      {
        id: expect.any(String),
        keyBundle: bundle(1),
        salt,
        email,
        replacedAt: moment(api.clock.now),
        reason: 'replaced',
        fromReset: false,
      },
    ]);
    expect(JSON.stringify(body.keyBundles[0]?.keyBundle)).toBe(JSON.stringify(bundle(1)));
  });

  test('by another password', async () => {
    const account = await owner();
    const { browser, salt, email } = account;
    const body = newPassword(account, { keyBundle: bundle(2) });
    expect((await browser.put('/auth/change-password', body)).status).toBe(200);
    const { keyBundles } = (await browser.get('/auth/key-bundles')).body;
    expect(keyBundles).toMatchObject([{ keyBundle: bundle(1), salt, email }]);
    expect((await browser.get('/auth/profile')).body.user).toMatchObject({
      keyBundle: bundle(2),
      salt: body.salt,
    });
  });

  test('by another password, without the seed of a signing key that the new bundle has too or has replaced', async () => {
    const { browser, ...account } = await owner();
    const ownerKey = randomBytes(1_984);
    const replaced = ownerKey.subarray(0, 32).toString('base64');
    const former = [{ counter: 1, ownerKey: ownerKey.toString('base64'), signatures: '' }];
    const signing = (publicKey: string, v: number) => ({
      v,
      signing: { publicKey, seed: { iv: 'i', data: 'd' }, former },
    });
    for (const stored of [signing('started over', 1), signing(replaced, 2), signing('present', 3)]) {
      expect((await browser.raw.put('/auth/profile', { keyBundle: stored })).status).toBe(200);
    }
    const seeds = async () => {
      const { keyBundles } = (await browser.raw.get('/auth/key-bundles')).body;
      return keyBundles.map((each: { keyBundle: { v: number; signing?: { seed?: unknown } } }) => [
        each.keyBundle.v,
        each.keyBundle.signing?.seed !== undefined,
      ]);
    };
    expect(await seeds()).toEqual([
      [2, true],
      [1, true],
      [undefined, false],
    ]);
    // If the new bundle has no seed, the archived one keeps the last copy.
    const without = newPassword(account, { keyBundle: { v: 4, signing: { publicKey: 'present' } } });
    expect((await browser.raw.put('/auth/change-password', without)).status).toBe(200);
    expect((await seeds()).slice(0, 2)).toEqual([
      [3, true],
      [2, true],
    ]);
    const again = newPassword(
      { ...account, password: without.newPassword },
      { keyBundle: signing('present', 5) },
    );
    expect((await browser.raw.put('/auth/change-password', again)).status).toBe(200);
    expect(await seeds()).toEqual([
      [4, false],
      [3, false],
      [2, false],
      [1, true],
      [undefined, false],
    ]);
  });

  test('by another password, even if it has characters that PostgreSQL can’t read', async () => {
    const { browser, ...account } = await owner();
    const signing = { publicKey: 'present', seed: { iv: 'i', data: 'd' } };
    for (const note of ['\u0000', '\ud800']) {
      expect((await browser.raw.put('/auth/profile', { keyBundle: { note, signing } })).status).toBe(200);
    }
    const body = newPassword(account, { keyBundle: { signing } });
    expect((await browser.put('/auth/change-password', body)).status).toBe(200);
    const { keyBundles } = (await browser.get('/auth/key-bundles')).body;
    expect(keyBundles.map(({ keyBundle }) => keyBundle?.note)).toEqual(['\ud800', '\u0000', undefined]);
  });

  test('by another address, when the change takes effect', async () => {
    const account = await owner();
    const { browser, salt, email } = account;
    const body = newAddress(account, { keyBundle: bundle(2) });
    expect((await browser.put('/auth/profile', body)).status).toBe(200);
    expect((await browser.get('/auth/key-bundles')).body.keyBundles).toEqual([]);
    api.clock.now += 5 * MINUTE;
    const token = await verificationToken(api, account.id, DAY, 'change_email');
    expect((await client(api).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
    const { keyBundles } = (await browser.get('/auth/key-bundles')).body;
    expect(keyBundles).toMatchObject([
      { keyBundle: bundle(1), salt, email, replacedAt: moment(api.clock.now) },
    ]);
  });

  test('by a reset, with or without a bundle of its own', async () => {
    const account = await owner();
    const chosen = { password: base64(32), salt: base64(16) };
    const token = await verificationToken(api, account.id, DAY, 'reset_password');
    expect((await client(api).post('/auth/reset-password', { token, ...chosen })).status).toBe(200);
    const { keyBundles } = (await (await logIn(api, { ...account, ...chosen })).get('/auth/key-bundles'))
      .body;
    expect(keyBundles).toMatchObject([
      { keyBundle: bundle(1), salt: account.salt, reason: 'reset', fromReset: false },
    ]);
  });
});

test('the current bundle, sent back unchanged, replaces nothing and needs no confirmation', async () => {
  const { browser, id } = await owner();
  const { keyBundle } = (await browser.get('/auth/profile')).body.user;
  api.clock.now += 20 * MINUTE;
  expect((await browser.put('/auth/profile', { name: 'Ada', keyBundle: keyBundle ?? {} })).status).toBe(200);
  await confirmSessions(api, { id });
  expect((await browser.get('/auth/key-bundles')).body.keyBundles).toEqual([]);
  expect((await api.em().findOneOrFail(User, { id })).keyBundle).toEqual(bundle(1));
});

describe('a bundle based on an older one replaces nothing', () => {
  test('a pin begun on one device, a rotation on another, and then the pin', async () => {
    const account = await owner();
    const { browser } = account;
    const other = await logInProgram(api, account, 'app');
    const { keyBundleVersion } = (await browser.get('/auth/profile')).body.user;
    const head = { version: 1, keyBundle: bundle(2), keyBundleVersion, entryCount: 0, envelopeCount: 0 };
    const rotate = (who: TestClient) =>
      who.raw.post('/vault/rotate', JSON.stringify(head), { 'Content-Type': 'application/x-ndjson' });
    expect((await rotate(other)).status).toBe(200);
    const stale = { keyBundle: bundle(3), keyBundleVersion };
    for (const attempt of [
      () => browser.raw.put('/auth/profile', { name: 'Eve', ...stale }),
      () => browser.raw.put('/auth/change-password', newPassword(account, stale)),
      () => browser.raw.put('/auth/profile', newAddress(account, stale)),
      () => rotate(browser),
    ]) {
      await expectRefused(api, attempt, 'version_conflict');
    }
    const { user } = (await browser.get('/auth/profile')).body;
    expect([user.keyBundle, user.keyBundleVersion]).toEqual([bundle(2), keyBundleVersion + 1]);
    const again = { keyBundle: bundle(3), keyBundleVersion: keyBundleVersion + 1 };
    expect((await browser.put('/auth/profile', again)).body.user?.keyBundleVersion).toBe(
      keyBundleVersion + 2,
    );
  });

  test('every way to replace it changes its version, and sending the current one again does not', async () => {
    const account = await owner();
    const { browser } = account;
    const version = async (who: TestClient) => (await who.get('/auth/profile')).body.user.keyBundleVersion;
    const first = await version(browser);
    await browser.put('/auth/profile', { keyBundle: bundle(1), keyBundleVersion: first });
    expect(await version(browser)).toBe(first);
    const changed = newPassword(account, { keyBundle: bundle(2), keyBundleVersion: first });
    expect((await browser.put('/auth/change-password', changed)).status).toBe(200);
    expect(await version(browser)).toBe(first + 1);
    const moved = {
      ...newAddress(account, { keyBundle: bundle(3), keyBundleVersion: first + 1 }),
      currentPassword: changed.newPassword,
    };
    expect((await browser.put('/auth/profile', moved)).status).toBe(200);
    const link = await verificationToken(api, account.id, DAY, 'change_email');
    expect((await client(api).get(`/auth/verify-email?token=${link}`)).status).toBe(200);
    expect(await version(browser)).toBe(first + 2);
    const token = await verificationToken(api, account.id, DAY, 'reset_password');
    const chosen = { password: base64(32), salt: base64(16) };
    expect((await client(api).post('/auth/reset-password', { token, ...chosen })).status).toBe(200);
    const again = await logIn(api, { ...account, email: moved.email, ...chosen });
    expect(await version(again)).toBe(first + 3);
  });

  test('of two devices that store theirs at once, one is told to start over', async () => {
    const { browser } = await owner();
    const { keyBundleVersion } = (await browser.get('/auth/profile')).body.user;
    const replies = await Promise.all(
      [2, 3, 4, 5].map((v) => browser.raw.put('/auth/profile', { keyBundle: bundle(v), keyBundleVersion })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('an account with a bundle', () => {
  test.each([
    ['/auth/change-password', newPassword],
    ['/auth/profile', newAddress],
  ] as const)('gets no new keys by PUT %s without a new bundle: nothing changes', async (path, request) => {
    const account = await owner();
    const before = await rowChecksum(api.orm);
    const change = account.browser.raw.put(path, request(account));
    const { body } = await expectProblem(change, '400 validation_failed');
    expect(body.errors).toEqual([{ path: 'body.keyBundle', message: expect.any(String) }]);
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('drops a change of address that was requested before the bundle was stored', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    expect((await browser.put('/auth/profile', newAddress(account))).status).toBe(200);
    const token = await verificationToken(api, account.id, DAY, 'change_email');
    expect((await browser.put('/auth/profile', { keyBundle: bundle(1) })).status).toBe(200);
    await expectProblem(client(api).get(`/auth/verify-email?token=${token}`), '401 token_invalid');
    expect((await browser.get('/auth/profile')).body.user).toMatchObject({
      keyBundle: bundle(1),
      salt: account.salt,
    });
  });
});

describe('replacing a bundle', () => {
  test.each(['browser', 'app', 'bearer'] as const)('refuses a stolen %s token alone', async (session) => {
    const account = await owner();
    const who = session === 'browser' ? await logIn(api, account) : await logInProgram(api, account, session);
    api.clock.now += 15 * MINUTE;
    const before = await rowChecksum(api.orm);
    await expectProblem(
      who.put('/auth/profile', { name: 'Eve', keyBundle: bundle(666) }),
      '403 confirmation_required',
    );
    expect(await rowChecksum(api.orm)).toBe(before);
    const { password } = account;
    expect((await who.post('/auth/confirm', { password })).status).toBe(200);
    expect((await who.put('/auth/profile', { keyBundle: bundle(2) })).status).toBe(200);
  });

  test('is refused to a stolen token and the password where two-factor authentication is on', async () => {
    const account = await owner();
    const { browser, password } = account;
    const { secret } = await withTwoFactor(api, browser, account);
    api.clock.now += 20 * MINUTE;
    const before = await rowChecksum(api.orm);
    const tries = [
      ['/auth/change-password', newPassword(account, { keyBundle: bundle(2) })],
      ['/auth/profile', newAddress(account, { keyBundle: bundle(2) })],
    ] as const;
    for (const [path, body] of tries) {
      await expectProblem(browser.raw.put(path, body), '403 confirmation_required');
    }
    expect(await rowChecksum(api.orm)).toBe(before);
    expect((await browser.post('/auth/confirm', { password, token: await codeOf(api, secret) })).status).toBe(
      200,
    );
    for (const [path, body] of tries.toReversed())
      expect((await browser.raw.put(path, body)).status).toBe(200);
  });

  test('needs no confirmed session where two-factor authentication is off: the password is in the request', async () => {
    const account = await owner();
    api.clock.now += 20 * MINUTE;
    const body = newPassword(account, { keyBundle: bundle(2) });
    expect((await account.browser.put('/auth/change-password', body)).status).toBe(200);
  });
});

describe('nobody can bury the bundle that matters', () => {
  test('every bundle is listed, page by page, latest first', async () => {
    const { browser } = await owner();
    for (let v = 2; v <= 56; v += 1) {
      expect((await browser.put('/auth/profile', { keyBundle: bundle(v) })).status).toBe(200);
    }
    const versions: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await browser.raw.get(`/auth/key-bundles?limit=20${cursor ? `&cursor=${cursor}` : ''}`);
      versions.push(...page.body.keyBundles.map((each: { keyBundle: { z: number } }) => each.keyBundle.z));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(versions).toEqual(Array.from({ length: 55 }, (_, i) => 55 - i));
    const first = (await browser.get('/auth/key-bundles')).body;
    expect([first.keyBundles.length, first.nextCursor]).toEqual([50, expect.any(String)]);
    const foreign = await (await owner()).browser.get(`/auth/key-bundles?cursor=${first.nextCursor}`);
    expect(foreign.body.keyBundles).toEqual([]);
    for (const none of ['x', Buffer.from('["1"]').toString('base64url')]) {
      expect((await browser.get(`/auth/key-bundles?cursor=${none}`)).status).toBe(400);
    }
  });

  test('fifty replacements a day are the limit, which never stops a reset by mail', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '1' });
    const account = await owner(limited);
    const { browser } = account;
    const replace = (v: number) => browser.put('/auth/profile', { keyBundle: bundle(v) });
    for (let v = 2; v <= 51; v += 1) {
      expect((await replace(v)).status).toBe(200);
      limited.clock.now += 1_000;
    }
    const change = newPassword(account, { keyBundle: bundle(52) });
    for (const reply of [await replace(52), await browser.put('/auth/change-password', change)]) {
      await expectProblem(reply, '429 rate_limited');
      expect(reply.headers.get('Retry-After')).toBe(String(DAY / 1_000 - 50));
      expect(reply.body.detail).toBe('The key bundle was replaced too often. Try again in 24 hours.');
    }
    const token = await verificationToken(limited, account.id, DAY, 'reset_password');
    const chosen = { password: base64(32), salt: base64(16), keyBundle: bundle(53) };
    expect((await client(limited).post('/auth/reset-password', { token, ...chosen })).status).toBe(200);
    limited.clock.now += DAY;
    const again = await logIn(limited, { ...account, ...chosen });
    expect((await again.put('/auth/profile', { keyBundle: bundle(54) })).status).toBe(200);
    const { keyBundles } = (await again.get('/auth/key-bundles?limit=100')).body;
    const kept = Array.from({ length: 51 }, (_, i) => 51 - i);
    expect(keyBundles.map(({ keyBundle }) => keyBundle.z)).toEqual([...kept, 53]);
  });

  test('a thief of the mailbox who resets all day neither fills the first page nor keeps the owner out', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '0.3', TRUST_PROXY: '1' });
    const account = await owner(limited);
    let resets = 0;
    const reset = async (keyBundle: object) => {
      const token = await verificationToken(limited, account.id, DAY, 'reset_password');
      const chosen = { token, password: base64(32), salt: base64(16), keyBundle: { ...keyBundle } };
      // Resets are limited by the client's address, but a thief has many.
      resets += 1;
      limited.clock.now += 1_000;
      const from = { 'X-Forwarded-For': `192.0.2.${resets}` };
      expect((await client(limited).raw.post('/auth/reset-password', chosen, from)).status).toBe(200);
      return { ...account, ...chosen };
    };
    for (let i = 0; i < 6; i += 1) await reset({ thief: i });
    const again = await logIn(limited, await reset({ awaits: 'the recovery code' }));
    const first = (await again.get('/auth/key-bundles?limit=3')).body;
    expect(first.keyBundles.slice(0, 2)).toMatchObject([
      { keyBundle: bundle(1), reason: 'reset', fromReset: false },
      { keyBundle: { thief: 5 }, reason: 'reset', fromReset: true },
    ]);
    const second = (await again.get(`/auth/key-bundles?limit=3&cursor=${first.nextCursor}`)).body;
    expect(second.keyBundles[0]?.keyBundle).toEqual({ thief: 3 });
    for (let v = 2; v <= 17; v += 1) {
      expect((await again.put('/auth/profile', { keyBundle: bundle(v) })).status).toBe(200);
    }
    expect((await again.put('/auth/profile', { keyBundle: bundle(18) })).status).toBe(429);
    const back = await logIn(limited, await reset({ awaits: 'the recovery code' }));
    expect((await back.put('/auth/profile', { keyBundle: bundle(1) })).status).toBe(200);
  });

  test('a thief of the mailbox who logs in after each reset and stores a bundle does not bury the owner’s either', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '1' });
    const account = await owner(limited);
    const ROUNDS = 12;
    for (let round = 1; round <= ROUNDS; round += 1) {
      limited.clock.now += 20 * MINUTE;
      const from = { 'X-Forwarded-For': `192.0.2.${round}` };
      const token = await verificationToken(limited, account.id, DAY, 'reset_password');
      const { password, ...chosen } = { token, password: base64(32), salt: base64(16) };
      const thief = client(limited);
      const reset = await thief.post('/auth/reset-password', { ...chosen, password }, from);
      expect(reset.status).toBe(200);
      const { email } = account;
      expect((await thief.post('/auth/login', { email, password }, from)).status).toBe(200);
      const stored = await thief.raw.put('/auth/profile', { keyBundle: { thief: round } }, from);
      expect(stored.status).toBe(200);
      if (round < ROUNDS) continue;
      const { keyBundles } = (await thief.raw.get('/auth/key-bundles?limit=100')).body;
      const listed = keyBundles.map((each: { keyBundle: object; fromReset: boolean }) => [
        each.fromReset,
        each.keyBundle,
      ]);
      // Five replacements a day are the limit here, and the owner's was the first of them.
      const by = (rounds: number[], fromReset: boolean) =>
        rounds.map((thief) => [fromReset, { thief }] as const);
      expect(listed).toEqual([
        ...by([4, 3, 2, 1], false),
        [false, bundle(1)],
        ...by([11, 10, 9, 8, 7, 6, 5], true),
      ]);
    }
  });

  test('a thief of the mailbox who changes the password does not take the owner’s seeds out of the archive', async () => {
    const account = await owner();
    const signing = { publicKey: 'the owner’s', seed: { iv: 'i', data: 'the only copy' } };
    expect((await account.browser.raw.put('/auth/profile', { keyBundle: { signing } })).status).toBe(200);
    const token = await verificationToken(api, account.id, DAY, 'reset_password');
    const chosen = { password: base64(32), salt: base64(16) };
    expect((await client(api).post('/auth/reset-password', { token, ...chosen })).status).toBe(200);
    const thief = { ...account, ...chosen };
    const garbage = { signing: { ...signing, seed: { iv: 'x', data: 'garbage' } } };
    const change = newPassword(thief, { keyBundle: garbage });
    const browser = await logIn(api, thief);
    expect((await browser.raw.put('/auth/change-password', change)).status).toBe(200);
    const newest = async (who: TestClient) =>
      (await who.raw.get('/auth/key-bundles')).body.keyBundles[0]?.keyBundle;
    expect(await newest(browser)).toEqual({ signing });

    // The person who still has the account a week later is taken for its owner.
    api.clock.now += 7 * DAY;
    const later = await logIn(api, { ...account, password: change.newPassword });
    const again = newPassword({ ...account, password: change.newPassword }, { keyBundle: { signing } });
    expect((await later.raw.put('/auth/change-password', again)).status).toBe(200);
    const { keyBundles } = (await later.raw.get('/auth/key-bundles')).body;
    expect(keyBundles.map(({ keyBundle }: { keyBundle: object }) => keyBundle).slice(0, 2)).toEqual([
      { signing: { publicKey: signing.publicKey } },
      { signing: { publicKey: signing.publicKey } },
    ]);
  });

  test('of five bundles that are stored at once, each is in the archive or on the account', async () => {
    const { browser } = await owner();
    const sent = [2, 3, 4, 5, 6];
    const replies = await Promise.all(
      sent.map((v) => browser.put('/auth/profile', { keyBundle: bundle(v) })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const { user } = (await browser.get('/auth/profile')).body;
    const { keyBundles } = (await browser.get('/auth/key-bundles')).body;
    const all = [user.keyBundle?.z, ...keyBundles.map(({ keyBundle }) => keyBundle.z)];
    expect(all.sort()).toEqual([1, ...sent]);
  });
});
