/** Successors as the owner's own keys know them: whose key was compared, and what was decided. */
import {
  CryptoError,
  comparison,
  decide,
  departed,
  fingerprint,
  hashLeft,
  type Pin,
  pin,
  readSuccessorKeys,
  sealRehearsal,
  unpin,
} from '../../../crypto/index.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { changeBundle } from '../again.ts';
import { freshVault } from '../fresh.ts';
import { mayRotate } from '../ndjson.ts';
import { findPin, readLeft, readSuccessors, type Successor } from '../succession.ts';

/** What the service says of somebody where it is not what the owner decided. Pages show both, and ask. */
export type Difference =
  | { what: 'name'; stated: string; decided: string | null }
  | { what: 'restricted'; stated: boolean; entryIds: readonly string[]; decided: boolean }
  /** The owner's side is known only by its hash. */
  | { what: 'entries'; entryIds: readonly string[] };

export interface Standing {
  id: string;
  /** Whether the owner compared this key. */
  isCompared: boolean;
  /** The service names another key than the one that was compared, and says that it is the same. */
  isSwapped: boolean;
  /** The service gave this person another key as the owner's. */
  hasForeignOwner: boolean;
  /** Something was sealed to them since the last rotation. */
  holdsKeys: boolean;
  /** The owner has decided what they get. */
  isDecided: boolean;
  restricted: boolean;
  /** As the service lists them. */
  entryIds: readonly string[];
  /** How many of these they cannot open yet. */
  missing: number;
  difference: Difference | null;
}

export interface Succession {
  people: Standing[];
  /** How many must accept, as the owner decided it. */
  threshold: number | null;
  /** Removed, but still with keys. */
  departed: { id: string; name: string | null }[];
}

/** The bundle keeps no more of a name. */
const keptName = (name: string): string => [...name].slice(0, 50).join('');

/** As after comparing: nothing is left to them, and nothing was ever sealed. */
export const isUndecided = async ({ restricted, left, ownSecret }: Pin): Promise<boolean> =>
  restricted && ownSecret === null && left === (await hashLeft([]));

export async function differenceOf(
  { name, restrictToAssignedEntries: stated }: Successor,
  pinned: Pin,
  entryIds: readonly string[],
): Promise<Difference | null> {
  if (pinned.name !== keptName(name)) return { what: 'name', stated: name, decided: pinned.name };
  if (await isUndecided(pinned)) return null;
  if (stated !== pinned.restricted)
    return { what: 'restricted', stated, entryIds, decided: pinned.restricted };
  if (stated && (await hashLeft(entryIds)) !== pinned.left) return { what: 'entries', entryIds };
  return null;
}

/** What the owner's keys say about everybody, beside what the service says. */
export async function readSuccession(): Promise<Succession> {
  const { vault } = await freshVault();
  const { threshold } = await readSuccessorKeys(vault);
  const successors = await readSuccessors();
  const people = successors.map(async (successor): Promise<Standing> => {
    const { id, publicKey, keyPinnedAt, ownerKey } = successor;
    const pinned = await findPin(vault, id);
    const { entryIds, entries } = await readLeft(id);
    const isSame = pinned !== null && pinned.publicKey === publicKey;
    return {
      id,
      isCompared: isSame && keyPinnedAt !== null,
      isSwapped: pinned !== null && keyPinnedAt !== null && !isSame,
      hasForeignOwner: publicKey !== null && ownerKey !== vault.ownerKey,
      holdsKeys: pinned !== null && pinned.ownSecret !== null,
      isDecided: pinned !== null && !(await isUndecided(pinned)),
      restricted: successor.restrictToAssignedEntries,
      entryIds,
      missing: entries.filter(({ hasEnvelope, envelopeStale }) => !hasEnvelope || envelopeStale).length,
      difference: isSame && keyPinnedAt !== null ? await differenceOf(successor, pinned, entryIds) : null,
    };
  });
  const present = successors.map(({ id }) => id);
  return { people: await Promise.all(people), threshold, departed: await departed(vault, present) };
}

/** The owner's side of a new successor: their kit names the owner by this key, so it comes from the vault. */
export async function inviteSuccessor(person: {
  name: string;
  email: string;
  language: Successor['language'];
  handoverDelayDays: number;
  restrictToAssignedEntries: boolean;
}): Promise<{ id: string }> {
  const { vault } = await freshVault();
  const body = { ...person, ownerKey: vault.ownerKey };
  const { successor } = await answered(api.POST('/successors', { body }));
  return { id: successor.id };
}

