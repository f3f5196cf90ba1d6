/** Shares that holders reseal to one another, and forgeries by a dishonest one. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { toBase64 } from '../../crypto/base64.ts';
import { random } from '../../crypto/bytes.ts';
import {
  createKit,
  openAsSuccessor,
  readSuccessorKeys,
  reshare,
  sealToSuccessors,
} from '../../crypto/index.ts';
import { accessOf, holdersOf, kitOf, type Person, SAM, sealedTo, shareOf, unrestricted } from './family.ts';
import { readPackage, refused, sealReshare } from './forger.ts';

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
  ])('%s is reported, and does not block valid ones', async (_what, code, make) => {
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

  it('of an earlier generation is worthless after sealing again', async () => {
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

  it('of a seal from before older keys were restored is worthless, and blocks no successor', async () => {
    const { vault, people } = await sealedTo(3, 2);
    const [one, two, three] = people as [Person, Person, Person];
    const seal = () => sealToSuccessors(vault, { threshold: 2, successors: people.map(unrestricted) });
    // Both from the same keys, as after a copy of the bundle from before the first was put back.
    const [lost, present] = [await seal(), await seal()];
    const { reshares: old } = await accessOf(lost, one, [two]);
    const access = await accessOf(present, one, [three]);
    const { badShares } = await openAsSuccessor(kitOf(one), {
      ...access,
      reshares: [...old, ...access.reshares],
    });
    expect(badShares).toEqual(['share_of_other_seal']);
  });

  it('is not made from an older package than the device has seen', async () => {
    const { vault, people, sealed: first } = await sealedTo(3, 2);
    const [one] = people as [Person];
    const second = await sealToSuccessors(vault, { threshold: 2, successors: people.map(unrestricted) });
    const from = (sealed: typeof first, seen?: number) =>
      reshare(kitOf(one), shareOf(sealed, one), holdersOf(people), seen);
    const [old, present] = [await from(first), await from(second)];
    expect(old.generation).toBeLessThan(present.generation);
    expect((await readSuccessorKeys(second.vault)).generation).toBe(present.generation);
    expect((await from(second, present.generation)).reshares).toHaveLength(2);
    await refused(from(first, present.generation), 'package_rolled_back');
    await refused(from(first, old.generation + 1), 'package_rolled_back');
    // A device that has seen nothing newer cannot tell.
    expect((await from(first, old.generation)).reshares).toHaveLength(2);
    // Also where there is nothing to pass on.
    const single = await sealedTo(1, 1);
    const [alone] = single.people as [Person];
    const { generation } = await reshare(kitOf(alone), shareOf(single.sealed, alone), []);
    await refused(
      reshare(kitOf(alone), shareOf(single.sealed, alone), [], generation + 1),
      'package_rolled_back',
    );
  });

  it('goes only to holders whose keys the owner signed, whatever the service lists', async () => {
    const { vault, people, sealed } = await sealedTo(3, 2);
    const [one, two, three] = people as [Person, Person, Person];
    const to = async (listed: Person[]) => {
      const { reshares } = await reshare(kitOf(one), shareOf(sealed, one), holdersOf(listed));
      return reshares.map(({ successorId }) => successorId);
    };
    expect(await to(people)).toEqual([two.id, three.id]);
    const swapped = { ...three, kit: await createKit({ ownerKey: vault.ownerKey, email: SAM }) };
    const stranger = { ...swapped, id: randomUUID() };
    expect(await to([stranger, one, two, swapped])).toEqual([two.id]);
    expect(await to([{ ...two, kit: { ...two.kit, publicKey: 'AAAA' } }])).toEqual([]);
    const single = await sealedTo(2, 1);
    const [first] = single.people as [Person];
    expect(
      (await reshare(kitOf(first), shareOf(single.sealed, first), holdersOf(single.people))).reshares,
    ).toEqual([]);
  });
});
