/** Signing keys that were given up: kits that name them accept what the newest have signed, and nothing of their own. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import {
  createKit,
  type Inheritance,
  openAsSuccessor,
  openEntry,
  pin,
  type Recipient,
  rotate,
  type SealedEntry,
  sealEntry,
  sealRehearsal,
  type Vault,
} from '../../crypto/index.ts';
import { openSigningKeys } from '../../crypto/key-bundle.ts';
import { sealPackage } from '../../crypto/package.ts';
import type { Package } from '../../crypto/package-format.ts';
import { publicKeysOf, type SigningKeys } from '../../crypto/signing.ts';
import { readSuccessorKeys } from '../../crypto/successor-keys.ts';
import { unwrapSecrets } from '../../crypto/vault.ts';
import {
  decidedAs,
  inherit,
  kitOf,
  newVault,
  type Person,
  SAM,
  sealAsDecided,
  shareOf,
  unrestricted,
  withEntries,
  withSuccessors,
} from './family.ts';
import { readPackage, refused } from './forger.ts';

interface State {
  vault: Vault;
  shares: { id: string; encryptedShare: string }[];
  entries: SealedEntry[];
}

/** Puts everything under new keys, with new signing keys. */
async function replaced(
  { vault, entries }: Pick<State, 'vault' | 'entries'>,
  successors: Recipient[],
  threshold = 1,
): Promise<State> {
  const made = await rotate(await decidedAs(vault, { threshold, successors }), {
    keyBundleVersion: 1,
    entries: entries.map((entry) => ({ ...entry, version: 1 })),
    entryCount: entries.length,
    threshold,
    successors,
    newSigner: true,
  });
  const lines = [];
  for await (const line of made.lines) lines.push(JSON.parse(line));
  const [head, ...rest] = lines;
  return { vault: made.vault, shares: head.shares, entries: rest };
}

async function signingOf(vault: Vault): Promise<SigningKeys> {
  return openSigningKeys(vault.keyBundle, (await unwrapSecrets(vault)).root);
}

let grace: Person;
/** The vault before its signing keys were given up, and those keys, which a thief has. */
let first: Vault;
let stolenKeys: SigningKeys;
let old: State;
let once: State;

beforeAll(async () => {
  const named = await withSuccessors(await newVault(), 1);
  [grace] = named.people as [Person];
  first = named.vault;
  stolenKeys = await signingOf(first);
  const entries = await withEntries(first, 'the key is under the mat');
  const sealed = await sealAsDecided(first, { threshold: 1, successors: [unrestricted(grace)] });
  old = { ...sealed, entries };
  once = await replaced(old, [unrestricted(grace)]);
});

const textOf = async (inheritance: Inheritance, [entry]: SealedEntry[]) =>
  (await inheritance.open({ ...entry!, envelope: null })).text;

describe('a kit that names the first signing keys', () => {
  it('opens what the second, third and fourth have signed, and the sheet stays valid', async () => {
    let state = once;
    for (let links = 1; links <= 3; links++) {
      expect((await readPackage(grace, shareOf(state, grace))).contents.certificates).toHaveLength(links);
      const inheritance = await inherit(state, grace);
      expect(inheritance.ownerFingerprint).toBe(grace.kit.ownerFingerprint);
      expect(await textOf(inheritance, state.entries)).toBe('the key is under the mat');
      if (links < 3) state = await replaced(state, [unrestricted(grace)]);
    }
    // There is no room for a fourth certificate, so the signing keys stay. All others are new.
    const full = await replaced(state, [unrestricted(grace)]);
    expect([full.vault.ownerKey, full.vault.keyBundle.previous.length]).toEqual([state.vault.ownerKey, 4]);
    expect(await textOf(await inherit(full, grace), full.entries)).toBe('the key is under the mat');
    expect(JSON.stringify(full.vault.keyBundle).length).toBeLessThan(30 * 1024);
    // A new kit names the newest keys, and there is room again.
    const kit = await createKit({ ownerKey: full.vault.ownerKey, email: SAM });
    const vault = await pin(full.vault, { id: grace.id, publicKey: kit.publicKey, email: SAM }, kit.words);
    const renewed = { ...grace, kit };
    const next = await replaced({ ...full, vault }, [unrestricted(renewed)]);
    expect(next.vault.ownerKey).not.toBe(full.vault.ownerKey);
    expect((await readPackage(renewed, shareOf(next, renewed))).contents.certificates).toHaveLength(1);
    expect(await textOf(await inherit(next, renewed), next.entries)).toBe('the key is under the mat');
  });

  it('opens no entry that the keys given up have signed, although it opens with the vault key', async () => {
    const forged = await sealEntry(
      { ...once.vault, keys: { ...once.vault.keys!, signing: first.keys!.signing } },
      { id: randomUUID(), text: 'the key is at the forger’s' },
    );
    await refused(textOf(await inherit(once, grace), [forged]), 'entry_forged');
    // Nor does the owner, unless it is in the trash.
    await refused(openEntry(once.vault, forged), 'entry_forged');
    expect((await openEntry(once.vault, old.entries[0]!, { old: true })).text).toBe(
      'the key is under the mat',
    );
  });

  it('opens a rehearsal by the newest', async () => {
    const { id, kit } = grace;
    const { entry, encryptedShare } = await sealRehearsal(once.vault, { id, publicKey: kit.publicKey }, 'hi');
    const received = { encryptedShare, reshares: [], rehearsal: true };
    expect((await (await openAsSuccessor(kitOf(grace), received)).open(entry)).text).toBe('hi');
  });

  it('may be compared after they were given up', async () => {
    const late = { id: randomUUID(), kit: await createKit({ ownerKey: first.ownerKey, email: SAM }) };
    const { publicKey, words } = late.kit;
    const vault = await pin(once.vault, { id: late.id, publicKey, email: SAM }, words);
    const both = [grace, late].map(unrestricted);
    const sealed = await sealAsDecided(vault, { threshold: 2, successors: both });
    expect(await textOf(await inherit(sealed, late, [grace]), once.entries)).toBe('the key is under the mat');
    const strangers = await createKit({
      ownerKey: toBase64(await publicKeysOf(new Uint8Array(32))),
      email: SAM,
    });
    await refused(
      pin(once.vault, { id: late.id, publicKey: strangers.publicKey, email: SAM }, strangers.words),
      'comparison_differs',
    );
  });
});

