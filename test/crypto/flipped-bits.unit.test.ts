/** One wrong bit anywhere in the stored data is refused. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type CryptoErrorCode,
  type Inheritance,
  openAsSuccessor,
  openEntry,
  type ReceivedShares,
  type SealedEntry,
  sealRehearsal,
  type Vault,
} from '../../crypto/index.ts';
import { accessOf, envelopeOf, inherit, kitOf, type Person, sealedTo } from './family.ts';
import { flipped } from './forger.ts';

/** Any bit, wherever in the value it falls. */
const anyBit = fc.nat({ max: 1_000_000 });

/** Expects that no attempt gets past its wrong bit. */
const refusedWith = (attempt: (bit: number) => Promise<unknown>, ...codes: CryptoErrorCode[]) =>
  fc.assert(
    fc.asyncProperty(anyBit, async (bit) => {
      const refusal = await attempt(bit).then(
        () => 'nothing was refused',
        (error) => error.code,
      );
      expect(codes).toContain(refusal);
    }),
    { numRuns: 60 },
  );

describe.each([false, true])('a wrong bit is refused, restricted: %s,', (keepBack) => {
  let vault: Vault;
  let entry: SealedEntry;
  let envelope: string | null;
  let person: Person;
  let access: ReceivedShares;
  let inheritance: Inheritance;

  beforeAll(async () => {
    const stage = await sealedTo(3, 2, keepBack);
    const [one, two] = stage.people as [Person, Person];
    [vault, entry, person] = [stage.vault, stage.entry, one];
    envelope = envelopeOf(stage.sealed, one, entry);
    access = await accessOf(stage.sealed, one, [two]);
    inheritance = await inherit(stage.sealed, one, [two]);
  });

  it('in a package', () =>
    refusedWith(
      (bit) =>
        openAsSuccessor(kitOf(person), { ...access, encryptedShare: flipped(access.encryptedShare!, bit) }),
      'wrong_kit',
    ));

  it('in the salt of a kit', () =>
    refusedWith(
      (bit) => openAsSuccessor({ ...kitOf(person), salt: flipped(person.kit.salt, bit) }, access),
      'wrong_kit',
    ));

  it('in a reshare', () =>
    refusedWith((bit) => {
      const [{ fromSuccessorId, encryptedShare }] = access.reshares as [ReceivedShares['reshares'][number]];
      const reshares = [{ fromSuccessorId, encryptedShare: flipped(encryptedShare, bit) }];
      return openAsSuccessor(kitOf(person), { ...access, reshares });
    }, 'quorum_missing'));

  it.each(['encryptedData', 'iv', 'salt'] as const)('in the %s of an entry', (field) =>
    refusedWith((bit) => {
      const wrong = { ...entry, [field]: flipped(entry[field], bit) };
      // With an envelope, the successor needs no salt, and opens what the owner wrote.
      if (field === 'salt' && envelope !== null) return openEntry(vault, wrong);
      return inheritance.open({ ...wrong, envelope });
    }, 'entry_refused'),
  );

  it('in the key of a successor', () =>
    refusedWith((bit) => {
      const successor = { id: person.id, publicKey: flipped(person.kit.publicKey, bit) };
      return sealRehearsal(vault, successor, 'text');
    }, 'key_swapped'));

  it('in an envelope', async () => {
    if (envelope === null) return;
    const whole = envelope;
    await refusedWith(
      (bit) => inheritance.open({ ...entry, envelope: flipped(whole, bit) }),
      'envelope_refused',
    );
  });
});

describe('a wrong bit in a rehearsal is refused', () => {
  let person: Person;
  let rehearsal: Awaited<ReturnType<typeof sealRehearsal>>;
  let opened: Inheritance;

  const open = (encryptedShare: string) =>
    openAsSuccessor(kitOf(person), { encryptedShare, reshares: [], rehearsal: true });

  beforeAll(async () => {
    const { vault, people } = await sealedTo(2, 2);
    [person] = people as [Person];
    const successor = { id: person.id, publicKey: person.kit.publicKey };
    rehearsal = await sealRehearsal(vault, successor, 'it works');
    opened = await open(rehearsal.encryptedShare);
  });

  it('in its package', () => refusedWith((bit) => open(flipped(rehearsal.encryptedShare, bit)), 'wrong_kit'));

  it.each([
    ['encryptedData', 'entry_refused'],
    ['iv', 'entry_refused'],
    ['envelope', 'envelope_refused'],
  ] as const)('in the %s of its sample', (field, code) =>
    refusedWith((bit) => {
      const { entry } = rehearsal;
      return opened.open({ ...entry, [field]: flipped(entry[field], bit) });
    }, code),
  );
});
