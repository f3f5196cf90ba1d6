/** New keys for a vault after a successor was removed. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  decide,
  isUnderFormerKey,
  openAsSuccessor,
  openEntry,
  type Rotation,
  resealEntry,
  rotate,
  type SealedEntry,
  sealEntry,
  type Vault,
} from '../../crypto/index.ts';
import {
  accessOf,
  decidedAs,
  envelopeOf,
  inherit,
  kitOf,
  newVault,
  type Person,
  restricted,
  sealAsDecided,
  sealedTo,
  shareOf,
  unrestricted,
  withEntries,
  withSuccessors,
} from './family.ts';
import { refused } from './forger.ts';

interface Rotated {
  vault: Vault;
  head: {
    version: number;
    keyBundle: unknown;
    entryCount: number;
    envelopeCount: number;
    threshold?: number;
    shares?: { id: string; encryptedShare: string }[];
  };
  entries: (SealedEntry & { version: number })[];
  envelopes: { successorId: string; entryId: string; envelope: string }[];
}

const versioned = (entries: SealedEntry[]) => entries.map((entry) => ({ ...entry, version: 7 }));

/** The stored data after a whole rotation. */
async function rotated(vault: Vault, what: Rotation): Promise<Rotated> {
  const rotation = await rotate(await decidedAs(vault, what), what);
  const lines: string[] = [];
  for await (const line of rotation.lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    lines.push(line);
  }
  const [head, ...rest] = lines.map((line) => JSON.parse(line));
  expect(rest).toHaveLength(head.entryCount + head.envelopeCount);
  return {
    vault: rotation.vault,
    head,
    entries: rest.slice(0, head.entryCount),
    envelopes: rest.slice(head.entryCount),
  };
}

const everything = (entries: SealedEntry[], more: Pick<Rotation, 'threshold' | 'successors'>): Rotation => ({
  keyBundleVersion: 3,
  entries: versioned(entries),
  entryCount: entries.length,
  ...more,
});