describe('a package that the keys given up have signed', () => {
  /** Opens a package that a thief with the old seed has sealed. */
  async function sealedBy(signing: SigningKeys, change: Partial<Package>) {
    const { contents } = await readPackage(grace, shareOf(once, grace));
    const forged = { ...contents, ...change };
    return openAsSuccessor(kitOf(grace), {
      encryptedShare: await sealPackage(signing, fromBase64(grace.kit.publicKey), forged),
      reshares: [],
    });
  }

  it('opens only where the certificate is withheld, so a kit from afterwards never opens it', async () => {
    const withheld = { certificates: [], ownerKey: first.ownerKey };
    expect((await sealedBy(stolenKeys, withheld)).ownerFingerprint).toBe(grace.kit.ownerFingerprint);
    const kit = await createKit({ ownerKey: once.vault.ownerKey, email: SAM });
    const { contents } = await readPackage(grace, shareOf(old, grace));
    const encryptedShare = await sealPackage(stolenKeys, fromBase64(kit.publicKey), contents);
    await refused(
      openAsSuccessor(kitOf({ id: grace.id, kit }), { encryptedShare, reshares: [] }),
      'package_of_other_owner',
    );
  });

  it('cannot pass a certificate off as another', async () => {
    const twice = await replaced(once, [unrestricted(grace)]);
    const newest = await signingOf(twice.vault);
    const { ownerKey } = twice.vault;
    const { former } = twice.vault.keyBundle.signing;
    const [one, two] = former;
    const altered = { ...one!, counter: one!.counter + 1 };
    await refused(sealedBy(newest, { ownerKey, certificates: [two!, one!] }), 'package_of_other_owner');
    await refused(sealedBy(newest, { ownerKey, certificates: [altered, two!] }), 'package_forged');
    await sealedBy(newest, { ownerKey, certificates: former });
  });
});

describe('replacing the signing keys', () => {
  it('signs again what they have signed, and nothing else', async () => {
    const forgedBy = { ...first.keys!, signing: once.vault.keys!.signing };
    const forged = await sealEntry(
      { ...first, keys: forgedBy },
      { id: randomUUID(), text: 'not by the owner' },
    );
    const [genuine] = old.entries;
    const after = await replaced({ vault: old.vault, entries: [genuine!, forged] }, []);
    expect((await openEntry(after.vault, after.entries[0]!)).version).toBe(
      (await openEntry(first, genuine!)).version,
    );
    await refused(openEntry(after.vault, after.entries[1]!), 'entry_forged');
  });

  it('lets nobody put back what was signed before', async () => {
    const attempt = replaced({ vault: once.vault, entries: old.entries }, [unrestricted(grace)]);
    await refused(attempt, 'entry_refused', { entryId: old.entries[0]!.id });
  });

  it('keeps the words of each kit, and the keys that it names', async () => {
    const { pins } = await readSuccessorKeys(once.vault);
    expect(pins[grace.id]).toMatchObject({
      fingerprint: grace.kit.fingerprint,
      ownerFingerprint: grace.kit.ownerFingerprint,
    });
  });
});
