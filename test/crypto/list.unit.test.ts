/** The list of what was left to a successor: who opens it, and everything that passes for one and is not the owner's. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { IV_BYTES, open, seal } from '../../crypto/aead.ts';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { concat, fromUtf8, joined, random, utf8 } from '../../crypto/bytes.ts';
import {
  type CryptoError,
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
import { BOTH_SIGNATURES_BYTES, type SigningKeys, signWithBoth } from '../../crypto/signing.ts';
import { packageKeyOf } from '../../crypto/successor-keys.ts';
import { unwrapSecrets } from '../../crypto/vault.ts';
import type { Bytes, CryptoKey } from '../../crypto/web-crypto.ts';
import { withFixedChance } from '../../scripts/crypto-vectors/fixed-chance.ts';
import { lists } from '../../scripts/crypto-vectors/lists.ts';
import { makeMaterial } from '../../scripts/crypto-vectors/material.ts';
import type { OpenAsSuccessorGiven } from '../../scripts/crypto-vectors/vector.ts';
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

/** What a successor with this list opens. */
const openWith = async (person: Person, list: string, others = [one, two, three]): Promise<Inheritance> => {
  const accepted = others.filter((each) => each !== person);
  return openAsSuccessor(kitOf(person), { ...(await accessOf(sealed, person, accepted)), list });
};

const listFor = async (person: Person, left: EntryRecord[] = records, after?: number) => {
  const [list] = await sealLists(vault, [{ successorId: person.id, records: left, after }]);
  return list!;
};

const keyFor = async (person: Person): Promise<CryptoKey> =>
  packageKeyOf(await readSuccessorKeys(vault), person.id);

const ownerKeys = async (): Promise<SigningKeys> =>
  openSigningKeys(vault.keyBundle, (await unwrapSecrets(vault)).root);

const boundTo = ({ id }: Person): Bytes => joined('list-v1', vault.userId, id);

/** Seals anything as a list, which needs only the package key. */
async function sealAnything(person: Person, plaintext: Bytes): Promise<string> {
  const { iv, data } = await seal(await keyFor(person), boundTo(person), plaintext);
  return toBase64(concat(iv, data));
}

/** The text of a list. */
async function readPlaintext(person: Person, list: string) {
  const bytes = fromBase64(list);
  const box = { iv: bytes.slice(0, IV_BYTES), data: bytes.slice(IV_BYTES) };
  const plaintext = await open(await keyFor(person), boundTo(person), box, 'list_refused');
  const json = plaintext.slice(BOTH_SIGNATURES_BYTES);
  return { json, contents: JSON.parse(fromUtf8(json)) as Record<string, unknown> };
}

describe('a list', () => {
  it('says to its successor and to its owner which text of each entry is the current one', async () => {
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

  it('has a counter above the one before, and above those of all lists that were made earlier', async () => {
    const now = Date.now();
    expect((await listFor(one)).counter).toBeGreaterThanOrEqual(now);
    expect((await listFor(one, records, 7)).counter).toBeGreaterThanOrEqual(now);
    expect((await listFor(one, records, 2 ** 50)).counter).toBe(2 ** 50 + 1);
  });

  it('is padded to one of a few sizes', async () => {
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

/** More false lists are in docs/crypto-vectors.json, which vectors.unit.test.ts opens as successors do. */
describe('a false list', () => {
  it('is refused with one wrong bit, wherever it is', async () => {
    const { list } = await listFor(one);
    const bits = fromBase64(list).length * 8;
    for (let bit = 0; bit < bits; bit += 101)
      await refused(openOwnList(vault, one.id, flipped(list, bit)), 'list_refused');
  });

  /** Expects refusals by the owner and by the successor, who reads everything nevertheless. */
  async function refusedByBoth(list: string, code: CryptoErrorCode): Promise<void> {
    await refused(openOwnList(vault, one.id, list), code);
    const inheritance = await openWith(one, list);
    expect(inheritance).toMatchObject({ list: null, listRefused: code });
    expect((await inheritance.open({ ...entries[0], envelope: null })).text).toBe(TEXTS[0]);
  }

  it('is refused, although its owner signed it, if it is null, not UTF-8 or of a later sealing', async () => {
    const { contents } = await readPlaintext(one, (await listFor(one)).list);
    const later = JSON.stringify({ ...contents, generation: Number(contents.generation) + 1 });
    for (const text of [utf8('null'), new Uint8Array([0xff]), utf8(later)]) {
      const signatures = await signWithBoth(await ownerKeys(), joined('list-v1', text));
      await refusedByBoth(await sealAnything(one, concat(signatures, text)), 'list_refused');
    }
  });

  it('is forged if its owner signed it for another purpose', async () => {
    const { json } = await readPlaintext(one, (await listFor(one)).list);
    const signatures = await signWithBoth(await ownerKeys(), json);
    await refusedByBoth(await sealAnything(one, concat(signatures, json)), 'list_forged');
  });

  it('is refused by its owner as by its successor, in each of the vectors', async () => {
    const [material, vectors] = await withFixedChance('crypto-vectors', async () => {
      const made = await makeMaterial();
      return [made, await lists(made)];
    });
    const owners = new Map<number, Vault>();
    for (const { vault: owner } of [material.one, material.two])
      owners.set((await readSuccessorKeys(owner)).generation, owner);
    for (const { name, given, opens } of vectors) {
      const { kit, access } = given as OpenAsSuccessorGiven;
      if (access.rehearsal) continue;
      const { generation } = await openAsSuccessor(kit, access);
      const read = await openOwnList(owners.get(generation)!, kit.successorId, access.list!).then(
        (list) => ({ list, listRefused: null }),
        ({ code }: CryptoError) => ({ list: null, listRefused: code }),
      );
      expect([name, opens]).toEqual([name, expect.objectContaining(read)]);
    }
  });
});

it('comes with a package that names its sealing, as a rehearsal does', async () => {
  const successors = [unrestricted(one), restricted(two, [entries[0]]), restricted(three, [entries[1]])];
  const again = await sealToSuccessors(vault, { threshold: 2, successors });
  const before = await openWith(one, (await listFor(one)).list);
  const after = await openAsSuccessor(kitOf(one), await accessOf(again, one, [two]));
  expect(before.generation).toBeLessThan(after.generation);
  const { encryptedShare } = await sealRehearsal(
    vault,
    { id: one.id, publicKey: one.kit.publicKey },
    'it works',
  );
  const rehearsed = await openAsSuccessor(kitOf(one), { encryptedShare, reshares: [], rehearsal: true });
  expect(rehearsed.generation).toBe(before.generation);
  expect(rehearsed.generation).toBe((await readSuccessorKeys(vault)).generation);
});
