/** The list of what was left to a successor: who opens it, and everything that passes for one and is not the owner's. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { IV_BYTES, open, seal } from '../../crypto/aead.ts';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { concat, fromUtf8, joined, random, utf8 } from '../../crypto/bytes.ts';
import {
  type CryptoErrorCode,
  type EntryRecord,
  type Inheritance,
  openAsSuccessor,
  openEntry,
  openOwnList,
  readSuccessorKeys,
  type SealedEntry,
  sealEntry,
  sealLists,
  sealRehearsal,
  sealToSuccessors,
  type Vault,
} from '../../crypto/index.ts';
import { openSigningKeys } from '../../crypto/key-bundle.ts';
import { packageKey } from '../../crypto/package.ts';
import { paddedLength } from '../../crypto/padding.ts';
import { BOTH_SIGNATURES_BYTES, type SigningKeys, signingKeys, signWithBoth } from '../../crypto/signing.ts';
import { packageKeyOf } from '../../crypto/successor-keys.ts';
import { unwrapSecrets } from '../../crypto/vault.ts';
import type { Bytes, CryptoKey } from '../../crypto/web-crypto.ts';
import {
  accessOf,
  kitOf,
  newVault,
  type Person,
  restricted,
  sealAsDecided,
  unrestricted,
  withEntries,
  withSuccessors,
} from './family.ts';
import { flipped, refused } from './forger.ts';

const TEXTS = ['the key is under the mat', 'the diary is in the second drawer'];

let vault: Vault;
let one: Person;
let two: Person;
let three: Person;
let entries: [SealedEntry, SealedEntry];
let records: EntryRecord[];
let sealed: Awaited<ReturnType<typeof sealAsDecided>>;

async function recordOf(owner: Vault, entry: SealedEntry): Promise<EntryRecord> {
  const { text: _, ...record } = await openEntry(owner, entry);
  return { id: entry.id, ...record };
}

/** Two of three must accept. The first gets everything, the others one entry each. */
beforeAll(async () => {
  const named = await withSuccessors(await newVault(), 3);
  [one, two, three] = named.people as [Person, Person, Person];
  entries = (await withEntries(named.vault, ...TEXTS)) as typeof entries;
  sealed = await sealAsDecided(named.vault, {
    threshold: 2,
    successors: [unrestricted(one), restricted(two, [entries[0]]), restricted(three, [entries[1]])],
  });
  ({ vault } = sealed);
  records = await Promise.all(entries.map((entry) => recordOf(vault, entry)));
});

/** What a successor opens, who has this list. */
const openWith = async (person: Person, list: string, others = [one, two, three]): Promise<Inheritance> => {
  const accepted = others.filter((each) => each !== person);
  return openAsSuccessor(kitOf(person), { ...(await accessOf(sealed, person, accepted)), list });
};

const listFor = async (person: Person, left: EntryRecord[] = records, after?: number) => {
  const [list] = await sealLists(vault, [{ successorId: person.id, records: left, after }]);
  return list!;
};

const keyFor = async (person: Person, owner = vault): Promise<CryptoKey> =>
  packageKeyOf(await readSuccessorKeys(owner), person.id);

const ownerKeys = async (): Promise<SigningKeys> =>
  openSigningKeys(vault.keyBundle, (await unwrapSecrets(vault)).root);

const boundTo = ({ id }: Person): Bytes => joined('list-v1', vault.userId, id);

/** Seals anything as a list, which the package key is enough for. */
async function sealAnything(person: Person, plaintext: Bytes, key?: CryptoKey): Promise<string> {
  const { iv, data } = await seal(key ?? (await keyFor(person)), boundTo(person), plaintext);
  return toBase64(concat(iv, data));
}

/** Signatures and text of a list. */
async function readPlaintext(person: Person, list: string) {
  const bytes = fromBase64(list);
  const box = { iv: bytes.slice(0, IV_BYTES), data: bytes.slice(IV_BYTES) };
  const plaintext = await open(await keyFor(person), boundTo(person), box, 'list_refused');
  const json = plaintext.slice(BOTH_SIGNATURES_BYTES);
  return { plaintext, json, contents: JSON.parse(fromUtf8(json)) as Record<string, unknown> };
}

const sign = async (json: Bytes, signing: SigningKeys): Promise<Bytes> =>
  concat(await signWithBoth(signing, joined('list-v1', json)), json);

