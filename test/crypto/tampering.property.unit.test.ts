/** A flipped bit anywhere in an owner's stored data is refused. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCode } from '../../crypto/codes.ts';
import { openEntry, type SealedEntry, sealEntry, unlock } from '../../crypto/index.ts';
import { openWithRecoveryKey, recoveryKeyOf, replaceVaultKey } from '../../crypto/key-bundle.ts';
import { fromService, newOwner, type TestOwner } from './owner.ts';
import { refusal } from './refusals.ts';
import { decode } from './with-node.ts';

let owner: TestOwner;
/** The JSON of a bundle after a rotation, so that it holds an old key too. */
let bundle: unknown;
beforeAll(async () => {
  owner = await newOwner();
  bundle = fromService((await replaceVaultKey(owner.vault)).keyBundle);
});

/** Where the texts are in a JSON value, as paths. */
function texts(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => texts(member, [...path, key]));
}

/** The value with another text at a path. */
function changed<T>(value: T, [key, ...rest]: string[], change: (text: string) => string): T {
  if (key === undefined) return change(value as string) as T;
  const copy = structuredClone(value);
  copy[key as keyof T] = changed(copy[key as keyof T], rest, change);
  return copy;
}

/** Flips a bit of the bytes that a Base64 text encodes. */
const flipByte = (bit: number) => (text: string) => {
  const bytes = decode(text);
  bytes[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7);
  return bytes.toString('base64');
};

/** Flips a bit of the text itself. */
const flipDigit = (bit: number) => (text: string) => {
  const at = (bit >> 3) % text.length;
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (bit & 7))) + text.slice(at + 1);
};

const bits = fc.nat({ max: 1 << 20 });
const flips = fc.tuple(bits, fc.constantFrom(flipByte, flipDigit)).map(([bit, flip]) => flip(bit));

test('a flipped bit in the bundle is refused', async () => {
  const paths = texts(bundle).filter((path) => path.join() !== 'kdf,name');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), flips, async (path, flip) => {
      const keyBundle = changed(bundle, path, flip);
      const refused = await refusal(() => unlock(owner.logIn, { ...owner.user, keyBundle }));
      expect([path, refused]).toEqual([path, expect.stringMatching(/^(wrong_password|bundle_damaged)$/)]);
    }),
    { numRuns: 500 },
  );
});

test('a flipped bit in the part of the bundle that the recovery code opens is refused', async () => {
  const recoveryKey = await recoveryKeyOf(await readCode('recovery-code-v1', owner.recoveryCode));
  const full = owner.vault.keyBundle;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('iv', 'data'), flips, async (member, flip) => {
      const altered = changed(full, ['vaultKey', 'recovery', member], flip);
      expect(await refusal(() => openWithRecoveryKey(altered, recoveryKey))).toBe('wrong_recovery_code');
    }),
    { numRuns: 200 },
  );
});

test('a flipped bit in the salt of the account is refused', async () => {
  await fc.assert(
    fc.asyncProperty(flips, async (flip) => {
      const user = changed(owner.user, ['salt'], flip);
      expect(await refusal(() => unlock(owner.logIn, user))).toMatch(/^(wrong_password|bundle_damaged)$/);
    }),
    { numRuns: 200 },
  );
});

test('a flipped bit in the parameters of the password is refused', async () => {
  const members = ['version', 'memoryKiB', 'passes', 'parallelism'] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...members), fc.nat({ max: 30 }), async (member, bit) => {
      const { kdf } = owner.credentials;
      const keyBundle = { ...(bundle as object), kdf: { ...kdf, [member]: kdf[member] ^ (1 << bit) } };
      expect(await refusal(() => unlock(owner.logIn, { ...owner.user, keyBundle }))).toBe('bundle_damaged');
    }),
  );
});

test('a flipped bit in an entry is refused', async () => {
  const id = randomUUID();
  const entry = await sealEntry(owner.vault, { id, text: 'a secret of some length' });
  const members = fc.constantFrom('encryptedData', 'iv', 'salt', 'id');
  await fc.assert(
    fc.asyncProperty(members, bits, fc.boolean(), async (member, bit, inBytes) => {
      const flip = inBytes && member !== 'id' ? flipByte : flipDigit;
      const altered: SealedEntry = changed(entry, [member], flip(bit));
      expect([member, await refusal(() => openEntry(owner.vault, altered))]).toEqual([
        member,
        'entry_refused',
      ]);
    }),
    { numRuns: 500 },
  );
});

test('a truncated or lengthened entry is refused too', async () => {
  const entry = await sealEntry(owner.vault, { id: randomUUID(), text: 'short' });
  const bytes = decode(entry.encryptedData);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: bytes.length + 20 }), async (length) => {
      fc.pre(length !== bytes.length);
      const encryptedData = Buffer.concat([bytes, Buffer.alloc(20)])
        .subarray(0, length)
        .toString('base64');
      expect(await refusal(() => openEntry(owner.vault, { ...entry, encryptedData }))).toBe('entry_refused');
    }),
  );
});
