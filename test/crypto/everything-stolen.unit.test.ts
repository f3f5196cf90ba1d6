/**
 * An attacker who is given everything that the service stores, and one kit too few: alone, and with a quantum computer
 * that breaks X25519 and Ed25519. It opens nothing and forges nothing.
 */
import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { concat, joined, random, u64, utf8 } from '../../crypto/bytes.ts';
import {
  openAsSuccessor,
  type SealedEntry,
  type SealedList,
  type SealedToSuccessors,
  sealLists,
  type Vault,
} from '../../crypto/index.ts';
import { openContents } from '../../crypto/key-bundle.ts';
import type { Package } from '../../crypto/package-format.ts';
import { publicKeysOf, type SigningKeys, signingKeys, signWithBoth } from '../../crypto/signing.ts';
import { readSuccessorKeys } from '../../crypto/successor-keys.ts';
import { unwrapSecrets } from '../../crypto/vault.ts';
import { insideKit } from '../../scripts/crypto-vectors/between.ts';
import { base64, ed25519Seed, hkdf } from '../../scripts/crypto-vectors/plain.ts';
import { attack, type BrokenKit } from '../support/clients/attacker.ts';
import {
  accessOf,
  kitOf,
  newVault,
  type Person,
  restricted,
  sealAsDecided,
  shareOf,
  unrestricted,
  withEntries,
  withSuccessors,
} from './family.ts';
import { passOn, readPackage, refused, sealReshare } from './forger.ts';

const TEXTS = ['the key is under the mat', 'the diary is in the second drawer'];

let vault: Vault;
let people: Person[];
let entries: SealedEntry[];
let sealed: SealedToSuccessors;
let lists: SealedList[];
/** The seed of the owner's signing keys. */
let seed: Uint8Array<ArrayBuffer>;
let prizes: Parameters<typeof attack>[1];

/** Three successors, two of whom must accept. One gets everything, and the others get one entry each. */
beforeAll(async () => {
  const named = await withSuccessors(await newVault(), 3);
  people = named.people;
  entries = await withEntries(named.vault, ...TEXTS);
  const [one, two] = entries as [SealedEntry, SealedEntry];
  const [grace, alan, edsger] = people as [Person, Person, Person];
  sealed = await sealAsDecided(named.vault, {
    threshold: 2,
    successors: [unrestricted(grace), restricted(alan, [one]), restricted(edsger, [two])],
  });
  ({ vault } = sealed);
  lists = await sealLists(
    vault,
    people.map(({ id }) => ({ successorId: id, records: [] })),
  );
  const { root, vaultKey } = await unwrapSecrets(vault);
  const contents = await openContents(vault.keyBundle, { root, vaultKey }, vault.userId);
  seed = new Uint8Array(contents.seed);
  const { quorumSecret, pins } = await readSuccessorKeys(vault);
  prizes = {
    keys: new Map([
      ...Object.entries({ root, vaultKey, seed, quorumSecret: fromBase64(quorumSecret!) }),
      ...people.map(({ id }, i) => [`own secret ${i}`, fromBase64(pins[id]!.ownSecret!)] as const),
    ]),
    texts: new Map([
      ...TEXTS.map((text) => [text, text] as const),
      ['a list', `{"version":1,"userId":"${vault.userId}`],
    ]),
  };
});

/** Everything that the service stores before anyone has accepted. */
const stored = () => ({
  name: 'the database',
  texts: [
    JSON.stringify({ keyBundle: vault.keyBundle, entries, shares: sealed.shares, ids: vault.userId }),
    JSON.stringify(sealed.assignments),
    JSON.stringify(lists),
    JSON.stringify(people.map(({ id, kit: { publicKey, salt } }) => ({ id, publicKey, salt }))),
  ],
});

/** What a quantum computer finds out about a kit. @param both whether ML-KEM is broken too */
function brokenKit(person: Person, both = false): BrokenKit {
  const seedOfKit = Buffer.from(insideKit(kitOf(person)).privateKey, 'hex');
  const expanded = createHash('shake256', { outputLength: 96 }).update(seedOfKit).digest();
  const x25519 = new Uint8Array(expanded.subarray(64));
  return both ? { x25519, mlKem: new Uint8Array(expanded.subarray(0, 64)) } : { x25519 };
}

const findWith = (kits: Person[], broken: BrokenKit[] = [], slips: string[] = []) =>
  attack(
    {
      places: [stored(), { name: 'slips', texts: slips }],
      kits: kits.map(kitOf),
      broken,
      successorIds: people.map(({ id }) => id),
      userId: vault.userId,
      entryIds: entries.map(({ id }) => id),
    },
    prizes,
  );

const others = (person: Person) => people.filter((each) => each !== person);
/** The owner's Ed25519 keys: the one that signs, and the one that proves the recovery code. */
const brokenOwner = (): string[] =>
  [ed25519Seed(seed), hkdf(prizes.keys.get('root')!, Buffer.alloc(0), 'recovery-proof-v2')].map(base64);

describe('everything that the service stores', () => {
  it('opens with the kits of a quorum, as the attacker would find out', async () => {
    const [grace, alan] = people as [Person, Person];
    const found = await findWith([grace, alan]);
    expect(found).toEqual(expect.arrayContaining(['a list', 'quorumSecret', 'vaultKey', ...TEXTS]));
    expect(found).not.toContain('root');
    expect(found).not.toContain('seed');
  });

  it('opens nothing without a kit, and with one only its own secret', async () => {
    expect(await findWith([])).toEqual([]);
    for (const [i, person] of people.entries()) expect(await findWith([person])).toEqual([`own secret ${i}`]);
  });
});

