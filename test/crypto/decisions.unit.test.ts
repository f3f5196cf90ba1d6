/** A service that misstates what the owner decided gets nothing sealed. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { name } from '../../api/http/schemas.ts';
import { hashLeft, keptName } from '../../crypto/decisions.ts';
import {
  createKit,
  decide,
  departed,
  pin,
  type Recipient,
  rotate,
  type SealedEntry,
  sealEnvelopes,
  sealToSuccessors,
  unpin,
  type Vault,
} from '../../crypto/index.ts';
import { readSuccessorKeys, withSuccessorKeys } from '../../crypto/successor-keys.ts';
import {
  decidedAs,
  newVault,
  type Person,
  restricted,
  SAM,
  sealAsDecided,
  unrestricted,
  withEntries,
  withSuccessors,
} from './family.ts';
import { refused } from './forger.ts';

let owner: Vault;
let bob: Person;
let carol: Person;
let secret: SealedEntry;
let left: SealedEntry;

beforeAll(async () => {
  const { vault, people } = await withSuccessors(await newVault(), 2);
  [bob, carol] = people as [Person, Person];
  [secret, left] = (await withEntries(vault, 'for nobody', 'for Bob')) as [SealedEntry, SealedEntry];
  owner = await decidedAs(vault, { threshold: 2, successors: honest() });
});

const honest = (): Recipient[] => [restricted(bob, [left]), unrestricted(carol)];

const rotation = (threshold: number, successors: readonly Recipient[]) => ({
  keyBundleVersion: 1,
  entries: [secret, left].map((entry) => ({ ...entry, version: 1 })),
  entryCount: 2,
  threshold,
  successors,
});

/** Expects that sealing and rotating refuse the statements of the service. */
async function differs(stated: { threshold?: number; successors?: Recipient[] }, about: object) {
  const { threshold = 2, successors = honest() } = stated;
  const error = { name: 'CryptoError', code: 'decision_differs', ...about };
  await expect(sealToSuccessors(owner, { threshold, successors })).rejects.toMatchObject(error);
  await expect(rotate(owner, rotation(threshold, successors))).rejects.toMatchObject(error);
}

it('keeps no half of a surrogate pair of a name, which other languages could not read', () => {
  expect(keptName('Ad\ud83ca')).toBe('Ad\ufffda');
});

it('compares the whole of the longest name that the service accepts', () => {
  const longest = 'é'.repeat(60);
  expect(name.parse(longest)).toBe(longest);
  expect(keptName(longest)).toBe(longest);
});

it('keeps what a later client has recorded beside the decisions', async () => {
  const before = await readSuccessorKeys(owner);
  const later = {
    ...before,
    colour: 'green',
    pins: { ...before.pins, [bob.id]: { ...before.pins[bob.id]!, shape: 'round' } },
  };
  const known = await withSuccessorKeys(owner, later);
  const sealed = await sealToSuccessors(known, { threshold: 2, successors: honest() });
  const { vault: rotated } = await rotate(sealed.vault, rotation(2, honest()));
  expect(await readSuccessorKeys(rotated)).toMatchObject({
    colour: 'green',
    pins: { [bob.id]: { shape: 'round' } },
  });
});

describe('a service that changes what the owner decided', () => {
  it('cannot lower the quorum of a seal', () =>
    differs({ threshold: 1 }, { what: 'threshold', successorId: undefined }));

  it('cannot get the vault key sealed to a restricted successor', () =>
    differs(
      { successors: [unrestricted(bob), unrestricted(carol)] },
      { what: 'restricted', successorId: bob.id },
    ));

  it('cannot restrict a successor who gets everything', () =>
    differs(
      { successors: [restricted(bob, [left]), restricted(carol, [left])] },
      { what: 'restricted', successorId: carol.id },
    ));

  it('cannot add, exchange or omit an entry', async () => {
    const noId = { ...secret, id: 'X' };
    for (const entries of [[left, secret], [secret], [], [left, left], [left, noId]]) {
      await differs(
        { successors: [restricted(bob, entries), unrestricted(carol)] },
        { what: 'entries', successorId: bob.id },
      );
    }
  });

  it('cannot swap the names of two successors', async () => {
    const named = await decide(owner, { successors: [{ id: bob.id, name: 'Bob' }] });
    const successors = [{ ...restricted(bob, [left]), name: 'Carol' }, unrestricted(carol)];
    await refused(sealToSuccessors(named, { threshold: 2, successors }), 'decision_differs', {
      what: 'name',
      successorId: bob.id,
    });
    const right = [{ ...restricted(bob, [left]), name: 'Bob' }, unrestricted(carol)];
    await expect(sealToSuccessors(named, { threshold: 2, successors: right })).resolves.toBeDefined();
  });

  it('cannot get an envelope for an entry that was not left', async () => {
    const { vault } = await sealToSuccessors(owner, { threshold: 2, successors: honest() });
    const error = { code: 'decision_differs', what: 'entries', successorId: bob.id };
    await expect(sealEnvelopes(vault, bob.id, [secret])).rejects.toMatchObject(error);
    await expect(sealEnvelopes(vault, bob.id, [secret], [left.id])).rejects.toMatchObject(error);
    await expect(sealEnvelopes(vault, bob.id, [left])).resolves.toHaveLength(1);
  });
});

