/** Entries: how they are sealed, and which ones an owner can open. Refusals are in docs/crypto-vectors.json too. */
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { aeadKey, open, seal } from '../../crypto/aead.ts';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { concat, joined, utf8 } from '../../crypto/bytes.ts';
import { entryKey, openSigned, sealUnder } from '../../crypto/entry.ts';
import { lock, openEntry, sealEntry } from '../../crypto/index.ts';
import { replaceVaultKey } from '../../crypto/key-bundle.ts';
import { sign, verifyingKey } from '../../crypto/signing.ts';
import { unwrapSecrets } from '../../crypto/vault.ts';
import { newOwner, type TestOwner } from './owner.ts';
import { refusal } from './refusals.ts';
import { decode, decrypt, hkdf } from './with-node.ts';

let owner: TestOwner;
beforeAll(async () => {
  owner = await newOwner();
});

test('an entry is its signature and text under AES-256-GCM, bound to its owner and its ID', async () => {
  const { vault, user } = owner;
  const id = randomUUID();
  const entry = await sealEntry(vault, { id, text: 'gr\u00fc\u00dfe' });
  expect(decode(entry.salt)).toHaveLength(16);
  const { vaultKey } = await unwrapSecrets(vault);
  const key = hkdf(vaultKey, `entry-v1${user.id}${id}`, decode(entry.salt));
  expect(Buffer.from(await entryKey(vault, entry))).toEqual(key);
  const plaintext = decrypt(key, `entry-v1${user.id}${id}`, { iv: entry.iv, data: entry.encryptedData });
  const [stamp, signature, text] = [
    plaintext.subarray(0, 16),
    plaintext.subarray(16, 80),
    plaintext.subarray(80),
  ];
  expect(text.toString()).toBe('gr\u00fc\u00dfe');

  const jwk = { kty: 'OKP', crv: 'Ed25519', x: decode(vault.ownerKey).subarray(0, 32).toString('base64url') };
  const signed = Buffer.concat([Buffer.from(`entry-signature-v1${user.id}${id}`), stamp, text]);
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  expect(verify(null, signed, publicKey, signature)).toBe(true);

  const { version, date, hash } = await openEntry(vault, entry);
  expect([BigInt(version), BigInt(date)]).toEqual([stamp.readBigUInt64BE(0), stamp.readBigUInt64BE(8)]);
  expect(hash).toBe(createHash('sha256').update(signed).digest('base64'));
});

test.each(['', '\ufeffa byte order mark', 'a line\r\nand a nul\0', '🗝'.repeat(20_000)])(
  'a text comes back as it was, in the case of %#',
  async (text) => {
    const entry = await sealEntry(owner.vault, { id: randomUUID(), text });
    expect((await openEntry(owner.vault, entry)).text).toBe(text);
  },
);

test('an edit keeps the salt and so the key that envelopes hold, under a fresh IV', async () => {
  const first = await sealEntry(owner.vault, { id: randomUUID(), text: 'one' });
  const edited = await sealEntry(owner.vault, { id: first.id, text: 'two', salt: first.salt });
  expect(edited.salt).toBe(first.salt);
  expect(edited.iv).not.toBe(first.iv);
  expect((await openEntry(owner.vault, edited)).text).toBe('two');
  const another = await sealEntry(owner.vault, { id: randomUUID(), text: 'one' });
  expect(another.salt).not.toBe(first.salt);
});

test('an edit has a higher version, even where the clock was set back, and the date that it was given', async () => {
  const id = randomUUID();
  const first = await openEntry(owner.vault, await sealEntry(owner.vault, { id, text: 'one' }));
  expect(first.date).toBeGreaterThan(Date.now() - 60_000);
  const after = first.version + 3_600_000;
  const edited = await sealEntry(owner.vault, { id, text: 'two', after, date: 1_000 });
  expect(await openEntry(owner.vault, edited)).toMatchObject({ version: after + 1, date: 1_000 });
  const early = await sealEntry(owner.vault, { id, text: 'imported', date: -86_400_000 });
  expect(await openEntry(owner.vault, early)).toMatchObject({ date: 0 });
});

