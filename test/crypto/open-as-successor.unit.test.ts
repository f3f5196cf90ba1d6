/** Which entries successors can open. */
import { describe, expect, it } from '@jest/globals';
import {
  decide,
  openAsSuccessor,
  openEntry,
  sealEnvelopes,
  sealRehearsal,
  sealToSuccessors,
} from '../../crypto/index.ts';
import {
  envelopeOf,
  inherit,
  kitOf,
  newVault,
  type Person,
  restricted,
  sealAsDecided,
  sealedTo,
  unrestricted,
  withEntries,
  withSuccessors,
} from './family.ts';
import { refused } from './forger.ts';

describe('one successor is enough', () => {
  it('opens everything for an unrestricted successor', async () => {
    const { people, entry, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const inheritance = await inherit(sealed, person);
    expect((await inheritance.open({ ...entry, envelope: null })).text).toBe('the key is under the mat');
    expect(inheritance.threshold).toBe(1);
    expect(inheritance.ownerFingerprint).toBe(person.kit.ownerFingerprint);
  });

  it('opens exactly the entries that were left to a restricted successor', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const [person] = people as [Person];
    const [left, kept] = await withEntries(vault, 'for you', 'for nobody');
    const sealed = await sealAsDecided(vault, {
      threshold: 1,
      successors: [restricted(person, [left!])],
    });
    const inheritance = await inherit(sealed, person);
    const envelope = envelopeOf(sealed, person, left!);
    expect((await inheritance.open({ ...left!, envelope })).text).toBe('for you');
    await refused(inheritance.open({ ...kept!, envelope: null }), 'envelope_missing');
    await refused(inheritance.open({ ...kept!, envelope }), 'envelope_refused');
  });
});

describe('two of three', () => {
  it.each([false, true])('open together what neither opens alone (restricted: %s)', async (keepBack) => {
    const { people, entry, sealed } = await sealedTo(3, 2, keepBack);
    const [one, two, three] = people as [Person, Person, Person];
    for (const [person, other] of [
      [one, two],
      [two, three],
      [three, one],
    ] as const) {
      const inheritance = await inherit(sealed, person, [other]);
      const envelope = envelopeOf(sealed, person, entry);
      expect((await inheritance.open({ ...entry, envelope })).text).toBe('the key is under the mat');
      expect(inheritance.badShares).toEqual([]);
      await refused(inherit(sealed, person), 'quorum_missing', { shares: { have: 1, need: 2 } });
    }
  });

  it('counts each share once, however often the service sends it', async () => {
    const { people, sealed } = await sealedTo(4, 3);
    const [one, two] = people as [Person, Person];
    await refused(inherit(sealed, one, [two, two, two]), 'quorum_missing', { shares: { have: 2, need: 3 } });
  });
});

describe('a new entry', () => {
  it('reaches unrestricted successors although nothing is sealed again', async () => {
    const { vault, people, sealed } = await sealedTo(3, 2);
    const [one, two] = people as [Person, Person];
    const [added] = await withEntries(vault, 'written afterwards');
    const inheritance = await inherit(sealed, one, [two]);
    expect((await inheritance.open({ ...added!, envelope: null })).text).toBe('written afterwards');
  });

  it('reaches restricted successors through an envelope of its own', async () => {
    const { vault, people, entry, sealed } = await sealedTo(3, 2, true);
    const [one, two] = people as [Person, Person];
    const [added] = await withEntries(vault, 'written afterwards');
    const left = [entry.id, added!.id];
    const decided = await decide(vault, { successors: [{ id: one.id, entryIds: left }] });
    const [envelope] = await sealEnvelopes(decided, one.id, [added!], left);
    expect(Buffer.from(envelope!.envelope, 'base64')).toHaveLength(60);
    const inheritance = await inherit(sealed, one, [two]);
    expect((await inheritance.open({ ...added!, envelope: envelope!.envelope })).text).toBe(
      'written afterwards',
    );
  });

  it('gets no envelope for a successor to whom nothing was sealed', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const [person] = people as [Person];
    const entries = await withEntries(vault, 'too early');
    await refused(sealEnvelopes(vault, person.id, entries), 'not_sealed_to');
    await refused(sealEnvelopes(vault, 'constructor', entries), 'not_sealed_to');
  });
});