describe('a decision', () => {
  it('is needed before anything is sealed, and a new pin leaves nothing', async () => {
    const { vault, people } = await withSuccessors(await newVault(), 1);
    const [person] = people as [Person];
    const nothing = { threshold: 1, successors: [restricted(person, [])] };
    await expect(sealToSuccessors(vault, nothing)).rejects.toMatchObject({ what: 'threshold' });
    const decided = await decide(vault, { threshold: 1, successors: [] });
    const everything = { threshold: 1, successors: [unrestricted(person)] };
    await expect(sealToSuccessors(decided, everything)).rejects.toMatchObject({ what: 'restricted' });
    expect((await sealToSuccessors(decided, nothing)).assignments).toEqual([
      { successorId: person.id, envelopes: [] },
    ]);
  });

  it('changes only what it names', async () => {
    const before = await readSuccessorKeys(owner);
    const again = await decide(owner, { successors: [{ id: bob.id, name: 'Bob' }] });
    const { pins, threshold } = await readSuccessorKeys(again);
    expect(threshold).toBe(2);
    expect(pins[bob.id]).toEqual({ ...before.pins[bob.id], name: 'Bob' });
    expect(pins[carol.id]).toEqual(before.pins[carol.id]);
    const all = await decide(again, { successors: [{ id: bob.id, restricted: false, entryIds: [left.id] }] });
    expect((await readSuccessorKeys(all)).pins[bob.id]).toMatchObject({
      restricted: false,
      left: await hashLeft([]),
    });
  });

  it('stays when the same person has a new key, unlike the seal to the old key', async () => {
    const named = await decide(owner, { successors: [{ id: bob.id, name: 'Bob' }] });
    const { vault } = await sealToSuccessors(named, { threshold: 2, successors: honest() });
    const kit = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    const renewed = await pin(
      vault,
      { id: bob.id, publicKey: kit.publicKey, email: SAM, name: 'Bob' },
      kit.words,
    );
    const { pins } = await readSuccessorKeys(renewed);
    expect(pins[bob.id]).toMatchObject({ restricted: true, left: await hashLeft([left.id]), name: 'Bob' });
    await refused(sealEnvelopes(renewed, bob.id, [left]), 'not_sealed_to');
    // Bob's old sheet opens what was sealed to it until the vault has new keys.
    expect(await departed(renewed, [bob.id, carol.id])).toEqual([{ id: expect.any(String), name: 'Bob' }]);
    const to = [{ ...restricted(bob, [left]), publicKey: kit.publicKey }, unrestricted(carol)];
    const { vault: rotated } = await rotate(renewed, rotation(2, to));
    expect(Object.keys((await readSuccessorKeys(rotated)).pins).sort()).toEqual([bob.id, carol.id].sort());
  });

  it('stays in a rotation for someone who leaves until they have a new kit, unlike their key', async () => {
    const named = await decide(owner, { successors: [{ id: bob.id, name: 'Bob' }] });
    const { vault } = await sealToSuccessors(named, { threshold: 2, successors: honest() });
    const asked = await decide(vault, {
      threshold: 1,
      successors: [
        { id: bob.id, leaves: true },
        { id: carol.id, leaves: true },
      ],
    });
    const { vault: after } = await rotate(asked, { ...rotation(1, []), awaited: [bob.id, randomUUID()] });
    expect(await departed(after, [bob.id])).toEqual([]);
    expect(Object.keys((await readSuccessorKeys(after)).pins)).toEqual([bob.id]);
    const same = { ...restricted(bob, [left]), name: 'Bob' };
    await refused(sealToSuccessors(after, { threshold: 1, successors: [same] }), 'key_swapped');
    const agreed = await decide(after, { successors: [{ id: bob.id, leaves: false }] });
    await refused(sealToSuccessors(agreed, { threshold: 1, successors: [same] }), 'key_swapped');

    const kit = await createKit({ ownerKey: after.ownerKey, email: SAM });
    const { publicKey } = kit;
    const back = await pin(after, { id: bob.id, publicKey, email: SAM, name: 'Bob' }, kit.words);
    const { shares } = await sealToSuccessors(back, { threshold: 1, successors: [{ ...same, publicKey }] });
    expect(shares).toHaveLength(1);
  });

  it('is not inherited by a newcomer whom the service gave the ID of someone else', async () => {
    const everything = await decide(owner, { successors: [{ id: carol.id, name: 'Carol' }] });
    const { vault } = await sealToSuccessors(everything, { threshold: 2, successors: honest() });
    const kit = await createKit({ ownerKey: vault.ownerKey, email: SAM });
    const newcomer = { id: carol.id, publicKey: kit.publicKey, email: SAM, name: 'Dan' };
    const pinned = await pin(vault, newcomer, kit.words);
    expect((await readSuccessorKeys(pinned)).pins[carol.id]).toMatchObject({
      name: 'Dan',
      restricted: true,
      left: await hashLeft([]),
      ownSecret: null,
    });
    const successors = [restricted(bob, [left]), { ...unrestricted(carol), ...newcomer }];
    await refused(sealToSuccessors(pinned, { threshold: 2, successors }), 'decision_differs', {
      what: 'restricted',
      successorId: carol.id,
    });
  });

  it('accepts only pinned successors, IDs and whole numbers', async () => {
    await refused(decide(owner, { successors: [{ id: randomUUID() }] }), 'key_not_pinned');
    await refused(decide(owner, { successors: [{ id: bob.id, entryIds: ['x'] }] }), 'format_unknown');
    for (const threshold of [0, 1.5, Number.NaN]) {
      await expect(decide(owner, { threshold, successors: [] })).rejects.toThrow(RangeError);
    }
  });
});

