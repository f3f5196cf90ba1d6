/** Successors according to the owner's own keys: whose key was compared, and what was decided. */
import {
  areLeft,
  CryptoError,
  type Decision,
  decide,
  departed,
  differingWords,
  fingerprint,
  isPinned,
  isUndecided,
  keptName,
  type Pin,
  pin,
  readSuccessorKeys,
  sealRehearsal,
  unpin,
  type Vault,
} from '../crypto/index.ts';
import { type Api, answered } from './api.ts';
import { changeBundle, freshVault, type Owner } from './owner.ts';
import { changedNothing, clientProblem, isProblem, Problem } from './problem.ts';
import { decisionIn, findPin, readLeft, readSuccessors, type Successor, takesShare } from './recipients.ts';
import { mayRotate } from './rotation.ts';

/** Where the service contradicts the owner's decision. Show both sides and ask; `agree` records that the service is right. */
export type Difference =
  /** Whether they are a successor to whom something can be sealed. */
  | { what: 'leaves'; stated: 'opted_out' | 'not_compared' | 'stays' }
  | { what: 'name'; stated: string; decided: string | null }
  | { what: 'restricted'; stated: boolean; entryIds: readonly string[]; decided: boolean }
  /** The owner's side is known only by its hash. */
  | { what: 'entries'; entryIds: readonly string[] };

/** The state of a successor. */
export interface SuccessorState {
  id: string;
  /** Whether the owner compared this key. */
  isCompared: boolean;
  /** The service names another key than the one that was compared, and says that it is the same. */
  isSwapped: boolean;
  /** Their kit names another key as the owner's, or will: it was given another, or the owner has started over. */
  hasForeignOwner: boolean;
  /** Something was sealed to them since the last rotation. */
  holdsKeys: boolean;
  /** The owner has decided what they get. */
  isDecided: boolean;
  /** Changes when another device decides something else: see `SuccessorChoice`. Null until a key is compared. */
  decided: string | null;
  restricted: boolean;
  /** As the service lists them. */
  entryIds: readonly string[];
  /** How many of these they cannot open yet. */
  missing: number;
  difference: Difference | null;
}

/**
 * Keys that someone holds and should no longer hold: a successor was removed, has another kit, or gets less. `renewKeys`
 * makes them useless.
 */
export interface Departed {
  id: string;
  name: string | null;
}

export interface Succession {
  people: SuccessorState[];
  /** How many must accept, as the owner decided it. */
  threshold: number | null;
  departed: Departed[];
}

/** Everyone who holds keys and no longer should. */
export async function readDeparted(owner: Owner): Promise<Departed[]> {
  const { vault } = await freshVault(owner);
  return departed(
    vault,
    (await readSuccessors(owner.api)).map(({ id }) => id),
  );
}

/** @param entryIds the entries that the service lists for them */
export async function differenceOf(
  successor: Successor,
  pinned: Pin,
  entryIds: readonly string[],
): Promise<Difference | null> {
  const { name, optedOut, restrictToAssignedEntries: stated } = successor;
  if (!takesShare(successor)) {
    if (pinned.leaves || (await isUndecided(pinned))) return null;
    return { what: 'leaves', stated: optedOut ? 'opted_out' : 'not_compared' };
  }
  if (pinned.leaves) return { what: 'leaves', stated: 'stays' };
  if (pinned.name !== keptName(name)) return { what: 'name', stated: name, decided: pinned.name };
  if (await isUndecided(pinned)) return null;
  if (stated !== pinned.restricted)
    return { what: 'restricted', stated, entryIds, decided: pinned.restricted };
  if (stated && !(await areLeft(pinned, entryIds))) return { what: 'entries', entryIds };
  return null;
}

/** Every successor by the owner's keys, compared with what the service says. */
export async function readSuccession(owner: Owner): Promise<Succession> {
  const { api } = owner;
  const { vault } = await freshVault(owner);
  const { threshold } = await readSuccessorKeys(vault);
  const successors = await readSuccessors(api);
  const people = successors.map(async (successor): Promise<SuccessorState> => {
    const { id, publicKey, keyPinnedAt, ownerKey } = successor;
    const pinned = await findPin(vault, id);
    const { entryIds, entries } = await readLeft(api, id);
    const isSame = pinned !== null && (await isPinned(pinned, publicKey));
    const isSwapped = pinned !== null && keyPinnedAt !== null && !isSame;
    return {
      id,
      isCompared: isSame && keyPinnedAt !== null,
      isSwapped,
      hasForeignOwner: (ownerKey ?? publicKey) !== null && !isOwnKey(vault, ownerKey),
      holdsKeys: pinned !== null && pinned.ownSecret !== null,
      isDecided: pinned !== null && !(await isUndecided(pinned)),
      decided: pinned && decisionIn(pinned),
      restricted: successor.restrictToAssignedEntries,
      entryIds,
      missing: entries.filter(({ hasEnvelope, envelopeStale }) => !hasEnvelope || envelopeStale).length,
      difference: pinned && !isSwapped ? await differenceOf(successor, pinned, entryIds) : null,
    };
  });
  const present = successors.map(({ id }) => id);
  return { people: await Promise.all(people), threshold, departed: await departed(vault, present) };
}