async function find(id: string): Promise<Successor> {
  const found = (await readSuccessors()).find((each) => each.id === id);
  if (!found) throw new Problem({ code: 'not_found', status: 404 });
  return found;
}

const GROUP = 4;

/** Which groups were heard differently, from 1. The right ones stay unsaid: they must come from the other side. */
function differing(heard: string, expected: string): number[] {
  const plain = heard.replace(/[\s\p{Dash}]/gu, '').toUpperCase();
  return expected
    .split(' ')
    .flatMap((group, i) => (plain.slice(i * GROUP, (i + 1) * GROUP) === group ? [] : [i + 1]));
}

export type Compared = { matches: true } | { matches: false; groups: number[] };

/**
 * Compares a successor's key with what they read out, and trusts it from then on.
 *
 * @param typed.name as the page has shown it: the service could name somebody else by now
 * @throws Problem `foreign_owner_key` if the service gave them another key as the owner's
 */
export async function compareKey(typed: { id: string; name: string; heard: string }): Promise<Compared> {
  const { id, name, heard } = typed;
  const { publicKey } = await find(id);
  if (publicKey === null) throw new Problem({ code: 'not_found', status: 404 });
  try {
    await changeBundle(async (vault) => {
      const { ownerKey } = await find(id);
      if (ownerKey !== vault.ownerKey) throw new Problem({ code: 'foreign_owner_key', status: 0 });
      return pin(vault, { id, publicKey, name }, heard);
    });
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code !== 'comparison_differs') throw error;
    const { vault } = await freshVault();
    return { matches: false, groups: differing(heard, await comparison(publicKey, vault.ownerKey)) };
  }
  const body = { keyFingerprint: await fingerprint(publicKey) };
  await answered(api.POST('/successors/{id}/verify', { params: { path: { id } }, body }));
  return { matches: true };
}

/** Records that what the service says is right. The page has shown exactly this. */
export async function agree({ id, difference }: { id: string; difference: Difference }): Promise<void> {
  const { what } = difference;
  const decision =
    what === 'name'
      ? { id, name: difference.stated }
      : what === 'restricted' && !difference.stated
        ? { id, restricted: false }
        : { id, restricted: true, entryIds: difference.entryIds };
  await changeBundle((vault) => decide(vault, { successors: [decision] }));
}

/** Whose name it is shows in what is sealed, so the owner's own record changes first. */
export async function renameSuccessor({ id, name }: { id: string; name: string }): Promise<void> {
  await changeBundle(async (vault) =>
    (await findPin(vault, id)) ? decide(vault, { successors: [{ id, name }] }) : vault,
  );
  await answered(api.PUT('/successors/{id}', { params: { path: { id } }, body: { name } }));
}

const unlessGone = (error: unknown): void => {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
};

/**
 * Removes somebody. If they hold keys, the vault needs new ones: rotate it next.
 *
 * @returns whether they hold keys, by our own record: the service could say that nothing was ever sealed to them
 */
export async function removeSuccessor({ id }: { id: string }): Promise<{ holdsKeys: boolean }> {
  const { vault } = await freshVault();
  const holdsKeys = Boolean((await findPin(vault, id))?.ownSecret);
  if (holdsKeys) await mayRotate();
  await answered(api.DELETE('/successors/{id}', { params: { path: { id } } })).catch(unlessGone);
  // Or the service could list them again, and the next seal would take them for a successor.
  if (!holdsKeys) await changeBundle((present) => unpin(present, id));
  return { holdsKeys };
}

/**
 * Gives somebody another address, so that they begin anew.
 *
 * @returns whether what was prepared for the old one still opens, until the vault has new keys
 */
export async function moveSuccessor({
  id,
  email,
}: {
  id: string;
  email: string;
}): Promise<{ holdsKeys: boolean }> {
  const { vault } = await freshVault();
  const holdsKeys = Boolean((await findPin(vault, id))?.ownSecret);
  if (holdsKeys) await mayRotate();
  await answered(api.PUT('/successors/{id}', { params: { path: { id } }, body: { email } }));
  return { holdsKeys };
}

/**
 * Rehearses a handover with one successor.
 *
 * @param sample what they read in the end
 */
export async function rehearse({ id, sample }: { id: string; sample: string }): Promise<void> {
  const { vault } = await freshVault();
  const { publicKey } = await find(id);
  const { entry, encryptedShare } = await sealRehearsal(vault, { id, publicKey }, sample);
  const body = { successorId: id, entry, encryptedShare };
  await answered(api.POST('/handover/rehearsal', { body }));
}