test('signed bytes that are not text are refused, and so is a version that no client writes', async () => {
  const { vault, user } = owner;
  const { id, salt } = await sealEntry(vault, { id: randomUUID(), text: 'as text' });
  const key = await aeadKey(await entryKey(vault, { id, salt }));
  const withBytes = async (stamp: Uint8Array, text: Uint8Array) => {
    const message = joined('entry-signature-v1', user.id, id, stamp, text);
    const signature = await sign(vault.keys!.signing, message);
    const { iv, data } = await seal(key, joined('entry-v1', user.id, id), concat(stamp, signature, text));
    return { id, salt, iv: toBase64(iv), encryptedData: toBase64(data) };
  };
  const noText = await withBytes(new Uint8Array(16), new Uint8Array([0xff]));
  expect(await refusal(() => openEntry(vault, noText))).toBe('entry_refused');
  const tooHigh = await withBytes(new Uint8Array(16).fill(0xff), utf8('text'));
  expect(await refusal(() => openEntry(vault, tooHigh))).toBe('entry_refused');
});

test('a service that swaps the salts of two entries gets no key to either', async () => {
  const mine = await sealEntry(owner.vault, { id: randomUUID(), text: 'for nobody' });
  const left = await sealEntry(owner.vault, { id: randomUUID(), text: 'for a successor' });
  const named = await entryKey(owner.vault, { id: left.id, salt: mine.salt });
  for (const entry of [mine, left]) expect(named).not.toEqual(await entryKey(owner.vault, entry));
  const theirs = { ...owner.vault, userId: randomUUID() };
  expect(await entryKey(theirs, mine)).not.toEqual(await entryKey(owner.vault, mine));
});

test('an entry sealed before a rotation still opens, and a later one uses the new key', async () => {
  const old = await sealEntry(owner.vault, { id: randomUUID(), text: 'old' });
  const once = await replaceVaultKey(owner.vault);
  const twice = await replaceVaultKey(once);
  expect((await openEntry(twice, old)).text).toBe('old');
  const fresh = await sealEntry(twice, { id: randomUUID(), text: 'new' });
  expect((await openEntry(twice, fresh)).text).toBe('new');
  for (const vault of [owner.vault, once]) {
    expect(await refusal(() => openEntry(vault, fresh))).toBe('entry_refused');
  }
});

test('the sample of a rehearsal isn’t an entry, even for someone who has the key', async () => {
  const { vault, user } = owner;
  const entry = await sealEntry(vault, { id: randomUUID(), text: 'genuine' });
  const { id } = entry;
  const ownerKey = await verifyingKey(fromBase64(vault.ownerKey));
  const key = await aeadKey(await entryKey(vault, entry));
  const text = { id, text: 'sample', salt: fromBase64(entry.salt) };
  const sample = await sealUnder(key, vault, text, 'rehearsal-entry');
  expect((await openSigned(key, user.id, ownerKey, sample, 'rehearsal-entry')).text).toBe('sample');
  expect(await refusal(() => openSigned(key, user.id, ownerKey, sample))).toBe('entry_refused');

  const box = { iv: fromBase64(sample.iv), data: fromBase64(sample.encryptedData) };
  const signed = await open(key, joined('rehearsal-entry-v1', user.id, id), box, 'entry_refused');
  const { iv, data } = await seal(key, joined('entry-v1', user.id, id), signed);
  const passedOff = { id, iv: toBase64(iv), encryptedData: toBase64(data), salt: entry.salt };
  expect(await refusal(() => openSigned(key, user.id, ownerKey, passedOff))).toBe('entry_forged');
  expect(await refusal(() => openEntry(vault, passedOff))).toBe('entry_forged');
});

test('a locked vault neither seals nor opens entries', async () => {
  const vault = { ...owner.vault };
  const entry = await sealEntry(vault, { id: randomUUID(), text: 'gone' });
  lock(vault);
  expect(JSON.stringify(vault.keys)).toBe('null');
  expect(await refusal(() => openEntry(vault, entry))).toBe('locked');
  expect(await refusal(() => sealEntry(vault, entry as never))).toBe('locked');
});
