/** An owner with successors who compared their keys, for tests of sealing and opening. */
import { randomUUID } from 'node:crypto';
import {
  createAccount,
  createKit,
  decide,
  type Inheritance,
  KDF_V1,
  type Kit,
  type KitCode,
  openAsSuccessor,
  pin,
  prepareLogIn,
  type ReceivedShares,
  type Recipient,
  reshare,
  type SealedEntry,
  type SealedToSuccessors,
  sealEntry,
  sealToSuccessors,
  unlock,
  type Vault,
} from '../../crypto/index.ts';

const WHO = { email: 'anna@example.com', password: 'correct horse battery staple', kdf: KDF_V1 };

export interface Person {
  id: string;
  kit: Kit;
}

/** A successor. */
export const SAM = 'sam@example.com';

let account: Promise<Vault> | undefined;

/** The unlocked vault of a new account. Made once, because Argon2id takes its time. */
export function newVault(): Promise<Vault> {
  account ??= register();
  return account;
}

async function register(): Promise<Vault> {
  const { salt, keyBundle } = await createAccount(WHO);
  return unlock(await prepareLogIn(WHO), { id: randomUUID(), salt, keyBundle });
}

/** New successors with kits, whom the owner has pinned. */
export async function withSuccessors(
  owner: Vault,
  count: number,
): Promise<{ vault: Vault; people: Person[] }> {
  let vault = owner;
  const people: Person[] = [];
  for (let i = 0; i < count; i++) {
    const person = { id: randomUUID(), kit: await createKit({ ownerKey: vault.ownerKey, email: SAM }) };
    const { publicKey, words } = person.kit;
    vault = await pin(vault, { id: person.id, publicKey, email: SAM }, words);
    people.push(person);
  }
  return { vault, people };
}

/** New entries with these texts. */
export const withEntries = (vault: Vault, ...texts: string[]): Promise<SealedEntry[]> =>
  Promise.all(texts.map((text) => sealEntry(vault, { id: randomUUID(), text })));

export const unrestricted = ({ id, kit: { publicKey } }: Person): Recipient => ({
  id,
  publicKey,
  restricted: false,
  entries: [],
});

export const restricted = ({ id, kit: { publicKey } }: Person, entries: SealedEntry[]): Recipient => ({
  id,
  publicKey,
  restricted: true,
  entries,
});

export const kitOf = ({ id, kit: { code, salt } }: Person): KitCode => ({ code, salt, successorId: id });

/** The package of a successor. */
export function shareOf({ shares }: Pick<SealedToSuccessors, 'shares'>, { id }: Person): string {
  const found = shares.find((share) => share.id === id);
  if (!found) throw new Error(`There is no share for ${id}`);
  return found.encryptedShare;
}

/** The envelope that leaves an entry to a successor, if there is one. */
export const envelopeOf = (
  { assignments }: Pick<SealedToSuccessors, 'assignments'>,
  { id }: Person,
  entry: SealedEntry,
): string | null =>
  assignments
    .find(({ successorId }) => successorId === id)
    ?.envelopes.find(({ entryId }) => entryId === entry.id)?.envelope ?? null;

/** The holders that the service names to someone who passes their share on. */
export const holdersOf = (people: readonly Person[]) =>
  people.map(({ id, kit: { publicKey } }) => ({ successorId: id, publicKey }));

/** The shares that the service delivers to `person` once these others have accepted and resealed theirs. */
export async function accessOf(
  sealed: Pick<SealedToSuccessors, 'shares'>,
  person: Person,
  accepted: Person[] = [],
): Promise<ReceivedShares> {
  const reshares = [];
  const holders = holdersOf([person, ...accepted]);
  for (const other of accepted) {
    const { reshares: passedOn } = await reshare(kitOf(other), shareOf(sealed, other), holders);
    for (const { successorId, encryptedShare } of passedOn) {
      if (successorId === person.id) reshares.push({ fromSuccessorId: other.id, encryptedShare });
    }
  }
  return { encryptedShare: shareOf(sealed, person), reshares };
}

/** What `person` opens together with these others. */
export const inherit = async (
  sealed: Pick<SealedToSuccessors, 'shares'>,
  person: Person,
  others: Person[] = [],
): Promise<Inheritance> => openAsSuccessor(kitOf(person), await accessOf(sealed, person, others));

/** The vault of an owner who decided exactly as the recipients state. */
export const decidedAs = (
  vault: Vault,
  { threshold, successors }: { threshold: number; successors: readonly Recipient[] },
): Promise<Vault> =>
  decide(vault, {
    threshold,
    successors: successors.map(({ id, restricted, entries }) => ({
      id,
      restricted,
      entryIds: entries.map((entry) => entry.id),
    })),
  });

/** Seals as the owner has just decided. */
export const sealAsDecided = async (
  vault: Vault,
  to: { threshold: number; successors: readonly Recipient[] },
): Promise<SealedToSuccessors> => sealToSuccessors(await decidedAs(vault, to), to);

/** A vault with one entry, sealed to `count` successors, unrestricted unless told otherwise. */
export async function sealedTo(count: number, threshold: number, keepBack = false) {
  const { vault, people } = await withSuccessors(await newVault(), count);
  const entries = await withEntries(vault, 'the key is under the mat');
  const successors = people.map((person) => (keepBack ? restricted(person, entries) : unrestricted(person)));
  const sealed = await sealAsDecided(vault, { threshold, successors });
  const [entry] = entries as [SealedEntry];
  return { vault: sealed.vault, people, entry, sealed };
}
