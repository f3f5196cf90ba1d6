/**
 * The signed list of each successor: which text of each entry left to them is the current one. A list is renewed after
 * edits, after sealing, and whenever a vault was read, and never takes an older text for the current one.
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
import { type Api, answered } from './api.ts';
import {
  forget,
  isOlder,
  keep,
  keepListed,
  keepOnly,
  type ListsBefore,
  type Notes,
  newestOf,
  notedBefore,
  notesOf,
  putNotesBack,
  takeNotes,
} from './notes.ts';
import { freshVault, type Owner, retryOnConflict } from './owner.ts';
import { isProblem, Problem } from './problem.ts';
import { readLeft, readSuccessors } from './recipients.ts';
import { rememberCounter } from './seen-bundles.ts';
import { openStored, storedPages, unlessRefused } from './stored-entries.ts';

/** The state of one successor's list. */
export interface ListState {
  id: string;
  /** The name under which the owner compared their key. */
  name: string | null;
  /** When the list that they would get was made. Null if there is none. */
  date: string | null;
  /** Entries of which the service returned an older text than the list names. */
  older: string[];
  /** Entries that are on the list, and that the service no longer returns. The owner may have removed them elsewhere. */
  missing: string[];
  /** Entries that are older than the list, and not on it. The owner may have put them back from the trash elsewhere. */
  returned: string[];
  /**
   * The service has an older list than this device has seen, or none that opens although something was sealed to them. It
   * is not renewed before the owner agrees.
   */
  isRolledBack: boolean;
}

interface Holder {
  id: string;
  pin: Pin;
}

/** The successors to whom something was sealed in the latest generation, and who have not left since. */
async function holdersOf(vault: Vault): Promise<{ generation: number; holders: Holder[] }> {
  const { generation, pins } = await readSuccessorKeys(vault);
  const holders = Object.entries(pins)
    .filter(([, pin]) => pin.ownSecret !== null && pin.generation === generation && !pin.leaves)
    .map(([id, pin]) => ({ id, pin }));
  return { generation, holders };
}

/** The name under which a device remembers the newest list that it has seen. */
const memoryOf = ({ userId }: Vault, successorId: string, generation: number): string =>
  `${userId}/${successorId}/${generation}`;

/** Ignores failures: a device without this memory notices less, and nothing else is wrong. */
const rememberList = ({ seen }: Owner, memory: string, counter: number): Promise<void> | undefined =>
  seen && rememberCounter(seen, memory, counter).catch(() => {});

interface StoredList {
  list: LeftList | null;
  listVersion: number;
}

async function readStoredList(
  owner: Owner,
  vault: Vault,
  id: string,
  noted = notesOf(owner),
): Promise<StoredList> {
  try {
    const { api } = owner;
    const params = { path: { id } };
    const { list: sealed, listVersion } = await answered(api.GET('/successors/{id}/list', { params }));
    const list = sealed === null ? null : await openOwnList(vault, id, sealed).catch(unlessRefused);
    keepListed(owner, noted, list?.records ?? []);
    return { list, listVersion };
  } catch (error) {
    // Someone has removed the successor since.
    if (!isProblem(error, 'not_found')) throw error;
    return { list: null, listVersion: 0 };
  }
}

/**
 * The list of a holder.
 *
 * @throws CryptoError `list_rolled_back` if there is none, or this device has seen a newer one: `renewLists` asks the
 *   owner
 */
async function requireList(owner: Owner, vault: Vault, generation: number, id: string): Promise<LeftList> {
  // Read before asking the service, which then has at least this list.
  const seen = (await owner.seen?.highest(memoryOf(vault, id, generation))) ?? 0;
  const list = (await readStoredList(owner, vault, id)).list ?? notedBefore(owner, generation)?.get(id);
  // Otherwise anything that the service returns would be signed as current.
  if (!list || list.counter < seen) throw new CryptoError('list_rolled_back', { successorId: id });
  return list;
}

/**
 * Reads the lists of the sealing that is about to be replaced, because no key opens them afterwards.
 *
 * @param recipients to whom something is about to be sealed
 * @throws CryptoError `list_rolled_back`, as `requireList`
 */
export async function readListsBefore(
  owner: Owner,
  vault: Vault,
  recipients: readonly { id: string }[],
): Promise<ListsBefore> {
  const before = new Map<string, LeftList>();
  const sealed = new Set(recipients.map(({ id }) => id));
  const { generation, holders } = await holdersOf(vault);
  for (const { id, pin } of holders) {
    if (!sealed.has(id)) continue;
    const list = await requireList(owner, vault, generation, id);
    // Entries that are added now for a restricted successor must not look as if they had come back.
    before.set(id, pin.restricted ? { ...list, date: 0 } : list);
  }
  return before;
}

