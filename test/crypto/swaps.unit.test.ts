/** What the service, a thief or a dishonest successor might swap, and how each swap is refused. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { aeadKey, seal } from '../../crypto/aead.ts';
import { toBase64 } from '../../crypto/base64.ts';
import { joined, random } from '../../crypto/bytes.ts';
import { entryKey } from '../../crypto/entry.ts';
import {
  comparison,
  createKit,
  openAsSuccessor,
  openEntry,
  pin,
  reshare,
  sealEnvelopes,
  sealRehearsal,
  sealToSuccessors,
  unpin,
} from '../../crypto/index.ts';
import type { Package } from '../../crypto/package-format.ts';
import {
  accessOf,
  envelopeOf,
  inherit,
  kitOf,
  newVault,
  OTHER_EMAIL,
  type Person,
  sealedTo,
  shareOf,
  unrestricted,
  withEntries,
  withSuccessors,
} from './family.ts';
import { passOn, readPackage, sealReshare, signAsOther } from './forger.ts';

const opening = (person: Person, encryptedShare: string, rehearsal = false) =>
  openAsSuccessor(kitOf(person), { encryptedShare, reshares: [], rehearsal });

/** Expects a refusal with this code. */
const refused = async (attempt: Promise<unknown>, code: string): Promise<void> => {
  await expect(attempt).rejects.toMatchObject({ name: 'CryptoError', code });
};

