/** Shares that holders reseal to one another, and forgeries by a dishonest one. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  createKit,
  openAsSuccessor,
  readSuccessorKeys,
  reshare,
  type SealedToSuccessors,
  sealToSuccessors,
} from '../../crypto/index.ts';
import { accessOf, holdersOf, kitOf, type Person, SAM, sealedTo, shareOf, unrestricted } from './family.ts';
import { refused, sealReshare } from './forger.ts';

describe('a reshare', () => {
  /** Three of five. More bad reshares are in docs/crypto-vectors.json. */
  type People = [one: Person, two: Person, three: Person, bad: Person, five: Person];
  it.each<[string, (people: People, sealed: Pick<SealedToSuccessors, 'shares'>) => Promise<string>]>([
    ['that is not base64', async () => '?'],
    [
      'that came from someone else',
      async ([one, , , , five], sealed) => (await accessOf(sealed, one, [five])).reshares[0]!.encryptedShare,
    ],
    ['that holds nonsense', ([one, , , bad]) => sealReshare(bad, one, { version: 1, share: 'nonsense' })],
  ])('%s is reported, and does not block valid ones', async (_what, make) => {
    const { people, sealed } = await sealedTo(5, 3);
    const [one, two, three, bad] = people as People;
    const encryptedShare = await make(people as People, sealed);
    const forged = { fromSuccessorId: bad.id, encryptedShare };
    const access = await accessOf(sealed, one, [two, three]);
    const withAll = { ...access, reshares: [forged, ...access.reshares] };
    expect((await openAsSuccessor(kitOf(one), withAll)).badShares).toEqual(['share_refused']);
    const withTooFew = { ...access, reshares: [forged, access.reshares[0]!] };
    await refused(openAsSuccessor(kitOf(one), withTooFew), 'quorum_missing', {
      shares: { have: 2, need: 3, bad: ['share_refused'] },
    });
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