/** Only a later client reads this list, so it can't be compared with anything here. */
function unlessLater(error: unknown): void {
  if (!(error instanceof CryptoError && error.code === 'format_unknown')) throw error;
}

/**
 * Compares the version of a text with the lists and with what this client has seen. If the owner changed an older text,
 * they would sign it as the newest, and nobody could notice any more.
 *
 * @throws CryptoError `entry_rolled_back`; `list_rolled_back`, as `requireList`
 */
export async function requireNewest(owner: Owner, id: string, version: number): Promise<void> {
  const { vault } = owner.unlocked();
  const newest = newestOf(owner);
  if (!newest.hasLists) {
    const { generation, holders } = await holdersOf(vault);
    const present = holders.length > 0 ? await readPresent(owner.api) : new Set();
    await Promise.all(
      holders
        .filter((holder) => present.has(holder.id))
        .map((holder) => requireList(owner, vault, generation, holder.id).catch(unlessLater)),
    );
    newest.hasLists = true;
  }
  if (version < (newest.versions.get(id) ?? 0)) throw new CryptoError('entry_rolled_back');
}

/** Those who may have lists. If someone opts out, the service deletes theirs, and the owner is asked about it. */
const readPresent = async (api: Api): Promise<Set<string>> =>
  new Set((await readSuccessors(api)).filter(({ optedOut }) => !optedOut).map(({ id }) => id));

export interface Renewal {
  /** The states of the lists when the owner was shown the differences, and said that they are right. */
  accept?: readonly ListState[];
  /** Reads the whole vault, to notice what is missing. */
  whole?: boolean;
}

/**
 * Renews the lists with everything that was noted. An entry stays on a list until the owner changes or removes it with
 * a client, so that the service cannot drop it by returning less.
 *
 * @returns the state of each list
 * @throws CryptoError `locked`
 */
export async function renewLists(owner: Owner, renewal: Renewal = {}): Promise<ListState[]> {
  const noted = takeNotes(owner);
  if ((await holdersOf(owner.unlocked().vault)).holders.length === 0) return [];
  // As after a restored backup, older texts may be the right ones.
  if (renewal.accept?.some(({ isRolledBack }) => isRolledBack)) newestOf(owner).versions.clear();
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
      keep(owner, noted, id, (await openStored(owner, stored)).signed);
    }
  }
  keepOnly(noted, ids);
}

/** Lists are renewed at least this often, so that successors see how fresh they are. */
const RENEW_MS = 24 * 3_600_000;

const isLongAgo = (date: number): boolean => Math.abs(Date.now() - date) >= RENEW_MS;

async function renewAll(
  owner: Owner,
  noted: Notes,
  { accept, whole = accept !== undefined }: Renewal,
): Promise<ListState[]> {
  const { api } = owner;
  const { vault, keyBundleVersion } = await freshVault(owner);
  const { generation, holders } = await holdersOf(vault);
  const before = noted.lasting.before.get(generation);
  const present = await readPresent(api);
  const all = await Promise.all(
    holders
      .filter(({ id }) => present.has(id))
      .map(async ({ id, pin }) => {
        const memory = memoryOf(vault, id, generation);
        // Read before asking the service, which then has at least this list.
        const seen = (await owner.seen?.highest(memory)) ?? 0;
        const { list, listVersion } = await readStoredList(owner, vault, id, noted);
        const counter = list?.counter ?? 0;
        const agreed = accept?.find((each) => each.id === id);
        await rememberList(owner, memory, counter);
        const date = list && new Date(list.date).toISOString();
        // A sealing has no lists until the client that sealed has stored them.
        const isOlder = counter < seen || (!list && !before);
        const isRolledBack = isOlder && !(agreed?.isRolledBack && agreed.date === date);
        const entryIds = pin.restricted ? (await readLeft(api, id)).entryIds : null;
        const base = list ?? before?.get(id);
        // If not, the service contradicts the owner's decision, so nothing is added to this list.
        const isDecided = entryIds !== null && (await areLeft(pin, entryIds));
        const left = isDecided ? entryIds : base?.records.map((each) => each.id);
        const state: ListState = {
          id,
          name: pin.name,
          date,
          older: [],
          missing: [],
          returned: [],
          isRolledBack,
        };
        return {
          ...{ id, list, listVersion, memory, state, agreed, after: Math.max(counter, seen) },
          base,
          left: entryIds && new Set(left),
        };
      }),
  );
  const due = all.filter(({ state }) => !state.isRolledBack);
  newestOf(owner).hasLists = due.length === all.length;
  const merged = () => due.map((each) => ({ ...each, ...merge(each, noted) }));
  let lists = merged();
  // Otherwise entries that another device has added would be missing on a list dated today, and would look as if they
  // had come back.
  // So would those that this device has noted while a successor was absent.
  const { lasting } = noted;
  const mustRead = whole || isLongAgo(lasting.readAt) || all.some(({ id }) => lasting.absent.has(id));
  // Notes may be out of date, or incomplete because they were taken while the vault was read.
  if (lists.some((each) => mustRead || !each.base || isDifferent(each))) {
    for (const { agreed } of due)
      for (const id of [...(agreed?.older ?? []), ...(agreed?.missing ?? [])]) forget(owner, noted, id);
    await readWhole(owner, noted);
    lists = merged();
  }
  for (const { state, older, missing, returned } of lists) Object.assign(state, { older, missing, returned });
  const renewed = lists.filter(
    ({ list, records, after }) =>
      !list || list.counter < after || !isSame(list.records, records) || isLongAgo(list.date),
  );
  const sealed = await sealLists(
    vault,
    renewed.map(({ id, records, after }) => ({ successorId: id, records, after })),
  );
  for (const [i, { list, counter, date }] of sealed.entries()) {
    const { id, listVersion, memory, state } = renewed[i]!;
    const body = { list, listVersion, keyBundleVersion };
    await answered(api.PUT('/successors/{id}/list', { params: { path: { id } }, body }));
    await rememberList(owner, memory, counter);
    state.date = new Date(date).toISOString();
  }
  if (due.length < all.length) putNotesBack(owner, noted);
  lasting.absent = new Set(holders.flatMap(({ id }) => (present.has(id) ? [] : [id])));
  return all.map(({ state }) => state);
}

