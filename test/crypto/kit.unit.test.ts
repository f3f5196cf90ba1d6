/** Recovery kits, and HPKE beneath them. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { concat, random, toHex, utf8 } from '../../crypto/bytes.ts';
import { isUsable, keyPairOf, openWith, rawPublicKey, sealTo } from '../../crypto/hpke.ts';
import { comparedWords, createKit, differingWords, fingerprint, readWords } from '../../crypto/index.ts';
import { openKit } from '../../crypto/kit.ts';
import { kitOf, newVault, type Person, SAM } from './family.ts';
import { refused } from './forger.ts';

describe('a new kit', () => {
  it('names its owner in the salt, and is the same whenever the code is typed', async () => {
    const { ownerKey } = await newVault();
    const kit = await createKit({ ownerKey, email: SAM });
    const ownerHash = createHash('sha256').update(fromBase64(ownerKey)).digest('hex');
    expect(kit.code).toMatch(/^(?:[0-9A-F]{4}-){8}[0-9A-F]{4}$/);
    expect(toHex(fromBase64(kit.salt).slice(16))).toBe(ownerHash);
    expect(kit.ownerFingerprint).toBe(ownerHash);
    expect(kit.fingerprint).toBe(createHash('sha256').update(fromBase64(kit.publicKey)).digest('hex'));
    expect(await fingerprint(kit.publicKey)).toBe(kit.fingerprint);
    const person: Person = { id: '00000000-0000-4000-8000-000000000001', kit };
    const { publicKey } = await openKit(kitOf(person));
    expect(toBase64(publicKey)).toBe(kit.publicKey);
  });

  it('differs from every other kit, even of the same owner', async () => {
    const { ownerKey } = await newVault();
    const kits = await Promise.all(Array.from({ length: 5 }, () => createKit({ ownerKey, email: SAM })));
    for (const field of ['code', 'salt', 'publicKey', 'words'] as const) {
      expect(new Set(kits.map((kit) => kit[field])).size).toBe(5);
    }
  });

  it('is refused without a key of the owner', async () => {
    for (const key of ['', 'AAAA', 'no base64']) {
      await refused(createKit({ ownerKey: key, email: SAM }), 'format_unknown');
    }
  });

  it('has six words for both keys, the same ones in each language by their numbers', async () => {
    const { ownerKey } = await newVault();
    const { publicKey, words } = await createKit({ ownerKey, email: SAM }, 'de');
    const english = await comparedWords({ publicKey, ownerKey, email: SAM }, 'en');
    const numbers = (text: string, language: string) =>
      readWords(text).find((read) => read.language === language)?.numbers;
    expect(words.split(' ')).toHaveLength(6);
    expect(numbers(words, 'de')).toEqual(numbers(english, 'en'));
    expect(await comparedWords({ publicKey, ownerKey, email: SAM }, 'de')).toBe(words);
  });

  it('has other words for another address, so that a key that fits one sheet fits no other successor', async () => {
    const { ownerKey } = await newVault();
    const { publicKey, words } = await createKit({ ownerKey, email: SAM });
    const at = (email: string) => comparedWords({ publicKey, ownerKey, email }, 'en');
    expect(await at(' Sam@Example.com')).toBe(words);
    expect(await at('ben@example.com')).not.toBe(words);
  });

  it('says which words were heard differently, in either language', async () => {
    const { ownerKey } = await newVault();
    const { publicKey, words } = await createKit({ ownerKey, email: SAM }, 'de');
    const [one, two, three, ...rest] = words.split(' ');
    const differs = (...heard: (string | undefined)[]) =>
      differingWords({ publicKey, ownerKey, email: SAM }, heard.join(' '));
    expect(await differs(one, two, three, ...rest)).toEqual([]);
    expect(await differs(await comparedWords({ publicKey, ownerKey, email: SAM }, 'en'))).toEqual([]);
    expect(await differs(one, two, three === 'zug' ? 'zoo' : 'zug', ...rest)).toEqual([3]);
    expect(await differs(one, two, 'nothing', ...rest)).toEqual([3]);
    expect(await differs(one, two, three, ...rest.slice(1))).toContain(6);
    expect(await differs(one, two, three, ...rest, one)).toEqual([7]);
    expect(await differs()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('HPKE', () => {
  it('puts the encapsulated key first, and opens nothing with other info or additional data', async () => {
    const pair = await keyPairOf(random(32));
    const sealed = await sealTo(await rawPublicKey(pair), 'info', utf8('data'), utf8('text'));
    expect(sealed).toHaveLength(1_120 + 4 + 16);
    expect(await openWith(pair, 'info', utf8('data'), sealed)).toEqual(utf8('text'));
    await expect(openWith(pair, 'other', utf8('data'), sealed)).rejects.toThrow();
    await expect(openWith(pair, 'info', utf8('other'), sealed)).rejects.toThrow();
    await expect(openWith(pair, 'info', utf8('data'), sealed.slice(0, 20))).rejects.toThrow();
  });

  it('seals to no key that is malformed or of low order', async () => {
    const good = await rawPublicKey(await keyPairOf(random(32)));
    const bad = [
      new Uint8Array(1_216),
      new Uint8Array(1_216).fill(255),
      concat(good.slice(0, 1_184), new Uint8Array(32)),
      concat(new Uint8Array([255, 255, 255]), good.slice(3)),
      good.slice(0, -1),
    ];
    expect(await isUsable(good)).toBe(true);
    for (const key of bad) {
      expect(await isUsable(key)).toBe(false);
      await expect(sealTo(key, 'info', utf8('data'), utf8('text'))).rejects.toThrow();
    }
  });

  it('opens nothing once its private key was wiped', async () => {
    const pair = await keyPairOf(random(32));
    const sealed = await sealTo(await rawPublicKey(pair), 'info', utf8('data'), utf8('text'));
    pair.wipe();
    await expect(openWith(pair, 'info', utf8('data'), sealed)).rejects.toThrow();
  });
});
