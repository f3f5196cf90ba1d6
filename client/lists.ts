/**
 * The signed list of each successor: which text of each entry left to them is the present one. A list is renewed after
 * edits, after sealing, and whenever a vault was read, and never takes an older text for the present one.
 */
import {
  areLeft,
  CryptoError,
  type EntryRecord,
  type LeftList,
  openOwnList,
  type Pin,
  readSuccessorKeys,
  sealLists,
  type Vault,
} from '../crypto/index.ts';
import { answered } from './api.ts';
import { isOlder, keep, keepOnly, type Notes, putNotesBack, takeNotes } from './notes.ts';
import { freshVault, type Owner, retryOnConflict } from './owner.ts';
import { isProblem, Problem } from './problem.ts';
import { readLeft, readSuccessors } from './recipients.ts';
import { openStored, storedPages, unlessRefused } from './stored-entries.ts';

/** How the list of one successor stands. */
export interface ListState {
  id: string;
  /** Under which the owner compared their key. */
  name: string | null;
  /** When the list that they would get was made. Null if there is none. */
  date: string | null;
  /** Entries of which the service returned an older text than the list names. */
  older: string[];
  /** Entries that are on the list, and that the service no longer returns. The owner may have removed them elsewhere. */
  missing: string[];
  /** The service has an older list than this device has seen, or none. It is not renewed before the owner agrees. */
  isRolledBack: boolean;
}

interface Holder {
  id: string;
  pin: Pin;
}

/** Those to whom something was sealed in the latest generation, and who have not left since. */
async function holdersOf(vault: Vault): Promise<{ generation: number; holders: Holder[] }> {
  const { generation, pins } = await readSuccessorKeys(vault);
  const holders = Object.entries(pins)
    .filter(([, pin]) => pin.ownSecret !== null && pin.generation === generation && !pin.leaves)
    .map(([id, pin]) => ({ id, pin }));
  return { generation, holders };
}

/** By what a device remembers the newest list that it has seen. */
const memoryOf = ({ userId }: Vault, successorId: string, generation: number): string =>
  `${userId}/${successorId}/${generation}`;

interface StoredList {
  list: LeftList | null;
  listVersion: number;
}

async function readStoredList({ api }: Owner, vault: Vault, id: string): Promise<StoredList> {
  try {
    const params = { path: { id } };
    const { list, listVersion } = await answered(api.GET('/successors/{id}/list', { params }));
    return {
      list: list === null ? null : await openOwnList(vault, id, list).catch(unlessRefused),
      listVersion,
    };
  } catch (error) {
    // Someone has removed the successor since.
    if (!isProblem(error, 'not_found')) throw error;
    return { list: null, listVersion: 0 };
  }
}

/**
 * The lists of the sealing that is about to be replaced, because afterwards no key opens them.
 *
 * @throws CryptoError `list_rolled_back` if this device has seen a newer one: `renewLists` asks the owner
 */
export async function readListsBefore(owner: Owner, vault: Vault): Promise<Map<string, LeftList>> {
  const before = new Map<string, LeftList>();
  const listed = new Set((await readSuccessors(owner.api)).map(({ id }) => id));
  const { generation, holders } = await holdersOf(vault);
  for (const { id } of holders) {
    if (!listed.has(id)) continue;
    const { list } = await readStoredList(owner, vault, id);
    const seen = (await owner.seen?.highest(memoryOf(vault, id, generation))) ?? 0;
    // Otherwise whatever the service returns would be signed as the present.
    if ((list?.counter ?? 0) < seen) throw new CryptoError('list_rolled_back', { successorId: id });
    if (list) before.set(id, list);
  }
  return before;
}

export interface Renewal {
  /** The owner says that everything is right as the service returns it now. */
  accept?: boolean;
  /** Reads the whole vault, to notice what is missing. */
  whole?: boolean;
  /** The lists from before the sealing. */
  before?: ReadonlyMap<string, LeftList>;
}

/**
 * Renews the lists with everything that was noted. What a list names stays on it until the owner changes or removes it
 * with a client, so that the service cannot take it off by returning less.
 *
 * @returns how each list stands
 * @throws CryptoError `locked`
 */
export async function renewLists(owner: Owner, renewal: Renewal = {}): Promise<ListState[]> {
  if ((await holdersOf(owner.unlocked().vault)).holders.length === 0) return [];
  const noted = takeNotes(owner);
  try {
    return await retryOnConflict(owner, () => renewAll(owner, noted, renewal));
  } catch (error) {
    putNotesBack(owner, noted);
    throw error;
  }
}

async function readWhole(owner: Owner, noted: Notes): Promise<void> {
  const ids = new Set<string>();
  for await (const page of storedPages(owner.api)) {
    for (const stored of page) {
      const { id } = stored;
      ids.add(id);
      keep(noted, id, (await openStored(owner, stored)).signed);
    }
  }
  keepOnly(noted, ids);
}

