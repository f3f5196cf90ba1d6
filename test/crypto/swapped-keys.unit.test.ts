/** Keys and packages that the service or a thief might swap, and how each swap is refused. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { concat, random } from '../../crypto/bytes.ts';
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
  OTHER_EMAIL,
  type Person,
  SAM,
  sealedTo,
  shareOf,
  unrestricted,
  withSuccessors,
} from './family.ts';
import { passOn, readPackage, refused, signAsOther } from './forger.ts';

const opening = (person: Person, encryptedShare: string, rehearsal = false) =>
  openAsSuccessor(kitOf(person), { encryptedShare, reshares: [], rehearsal });

describe("a successor's key that was swapped", () => {
  it('is not pinned, because the words differ', async () => {
    const vault = await newVault();
    const kit = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    const swapped = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    const successor = { id: randomUUID(), publicKey: swapped.publicKey, email: SAM };
    await refused(pin(vault, successor, kit.words), 'comparison_differs');
    await refused(pin(vault, successor, ''), 'comparison_differs');
  });

  it('is not pinned with the words of a successor at another address', async () => {
    const vault = await newVault();
    const { publicKey, words } = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    const successor = { id: randomUUID(), publicKey, email: 'ben@example.com' };
    await refused(pin(vault, successor, words), 'comparison_differs');
  });

  it('differs in the words also if the owner’s key was swapped for the successor', async () => {
    const vault = await newVault();
    const other = await newVault(OTHER_EMAIL);
    const kit = await createKit({ ownerKey: other.ownerKey, email: SAM });
    await refused(
      pin(vault, { id: randomUUID(), publicKey: kit.publicKey, email: SAM }, kit.words),
      'comparison_differs',
    );
  });

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

  it('is compared however it is read out', async () => {
    const vault = await newVault();
    const kit = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    const successor = { id: randomUUID(), publicKey: kit.publicKey, email: SAM };
    const spoken = ` ${kit.words.toUpperCase().replaceAll(' ', ' \u2013  ')}\n`;
    await expect(pin(vault, successor, spoken)).resolves.toMatchObject({ userId: vault.userId });
    await refused(
      comparedWords({ publicKey: 'AAAA', ownerKey: vault.ownerKey, email: SAM }, 'en'),
      'format_unknown',
    );
  });

  it('is not pinned if nothing could be sealed to it, so that it stops nothing for the others', async () => {
    const vault = await newVault();
    const good = fromBase64((await createKit({ ownerKey: vault.ownerKey, email: SAM })).publicKey);
    const lowOrder = concat(good.slice(0, 1_184), new Uint8Array(32));
    for (const key of [new Uint8Array(1_216).fill(255), lowOrder]) {
      const successor = { id: randomUUID(), publicKey: toBase64(key), email: SAM };
      const spoken = await comparedWords({ ...successor, ownerKey: vault.ownerKey }, 'en');
      const about = { code: 'key_unusable', successorId: successor.id };
      await expect(pin(vault, successor, spoken)).rejects.toMatchObject(about);
    }
  });
});

describe('a package', () => {
  it('opens with no kit but that of its successor', async () => {
    const { people, sealed } = await sealedTo(2, 1);
    const [one, two] = people as [Person, Person];
    await refused(opening(two, shareOf(sealed, one)), 'wrong_kit');
    await refused(
      openAsSuccessor(
        { ...kitOf(one), successorId: two.id },
        { encryptedShare: shareOf(sealed, one), reshares: [] },
      ),
      'wrong_kit',
    );
    await refused(opening(one, 'no base64'), 'wrong_kit');
    await refused(opening(one, ''), 'wrong_kit');
  });

  it('opens with no kit whose salt the service changed', async () => {
    const { people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const access = { encryptedShare: shareOf(sealed, person), reshares: [] };
    const other = await createKit({ ownerKey: (await newVault(OTHER_EMAIL)).ownerKey, email: SAM });
    for (const salt of [other.salt, toBase64(random(48)), toBase64(random(16)), '']) {
      await refused(openAsSuccessor({ ...kitOf(person), salt }, access), 'wrong_kit');
    }
  });

  it('is refused when another owner signed it', async () => {
    const { people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const { contents } = await readPackage(person, shareOf(sealed, person));
    await refused(opening(person, await signAsOther(person, contents, true)), 'package_of_other_owner');
  });

  it('is refused when another person signed it in the owner’s name', async () => {
    const { people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const { contents } = await readPackage(person, shareOf(sealed, person));
    await refused(opening(person, await signAsOther(person, contents)), 'package_forged');
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
    ['no object', () => []],
    ['nothing but a version', () => ({ version: 1 })],
    ['a quorum without a share', (contents) => ({ ...contents, threshold: 2 })],
    ['no threshold', (contents) => ({ ...contents, threshold: 0 })],
    ['an empty share', (contents) => ({ ...contents, share: {} })],
    ['a short secret', (contents) => ({ ...contents, ownSecret: 'AAAA' })],
    ['a holder who is nobody', (contents) => ({ ...contents, holders: [null] })],
    ['a generation below 0', (contents) => ({ ...contents, generation: -1 })],
    ['another purpose', (contents) => ({ ...contents, purpose: 'other' })],
    ['a vault key that is no box', (contents) => ({ ...contents, vaultKey: 'AAAA' })],
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

  it('is refused when it was made for another successor', async () => {
    const { people, sealed } = await sealedTo(2, 1);
    const [one, two] = people as [Person, Person];
    const { signature, contents } = await readPackage(one, shareOf(sealed, one));
    // A holder passes their package on: as it is, or with the other's name in it.
    await refused(opening(two, await passOn(two, signature, contents)), 'package_misaddressed');
    const renamed = { ...contents, successorId: two.id };
    await refused(opening(two, await passOn(two, signature, renamed)), 'package_forged');
  });

  it('is refused for the same successor under another key', async () => {
    const { vault, people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const { signature, contents } = await readPackage(person, shareOf(sealed, person));
    const renewed = { ...person, kit: await createKit({ ownerKey: vault.ownerKey, email: SAM }) };
    await refused(opening(renewed, await passOn(renewed, signature, contents)), 'package_forged');
  });

  it('of a rehearsal is refused in a real handover, and vice versa', async () => {
    const { vault, people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const successor = { id: person.id, publicKey: person.kit.publicKey };
    const rehearsal = await sealRehearsal(vault, successor, 'it works');
    await refused(opening(person, rehearsal.encryptedShare), 'package_replayed');
    await refused(opening(person, shareOf(sealed, person), true), 'package_replayed');
    await refused(reshare(kitOf(person), rehearsal.encryptedShare, []), 'package_replayed');
  });
});

describe('a kit', () => {
  it('distinguishes a typing mistake, the wrong sheet and the wrong kit', async () => {
    const { people, sealed } = await sealedTo(2, 1);
    const [one, two] = people as [Person, Person];
    const access = { encryptedShare: shareOf(sealed, one), reshares: [] };
    const kit = kitOf(one);
    const mistyped = kit.code.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    await refused(openAsSuccessor({ ...kit, code: mistyped }, access), 'code_mistyped');
    await refused(openAsSuccessor({ ...kit, code: two.kit.code }, access), 'wrong_kit');
    const spoken = kit.code.toLowerCase().replaceAll('-', ' — ');
    await expect(openAsSuccessor({ ...kit, code: spoken }, access)).resolves.toMatchObject({ threshold: 1 });
  });
});
