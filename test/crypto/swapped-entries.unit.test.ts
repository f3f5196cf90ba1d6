/** Entries and envelopes that were moved or made up. The refusals of docs/crypto-vectors.json are not repeated here. */
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { aeadKey, openBox, seal } from '../../crypto/aead.ts';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { joined, random } from '../../crypto/bytes.ts';
import { entryKey } from '../../crypto/entry.ts';
import { openEnvelope } from '../../crypto/envelope.ts';
import { openEntry } from '../../crypto/index.ts';
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
  withEntries,
  withSuccessors,
} from './family.ts';
import { readPackage, refused } from './forger.ts';

it('an entry is refused under another version of the format', async () => {
  const { vault, people, sealed } = await sealedTo(1, 1);
  const inheritance = await inherit(sealed, people[0]!);
  const id = randomUUID();
  const salt = toBase64(random(16));
  const key = await aeadKey(await entryKey(vault, { id, salt }));
  const { iv, data } = await seal(key, joined('entry-v2', vault.userId, id), random(100));
  const entry = { id, salt, iv: toBase64(iv), encryptedData: toBase64(data) };
  await refused(inheritance.open({ ...entry, envelope: null }), 'entry_refused');
  await refused(openEntry(vault, entry), 'entry_refused');
});

describe('an envelope', () => {
  it('is refused for another successor, and if it is empty', async () => {
    const { people, entry, sealed } = await sealedTo(2, 1, true);
    const [one, two] = people as [Person, Person];
    const inheritance = await inherit(sealed, one);
    for (const envelope of [envelopeOf(sealed, two, entry), ''])
      await refused(inheritance.open({ ...entry, envelope }), 'envelope_refused');
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
