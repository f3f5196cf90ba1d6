/** The demo's client, checked against Node's own cryptography and for mix-ups. */
import { createDecipheriv, createHash, hkdfSync, pbkdf2Sync, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { printCode, readCode } from '../../dev/demo/recovery-code.ts';
import {
  authKey,
  entryKey,
  fingerprint,
  fromBase64,
  keyEncryptionKey,
  masterKey,
  newKit,
  newSalt,
  newVaultKey,
  openEntry,
  openEnvelope,
  sealEntry,
  sealEnvelope,
  toBase64,
  unwrapVaultKey,
  wrapVaultKey,
} from '../../dev/demo/vault-crypto.ts';

const userId = randomUUID();

test('a password becomes the keys of the design, however its address is written', async () => {
  const salt = newSalt();
  const master = await masterKey('correct horse', '  Ada@Example.ORG ');
  const addressSalt = createHash('sha256').update('vault-v1ada@example.org').digest();
  const expected = pbkdf2Sync('correct horse', addressSalt, 600_000, 32, 'sha256');
  expect(Buffer.from(master)).toEqual(expected);
  const auth = hkdfSync('sha256', expected, '', 'auth', 32);
  expect(await authKey(master)).toBe(Buffer.from(auth).toString('base64'));
  const kek = hkdfSync('sha256', expected, Buffer.from(salt, 'base64'), 'kek', 32);
  expect(Buffer.from(await keyEncryptionKey(master, salt))).toEqual(Buffer.from(kek));
});

test('only the same key unwraps the vault key from its bundle', async () => {
  const vaultKey = newVaultKey();
  const kek = newVaultKey();
  const bundle = JSON.parse(JSON.stringify(await wrapVaultKey(vaultKey, kek)));
  expect(await unwrapVaultKey(bundle, kek)).toEqual(vaultKey);
  await expect(unwrapVaultKey(bundle, newVaultKey())).rejects.toThrow();
});

test('an entry is AES-256-GCM bound to its owner and its id', async () => {
  const vaultKey = newVaultKey();
  const id = randomUUID();
  const entry = await sealEntry(vaultKey, userId, id, 'grüße');
  const key = await entryKey(vaultKey, entry.salt);
  const data = fromBase64(entry.encryptedData);
  const decipher = createDecipheriv('aes-256-gcm', key, fromBase64(entry.iv))
    .setAAD(Buffer.from(`entry-v1${userId}${id}`))
    .setAuthTag(data.subarray(-16));
  expect(Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]).toString()).toBe('grüße');

  expect(await openEntry(key, userId, entry)).toBe('grüße');
  await expect(openEntry(key, userId, { ...entry, id: randomUUID() })).rejects.toThrow();
  await expect(openEntry(key, randomUUID(), entry)).rejects.toThrow();
  const altered = toBase64(data.map((byte, i) => (i === 0 ? byte ^ 1 : byte)));
  await expect(openEntry(key, userId, { ...entry, encryptedData: altered })).rejects.toThrow();
});

test('an envelope opens with the code of its successor, for its entry, and in no other way', async () => {
  const { code, kit } = await newKit();
  const which = { successorId: randomUUID(), entryId: randomUUID() };
  const key = newVaultKey();
  const envelope = await sealEnvelope(kit.publicKey, { userId, ...which }, key);
  expect(await openEnvelope(code, kit.salt, which, envelope)).toEqual({ userId, key });

  const other = await newKit();
  await expect(openEnvelope(other.code, kit.salt, which, envelope)).rejects.toThrow();
  await expect(openEnvelope(code, other.kit.salt, which, envelope)).rejects.toThrow();
  for (const change of [{ successorId: randomUUID() }, { entryId: randomUUID() }]) {
    await expect(openEnvelope(code, kit.salt, { ...which, ...change }, envelope)).rejects.toThrow();
  }
});

test('a fingerprint is SHA-256 of the raw public key', async () => {
  const { kit } = await newKit();
  const raw = Buffer.from(kit.publicKey, 'base64');
  expect(raw).toHaveLength(32);
  expect(await fingerprint(kit.publicKey)).toBe(createHash('sha256').update(raw).digest('hex'));
});

test('a recovery code is read as printed, however it is typed, and a typing error is noticed', async () => {
  const { code } = await newKit();
  const printed = printCode(code);
  expect(printed).toMatch(/^([0-9A-F]{4}-){8}[0-9A-F]{4}$/);
  expect(readCode(printed)).toEqual(code);
  expect(readCode(` ${printed.toLowerCase().replaceAll('-', ' ')} `)).toEqual(code);
  const slip = `${printed[0] === '0' ? '1' : '0'}${printed.slice(1)}`;
  for (const wrong of [slip, printed.slice(0, -1), `${printed}00`, '', 'zebra']) {
    expect(() => readCode(wrong)).toThrow(TypeError);
  }
});