/** Renewed at least so often, so that successors see how fresh it is. */
const RENEW_MS = 24 * 3_600_000;

async function renewAll(
  owner: Owner,
  noted: Notes,
  { accept = false, whole = accept, before }: Renewal,
): Promise<ListState[]> {
  const { api } = owner;
  const { vault, keyBundleVersion } = await freshVault(owner);
  const { generation, holders } = await holdersOf(vault);
  const present = new Set((await readSuccessors(api)).map(({ id }) => id));
  const all = await Promise.all(
    holders
      .filter(({ id }) => present.has(id))
      .map(async (holder) => {
        const stored = await readStoredList(owner, vault, holder.id);
        const memory = memoryOf(vault, holder.id, generation);
        const seen = (await owner.seen?.highest(memory)) ?? 0;
        const counter = stored.list?.counter ?? 0;
        // Also for one that is not renewed yet: otherwise nothing could be sealed again.
        if (counter > seen || accept) await owner.seen?.remember(memory, counter).catch(() => {});
        const isRolledBack = !accept && counter < seen;
        return { ...holder, ...stored, memory, isRolledBack };
      }),
  );
  const isNew = all.some(({ id, list }) => !list && !before?.has(id));
  if (!noted.isWhole && (whole || isNew)) await readWhole(owner, noted);

  const states: ListState[] = [];
  const renewed = [];
  let skipped = false;
  for (const each of all) {
    const { id, pin, list, isRolledBack } = each;
    const state: ListState = {
      id,
      name: pin.name,
      date: list && new Date(list.date).toISOString(),
      older: [],
      missing: [],
      isRolledBack,
    };
    states.push(state);
    if (isRolledBack) {
      skipped = true;
      continue;
    }
    const entryIds = pin.restricted ? (await readLeft(api, id)).entryIds : null;
    // The service says something else than the owner decided, so this list stays as it is.
    if (entryIds && !(await areLeft(pin, entryIds))) {
      skipped = true;
      continue;
    }
    const base = accept ? [] : ((list ?? before?.get(id))?.records ?? []);
    const { records, older, missing } = merge(base, noted, entryIds && new Set(entryIds));
    Object.assign(state, { older, missing });
    if (list && isSame(list.records, records) && Date.now() - list.date < RENEW_MS) continue;
    renewed.push({ ...each, records, state });
  }
  const sealed = await sealLists(
    vault,
    renewed.map(({ id, records, list }) => ({ successorId: id, records, after: list?.counter })),
  );
  for (const [i, { list, counter, date }] of sealed.entries()) {
    const { id, listVersion, memory, state } = renewed[i]!;
    const body = { list, listVersion, keyBundleVersion };
    await answered(api.PUT('/successors/{id}/list', { params: { path: { id } }, body }));
    await owner.seen?.remember(memory, counter).catch(() => {});
    state.date = new Date(date).toISOString();
  }
  if (skipped) putNotesBack(owner, noted);
  return states;
}

/** @param left the entries that are left to them; null for all */
function merge(
  base: readonly EntryRecord[],
  { records: noted, overridden, isWhole }: Notes,
  left: ReadonlySet<string> | null,
): { records: EntryRecord[]; older: string[]; missing: string[] } {
  const kept = base.filter(({ id }) => (left?.has(id) ?? true) && !overridden.has(id));
  const records = new Map(kept.map((record) => [record.id, record]));
  const older: string[] = [];
  for (const record of noted.values()) {
    if (left && !left.has(record.id)) continue;
    const listed = records.get(record.id);
    if (listed && isOlder(record, listed)) older.push(record.id);
    else records.set(record.id, record);
  }
  const missing = isWhole ? kept.filter(({ id }) => !noted.has(id)).map(({ id }) => id) : [];
  return { records: [...records.values()].sort((one, two) => (one.id < two.id ? -1 : 1)), older, missing };
}

const isSame = (one: readonly EntryRecord[], other: readonly EntryRecord[]): boolean =>
  one.length === other.length &&
  one.every(({ id, version, hash }, i) => {
    const { id: otherId, version: otherVersion, hash: otherHash } = other[i]!;
    return id === otherId && version === otherVersion && hash === otherHash;
  });

/**
 * Renews the lists after something that has succeeded already: if this fails, the next renewal does it.
 *
 * @returns how each list stands, or nothing if that is not known
 */
export async function renewListsAfter(owner: Owner, renewal: Renewal = {}): Promise<ListState[]> {
  try {
    return await renewLists(owner, renewal);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof CryptoError)) throw error;
    return [];
  }
}

/** Whether the service has less, or older texts, than a list names. Then the owner has to look, and say what is right. */
export const differsFromList = ({ older, missing, isRolledBack }: ListState): boolean =>
  isRolledBack || older.length > 0 || missing.length > 0;