describe('everything that the service stores, with a quantum computer', () => {
  it('would open if ML-KEM were broken too, as the attacker would find out', async () => {
    const found = await findWith(
      [],
      people.map((each) => brokenKit(each, true)),
    );
    expect(found).toEqual(expect.arrayContaining(['quorumSecret', 'vaultKey', ...TEXTS]));
  });

  it('opens nothing without a kit, and with one only its own secret', async () => {
    const all = people.map((each) => brokenKit(each));
    expect(await findWith([], all, brokenOwner())).toEqual([]);
    for (const [i, person] of people.entries()) {
      const broken = others(person).map((each) => brokenKit(each));
      expect(await findWith([person], broken, brokenOwner())).toEqual([`own secret ${i}`]);
    }
  });

  describe('forges', () => {
    /** The owner's Ed25519 key, and an ML-DSA-65 key of the forger's. */
    let half: SigningKeys;
    let forgers: Uint8Array<ArrayBuffer>;
    beforeAll(async () => {
      const { ed25519: key } = await signingKeys(seed);
      forgers = random(32);
      half = { ed25519: key, mlDsa: (await signingKeys(forgers)).mlDsa };
    });
    const victim = () => people[0]!;
    const shareOfVictim = () => readPackage(victim(), shareOf(sealed, victim()));
    const message = (contents: object) =>
      joined('package-v2', fromBase64(victim().kit.publicKey), utf8(JSON.stringify(contents)));
    const opening = (
      encryptedShare: string,
      reshares: { fromSuccessorId: string; encryptedShare: string }[] = [],
    ) => openAsSuccessor(kitOf(victim()), { encryptedShare, reshares });
    /** A package that opens alone, with secrets of the forger's. */
    const alone = async (): Promise<Package> => ({
      ...(await shareOfVictim()).contents,
      ...{ threshold: 1, holders: [], share: null, vaultKey: null, ownSecret: toBase64(random(32)) },
    });

    it('a package if ML-DSA were broken too, as the attacker would find out', async () => {
      const contents = await alone();
      const signatures = await signWithBoth(await signingKeys(seed), message(contents));
      expect(await opening(await passOn(victim(), signatures, contents))).toMatchObject({ threshold: 1 });
    });

    it('no package: not with another ML-DSA signature, or key, or certificate', async () => {
      const contents = await alone();
      const genuine = (await shareOfVictim()).signature;
      const signed = await signWithBoth(half, message(contents));
      const replayed = concat(signed.slice(0, 64), genuine.slice(64));
      await refused(opening(await passOn(victim(), signed, contents)), 'package_forged');
      await refused(opening(await passOn(victim(), replayed, contents)), 'package_forged');
      await refused(opening(await passOn(victim(), signed.slice(0, 64), contents)), 'package_forged');

      const mixed = concat(fromBase64(vault.ownerKey).slice(0, 32), (await publicKeysOf(forgers)).slice(32));
      const withKey = { ...contents, ownerKey: toBase64(mixed) };
      const byMixed = await signWithBoth(half, message(withKey));
      await refused(opening(await passOn(victim(), byMixed, withKey)), 'package_of_other_owner');

      const counter = Date.now();
      const text = joined('owner-key-v1', vault.userId, u64(counter), mixed);
      const signatures = toBase64(await signWithBoth(half, text));
      const certified = { ...withKey, certificates: [{ counter, ownerKey: vault.ownerKey, signatures }] };
      const byNext = await signWithBoth(half, message(certified));
      expect(ml_dsa65.verify(byNext.slice(64), message(certified), mixed.slice(32))).toBe(true);
      await refused(opening(await passOn(victim(), byNext, certified)), 'package_forged');
    });

    it('no share of a successor who has not accepted', async () => {
      const [, alan] = people as [Person, Person];
      const { generation } = (await shareOfVictim()).contents;
      const data = random(33);
      const text = joined('share-v1', vault.userId, alan.id, u64(generation), data);
      const share = { data: toBase64(data), signature: toBase64(await signWithBoth(half, text)) };
      const forged = await sealReshare(alan, victim(), {
        version: 1,
        userId: vault.userId,
        generation,
        share,
      });
      const reshares = [{ fromSuccessorId: alan.id, encryptedShare: forged }];
      const attempt = opening(shareOf(sealed, victim()), reshares);
      await refused(attempt, 'quorum_missing', { shares: { have: 1, need: 2, bad: ['share_forged'] } });
    });

    it('no entry that opens, although Ed25519 alone signs entries', async () => {
      const [grace, alan] = people as [Person, Person];
      const inheritance = await openAsSuccessor(kitOf(alan), await accessOf(sealed, alan, [grace]));
      const [entry] = entries as [SealedEntry];
      const key = await crypto.subtle.importKey('raw', random(32), 'AES-GCM', false, ['encrypt']);
      const ids = `${vault.userId}${entry.id}`;
      const text = utf8('everything goes to the forger');
      const stamp = concat(u64(Date.now()), u64(Date.now()));
      const signature = new Uint8Array(
        await crypto.subtle.sign('Ed25519', half.ed25519, joined(`entry-signature-v1${ids}`, stamp, text)),
      );
      const iv = random(12);
      const params = { name: 'AES-GCM', iv, additionalData: utf8(`entry-v1${ids}`) };
      const data = await crypto.subtle.encrypt(params, key, concat(stamp, signature, text));
      const forged = { ...entry, iv: toBase64(iv), encryptedData: toBase64(new Uint8Array(data)) };
      const envelope = sealed.assignments[0]!.envelopes[0]!.envelope;
      await refused(inheritance.open({ ...forged, envelope }), 'entry_refused');
      await refused(inheritance.open({ ...forged, envelope: toBase64(random(60)) }), 'envelope_refused');
      await refused(inheritance.open({ ...forged, id: randomUUID(), envelope }), 'envelope_refused');
    });
  });
});