describe('a list', () => {
  it('says to its successor and to its owner which text of each entry is the present one', async () => {
    const before = Date.now();
    const { list, counter, date } = await listFor(one);
    const expected = { counter, date, records: records.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    expect(date).toBeGreaterThanOrEqual(before);
    expect(await openOwnList(vault, one.id, list)).toEqual(expected);
    const inheritance = await openWith(one, list);
    expect(inheritance).toMatchObject({ list: expected, listRefused: null });
    for (const [i, entry] of entries.entries()) {
      const { text, ...signed } = await inheritance.open({ ...entry, envelope: null });
      expect([text, { id: entry.id, ...signed }]).toEqual([TEXTS[i], records[i]]);
    }
  });

  it('tells an edit from the text before it', async () => {
    const [entry] = entries;
    const [{ version, hash }] = records as [EntryRecord];
    const text = 'the key is with the neighbours';
    const edited = await sealEntry(vault, { id: entry.id, text, salt: entry.salt, after: version });
    const record = await recordOf(vault, edited);
    expect(record.version).toBeGreaterThan(version);
    expect(record.hash).not.toBe(hash);
    // The same text at the same version is still another one, if it has another date.
    const [again, later] = await Promise.all(
      [1, 2].map((date) => sealEntry(vault, { id: entry.id, text, after: 2 ** 50, date })),
    );
    expect((await recordOf(vault, again!)).hash).not.toBe((await recordOf(vault, later!)).hash);
  });

  it('has a counter above the one before, and above all that were made earlier', async () => {
    const now = Date.now();
    expect((await listFor(one)).counter).toBeGreaterThanOrEqual(now);
    expect((await listFor(one, records, 7)).counter).toBeGreaterThanOrEqual(now);
    expect((await listFor(one, records, 2 ** 50)).counter).toBe(2 ** 50 + 1);
  });

  it('is filled up to one of few sizes', async () => {
    for (const count of [0, 1, 2, 40]) {
      const some = Array.from({ length: count }, () => ({ ...records[0]!, id: randomUUID() }));
      const { json } = await readPlaintext(one, (await listFor(one, some)).list);
      expect(json).toHaveLength(paddedLength(fromUtf8(json).trimEnd().length));
    }
  });

  it('is made only for those to whom something was sealed last, and with an open vault', async () => {
    const list = [{ successorId: randomUUID(), records }];
    await refused(sealLists(vault, list), 'not_sealed_to');
    const { list: sealedList } = await listFor(one);
    await refused(openOwnList(vault, randomUUID(), sealedList), 'not_sealed_to');
    await refused(sealLists({ ...vault, keys: null }, [{ successorId: one.id, records }]), 'locked');
    await refused(openOwnList({ ...vault, keys: null }, one.id, sealedList), 'locked');
  });

  it('opens with the quorum alone', async () => {
    const { list } = await listFor(one);
    const { quorumSecret, pins } = await readSuccessorKeys(vault);
    const own = fromBase64(pins[one.id]!.ownSecret!);
    const bytes = fromBase64(list);
    const box = { iv: bytes.slice(0, IV_BYTES), data: bytes.slice(IV_BYTES) };
    const openUnder = async (key: Promise<CryptoKey>) => open(await key, boundTo(one), box, 'list_refused');
    await refused(openUnder(packageKey(own, null)), 'list_refused');
    await refused(openUnder(packageKey(own, random(32))), 'list_refused');
    expect(await openUnder(packageKey(own, fromBase64(quorumSecret!)))).toBeTruthy();
    const access = await accessOf(sealed, one);
    await refused(openAsSuccessor(kitOf(one), { ...access, list }), 'quorum_missing');
  });
});

describe('what is not the list', () => {
  /** Refused by the successor, who reads everything nevertheless, and by the owner. */
  async function refusedByBoth(person: Person, list: string, code: CryptoErrorCode): Promise<void> {
    await refused(openOwnList(vault, person.id, list), code);
    const inheritance = await openWith(person, list);
    expect(inheritance).toMatchObject({ list: null, listRefused: code });
    const [entry] = entries;
    if (person === one) expect((await inheritance.open({ ...entry, envelope: null })).text).toBe(TEXTS[0]);
  }

  it('is absent without being refused', async () => {
    const inheritance = await openAsSuccessor(kitOf(one), await accessOf(sealed, one, [two]));
    expect(inheritance).toMatchObject({ list: null, listRefused: null });
  });

  it.each([
    ['nothing', ''],
    ['no base64', '?'],
    ['nonsense', toBase64(random(5_000))],
    ['too short for a tag', toBase64(random(20))],
  ])('is refused if it is %s', (_what, list) => refusedByBoth(one, list, 'list_refused'));

  it('is refused with one wrong bit, wherever it is', async () => {
    const { list } = await listFor(one);
    const bits = fromBase64(list).length * 8;
    for (let bit = 0; bit < bits; bit += 101)
      await refused(openOwnList(vault, one.id, flipped(list, bit)), 'list_refused');
  });

  it('is refused if it was made for another successor', async () => {
    for (const [to, from] of [
      [one, two],
      [two, three],
      [three, one],
    ] as const) {
      const { list } = await listFor(from);
      await refusedByBoth(to, list, 'list_refused');
      // One who can open theirs, or a quorum, can seal it again to the other, and the owner's signatures with it.
      const { plaintext } = await readPlaintext(from, list);
      await refusedByBoth(to, await sealAnything(to, plaintext), 'list_refused');
    }
  });

  it('is refused if it is of an earlier sealing', async () => {
    const { list: old } = await listFor(one);
    const { plaintext } = await readPlaintext(one, old);
    const successors = [unrestricted(one), restricted(two, [entries[0]]), restricted(three, [entries[1]])];
    const again = await sealToSuccessors(vault, { threshold: 2, successors });
    const resealed = await sealAnything(one, plaintext, await keyFor(one, again.vault));
    for (const list of [old, resealed]) {
      await refused(openOwnList(again.vault, one.id, list), 'list_refused');
      const access = { ...(await accessOf(again, one, [two])), list };
      expect(await openAsSuccessor(kitOf(one), access)).toMatchObject({
        list: null,
        listRefused: 'list_refused',
      });
    }
    // With the package of that time it opens, and its counter and the generation say how old it is.
    const before = await openWith(one, old);
    const after = await openAsSuccessor(kitOf(one), await accessOf(again, one, [two]));
    expect(before.list).not.toBeNull();
    expect(before.generation).toBeLessThan(after.generation);
  });

  it('is forged without both signatures of the owner', async () => {
    const { plaintext, json, contents } = await readPlaintext(one, (await listFor(one)).list);
    const [genuine, forgers] = [await ownerKeys(), await signingKeys(random(32))];
    const other = utf8(JSON.stringify({ ...contents, entries: '' }));
    const unsigned = concat(plaintext.slice(0, BOTH_SIGNATURES_BYTES), other);
    for (const wrong of [
      await sign(json, forgers),
      // Whoever has broken one of the two algorithms lacks the other.
      await sign(json, { ed25519: genuine.ed25519, mlDsa: forgers.mlDsa }),
      await sign(json, { ed25519: forgers.ed25519, mlDsa: genuine.mlDsa }),
      unsigned,
      json,
      plaintext.slice(0, BOTH_SIGNATURES_BYTES - 1),
      // Signed for another purpose.
      concat(await signWithBoth(genuine, json), json),
    ])
      await refusedByBoth(one, await sealAnything(one, wrong), 'list_forged');
  });

  it.each<[string, (contents: Record<string, unknown>) => object, CryptoErrorCode]>([
    ['of a later format', () => ({ version: 2 }), 'format_unknown'],
    ['without a version', () => ({ version: undefined }), 'list_refused'],
    ["of another owner's", () => ({ userId: randomUUID() }), 'list_refused'],
    ['for another successor', () => ({ successorId: randomUUID() }), 'list_refused'],
    ['of a later sealing', ({ generation }) => ({ generation: Number(generation) + 1 }), 'list_refused'],
    ['without a counter', () => ({ counter: null }), 'list_refused'],
    ['with a counter below zero', () => ({ counter: -1 }), 'list_refused'],
    ['with a date that does not exist', () => ({ date: 8_640_000_000_000_001 }), 'list_refused'],
    ['without records', () => ({ entries: undefined }), 'list_refused'],
    ['with records that are no base64', () => ({ entries: '?' }), 'list_refused'],
    ['with half a record', () => ({ entries: toBase64(new Uint8Array(32)) }), 'list_refused'],
    ['that names an entry twice', () => ({ entries: toBase64(new Uint8Array(128)) }), 'list_refused'],
    [
      'out of order',
      () => ({ entries: toBase64(concat(new Uint8Array(64).fill(1, 0, 1), new Uint8Array(64))) }),
      'list_refused',
    ],
    [
      'with a version beyond the numbers',
      () => ({ entries: toBase64(new Uint8Array(64).fill(255, 16, 24)) }),
      'list_refused',
    ],
    [
      'with a record whose date does not exist',
      () => ({ entries: toBase64(new Uint8Array(64).fill(255, 24, 32)) }),
      'list_refused',
    ],
  ])('is refused, although its owner signed it, if it is one %s', async (_what, change, code) => {
    const { contents } = await readPlaintext(one, (await listFor(one)).list);
    const json = utf8(JSON.stringify({ ...contents, ...change(contents) }));
    await refusedByBoth(one, await sealAnything(one, await sign(json, await ownerKeys())), code);
  });

  it.each(['nothing', '[]', 'null'])(
    'is refused, although its owner signed it, if it is %p',
    async (text) => {
      const list = await sealAnything(one, await sign(utf8(text), await ownerKeys()));
      await refusedByBoth(one, list, 'list_refused');
    },
  );

  it('is refused if it is no UTF-8', async () => {
    const list = await sealAnything(one, await sign(new Uint8Array([0xff]), await ownerKeys()));
    await refusedByBoth(one, list, 'list_refused');
  });
});

it('does not pass for that of a rehearsal', async () => {
  const { list } = await listFor(one);
  const successor = { id: one.id, publicKey: one.kit.publicKey };
  const { encryptedShare } = await sealRehearsal(vault, successor, 'it works');
  const access = { encryptedShare, reshares: [], list, rehearsal: true };
  const { generation, ...rehearsed } = await openAsSuccessor(kitOf(one), access);
  expect(rehearsed).toMatchObject({ list: null, listRefused: 'list_refused' });
  // So that a device which has seen a rehearsal knows how new a package must be.
  expect(generation).toBe((await readSuccessorKeys(vault)).generation);
});
