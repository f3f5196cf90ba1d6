/** The language and time zone in which owners and successors are written to. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Registration } from '../../../db/entities/registration.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { mintToken } from '../../../db/tokens.ts';
import {
  credentials,
  logIn,
  openAccount,
  userOf,
  verificationToken,
} from '../../support/builders/account.ts';
import { invite, switchOf } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../../support/builders/owner.ts';
import { linkToken, randomKitKey } from '../../support/builders/successor-links.ts';
import { client } from '../../support/clients/client.ts';
import { useApi } from '../../support/servers/use-api.ts';

const GERMAN = { language: 'de', timeZone: 'Europe/Berlin' } as const;
const IN_TOKYO = { language: 'en', timeZone: 'Asia/Tokyo' } as const;

const api = await useApi();

const register = async (more: object) => {
  const given = { ...credentials(), ...more };
  expect((await client(api).post('/auth/register', given)).status).toBe(201);
  return given;
};
const localeOf = async (successorId: string) => {
  const { language, timeZone } = await api.em().findOneOrFail(Successor, { id: successorId });
  return { language, timeZone };
};
const name = async (owner: BuiltOwner, more: object = {}) =>
  (await owner.program.post('/successors', { email: uniqueEmail('sam'), name: 'Sam', ...more })).body
    .successor;

describe('an owner', () => {
  test('sets language and time zone at registration, and sees them at log-in and in the profile', async () => {
    const given = await register(GERMAN);
    const { id } = await userOf(api, given.email);
    await client(api).get(`/auth/verify-email?token=${await verificationToken(api, id)}`);
    const { email, password } = given;
    expect((await client(api).post('/auth/login', { email, password })).body.user).toMatchObject(GERMAN);
    expect((await (await logIn(api, given)).get('/auth/profile')).body.user).toMatchObject(GERMAN);
  });

  test('reads English with dates in UTC until they say otherwise', async () => {
    const { email } = await register({});
    expect(await userOf(api, email)).toMatchObject({ language: 'en', timeZone: 'UTC' });
  });

  test('changes either without confirming the session', async () => {
    const browser = await logIn(api, await openAccount(api));
    api.clock.now += 20 * 60_000; // A log-in confirms a session for 15 minutes.
    const german = await browser.put('/auth/profile', { language: 'de' });
    expect([german.status, german.body.user]).toMatchObject([200, { language: 'de', timeZone: 'UTC' }]);
    const tokyo = await browser.put('/auth/profile', { timeZone: 'Asia/Tokyo' });
    expect(tokyo.body.user).toMatchObject({ language: 'de', timeZone: 'Asia/Tokyo' });
    const [last] = (await browser.get('/activity?type=profile_changed')).body.activity;
    expect(last?.detail).toEqual({ name: false, keyBundle: false, timeZone: 'Asia/Tokyo' });
  });

  test.each(['Europe/Entenhausen', '+01:00', 'CET or so', ''])(
    'is told that %j is not a time zone',
    async (timeZone) => {
      const reply = await client(api).post('/auth/register', { ...credentials(), timeZone });
      const message = 'must be the IANA name of a time zone, such as Europe/Berlin';
      expect([reply.status, reply.body]).toMatchObject([
        400,
        { errors: [{ path: 'body.timeZone', message }] },
      ]);
    },
  );

  test('is told which languages there are', async () => {
    const language = 'tlh' as 'en';
    const reply = await client(api).post('/auth/register', { ...credentials(), language });
    expect([reply.status, reply.body]).toMatchObject([400, { errors: [{ path: 'body.language' }] }]);
  });
});

test('each registration of an unverified address keeps its own locale, and that of the confirmed one is used', async () => {
  const first = await register(GERMAN);
  await client(api).post('/auth/register', { ...credentials(first.email), ...IN_TOKYO });
  const { id } = await userOf(api, first.email);
  expect(await userOf(api, first.email)).toMatchObject(GERMAN);
  const second = await api.em().findOneOrFail(Registration, { userId: id }, { orderBy: { id: 'desc' } });
  expect(second).toMatchObject(IN_TOKYO);
  const now = new Date(api.clock.now);
  const expiresAt = new Date(api.clock.now + 60_000);
  const request = { purpose: 'verify_email', userId: id, registrationId: second.id, expiresAt } as const;
  const token = await mintToken(api.em(), api.deps.tokenSigner, request, now);
  expect((await client(api).get(`/auth/verify-email?token=${token}`)).status).toBe(200);
  expect(await userOf(api, first.email)).toMatchObject(IN_TOKYO);
});

describe('a successor', () => {
  test('has the owner’s language and time zone, unless the owner says otherwise', async () => {
    const owner = await buildOwner(api);
    await owner.browser.put('/auth/profile', GERMAN);
    expect(await name(owner)).toMatchObject(GERMAN);
    expect(await name(owner, { language: 'en' })).toMatchObject({
      language: 'en',
      timeZone: 'Europe/Berlin',
    });
  });

  test('has the language and time zone that the owner sets and changes', async () => {
    const owner = await buildOwner(api);
    const { id } = await name(owner, IN_TOKYO);
    expect((await owner.program.get(`/successors/${id}`)).body.successor).toMatchObject(IN_TOKYO);
    const changed = await owner.program.put(`/successors/${id}`, { language: 'de' });
    expect(changed.body.successor).toMatchObject({ language: 'de', timeZone: 'Asia/Tokyo' });
  });

  test('sees the language behind the first link, and can set it when storing a key', async () => {
    const owner = await buildOwner(api);
    await owner.browser.put('/auth/profile', GERMAN);
    const { id } = await name(owner);
    const token = await linkToken(api, owner, id);
    expect((await client(api).get(`/successors/verify?token=${token}`)).body.language).toBe('de');
    const kit = {
      token,
      publicKey: randomKitKey(),
      salt: randomBytes(16).toString('base64'),
    };
    expect((await client(api).put('/successors/public-key', kit)).status).toBe(200);
    expect(await localeOf(id)).toEqual(GERMAN);
    expect((await client(api).put('/successors/public-key', { ...kit, ...IN_TOKYO })).status).toBe(200);
    expect(await localeOf(id)).toEqual(IN_TOKYO);
    expect((await client(api).get(`/successors/verify?token=${token}`)).body.language).toBe('en');
  });

  test('can set the language with an answer too, and sees it when reading', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const token = (await invite(api, owner)).get(id) ?? '';
    const answered = await client(api).post('/handover/respond', { token, response: 'accept', ...GERMAN });
    expect(answered.status).toBe(200);
    expect(await localeOf(id)).toEqual(GERMAN);
    const opened = await client(api).get(`/vault/successor-access?token=${answered.body.accessToken}`);
    expect([opened.status, opened.body.language]).toEqual([200, 'de']);
  });
});

test('a check-in link says which language its owner reads', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  await owner.browser.put('/auth/profile', GERMAN);
  const { epoch } = (await switchOf(api, owner)).state;
  const request = { purpose: 'check_in', userId: owner.id, epoch } as const;
  const token = await mintToken(api.em(), api.deps.tokenSigner, request, new Date(api.clock.now));
  const link = await client(api).get(`/activity/check-in-link?token=${token}`);
  expect([link.status, link.body.language]).toEqual([200, 'de']);
});
