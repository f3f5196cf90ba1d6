/** The service takes a rotation made by crypto/, and both sides open the vault afterwards. */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  createAccount,
  createKit,
  decide,
  KDF_V1,
  openAsSuccessor,
  openEntry,
  pin,
  prepareLogIn,
  type Recipient,
  rotate,
  sealEntry,
  sealToSuccessors,
  unlock,
} from '../../../crypto/index.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { userOf, verificationToken } from '../../support/builders/account.ts';
import { buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { linkToken } from '../../support/builders/successor-links.ts';
import { client } from '../../support/clients/client.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

test('a rotated vault opens for its owner and for the successor who stays, and not with the old key', async () => {
  const em = api.em();
  const who = { email: uniqueEmail(), password: 'Ada’s cat likes the 3rd window', kdf: KDF_V1 };
  const { recoveryCode: _, ...account } = await createAccount(who);
  await client(api).raw.post('/auth/register', { email: who.email, name: 'Ada', ...account });
  const owner = await userOf(api, who.email);
  await client(api).get(`/auth/verify-email?token=${await verificationToken(api, owner.id)}`);
  const logIn = await prepareLogIn(who);
  const browser = client(api);
  const { body } = await browser.post('/auth/login', { email: who.email, password: logIn.password });
  let vault = await unlock(logIn, body.user as never);

  const texts = new Map([
    [randomUUID(), 'the letter'],
    [randomUUID(), 'the diary'],
  ]);
  for (const [id, text] of texts) {
    const entry = { ...(await sealEntry(vault, { id, text })), category: '', tags: [] };
    expect((await browser.raw.post('/vault/entries', entry)).status).toBe(201);
  }
  const [left = ''] = texts.keys();
  const rows = () => em.fork().find(VaultEntry, { userId: owner.id });
  const { id, email } = await buildSuccessor(api, owner);
  const kit = await createKit({ ownerKey: vault.ownerKey, email });
  const token = await linkToken(api, owner, id);
  const { publicKey, salt } = kit;
  await client(api).put('/successors/public-key', { token, publicKey, salt });
  await browser.post(`/successors/${id}/verify`, { keyFingerprint: kit.fingerprint });
  vault = await pin(vault, { id, publicKey, email }, kit.words);
  const recipients = async (): Promise<Recipient[]> => [
    {
      id,
      publicKey,
      restricted: true,
      entries: (await rows()).filter((row) => row.id === left).map((row) => ({ id: left, salt: row.salt })),
    },
  ];
  vault = await decide(vault, { threshold: 1, successors: [{ id, entryIds: [left] }] });
  const sealed = await sealToSuccessors(vault, { threshold: 1, successors: await recipients() });
  const shares = { threshold: 1, shares: sealed.shares };
  expect((await browser.put('/successors/shares', shares)).status).toBe(200);
  const assigned = { entryIds: [left], restrictToAssignedEntries: true };
  await browser.put(`/successors/${id}/assigned-entries`, assigned);

  const entries = (await rows()).map((row) => ({
    id: row.id,
    version: row.version,
    encryptedData: row.encryptedData,
    iv: row.iv,
    salt: row.salt,
    algorithm: 'AES-GCM' as const,
  }));
  const successors = await recipients();
  const { keyBundleVersion } = (await browser.get('/auth/profile')).body.user;
  const rotation = { keyBundleVersion, entries, entryCount: entries.length, threshold: 1, successors };
  const rotated = await rotate(sealed.vault, rotation);
  let lines = '';
  for await (const line of rotated.lines) lines += line;
  const reply = await browser.raw.post('/vault/rotate', lines, { 'Content-Type': 'application/x-ndjson' });
  expect([reply.status, reply.body]).toMatchObject([200, { entryCount: 2, envelopeCount: 1 }]);

  const again = await unlock(
    await prepareLogIn(who),
    (await browser.get('/auth/profile')).body.user as never,
  );
  const stored = (await browser.get('/vault/entries')).body.entries;
  const opened = await Promise.all(
    stored.map(async (entry) => [entry.id, (await openEntry(again, entry as never)).text] as const),
  );
  expect(new Map(opened)).toEqual(texts);
  for (const entry of stored) await expect(openEntry(vault, entry as never)).rejects.toThrow();

  const { encryptedShare } = (await browser.get(`/successors/${id}`)).body.successor;
  const holder = { code: kit.code, salt: kit.salt, successorId: id };
  const inheritance = await openAsSuccessor(holder, { encryptedShare: encryptedShare ?? '', reshares: [] });
  const { envelope } = await em.fork().findOneOrFail(AssignedEntry, { successorId: id, entryId: left });
  const entry = stored.find((each) => each.id === left);
  expect((await inheritance.open({ ...entry, envelope } as never)).text).toBe('the letter');
});