/**
 * Names a successor, who gets an email. Their ID is chosen here, and their kit names the owner by a key from the vault:
 * neither comes from the service.
 *
 * @throws Problem `confirmation_required`, or `successor_id_changed` if the service gave this person another ID: they could
 *   get what was decided for someone else
 */
export async function inviteSuccessor(
  owner: Owner,
  person: {
    name: string;
    email: string;
    language?: Successor['language'];
    /** How long they wait after the others. */
    handoverDelayDays?: number;
    /** Whether they get only the entries listed for them, or everything. */
    restrictToAssignedEntries?: boolean;
  },
): Promise<Successor> {
  const { vault } = await freshVault(owner);
  const id = crypto.randomUUID();
  const body = { ...person, id, ownerKey: vault.ownerKey };
  const { successor } = await answered(owner.api.POST('/successors', { body }));
  if (successor.id !== id) throw clientProblem('successor_id_changed');
  return successor;
}

async function find(api: Api, id: string): Promise<Successor> {
  const found = (await readSuccessors(api)).find((each) => each.id === id);
  if (!found) throw new Problem({ code: 'not_found', status: 404 });
  return found;
}

/** Whether these are the owner's signing keys, or were. */
const isOwnKey = ({ ownerKey, keyBundle }: Vault, named: string | null): named is string =>
  named === ownerKey || keyBundle.signing.former.some((each) => each.ownerKey === named);

/** Which words differ, from 1. The right words are never revealed: they must come from the other side. */
export type WordComparison = { matches: true } | { matches: false; words: number[] };

/**
 * Compares a successor's key with the six words that they read out from their kit, and trusts it from then on.
 *
 * @param typed.name as it was shown to the owner, like the address: the service could name someone else by now
 * @returns which of the words were heard differently, if any
 * @throws Problem `foreign_owner_key` if the service gave them another key as the owner's, `not_found` if they have no
 *   key yet
 */
export async function compareKey(
  owner: Owner,
  typed: { id: string; name: string; email: string; heard: string },
): Promise<WordComparison> {
  const { api } = owner;
  const { id, name, email, heard } = typed;
  const { publicKey } = await find(api, id);
  if (publicKey === null) throw new Problem({ code: 'not_found', status: 404 });
  try {
    await changeBundle(owner, async (vault) => {
      const { ownerKey } = await find(api, id);
      if (!isOwnKey(vault, ownerKey)) throw clientProblem('foreign_owner_key');
      return pin(vault, { id, publicKey, email, name }, heard);
    });
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code !== 'comparison_differs') throw error;
    const { vault } = await freshVault(owner);
    const { ownerKey } = await find(api, id);
    const named = isOwnKey(vault, ownerKey) ? ownerKey : vault.ownerKey;
    return { matches: false, words: await differingWords({ publicKey, ownerKey: named, email }, heard) };
  }
  const body = { keyFingerprint: await fingerprint(publicKey) };
  await answered(api.POST('/successors/{id}/verify', { params: { path: { id } }, body }));
  return { matches: true };
}

/** Records that the service is right. The owner was shown exactly this difference. */
export async function agree(
  owner: Owner,
  { id, difference }: { id: string; difference: Difference },
): Promise<void> {
  const decision = { id, ...decisionOf(difference) };
  await changeBundle(owner, (vault) => decide(vault, { successors: [decision] }));
}

function decisionOf(difference: Difference): Omit<Decision, 'id'> {
  if (difference.what === 'leaves') return { leaves: difference.stated !== 'stays' };
  if (difference.what === 'name') return { name: difference.stated };
  if (difference.what === 'restricted' && !difference.stated) return { restricted: false };
  // Perhaps the owner took the entries away, and the rotation was cut off. Which other entries were left is known only
  // by a hash.
  return { restricted: true, entryIds: difference.entryIds, takesAway: true };
}

/**
 * Renames a successor. The name is part of what is sealed, so the owner's own record changes first.
 *
 * @throws Problem `validation_failed`. The record is then as it was.
 */