describe('after removing a successor who could open everything', () => {
  it('opens the vault for the remaining successors, and nothing new for the removed one', async () => {
    const { vault, people, entry, sealed } = await sealedTo(3, 2);
    const [one, two, removed] = people as [Person, Person, Person];
    const before = await inherit(sealed, removed, [one]);
    const successors = [one, two].map(unrestricted);
    const after = await rotated(vault, everything([entry], { threshold: 2, successors }));
    expect(after.head).toMatchObject({
      ...{ version: 1, keyBundleVersion: 3 },
      ...{ entryCount: 1, envelopeCount: 0, threshold: 2 },
    });
    const [resealed] = after.entries as [SealedEntry & { version: number }];
    expect(resealed).toMatchObject({ id: entry.id, version: 7, algorithm: 'AES-GCM' });
    expect(resealed.salt).not.toBe(entry.salt);

    const [added] = await withEntries(after.vault, 'written afterwards');
    const shares = { shares: after.head.shares ?? [] };
    const inheritance = await inherit(shares, one, [two]);
    expect((await inheritance.open({ ...resealed, envelope: null })).text).toBe('the key is under the mat');
    expect((await inheritance.open({ ...added!, envelope: null })).text).toBe('written afterwards');

    // The old vault key, the old package, and new shares beside the old package.
    for (const stolen of [resealed, added!]) {
      await refused(before.open({ ...stolen, envelope: null }), 'entry_refused');
      await refused(openEntry(vault, stolen), 'entry_refused');
    }
    expect(shares.shares.map(({ id }) => id)).not.toContain(removed.id);
    const { reshares } = await accessOf(shares, one, [two]);
    const mixed = { encryptedShare: shareOf(sealed, removed), reshares };
    await refused(openAsSuccessor(kitOf(removed), mixed), 'quorum_missing');
  });

  it('opens the trash for the owner, even after several rotations', async () => {
    const { vault, people, entry } = await sealedTo(1, 1);
    const [trashed] = await withEntries(vault, 'thrown away');
    const successors = people.map(unrestricted);
    let after = await rotated(vault, everything([entry], { threshold: 1, successors }));
    after = await rotated(after.vault, everything(after.entries, { threshold: 1, successors }));
    expect((await openEntry(after.vault, trashed!)).text).toBe('thrown away');
    expect((await openEntry(after.vault, after.entries[0]!)).text).toBe('the key is under the mat');
  });

  it('lets only the owner open an entry restored from the trash until it is sealed again', async () => {
    const { vault, people, entry } = await sealedTo(1, 1);
    const [trashed] = (await withEntries(vault, 'thrown away')) as [SealedEntry];
    const successors = people.map(unrestricted);
    const after = await rotated(vault, everything([entry], { threshold: 1, successors }));
    const inheritance = await inherit({ shares: after.head.shares ?? [] }, people[0]!);
    expect(await isUnderFormerKey(after.vault, trashed)).toBe(true);
    await refused(inheritance.open({ ...trashed, envelope: null }), 'entry_refused');
    const resealed = await resealEntry(after.vault, after.vault, trashed);
    expect(resealed.salt).not.toBe(trashed.salt);
    expect(await isUnderFormerKey(after.vault, resealed)).toBe(false);
    expect((await inheritance.open({ ...resealed, envelope: null })).text).toBe('thrown away');
  });

  it('restores an entry’s former content under the existing envelopes', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const [person] = people as [Person];
    const [former] = (await withEntries(vault, 'as it was')) as [SealedEntry];
    const successors = [restricted(person, [former])];
    const sealed = await sealAsDecided(vault, { threshold: 1, successors });
    const edited = await sealEntry(sealed.vault, { ...former, text: 'as it became' });
    const after = await rotated(sealed.vault, everything([edited], { threshold: 1, successors }));
    const [{ envelope }] = after.envelopes as [Rotated['envelopes'][number]];
    const { salt } = after.entries[0]!;
    const resealed = await resealEntry(after.vault, after.vault, former, salt);
    expect(resealed.salt).toBe(salt);
    const inheritance = await inherit({ shares: after.head.shares ?? [] }, person);
    expect((await inheritance.open({ ...resealed, envelope })).text).toBe('as it was');
  });

  it('keeps the bundle within the limits of the service, even with the most successors', async () => {
    const { vault: owner, people } = await withSuccessors(await newVault(), 15);
    // The longest names that the service accepts: 60 units of UTF-16, with up to three bytes each.
    const named = people.map(({ id }) => ({ id, name: '木'.repeat(60) }));
    let vault = await decide(owner, { successors: named });
    const successors = people.map(unrestricted);
    for (let i = 0; i < 22; i++) {
      const what = everything([], { threshold: 8, successors });
      vault = (await rotated(vault, what)).vault;
    }
    expect(vault.keyBundle.previous).toHaveLength(20);
    expect(JSON.stringify(vault.keyBundle).length).toBeLessThan(16 * 1_024);
  });

  it('seals new envelopes with the new salts', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 2);
    const [one, two] = people as [Person, Person];
    const entries = await withEntries(vault, 'for one', 'for nobody');
    const [left] = entries as [SealedEntry];
    const successors = [restricted(one, [left]), unrestricted(two)];
    const sealed = await sealAsDecided(vault, { threshold: 1, successors });
    const after = await rotated(sealed.vault, everything(entries, { threshold: 1, successors }));
    expect(after.envelopes).toHaveLength(1);
    const [{ envelope }] = after.envelopes as [Rotated['envelopes'][number]];
    expect(after.envelopes[0]).toMatchObject({ successorId: one.id, entryId: left.id });
    const inheritance = await inherit({ shares: after.head.shares ?? [] }, one);
    expect((await inheritance.open({ ...after.entries[0]!, envelope })).text).toBe('for one');
    await refused(
      inheritance.open({ ...after.entries[0]!, envelope: envelopeOf(sealed, one, left) }),
      'envelope_refused',
    );
  });

  it('needs no successors', async () => {
    const { vault, entry } = await sealedTo(1, 1);
    const after = await rotated(vault, everything([entry], { threshold: 1, successors: [] }));
    expect(after.head).not.toHaveProperty('shares');
    expect(after.head).not.toHaveProperty('threshold');
    expect((await openEntry(after.vault, after.entries[0]!)).text).toBe('the key is under the mat');
  });
});

