/** Recovery kits, and HPKE beneath them. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { fromHex, toHex, utf8 } from '../../crypto/bytes.ts';
import { deriveKeyPair, openWith, rawPublicKey, sealTo } from '../../crypto/hpke.ts';
import { comparison, createKit, fingerprint } from '../../crypto/index.ts';
import { openKit } from '../../crypto/kit.ts';
import { kitOf, newVault, type Person } from './family.ts';

describe('a new kit', () => {
  it('names its owner in the salt, and is the same whenever the code is typed', async () => {
    const { ownerKey } = await newVault();
    const kit = await createKit(ownerKey);
    const ownerHash = createHash('sha256').update(fromBase64(ownerKey)).digest('hex');
    expect(kit.code).toMatch(/^(?:[0-9A-F]{4}-){8}[0-9A-F]{4}$/);
    expect(toHex(fromBase64(kit.salt).slice(16))).toBe(ownerHash);
    expect(kit.ownerFingerprint).toBe(ownerHash);
    expect(kit.fingerprint).toBe(createHash('sha256').update(fromBase64(kit.publicKey)).digest('hex'));
    expect(await fingerprint(kit.publicKey)).toBe(kit.fingerprint);
    const person: Person = { id: '00000000-0000-4000-8000-000000000001', kit };
    const { publicKey, keyPair } = await openKit(kitOf(person));
    expect(toBase64(publicKey)).toBe(kit.publicKey);
    expect(keyPair.privateKey.extractable).toBe(false);
  });

  it('differs from every other kit, also of the same owner', async () => {
    const { ownerKey } = await newVault();
    const kits = await Promise.all(Array.from({ length: 5 }, () => createKit(ownerKey)));
    for (const field of ['code', 'salt', 'publicKey', 'comparison'] as const) {
      expect(new Set(kits.map((kit) => kit[field])).size).toBe(5);
    }
  });

  it('is refused without a key of the owner', async () => {
    for (const key of ['', 'AAAA', 'no base64']) {
      await expect(createKit(key)).rejects.toMatchObject({ code: 'format_unknown' });
    }
  });

  it('has the SHA-256 of both keys as its comparison', async () => {
    const { ownerKey } = await newVault();
    const { publicKey } = await createKit(ownerKey);
    const hash = createHash('sha256')
      .update('comparison-v1')
      .update(fromBase64(publicKey))
      .update(fromBase64(ownerKey))
      .digest('hex');
    const groups = hash.slice(0, 40).toUpperCase().match(/.{4}/g)?.join(' ');
    expect(await comparison(publicKey, ownerKey)).toBe(groups);
  });
});

describe('HPKE', () => {
  // RFC 9180, appendix A.1.1.
  it.each([
    [
      '6db9df30aa07dd42ee5e8181afdb977e538f5e1fec8a06223f33f7013e525037',
      '3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d',
    ],
    [
      '7268600d403fce431561aef583ee1613527cff655c1343f29812e66706df3234',
      '37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431',
    ],
  ])('derives the key pair of RFC 9180 from %s', async (ikm, publicKey) => {
    expect(toHex(await rawPublicKey(await deriveKeyPair(fromHex(ikm))))).toBe(publicKey);
  });

  it('puts the encapsulated key first, and opens nothing with other info or additional data', async () => {
    const pair = await deriveKeyPair(utf8('some bytes of thirty-two in length'));
    const sealed = await sealTo(await rawPublicKey(pair), 'info', utf8('data'), utf8('text'));
    expect(sealed).toHaveLength(32 + 4 + 16);
    expect(await openWith(pair, 'info', utf8('data'), sealed)).toEqual(utf8('text'));
    await expect(openWith(pair, 'other', utf8('data'), sealed)).rejects.toThrow();
    await expect(openWith(pair, 'info', utf8('other'), sealed)).rejects.toThrow();
    await expect(openWith(pair, 'info', utf8('data'), sealed.slice(0, 20))).rejects.toThrow();
  });
});
