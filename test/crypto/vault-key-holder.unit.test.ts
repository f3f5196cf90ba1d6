/** A successor who lawfully has the vault key, together with the service and all that it stores. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openBox, seal } from '../../crypto/aead.ts';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { concat, fromUtf8, joined, random, u64, utf8 } from '../../crypto/bytes.ts';
import { readableKey } from '../../crypto/entry.ts';
import { baseKey, deriveKey } from '../../crypto/hkdf.ts';
import {
  createKit,
  type FullBundle,
  openAsSuccessor,
  openEntry,
  sealEntry,
  unlock,
} from '../../crypto/index.ts';
import { openContents } from '../../crypto/key-bundle.ts';
import { packageKey } from '../../crypto/package.ts';
import { sign, signingKey } from '../../crypto/signing.ts';
import { readSuccessorKeys, sealSuccessorKeys } from '../../crypto/successor-keys.ts';
import type { Bytes } from '../../crypto/web-crypto.ts';
import {
  inherit,
  kitOf,
  type Person,
  SAM,
  sealAsDecided,
  shareOf,
  unrestricted,
  withSuccessors,
} from './family.ts';
import { readPackage, refused } from './forger.ts';
import { fromService, newOwner, type TestOwner } from './owner.ts';

let owner: TestOwner;
let stored: FullBundle;
let bob: Person;
let carol: Person;
let vaultKey: Bytes;
let sealed: Awaited<ReturnType<typeof sealAsDecided>>;

beforeAll(async () => {
  owner = await newOwner();
  const { vault, people } = await withSuccessors(owner.vault, 2);
  [bob, carol] = people as [Person, Person];
  sealed = await sealAsDecided(vault, { threshold: 1, successors: people.map(unrestricted) });
  stored = fromService(sealed.vault.keyBundle);
  // Bob opens his own package, as he may after a release.
  const { contents } = await readPackage(bob, shareOf(sealed, bob));
  const key = await packageKey(fromBase64(contents.ownSecret), null);
  const bound = joined('package-vault-key-v1', contents.userId, bob.id, u64(contents.generation));
  vaultKey = await openBox(key, bound, contents.vaultKey!, 'package_forged');
});

describe('an attacker with the vault key and the bundle', () => {
  it('opens no box of the bundle: neither the signing key nor the pins', async () => {
    for (const root of [vaultKey, random(32)]) {
      await refused(openContents(stored, { root, vaultKey }, owner.user.id), 'bundle_damaged');
    }
    const ownerKey = fromBase64(stored.signing.publicKey);
    const base = await baseKey(vaultKey);
    const boxes = [
      [stored.signing.seed, 'signing-key-v1', concat(utf8('signing-key-v1'), ownerKey)],
      [stored.successors, 'successors-v1', concat(utf8('successors-v1'), ownerKey)],
    ] as const;
    for (const [box, label, bound] of boxes) {
      await refused(openBox(await deriveKey(base, label), bound, box, 'bundle_damaged'), 'bundle_damaged');
    }
  });

  it('cannot replace another successor’s pin by a key of their own', async () => {
    const evil = await createKit({ ownerKey: sealed.vault.ownerKey, email: SAM });
    const keys = await readSuccessorKeys(sealed.vault);
    const pins = { ...keys.pins, [carol.id]: { ...keys.pins[carol.id]!, fingerprint: evil.fingerprint } };
    const key = await deriveKey(await baseKey(vaultKey), 'successors-v1');
    const box = await sealSuccessorKeys(key, fromBase64(stored.signing.publicKey), { ...keys, pins });
    const forged = { ...owner.user, keyBundle: { ...stored, successors: box } };
    await refused(unlock(owner.logIn, forged), 'bundle_damaged');
  });

  it('cannot write an entry that the owner or another successor takes for genuine', async () => {
    const [id, salt] = [randomUUID(), random(16)];
    const text = utf8('everything goes to Bob');
    const stamp = concat(u64(Date.now()), u64(Date.now()));
    const bound = joined('entry-signature-v1', owner.user.id, id, stamp, text);
    const entry = { id, salt: toBase64(salt) };
    const key = await readableKey(await baseKey(vaultKey), owner.user.id, entry);
    const signature = await sign(await signingKey(random(32)), bound);
    const made = await seal(key, joined('entry-v1', owner.user.id, id), concat(stamp, signature, text));
    const forged = { ...entry, iv: toBase64(made.iv), encryptedData: toBase64(made.data) };
    await refused(openEntry(sealed.vault, forged), 'entry_forged');
    const inheritance = await inherit(sealed, carol);
    await refused(inheritance.open({ ...forged, envelope: null }), 'entry_forged');
  });

  it('cannot move the boundary between the ID of an entry and its text', async () => {
    const { vault } = sealed;
    const real = await sealEntry(vault, { id: randomUUID(), text: 'Do NOT sell the house' });
    const key = await readableKey(await baseKey(vaultKey), owner.user.id, real);
    const bound = utf8(`entry-v1${owner.user.id}${real.id}`);
    const opened = { iv: real.iv, data: real.encryptedData };
    const plaintext = await openBox(key, bound, opened, 'entry_refused');
    // The signature covers the same bytes, in which the ID is longer, and version, date and text are shifted.
    const id = `${real.id}${fromUtf8(plaintext.subarray(0, 2))}`;
    const shorter = concat(
      plaintext.subarray(2, 16),
      utf8('Do'),
      plaintext.subarray(16, 80),
      plaintext.subarray(82),
    );
    const info = `entry-v1${owner.user.id}${id}`;
    const moved = await deriveKey(await baseKey(vaultKey), info, fromBase64(real.salt));
    const made = await seal(moved, utf8(info), shorter);
    const forged = { id, salt: real.salt, iv: toBase64(made.iv), encryptedData: toBase64(made.data) };
    const access = { encryptedShare: shareOf(sealed, carol), reshares: [] };
    const inheritance = await openAsSuccessor(kitOf(carol), access);
    await refused(inheritance.open({ ...forged, envelope: null }), 'entry_refused');
    await refused(openEntry(vault, forged), 'entry_refused');
    expect((await inheritance.open({ ...real, envelope: null })).text).toBe('Do NOT sell the house');
  });
});

describe('an invalid ID', () => {
  it.each(['', 'x', '0193A5B0-7C00-7000-8000-000000000001', '../0193a5b0-7c00-7000-8000-000000000001'])(
    'is refused for users and entries: %j',
    async (id) => {
      await refused(unlock(owner.logIn, { ...owner.user, id }), 'format_unknown');
      await refused(sealEntry(owner.vault, { id, text: 'text' }), 'entry_refused');
    },
  );
});