describe('after removing a restricted successor', () => {
  it('opens their entries for the remaining successors, and no longer for the removed one', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 2);
    const [stays, removed] = people as [Person, Person];
    const [shared] = await withEntries(vault, 'held by both');
    const sealed = await sealAsDecided(vault, {
      threshold: 1,
      successors: [restricted(stays, [shared!]), restricted(removed, [shared!])],
    });
    const before = await inherit(sealed, removed);
    const successors = [restricted(stays, [shared!])];
    const after = await rotated(sealed.vault, everything([shared!], { threshold: 1, successors }));
    const [resealed] = after.entries as [Rotated['entries'][number]];
    const inheritance = await inherit({ shares: after.head.shares ?? [] }, stays);
    expect((await inheritance.open({ ...resealed, envelope: after.envelopes[0]!.envelope })).text).toBe(
      'held by both',
    );
    const old = envelopeOf(sealed, removed, shared!);
    expect((await before.open({ ...shared!, envelope: old })).text).toBe('held by both');
    await refused(before.open({ ...resealed, envelope: old }), 'entry_refused');
    await refused(before.open({ ...resealed, envelope: after.envelopes[0]!.envelope }), 'envelope_refused');
  });
});

describe('a rotation that is cut off', () => {
  it('leaves the old vault as it was', async () => {
    const { vault, people, sealed } = await sealedTo(2, 2);
    const [one, two] = people as [Person, Person];
    const entries = await withEntries(vault, ...Array.from({ length: 200 }, (_, i) => `entry ${i}`));
    const successors = people.map(unrestricted);
    const bundle = JSON.stringify(vault.keyBundle);
    const { lines } = await rotate(vault, everything(entries, { threshold: 2, successors }));
    let read = 0;
    for await (const _line of lines) if (++read === 100) break;
    expect(JSON.stringify(vault.keyBundle)).toBe(bundle);
    expect((await openEntry(vault, entries[150]!)).text).toBe('entry 150');
    const inheritance = await inherit(sealed, one, [two]);
    expect((await inheritance.open({ ...entries[0]!, envelope: null })).text).toBe('entry 0');
    // And the next attempt is not held back by it.
    const again = await rotated(vault, everything(entries, { threshold: 2, successors }));
    expect((await openEntry(again.vault, again.entries[150]!)).text).toBe('entry 150');
  });

  it('stops at an entry that does not open, instead of losing it', async () => {
    const { vault, entry } = await sealedTo(1, 1);
    const damaged = { ...entry, id: randomUUID() };
    await refused(
      rotated(vault, everything([entry, damaged], { threshold: 1, successors: [] })),
      'entry_refused',
      { entryId: damaged.id },
    );
  });

  it('fails unless there are as many entries as announced', async () => {
    const { vault, entry } = await sealedTo(1, 1);
    for (const entryCount of [0, 2]) {
      const what = { ...everything([entry], { threshold: 1, successors: [] }), entryCount };
      await expect(rotated(vault, what)).rejects.toThrow(RangeError);
    }
  });

  it('fails if an entry that was left to a successor is missing from the new ones', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const [one, other] = await withEntries(vault, 'one', 'other');
    const successors = [restricted(people[0]!, [other!])];
    await refused(rotated(vault, everything([one!], { threshold: 1, successors })), 'entry_refused', {
      entryId: other!.id,
    });
  });
});

describe('a rotation of 2,000 entries', () => {
  const COUNT = 2_000;
  /** As long as the service allows an entry on average in a large vault. */
  const TEXT = 'x'.repeat(4_096);

  it('reports its progress, and reads only slightly ahead of its consumer', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const sample = await sealEntry(vault, { id: people[0]!.id, text: TEXT });
    const left = [{ ...sample }];
    let made = 0;
    async function* entries() {
      // The same entry again and again: reading it costs what 2,000 different ones would.
      for (; made < COUNT; made++) yield { ...sample, version: 1 };
    }
    const told: number[] = [];
    const successors = [restricted(people[0]!, left)];
    const { lines } = await rotate(await decidedAs(vault, { threshold: 1, successors }), {
      keyBundleVersion: 1,
      entries: entries(),
      entryCount: COUNT,
      threshold: 1,
      successors,
      onProgress(done, total) {
        expect(total).toBe(COUNT + 1);
        told.push(done);
      },
    });
    let taken = 0;
    let furthest = 0;
    for await (const _line of lines) {
      taken++;
      furthest = Math.max(furthest, made - taken);
    }
    expect(taken).toBe(1 + COUNT + 1);
    expect(furthest).toBeLessThanOrEqual(64);
    expect(told).toEqual(Array.from({ length: COUNT + 1 }, (_, i) => i + 1));
  });
});
