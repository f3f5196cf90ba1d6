/** Who gets an entry, by what the owner sealed. The service's own lists are only compared with it. */
import { departed, hashLeft, type Pin, readSuccessorKeys } from '../../../crypto/index.ts';
import { freshVault } from '../fresh.ts';
import { readLeft, readSuccessors, type Successor } from '../succession.ts';
import { differenceOf, isUndecided } from './succession.ts';

/** What becomes of an entry with one successor. */
export interface Getter {
  id: string;
  /** As the owner's keys know it; null if they know none. */
  name: string | null;
  how:
    | 'gets'
    /** It is to be left to them, but nothing that they could open was prepared. */
    | 'unprepared'
    | 'nothing'
    /** The service says something else of them than the owner's keys. */
    | 'differs'
    /** They are no successor any more. Still, they hold keys, and may be able to open it. */
    | 'former';
  /** Whether they get it because they get everything. */
  isWhole: boolean;
}

/** Whether somebody who was left out since may hold the key of this entry. Which entries they had, only a hash says. */
async function mayOpen({ restricted, left }: Pin, entryId: string | null): Promise<boolean> {
  if (!restricted) return true;
  return entryId !== null && left !== (await hashLeft([]));
}

async function listedHow(
  successor: Successor,
  pin: Pin | undefined,
  left: Listed['left'],
  { generation, entryId }: { generation: number; entryId: string | null },
): Promise<Getter['how']> {
  const { publicKey, keyPinnedAt, optedOut, restrictToAssignedEntries } = successor;
  if (optedOut) return pin?.ownSecret && (await mayOpen(pin, entryId)) ? 'former' : 'nothing';
  const isSame = pin !== undefined && pin.publicKey === publicKey && keyPinnedAt !== null;
  if (pin?.ownSecret && !isSame) return 'differs';
  const { entryIds, entries } = left;
  const isListed = !restrictToAssignedEntries || (entryId !== null && entryIds.includes(entryId));
  if (!pin || !isSame || (await isUndecided(pin))) return isListed ? 'unprepared' : 'nothing';
  if (await differenceOf(successor, pin, entryIds)) return 'differs';
  if (!isListed) return 'nothing';
  if (pin.ownSecret === null || pin.generation !== generation) return 'unprepared';
  const envelope = entries.find((each) => each.entryId === entryId);
  return pin.restricted && (!envelope?.hasEnvelope || envelope.envelopeStale) ? 'unprepared' : 'gets';
}

/** What the service says about a successor, and what it lists for them. */
export interface Listed {
  successor: Successor;
  left: Awaited<ReturnType<typeof readLeft>>;
}

/** What the service says about everybody. It takes a request for each, so the page keeps it for other entries. */
export async function readLists(): Promise<Listed[]> {
  const successors = await readSuccessors();
  return Promise.all(
    successors.map(async (successor) => ({ successor, left: await readLeft(successor.id) })),
  );
}

/**
 * @param entry.id null while it isn't stored
 * @param entry.listed read anew by default
 */
export async function whoGets(entry: { id: string | null; listed?: Listed[] }): Promise<Getter[]> {
  const { id: entryId } = entry;
  const { vault } = await freshVault();
  const { pins, generation } = await readSuccessorKeys(vault);
  const all = entry.listed ?? (await readLists());
  const listed = all.map(async ({ successor, left }): Promise<Getter> => {
    const { id, name } = successor;
    const pin = Object.hasOwn(pins, id) ? pins[id] : undefined;
    const how = await listedHow(successor, pin, left, { generation, entryId });
    return { id, name: pin?.name ?? name, how, isWhole: how === 'gets' && pin?.restricted === false };
  });
  const gone = await departed(
    vault,
    all.map(({ successor }) => successor.id),
  );
  const former = gone.map(async ({ id, name }): Promise<Getter> => {
    const pin = pins[id];
    return { id, name, how: pin && (await mayOpen(pin, entryId)) ? 'former' : 'nothing', isWhole: false };
  });
  return Promise.all([...listed, ...former]);
}
