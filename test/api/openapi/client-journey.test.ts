import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { answer } from '../../../dev/api-client.ts';
import { credentials, userOf, verificationToken } from '../../support/builders/account.ts';
import { invite } from '../../support/builders/handover.ts';
import { uniqueEmail } from '../../support/builders/owner.ts';
import { linkToken, randomKitKey } from '../../support/builders/successor-links.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { typedBrowser, typedProgram } from './typed-client.ts';

const api = await useApi();

const sealed = (bytes: number) => randomBytes(bytes).toString('base64');
const content = () => ({
  encryptedData: sealed(48),
  iv: sealed(12),
  salt: sealed(16),
  algorithm: 'AES-GCM' as const,
  category: 'Letters',
  tags: ['family'],
});

/** Registers, verifies the address and logs in, all through the generated client. */
async function registerAndLogIn() {
  const browser = typedBrowser(api);
  const who = credentials();
  await answer(browser.POST('/auth/register', { body: who }));
  const { id } = await userOf(api, who.email);
  const token = await verificationToken(api, id);
  await answer(browser.GET('/auth/verify-email', { params: { query: { token } } }));
  const { email, password } = who;
  const { user } = await answer(browser.POST('/auth/login', { body: { email, password } }));
  expect(user).toMatchObject({ id, email, salt: who.salt, emailVerified: true });
  return { browser, id, email, password };
}

/** Names a successor, who confirms and stores a key; the owner pins it. */
async function nameSuccessor({ browser, id: userId }: Awaited<ReturnType<typeof registerAndLogIn>>) {
  const who = { email: uniqueEmail('successor'), name: 'Sam' };
  const body = { ...who, restrictToAssignedEntries: true };
  const { successor } = await answer(browser.POST('/successors', { body }));
  const visitor = typedBrowser(api);
  const token = await linkToken(api, { id: userId }, successor.id);
  const verified = await answer(visitor.GET('/successors/verify', { params: { query: { token } } }));
  expect(verified.successor).toEqual({ ...who, id: successor.id, publicKey: null, ownerKey: null });
  const publicKey = randomKitKey();
  await answer(visitor.PUT('/successors/public-key', { body: { token, publicKey, salt: sealed(16) } }));
  const keyFingerprint = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  const pinned = await answer(
    browser.POST('/successors/{id}/verify', {
      params: { path: { id: successor.id } },
      body: { keyFingerprint },
    }),
  );
  expect(pinned.successor).toMatchObject({ publicKey, verified: true, keyPinnedAt: expect.any(String) });
  return successor.id;
}

test('a whole scenario, from registering to what the successor reads, through the generated client alone', async () => {
  const owner = await registerAndLogIn();
  const { browser } = owner;

  const letter = { id: randomUUID(), ...content() };
  const { entry } = await answer(browser.POST('/vault/entries', { body: letter }));
  expect(entry).toMatchObject(letter);
  const path = { id: letter.id };
  const changed = { ...content(), category: 'Bank' };
  const replace = (version: string) =>
    browser.PUT('/vault/entries/{id}', {
      params: { path, header: { 'If-Match': version } },
      body: changed,
    });
  const replaced = await replace('"1"');
  expect(replaced.data?.entry.version).toBe(2);
  expect(replaced.response.headers.get('ETag')).toBe('"2"');
  const stale = await replace('"1"');
  expect(stale.error?.code).toBe('version_conflict');
  const { entries } = await answer(
    browser.GET('/vault/entries', { params: { query: { category: 'Bank', limit: 10 } } }),
  );
  expect(entries.map(({ id }) => id)).toEqual([letter.id]);

  const successorId = await nameSuccessor(owner);
  const envelope = sealed(64);
  await answer(
    browser.PUT('/successors/{id}/assigned-entries', {
      params: { path: { id: successorId } },
      body: {
        entryIds: [letter.id],
        restrictToAssignedEntries: true,
        envelopes: [{ entryId: letter.id, envelope }],
      },
    }),
  );
  const { settings } = await answer(browser.PUT('/inactivity/settings', { body: { thresholdDays: 30 } }));
  expect(settings).toMatchObject({ thresholdDays: 30, status: 'armed' });
  const { events } = await answer(browser.GET('/inactivity/timeline'));
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['reminder', 'final_notice', 'invitation']),
  );
  const checkedIn = await answer(browser.POST('/activity/check-in'));
  expect(checkedIn.deadline).not.toBeNull();

  const token = (await invite(api, owner)).get(successorId) ?? '';
  const visitor = typedBrowser(api);
  const responded = await answer(visitor.POST('/handover/respond', { body: { token, response: 'accept' } }));
  expect(responded.status).toBe('released');
  const query = { token: responded.accessToken ?? '' };
  const access = await answer(visitor.GET('/vault/successor-access', { params: { query } }));
  if (typeof access === 'string') throw new Error('not the default format');
  expect(access.entries).toEqual([expect.objectContaining({ ...changed, id: letter.id, envelope })]);

  const program = typedBrowser(api);
  const { email, password } = owner;
  const tokens = await answer(program.POST('/auth/login', { body: { email, password, session: 'bearer' } }));
  const watching = typedProgram(api, tokens.accessToken ?? '');
  const status = await answer(watching.GET('/handover/status'));
  expect(status.handover?.responses).toEqual([
    {
      successorId,
      response: 'accept',
      message: null,
      ownerAliveCount: 0,
      at: expect.any(String),
      invitationsSent: 1,
      accessEndsAt: expect.any(String),
      lastAccessAt: expect.any(String),
    },
  ]);

  const back = typedBrowser(api);
  await answer(back.POST('/auth/login', { body: { email, password } }));
  const gone = await visitor.GET('/vault/successor-access', { params: { query } });
  expect([gone.response.status, gone.error?.code]).toEqual([410, 'handover_ended']);
  expect((await answer(watching.GET('/handover/status'))).status).toBe('armed');
});

test('a session goes on by refreshing, and ends at log-out', async () => {
  const { browser } = await registerAndLogIn();
  await answer(browser.POST('/auth/refresh'));
  expect((await answer(browser.GET('/auth/profile'))).user.name).toBe('Ada Account');
  await answer(browser.POST('/auth/logout'));
  const { error, response } = await browser.GET('/auth/profile');
  expect([response.status, error?.code]).toEqual([401, 'unauthenticated']);
});