describe("a successor's key that was swapped", () => {
  it('is not pinned, because the comparison differs', async () => {
    const vault = await newVault();
    const kit = await createKit(vault.ownerKey);
    const swapped = await createKit(vault.ownerKey);
    const successor = { id: randomUUID(), publicKey: swapped.publicKey };
    await refused(pin(vault, successor, kit.comparison), 'comparison_differs');
    await refused(pin(vault, successor, ''), 'comparison_differs');
  });

  it('differs in the comparison also when the owner was swapped for the successor', async () => {
    const vault = await newVault();
    const other = await newVault(OTHER_EMAIL);
    const kit = await createKit(other.ownerKey);
    await refused(
      pin(vault, { id: randomUUID(), publicKey: kit.publicKey }, kit.comparison),
      'comparison_differs',
    );
  });

  it('is never sealed to', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 2);
    const [honest, swapped] = people.map(unrestricted);
    const { publicKey } = await createKit(vault.ownerKey);
    for (const key of [publicKey, null]) {
      const successors = [honest!, { ...swapped!, publicKey: key }];
      await refused(sealToSuccessors(vault, { threshold: 2, successors }), 'key_swapped');
      await refused(sealRehearsal(vault, { id: swapped!.id, publicKey: key }, 'text'), 'key_swapped');
    }
  });

  it('is never sealed to without a pin, or after it was removed', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const [known] = people as [Person];
    const stranger = { id: randomUUID(), kit: await createKit(vault.ownerKey) };
    for (const [from, person] of [
      [vault, stranger],
      [await unpin(vault, known.id), known],
    ] as const) {
      const successors = [unrestricted(person)];
      await refused(sealToSuccessors(from, { threshold: 1, successors }), 'key_not_pinned');
    }
  });

  it('takes what was sealed to the old key out of use once it is pinned', async () => {
    const { vault, people, entry } = await sealedTo(1, 1, true);
    const [person] = people as [Person];
    const kit = await createKit(vault.ownerKey);
    const pinned = await pin(vault, { id: person.id, publicKey: kit.publicKey }, kit.comparison);
    await refused(sealEnvelopes(pinned, person.id, [entry]), 'not_sealed_to');
  });

  it('is compared however it is read out', async () => {
    const vault = await newVault();
    const kit = await createKit(vault.ownerKey);
    const successor = { id: randomUUID(), publicKey: kit.publicKey };
    const spoken = ` ${kit.comparison.toLowerCase().replaceAll(' ', '  ')}\n`;
    await expect(pin(vault, successor, spoken)).resolves.toMatchObject({ userId: vault.userId });
    await refused(comparison('AAAA', vault.ownerKey), 'format_unknown');
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
    const other = await createKit((await newVault(OTHER_EMAIL)).ownerKey);
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

  it('is refused when somebody else signed it in the name of the owner', async () => {
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
        holders: contents.holders.map((holder) => ({ ...holder, publicKey: two.kit.publicKey })),
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

  it('is refused when it was meant for somebody else', async () => {
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
    const renewed = { ...person, kit: await createKit(vault.ownerKey) };
    await refused(opening(renewed, await passOn(renewed, signature, contents)), 'package_forged');
  });

  it('of a rehearsal is refused in earnest, and the other way round', async () => {
    const { vault, people, sealed } = await sealedTo(1, 1);
    const [person] = people as [Person];
    const successor = { id: person.id, publicKey: person.kit.publicKey };
    const rehearsal = await sealRehearsal(vault, successor, 'it works');
    await refused(opening(person, rehearsal.encryptedShare), 'package_replayed');
    await refused(opening(person, shareOf(sealed, person), true), 'package_replayed');
    await refused(reshare(kitOf(person), rehearsal.encryptedShare), 'package_replayed');
  });
});

describe('a kit', () => {
  it('tells a typing mistake and the wrong sheet from the wrong kit', async () => {
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
    const key = await aeadKey(await entryKey(vault, salt));
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
    const key = await aeadKey(await entryKey(vault, entry.salt));
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

describe('a reshare', () => {
  /** Three of five, where the first opens with good shares of the others, and one more that is bad. */
  async function withBad(
    make: (stage: {
      people: [Person, Person, Person, Person, Person];
      userId: string;
      share: { data: string; signature: string };
      generation: number;
      sealed: Awaited<ReturnType<typeof sealedTo>>['sealed'];
    }) => Promise<string>,
  ) {
    const { vault, people, sealed } = await sealedTo(5, 3);
    const [one, two, three, bad] = people as [Person, Person, Person, Person];
    const { contents } = await readPackage(bad, shareOf(sealed, bad));
    const encryptedShare = await make({
      people: people as [Person, Person, Person, Person, Person],
      userId: vault.userId,
      share: contents.share!,
      generation: contents.generation,
      sealed,
    });
    const forged = { fromSuccessorId: bad.id, encryptedShare };
    const access = await accessOf(sealed, one, [two, three]);
    const { badShares } = await openAsSuccessor(kitOf(one), {
      ...access,
      reshares: [forged, ...access.reshares],
    });
    const reshares = [forged, access.reshares[0]!];
    await expect(openAsSuccessor(kitOf(one), { ...access, reshares })).rejects.toMatchObject({
      code: 'quorum_missing',
      shares: { have: 2, need: 3, bad: badShares },
    });
    return badShares;
  }

  it.each<[string, string, Parameters<typeof withBad>[0]]>([
    ['that does not open', 'share_refused', async () => toBase64(random(200))],
    ['that is no base64', 'share_refused', async () => '?'],
    [
      'that was sealed to somebody else',
      'share_refused',
      async ({ people: [, two, , bad], sealed }) =>
        (await accessOf(sealed, two, [bad])).reshares[0]!.encryptedShare,
    ],
    [
      'that came from somebody else',
      'share_refused',
      async ({ people: [one, , , , five], sealed }) =>
        (await accessOf(sealed, one, [five])).reshares[0]!.encryptedShare,
    ],
    [
      'that holds nonsense',
      'share_refused',
      ({ people: [one, , , bad] }) => sealReshare(bad, one, { version: 1, share: 'nonsense' }),
    ],
    [
      'in another version',
      'format_unknown',
      ({ people: [one, , , bad] }) => sealReshare(bad, one, { version: 2 }),
    ],
    [
      'of an earlier generation',
      'share_of_other_seal',
      ({ people: [one, , , bad], userId, share, generation }) =>
        sealReshare(bad, one, { version: 1, userId, generation: generation - 1, share }),
    ],
    [
      'of another owner',
      'share_of_other_seal',
      ({ people: [one, , , bad], share, generation }) =>
        sealReshare(bad, one, { version: 1, userId: randomUUID(), generation, share }),
    ],
    [
      'with a share that its holder made up',
      'share_forged',
      ({ people: [one, , , bad], userId, share, generation }) =>
        sealReshare(bad, one, {
          version: 1,
          userId,
          generation,
          share: { ...share, data: toBase64(random(33)) },
        }),
    ],
    [
      'with the share of another holder',
      'share_forged',
      async ({ people: [one, , , bad, five], userId, generation, sealed }) => {
        const { contents } = await readPackage(five, shareOf(sealed, five));
        return sealReshare(bad, one, { version: 1, userId, generation, share: contents.share });
      },
    ],
  ])('%s is reported, and does not stop good ones', async (_what, code, make) => {
    expect(await withBad(make)).toEqual([code]);
  });

  it.each([undefined, null, 7, 'nobody', {}])('from %p is ignored', async (fromSuccessorId) => {
    const { people, sealed } = await sealedTo(3, 2);
    const [one, two] = people as [Person, Person];
    const access = await accessOf(sealed, one, [two]);
    const bad = { ...access.reshares[0]!, fromSuccessorId: fromSuccessorId as string };
    const { badShares } = await openAsSuccessor(kitOf(one), {
      ...access,
      reshares: [bad, ...access.reshares],
    });
    expect(badShares).toEqual(['share_refused']);
  });

  it('of an earlier generation counts for nothing after sealing again', async () => {
    const { vault, people, sealed: first } = await sealedTo(3, 2);
    const [one, two] = people as [Person, Person];
    const second = await sealToSuccessors(vault, { threshold: 2, successors: people.map(unrestricted) });
    const { reshares } = await accessOf(first, one, [two]);
    const { reshares: good } = await accessOf(second, one, [people[2]!]);
    const mixed = { encryptedShare: shareOf(second, one), reshares };
    await refused(openAsSuccessor(kitOf(one), mixed), 'quorum_missing');
    const { badShares } = await openAsSuccessor(kitOf(one), { ...mixed, reshares: [...reshares, ...good] });
    expect(badShares).toEqual(['share_of_other_seal']);
  });

  it('goes only to holders whose keys the owner signed, whatever the service lists', async () => {
    const { people, sealed } = await sealedTo(3, 2);
    const [one, ...others] = people as [Person, Person, Person];
    const reshares = await reshare(kitOf(one), shareOf(sealed, one));
    expect(reshares.map(({ successorId }) => successorId)).toEqual(others.map(({ id }) => id));
    const single = await sealedTo(2, 1);
    const [first] = single.people as [Person];
    expect(await reshare(kitOf(first), shareOf(single.sealed, first))).toEqual([]);
  });
});
