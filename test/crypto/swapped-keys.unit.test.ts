/** Keys and packages that the service or a thief might swap. The refusals of docs/crypto-vectors.json are not repeated here. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { toBase64 } from '../../crypto/base64.ts';
import { random } from '../../crypto/bytes.ts';
import {
  comparedWords,
  createKit,
  openAsSuccessor,
  pin,
  reshare,
  sealEnvelopes,
  sealRehearsal,
  sealToSuccessors,
  unpin,
} from '../../crypto/index.ts';
import type { Package } from '../../crypto/package-format.ts';
import {
  kitOf,
  newVault,
  type Person,
  SAM,
  sealedTo,
  shareOf,
  unrestricted,
  withSuccessors,
} from './family.ts';
import { passOn, readPackage, refused } from './forger.ts';

const opening = (person: Person, encryptedShare: string) =>
  openAsSuccessor(kitOf(person), { encryptedShare, reshares: [] });

describe("a successor's key that was swapped", () => {
  it('is never sealed to', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 2);
    const [honest, swapped] = people.map(unrestricted);
    const { publicKey } = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    for (const key of [publicKey, null]) {
      const successors = [honest!, { ...swapped!, publicKey: key }];
      await refused(sealToSuccessors(vault, { threshold: 2, successors }), 'key_swapped');
      await refused(sealRehearsal(vault, { id: swapped!.id, publicKey: key }, 'text'), 'key_swapped');
    }
  });

  it('is never sealed to without a pin, or after it was removed', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const [known] = people as [Person];
    const stranger = { id: randomUUID(), kit: await createKit({ ownerKey: vault.ownerKey, email: SAM }) };
    for (const [from, person] of [
      [vault, stranger],
      [await unpin(vault, known.id), known],
    ] as const) {
      const successors = [unrestricted(person)];
      await refused(sealToSuccessors(from, { threshold: 1, successors }), 'key_not_pinned');
    }
  });

  it('ends the use of everything sealed to the old key once it is pinned', async () => {
    const { vault, people, entry } = await sealedTo(1, 1, true);
    const [person] = people as [Person];
    const kit = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    const pinned = await pin(vault, { id: person.id, publicKey: kit.publicKey, email: SAM }, kit.words);
    await refused(sealEnvelopes(pinned, person.id, [entry]), 'not_sealed_to');
  });

  it('is not pinned if nothing could be sealed to it, and the error says whose it is', async () => {
    const vault = await newVault();
    const successor = { id: randomUUID(), publicKey: toBase64(new Uint8Array(1_216).fill(255)), email: SAM };
    const spoken = await comparedWords({ ...successor, ownerKey: vault.ownerKey }, 'en');
    const about = { code: 'key_unusable', successorId: successor.id };
    await expect(pin(vault, successor, spoken)).rejects.toMatchObject(about);
  });
});

describe('a package', () => {
  it('opens with no kit whose salt is short or missing, and is not empty', async () => {
    const { people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const access = { encryptedShare: shareOf(sealed, person), reshares: [] };
    for (const salt of [toBase64(random(16)), '']) {
      await refused(openAsSuccessor({ ...kitOf(person), salt }, access), 'wrong_kit');
    }
    await refused(opening(person, ''), 'wrong_kit');
  });

  it('is refused when its text was altered, as by lowering the threshold', async () => {
    const { people, sealed } = await sealedTo(3, 2);
    const [one, two] = people as [Person, Person];
    const { signature, contents } = await readPackage(one, shareOf(sealed, one));
    for (const altered of [
      { ...contents, threshold: 1, share: null },
      { ...contents, threshold: 3 },
      { ...contents, generation: contents.generation + 1 },
      { ...contents, userId: randomUUID() },
      { ...contents, ownSecret: toBase64(random(32)) },
      {
        ...contents,
        holders: contents.holders.map((holder) => ({ ...holder, fingerprint: two.kit.fingerprint })),
      },
      { ...contents, vaultKey: null },
      { ...contents, more: true },
    ]) {
      await refused(opening(one, await passOn(one, signature, altered)), 'package_forged');
    }
  });

  it.each<[string, (contents: Package) => object]>([
    ['an array', () => []],
    ['nothing but a version', () => ({ version: 1 })],
    ['a quorum without a share', (contents) => ({ ...contents, threshold: 2 })],
    ['no threshold', (contents) => ({ ...contents, threshold: 0 })],
    ['an empty share', (contents) => ({ ...contents, share: {} })],
    ['a short secret', (contents) => ({ ...contents, ownSecret: 'AAAA' })],
    ['a holder who is nobody', (contents) => ({ ...contents, holders: [null] })],
    ['a generation below 0', (contents) => ({ ...contents, generation: -1 })],
    ['another purpose', (contents) => ({ ...contents, purpose: 'other' })],
    ['a vault key that is not a box', (contents) => ({ ...contents, vaultKey: 'AAAA' })],
  ])('is refused with %s', async (_what, change) => {
    const { people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const { signature, contents } = await readPackage(person, shareOf(sealed, person));
    await refused(opening(person, await passOn(person, signature, change(contents))), 'package_forged');
  });

  it('is refused in a version that this client does not know', async () => {
    const { people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const { signature, contents } = await readPackage(person, shareOf(sealed, person));
    const newer = await passOn(person, signature, { ...contents, version: 2 });
    await refused(opening(person, newer), 'format_unknown');
  });

  it('of a rehearsal is not passed on in a handover', async () => {
    const { vault, people } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const successor = { id: person.id, publicKey: person.kit.publicKey };
    const { encryptedShare } = await sealRehearsal(vault, successor, 'it works');
    await refused(reshare(kitOf(person), encryptedShare, []), 'package_replayed');
  });
});
