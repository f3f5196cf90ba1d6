/** Entries and envelopes that were moved or made up, and how each is refused. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { aeadKey, openBox, seal } from '../../crypto/aead.ts';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { joined, random } from '../../crypto/bytes.ts';
import { entryKey } from '../../crypto/entry.ts';
import { openEnvelope } from '../../crypto/envelope.ts';
import { decide, openEntry, sealEnvelopes } from '../../crypto/index.ts';
import { packageKey } from '../../crypto/package.ts';
import {
  envelopeOf,
  inherit,
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
import { readPackage, refused } from './forger.ts';

describe('an entry', () => {
  const left = async () => {
    const { vault, people, entry, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    return { vault, person, entry, inheritance: await inherit(sealed, person) };
  };

  it('is refused under another ID', async () => {
    const { vault, entry, inheritance } = await left();
    const moved = { ...entry, id: randomUUID() };
    await refused(inheritance.open({ ...moved, envelope: null }), 'entry_refused');
    await refused(openEntry(vault, moved), 'entry_refused');
  });

  it('is refused with another owner', async () => {
    const { vault, entry } = await left();
    await refused(openEntry({ ...vault, userId: randomUUID() }, entry), 'entry_refused');
  });

  it('is refused under another version of the format', async () => {
    const { vault, inheritance } = await left();
    const id = randomUUID();
    const salt = toBase64(random(16));
    const key = await aeadKey(await entryKey(vault, { id, salt }));
    const { iv, data } = await seal(key, joined('entry-v2', vault.userId, id), random(100));
    const entry = { id, salt, iv: toBase64(iv), encryptedData: toBase64(data) };
    await refused(inheritance.open({ ...entry, envelope: null }), 'entry_refused');
    await refused(openEntry(vault, entry), 'entry_refused');
  });

  it('is refused with the salt, the IV or the ciphertext of another entry', async () => {
    const { vault, entry, inheritance } = await left();
    const [other] = await withEntries(vault, 'another text of the same owner');
    for (const swap of [
      { salt: other!.salt },
      { iv: other!.iv },
      { encryptedData: other!.encryptedData },
      { iv: other!.iv, encryptedData: other!.encryptedData, salt: other!.salt },
      { salt: 'no base64' },
      { encryptedData: '' },
    ]) {
      await refused(inheritance.open({ ...entry, ...swap, envelope: null }), 'entry_refused');
      await refused(openEntry(vault, { ...entry, ...swap }), 'entry_refused');
    }
  });

  it('is refused when a co-successor who knows its key forged it', async () => {
    const { vault, people, entry, sealed } = await sealedTo(2, 1, true);
    const [, victim] = people as [Person, Person];
    const key = await aeadKey(await entryKey(vault, entry));
    const { iv, data } = await seal(key, joined('entry-v1', vault.userId, entry.id), random(200));
    const forged = { ...entry, iv: toBase64(iv), encryptedData: toBase64(data) };
    const inheritance = await inherit(sealed, victim);
    const envelope = envelopeOf(sealed, victim, entry);
    expect((await inheritance.open({ ...entry, envelope })).text).toBe('the key is under the mat');
    await refused(inheritance.open({ ...forged, envelope }), 'entry_forged');
  });
});

describe('an envelope', () => {
  it('is refused for another entry, another successor and another generation', async () => {
    const { vault, people, entry, sealed } = await sealedTo(2, 1, true);
    const [one, two] = people as [Person, Person];
    const [other] = await withEntries(vault, 'another');
    const leaving = await decide(vault, { successors: [{ id: one.id, entryIds: [other!.id] }] });
    const ofOther = (await sealEnvelopes(leaving, one.id, [other!]))[0]!.envelope;
    const inheritance = await inherit(sealed, one);
    const again = await sealAsDecided(vault, {
      threshold: 1,
      successors: people.map((each) => ({ ...unrestricted(each), restricted: true, entries: [entry] })),
    });
    for (const envelope of [
      ofOther,
      envelopeOf(sealed, two, entry),
      envelopeOf(again, one, entry),
      'no base64',
      '',
    ]) {
      await refused(inheritance.open({ ...entry, envelope }), 'envelope_refused');
    }
  });

  it('for one entry opens no other, even if the service swaps their salts', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const [bob] = people as [Person];
    const [secret, left] = await withEntries(vault, 'for nobody', 'for Bob');
    const listed = { ...left!, salt: secret!.salt };
    const sealed = await sealAsDecided(vault, { threshold: 1, successors: [restricted(bob, [listed])] });
    // Bob takes the key out of his envelope and tries it on the entry that was not left to him.
    const { contents } = await readPackage(bob, shareOf(sealed, bob));
    const own = await packageKey(fromBase64(contents.ownSecret), null);
    const bequest = { userId: vault.userId, successorId: bob.id, entryId: left!.id };
    const key = await openEnvelope(own, bequest, envelopeOf(sealed, bob, listed)!);
    const bound = joined('entry-v1', vault.userId, secret!.id);
    const box = { iv: secret!.iv, data: secret!.encryptedData };
    await refused(openBox(key, bound, box, 'entry_refused'), 'entry_refused');
  });

  it('cannot be made by the service for an entry that it made up', async () => {
    const { vault, people, sealed } = await sealedTo(1, 1, true);
    const [person] = people as [Person];
    const inheritance = await inherit(sealed, person);
    const [id, key] = [randomUUID(), random(32)];
    const { iv, data } = await seal(await aeadKey(key), joined('entry-v1', vault.userId, id), random(200));
    const made = await seal(
      await aeadKey(random(32)),
      joined('envelope-v1', vault.userId, person.id, id),
      key,
    );
    const entry = { id, salt: toBase64(random(16)), iv: toBase64(iv), encryptedData: toBase64(data) };
    const envelope = Buffer.concat([made.iv, made.data]).toString('base64');
    await refused(inheritance.open({ ...entry, envelope }), 'envelope_refused');
  });
});