export async function renameSuccessor(
  owner: Owner,
  { id, name: typed }: { id: string; name: string },
): Promise<void> {
  // As the service stores it. Otherwise it would seem to contradict the record.
  const name = typed.trim().normalize('NFC');
  let before: string | null = null;
  const record = (next: string) =>
    changeBundle(owner, async (vault) => {
      const pinned = await findPin(vault, id);
      if (!pinned) return vault;
      before ??= pinned.name;
      return decide(vault, { successors: [{ id, name: next }] });
    });
  await record(name);
  try {
    await answered(owner.api.PUT('/successors/{id}', { params: { path: { id } }, body: { name } }));
  } catch (error) {
    if (before !== null && changedNothing(error)) await record(before);
    throw error;
  }
}

/** By the owner's own record: the service could claim that nothing was ever sealed to them. */
export interface Departure {
  /** Whether someone who leaves holds keys. Then the vault needs new ones: call `renewKeys` next. */
  holdsKeys: boolean;
  /** How many must accept, as the owner decided it. */
  threshold: number | null;
}

/** @param presentIds of the other successors, if earlier kits of someone who leaves matter too */
async function departureOf(owner: Owner, id: string, presentIds?: readonly string[]): Promise<Departure> {
  const { vault } = await freshVault(owner);
  const { threshold } = await readSuccessorKeys(vault);
  const holdsKeys =
    Boolean((await findPin(vault, id))?.ownSecret) ||
    (presentIds !== undefined && (await departed(vault, presentIds)).length > 0);
  if (holdsKeys) await mayRotate(owner.api);
  return { holdsKeys, threshold };
}

/** The owner's own record that someone leaves. */
const withoutThem = async (vault: Vault, id: string): Promise<Vault> =>
  (await findPin(vault, id)) ? decide(vault, { successors: [{ id, leaves: true }] }) : vault;

/**
 * Removes a successor.
 *
 * @param tell whether the service mails them about it, if they had confirmed their address
 * @throws Problem `confirmation_required`
 */
export async function removeSuccessor(
  owner: Owner,
  { id, tell = false }: { id: string; tell?: boolean },
): Promise<Departure> {
  const present = (await readSuccessors(owner.api)).map((each) => each.id);
  const departure = await departureOf(owner, id, present);
  try {
    await answered(
      owner.api.DELETE('/successors/{id}', { params: { path: { id } }, ...(tell ? { body: { tell } } : {}) }),
    );
  } catch (error) {
    if (!isProblem(error, 'not_found')) throw error;
  }
  // Otherwise the service could list them again, and the next sealing would include them.
  await changeBundle(owner, async (vault) =>
    (await findPin(vault, id))?.ownSecret ? withoutThem(vault, id) : unpin(vault, id),
  );
  return departure;
}

/** @param ask sends the request. The new kit names the owner by these keys. */
async function replaceKit(
  owner: Owner,
  id: string,
  ask: (ownerKey: string) => Promise<unknown>,
): Promise<Departure> {
  const departure = await departureOf(owner, id);
  await ask(owner.unlocked().vault.ownerKey);
  // Recorded as leaving until their new key is compared.
  await changeBundle(owner, (present) => withoutThem(present, id));
  return departure;
}

/**
 * Gives a successor another address, so that they make a new kit.
 *
 * @throws Problem `confirmation_required`
 */
export const moveSuccessor = (owner: Owner, { id, email }: { id: string; email: string }) =>
  replaceKit(owner, id, (ownerKey) =>
    answered(owner.api.PUT('/successors/{id}', { params: { path: { id } }, body: { email, ownerKey } })),
  );

/**
 * Asks a successor to make a new kit, because they have lost theirs, or because the owner has started over with new keys.
 *
 * @throws Problem `confirmation_required`
 */
export const askForNewKit = (owner: Owner, { id }: { id: string }) =>
  replaceKit(owner, id, (ownerKey) =>
    answered(owner.api.POST('/successors/{id}/new-kit', { params: { path: { id } }, body: { ownerKey } })),
  );

/**
 * Rehearses a handover with one successor.
 *
 * @param rehearsal.sample the text that they read in the end
 */
export async function rehearse(owner: Owner, { id, sample }: { id: string; sample: string }): Promise<void> {
  const { vault } = await freshVault(owner);
  const { publicKey } = await find(owner.api, id);
  const { entry, encryptedShare } = await sealRehearsal(vault, { id, publicKey }, sample);
  const body = { successorId: id, entry, encryptedShare };
  await answered(owner.api.POST('/handover/rehearsal', { body }));
}
