import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Activity } from '../../../db/entities/activity.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import {
  logIn,
  logInProgram,
  openAccount,
  openLoggedIn,
  type TestAccount,
  verificationToken,
} from '../../support/builders/account.ts';
import { base64 } from '../../support/builders/base64.ts';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { buildSuccessor } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const sealed = (id: string = randomUUID()) => ({
  id,
  encryptedData: base64(48),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM',
});
const change = ({ password }: TestAccount, more: object = {}) => ({
  currentPassword: password,
  newPassword: base64(32),
  salt: base64(16),
  ...more,
});

async function storeEntries({ id: userId }: TestAccount, count: number): Promise<string[]> {
  const now = new Date(api.clock.now);
  const entries = Array.from({ length: count }, () => ({ ...sealed(), category: 'notes', tags: ['a'] }));
  await api.em().insertMany(
    VaultEntry,
    entries.map((entry) => ({ ...entry, userId, version: 1, createdAt: now, updatedAt: now })),
  );
  return entries.map(({ id }) => id);
}

describe('changing the password', () => {
  test('ends every other session and keeps this one; the old password is no longer valid', async () => {
    const account = await openAccount(api);
    const [browser, other] = [await logIn(api, account), await logIn(api, account)];
    const program = await logInProgram(api, account);
    const reset = await verificationToken(api, account.id, 3_600_000, 'reset_password');
    const body = change(account);
    const reply = await browser.put('/auth/change-password', body);
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']]);
    expect((await browser.get('/auth/profile')).body.user.salt).toBe(body.salt);
    for (const who of [other, program]) expect((await who.get('/auth/profile')).status).toBe(401);
    const { email } = account;
    const postLogIn = (password: string) => client(api).post('/auth/login', { email, password });
    expect((await postLogIn(account.password)).status).toBe(401);
    expect((await postLogIn(body.newPassword)).status).toBe(200);
    const late = { token: reset, password: 'x', salt: base64(16) };
    await expectProblem(client(api).post('/auth/reset-password', late), '401 token_invalid');
    const log = await api.em().find(Activity, { userId: account.id, type: 'password_changed' });
    expect(log.map(({ detail }) => detail)).toEqual([{ entries: 0, sessionsEnded: 2 }]);
  });

  test('stores entries under their new keys in the same request: content replaced, labels kept, one version up', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const ids = await storeEntries(account, 3);
    const { id: successorId } = await buildSuccessor(api, account);
    await api.em().nativeUpdate(Successor, { id: successorId }, { encryptedShare: 'AAAA' });
    api.clock.now += 1_000;
    const entries = ids.slice(0, 2).map((id, i) => sealed(i === 0 ? id.toUpperCase() : id));
    expect((await browser.put('/auth/change-password', change(account, { entries }))).status).toBe(200);
    const rows = await api.em().find(VaultEntry, { userId: account.id });
    // The trash holds them under the old keys.
    const former = (await browser.get('/vault/trash')).body.entries;
    expect(former.map((each) => [each.id, each.version, each.reason]).sort()).toEqual(
      ids
        .slice(0, 2)
        .map((id) => [id, 1, 'changed'])
        .sort(),
    );
    for (const [i, id] of ids.entries()) {
      const row = rows.find((each) => each.id === id);
      const { id: _, ...content } = entries[i] ?? { id };
      expect(row).toMatchObject({ ...content, category: 'notes', tags: ['a'], version: i < 2 ? 2 : 1 });
      expect(row?.updatedAt.getTime()).toBe(api.clock.now - (i < 2 ? 0 : 1_000));
    }
    expect((await api.em().findOneOrFail(Successor, { id: successorId })).sharesStale).toBe(true);
  });

  test('takes 5,000 entries at once and no more', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const ids = await storeEntries(account, 5_001);
    const entries = ids.map((id) => sealed(id));
    expect((await browser.put('/auth/change-password', change(account, { entries }))).status).toBe(400);
    const body = change(account, { entries: entries.slice(1) });
    expect((await browser.put('/auth/change-password', body)).status).toBe(200);
    expect(await api.em().count(VaultEntry, { userId: account.id, version: 2 })).toBe(5_000);
  });

  test('with an entry that is unknown, another owner’s, or listed twice changes nothing and names it', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const [one = '', two = ''] = await storeEntries(account, 2);
    const [theirs = ''] = await storeEntries(await openAccount(api), 1);
    const before = await rowChecksum(api.orm);
    const named = async (ids: string[]) => {
      const reply = await browser.put(
        '/auth/change-password',
        change(account, { entries: ids.map((id) => sealed(id)) }),
      );
      await expectProblem(reply, '400 validation_failed');
      return reply.body.errors.map(({ path }: { path: string }) => path);
    };
    const unknown = randomUUID();
    expect(await named([one, unknown, two, theirs])).toEqual(['body.entries.1.id', 'body.entries.3.id']);
    expect(await named([one, two, one])).toEqual(['body.entries.2.id']);
    const wrong = { ...change(account), currentPassword: 'wrong' };
    await expectProblem(browser.put('/auth/change-password', wrong), '403 wrong_password');
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('twice at once: one wins, and entries and password are those of the same request', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const [id = ''] = await storeEntries(account, 1);
    const bodies = [1, 2].map(() => change(account, { entries: [sealed(id)] }));
    const replies = await Promise.all(bodies.map((body) => browser.put('/auth/change-password', body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    const won = bodies[replies.findIndex(({ status }) => status === 200)] as (typeof bodies)[0] & {
      entries: { encryptedData: string }[];
    };
    const row = await api.em().findOneOrFail(VaultEntry, { userId: account.id, id });
    expect([row.encryptedData, row.version]).toEqual([won.entries[0]?.encryptedData, 2]);
    const { email } = account;
    expect((await client(api).post('/auth/login', { email, password: won.newPassword })).status).toBe(200);
  });

  test('by a person is a sign of life, by a program or with a wrong password is not', async () => {
    const account = await openAccount(api);
    await buildSuccessor(api, account);
    await bringTo(api, account, 'reminding');
    const program = await logInProgram(api, account);
    const before = await switchOf(api, account);
    const first = change(account);
    expect((await program.put('/auth/change-password', first)).status).toBe(200);
    expect(await switchOf(api, account)).toEqual(before);
    const now = { ...account, password: first.newPassword };
    const browser = await logIn(api, now);
    api.clock.now += 60_000;
    await browser.put('/auth/change-password', { ...change(now), currentPassword: 'wrong' });
    expect((await switchOf(api, account)).state.lastSeenAt).toBe(api.clock.now - 60_000);
    await browser.put('/auth/change-password', change(now));
    expect((await switchOf(api, account)).state.lastSeenAt).toBe(api.clock.now);
  });
});