describe('a removed successor', () => {
  const alone = { threshold: 1, successors: [] as Recipient[] };
  const everybody = () => ({ threshold: 1, successors: [unrestricted(bob), unrestricted(carol)] });

  it('cannot be brought back by the service after a rotation', async () => {
    const { vault } = await sealAsDecided(owner, everybody());
    const remaining = { threshold: 1, successors: [unrestricted(carol)] };
    const { vault: after } = await rotate(vault, rotation(1, remaining.successors));
    expect(Object.keys((await readSuccessorKeys(after)).pins)).toEqual([carol.id]);
    // Listed again, under another name.
    const listed = { ...unrestricted(bob), name: 'Carol' };
    await refused(
      sealToSuccessors(after, { threshold: 1, successors: [...remaining.successors, listed] }),
      'key_not_pinned',
    );
  });

  it('is listed as departed while they hold keys, even after sealing to the others', async () => {
    const named = await decide(owner, { successors: [{ id: bob.id, name: 'Bob' }] });
    const { vault } = await sealAsDecided(named, everybody());
    expect(await departed(vault, [bob.id, carol.id])).toEqual([]);
    expect(await departed(vault, [carol.id])).toEqual([{ id: bob.id, name: 'Bob' }]);
    const remaining = { threshold: 1, successors: [unrestricted(carol)] };
    const { vault: sealed } = await sealToSuccessors(vault, remaining);
    expect(await departed(sealed, [carol.id])).toEqual([{ id: bob.id, name: 'Bob' }]);
    const { vault: rotated } = await rotate(sealed, rotation(1, remaining.successors));
    expect(await departed(rotated, [carol.id])).toEqual([]);
  });

  it('gets nothing although the service still lists them, until their key is compared again', async () => {
    const { vault } = await sealAsDecided(owner, everybody());
    const leaving = await decide(vault, { successors: [{ id: bob.id, leaves: true }] });
    expect(await departed(leaving, [bob.id, carol.id])).toMatchObject([{ id: bob.id }]);
    await refused(sealToSuccessors(leaving, everybody()), 'decision_differs', {
      what: 'leaves',
      successorId: bob.id,
    });
    const { id, kit } = bob;
    const back = await pin(leaving, { id, publicKey: kit.publicKey, email: SAM }, kit.words);
    expect((await sealToSuccessors(back, everybody())).shares).toHaveLength(2);
  });

  it('is not listed if nothing was ever sealed to them', async () => {
    expect(await departed(owner, [])).toEqual([]);
    const without = await unpin(owner, bob.id);
    expect(await departed(without, [])).toEqual([]);
    expect(await unpin(without, bob.id)).toBe(without);
  });

  it('leaves no pin behind when no successor remains, whatever the threshold was', async () => {
    const { vault } = await sealAsDecided(owner, { ...everybody(), threshold: 2 });
    const { vault: after } = await rotate(vault, rotation(1, alone.successors));
    expect((await readSuccessorKeys(after)).pins).toEqual({});
  });
});