type Differences = Pick<ListState, 'older' | 'missing' | 'returned'>;

const isDifferent = ({ older, missing, returned }: Differences): boolean =>
  older.length + missing.length + returned.length > 0;

interface ToMerge {
  /** The current list. */
  base: LeftList | undefined;
  /** The state of this list that the owner has accepted although it differs. */
  agreed: ListState | undefined;
  /** The entries that are left to them; null for all. */
  left: ReadonlySet<string> | null;
}

function merge(
  { base, agreed, left }: ToMerge,
  { records: noted, overridden, isWhole, lasting: { removed } }: Notes,
): { records: EntryRecord[] } & Differences {
  const wrong = new Set([...overridden, ...(agreed?.older ?? []), ...(agreed?.missing ?? [])]);
  const kept = (base?.records ?? []).filter(({ id }) => (left?.has(id) ?? true) && !wrong.has(id));
  const records = new Map(kept.map((record) => [record.id, record]));
  const older: string[] = [];
  const returned: string[] = [];
  // Restricted successors get exactly the entries decided for them.
  const since = left || !base ? 0 : base.date - RENEW_MS;
  const added = new Set([
    ...overridden,
    ...(agreed?.returned ?? []),
    ...(base?.records ?? []).map(({ id }) => id),
  ]);
  for (const record of noted.values()) {
    const { id, version } = record;
    if (left && !left.has(id)) continue;
    const listed = records.get(id);
    const isBack = !left && !listed && removed.has(id) && !agreed?.returned.includes(id);
    if (listed && isOlder(record, listed)) older.push(id);
    else if (isBack || (version < since && !added.has(id))) returned.push(id);
    else records.set(id, record);
  }
  const missing = isWhole ? kept.filter(({ id }) => !noted.has(id)).map(({ id }) => id) : [];
  const sorted = [...records.values()].sort((one, two) => (one.id < two.id ? -1 : 1));
  return { records: sorted, older, missing, returned };
}

const isSame = (one: readonly EntryRecord[], other: readonly EntryRecord[]): boolean =>
  one.length === other.length &&
  one.every(({ id, version, hash }, i) => {
    const { id: otherId, version: otherVersion, hash: otherHash } = other[i]!;
    return id === otherId && version === otherVersion && hash === otherHash;
  });

/**
 * Renews the lists after something that has succeeded already: if this fails, the next renewal makes up for it.
 *
 * @returns the state of each list, or nothing if that is not known
 */
export async function renewListsAfter(owner: Owner, renewal: Renewal = {}): Promise<ListState[]> {
  try {
    return await renewLists(owner, renewal);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof CryptoError)) throw error;
    return [];
  }
}

/** Whether the service contradicts a list. The owner then has to look, and say what is right. */
export const differsFromList = (state: ListState): boolean => state.isRolledBack || isDifferent(state);
