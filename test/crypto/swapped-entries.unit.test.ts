/** Entries and envelopes that somebody might move or make up, and how each is refused. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { aeadKey, seal } from '../../crypto/aead.ts';
import { toBase64 } from '../../crypto/base64.ts';
import { joined, random } from '../../crypto/bytes.ts';
import { entryKey } from '../../crypto/entry.ts';
import { openEntry, sealEnvelopes, sealToSuccessors } from '../../crypto/index.ts';
import { envelopeOf, inherit, type Person, sealedTo, unrestricted, withEntries } from './family.ts';
import { refused } from './forger.ts';

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

  it('is refused with the salt, the IV or the text of another', async () => {
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
    expect(await inheritance.open({ ...entry, envelope })).toBe('the key is under the mat');
    await refused(inheritance.open({ ...forged, envelope }), 'entry_forged');
  });
});

describe('an envelope', () => {
  it('is refused for another entry, another successor and another generation', async () => {
    const { vault, people, entry, sealed } = await sealedTo(2, 1, true);
    const [one, two] = people as [Person, Person];
    const [other] = await withEntries(vault, 'another');
    const ofOther = (await sealEnvelopes(vault, one.id, [other!]))[0]!.envelope;
    const inheritance = await inherit(sealed, one);
    const again = await sealToSuccessors(vault, {
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

  it('cannot be made by the service, for an entry that it made up', async () => {
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