describe('sealing again', () => {
  it('starts a new generation that earlier shares do not open', async () => {
    const { vault, people, sealed: first } = await sealedTo(3, 2);
    const [one, two] = people as [Person, Person];
    const second = await sealToSuccessors(vault, { threshold: 2, successors: people.map(unrestricted) });
    const { shares } = first;
    const mixed = { shares: shares.map((share) => (share.id === one.id ? second.shares[0]! : share)) };
    await refused(inherit(mixed, one, [two]), 'quorum_missing');
    expect((await inherit(second, one, [two])).badShares).toEqual([]);
  });

  it('leaves nothing for former successors', async () => {
    const { vault, people } = await sealedTo(2, 1, true);
    const [one, two] = people as [Person, Person];
    const entries = await withEntries(vault, 'for the one who stays');
    const { vault: after } = await sealAsDecided(vault, {
      threshold: 1,
      successors: [restricted(one, entries)],
    });
    await refused(sealEnvelopes(after, two.id, entries), 'not_sealed_to');
  });

  it('refuses a threshold that the successors cannot reach', async () => {
    const { vault, people } = await sealedTo(2, 1);
    const successors = people.map(unrestricted);
    for (const threshold of [0, 1.5, 3, Number.NaN]) {
      await expect(sealToSuccessors(vault, { threshold, successors })).rejects.toThrow(RangeError);
    }
    await expect(
      sealToSuccessors(vault, { threshold: 2, successors: [successors[0]!, successors[0]!] }),
    ).rejects.toThrow(RangeError);
  });
});

describe('after an older bundle was put back', () => {
  it('further envelopes open nothing until the owner has sealed again', async () => {
    const { vault: older, people, entry } = await sealedTo(1, 1, true);
    const [person] = people as [Person];
    const to = { threshold: 1, successors: [restricted(person, [entry])] };
    const later = await sealToSuccessors(older, to);
    const [stale] = await sealEnvelopes(older, person.id, [entry]);
    const held = await inherit(later, person);
    await refused(held.open({ ...entry, envelope: stale!.envelope }), 'envelope_refused');
    const again = await sealToSuccessors(older, to);
    const [fresh] = await sealEnvelopes(again.vault, person.id, [entry]);
    const inheritance = await inherit(again, person);
    expect((await inheritance.open({ ...entry, envelope: fresh!.envelope })).text).toBe(
      'the key is under the mat',
    );
  });
});

describe('a rehearsal', () => {
  it('opens with the kit alone, and reveals nothing of the vault', async () => {
    const { vault, people, entry, sealed } = await sealedTo(3, 2);
    const [person] = people as [Person];
    const successor = { id: person.id, publicKey: person.kit.publicKey };
    const { entry: sample, encryptedShare } = await sealRehearsal(vault, successor, 'it works');
    const access = { encryptedShare, reshares: [], rehearsal: true };
    const rehearsal = await openAsSuccessor(kitOf(person), access);
    expect((await rehearsal.open(sample)).text).toBe('it works');
    await refused(rehearsal.open({ ...entry, envelope: null }), 'envelope_missing');
    await refused(rehearsal.open({ ...entry, envelope: sample.envelope }), 'envelope_refused');
    await refused(openEntry(vault, sample), 'entry_refused');
    expect(sealed.shares.map(({ encryptedShare }) => encryptedShare)).not.toContain(encryptedShare);
  });
});

it('opens nothing for a successor who has no package', async () => {
  const { people } = await withSuccessors(await newVault(), 1);
  const access = { encryptedShare: null, reshares: [] };
  await refused(openAsSuccessor(kitOf(people[0]!), access), 'not_sealed_to');
});
