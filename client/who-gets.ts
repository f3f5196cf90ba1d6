/** Who gets an entry, by the owner's own keys. The service's lists are only compared with them. */
import { departed, hashLeft, isPinned, isUndecided, type Pin, readSuccessorKeys } from '../crypto/index.ts';
import { freshVault, type Owner } from './owner.ts';
import { readLeft, readSuccessors, type Successor } from './recipients.ts';
import { differenceOf } from './succession.ts';

/** Whether one successor gets an entry. */
export interface EntryAccess {
  id: string;
  /** The name under which the owner compared their key, or else the service's. */
  name: string | null;
  how:
    | 'gets'
    /** It is left to them, but not sealed to them yet. */
    | 'unprepared'
    | 'nothing'
    /** The service contradicts the owner's keys. */
    | 'differs'
    /** They hold keys that should no longer open anything, and may open it. */
    | 'former';
  /** Whether they get it because they get everything. */
  isWhole: boolean;
}

/** Whether someone who departed may hold the key of this entry. Only a hash says which entries they had. */
async function mayOpen({ restricted, left }: Pin, entryId: string | null): Promise<boolean> {
  if (!restricted) return true;
  return entryId !== null && left !== (await hashLeft([]));
}

async function listedHow(
  successor: Successor,
  pin: Pin | undefined,
  left: ListedSuccessor['left'],
  { generation, entryId }: { generation: number; entryId: string | null },
): Promise<EntryAccess['how']> {
  const { publicKey, keyPinnedAt, optedOut, restrictToAssignedEntries } = successor;
  const { entryIds, entries } = left;
  if (pin && (await differenceOf(successor, pin, entryIds))) return 'differs';
  if (optedOut) return 'nothing';
  const isSame = pin !== undefined && keyPinnedAt !== null && (await isPinned(pin, publicKey));
  if (pin?.ownSecret && !isSame) return 'differs';
  const isListed = !restrictToAssignedEntries || (entryId !== null && entryIds.includes(entryId));
  if (!pin || !isSame || (await isUndecided(pin))) return isListed ? 'unprepared' : 'nothing';
  if (!isListed) return 'nothing';
  if (pin.ownSecret === null || pin.generation !== generation) return 'unprepared';
  const envelope = entries.find((each) => each.entryId === entryId);
  return pin.restricted && (!envelope?.hasEnvelope || envelope.envelopeStale) ? 'unprepared' : 'gets';
}

/** What the service says about a successor, and what it lists for them. */
export interface ListedSuccessor {
  successor: Successor;
  left: Awaited<ReturnType<typeof readLeft>>;
}

/** Reads what the service says about every successor, with one request for each: keep the result for other entries. */
export async function readLists({ api }: Owner): Promise<ListedSuccessor[]> {
  const successors = await readSuccessors(api);
  return Promise.all(
    successors.map(async (successor) => ({ successor, left: await readLeft(api, successor.id) })),
  );
}

/**
 * @param entry.id null while it isn't stored
 * @param entry.listed read again by default
 */
export async function whoGets(
  owner: Owner,
  entry: { id: string | null; listed?: ListedSuccessor[] },
): Promise<EntryAccess[]> {
  const { id: entryId } = entry;
  const { vault } = await freshVault(owner);
  const { pins, generation } = await readSuccessorKeys(vault);
  const all = entry.listed ?? (await readLists(owner));
  const gone = await departed(
    vault,
    all.map(({ successor }) => successor.id),
  );
  const leaving = new Set(gone.map(({ id }) => id));
  const present = all.filter(({ successor }) => !leaving.has(successor.id));
  const listed = present.map(async ({ successor, left }): Promise<EntryAccess> => {
    const { id, name } = successor;
    const pin = Object.hasOwn(pins, id) ? pins[id] : undefined;
    const how = await listedHow(successor, pin, left, { generation, entryId });
    return { id, name: pin?.name ?? name, how, isWhole: how === 'gets' && pin?.restricted === false };
  });
  const former = gone.map(async ({ id, name }): Promise<EntryAccess> => {
    const pin = pins[id];
    return { id, name, how: pin && (await mayOpen(pin, entryId)) ? 'former' : 'nothing', isWhole: false };
  });
  return Promise.all([...listed, ...former]);
}
