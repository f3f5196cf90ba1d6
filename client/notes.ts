/** What a client has learned about the entries, for the lists of the successors (lists.ts). */
import { type EntryRecord, type LeftList, openEntry, type SealedEntry, type Vault } from '../crypto/index.ts';
import type { Owner } from './owner.ts';
import type { OpenedContent } from './stored-entries.ts';

/** The lists of the sealing before another one, by successor. */
export type ListsBefore = ReadonlyMap<string, LeftList>;

/** What a client has seen of the entries since it last renewed the lists. */
export interface Notes {
  userId: string;
  records: Map<string, EntryRecord>;
  /** Entries that this client stored. Their records stay if the service doesn't return them. */
  own: Set<string>;
  /** Entries that the owner added, removed, or put back from the trash: the last list is wrong about these. */
  overridden: Set<string>;
  /** Whether the records are all that the vault holds. */
  isWhole: boolean;
  /** Shared by these notes and later ones. */
  lasting: {
    /** The lists from before each sealing of this client, by its generation. Its own lists may not be stored yet. */
    before: Map<number, ListsBefore>;
    /** When it last read the whole vault, in milliseconds since 1970. */
    readAt: number;
    /** Whether it has read the lists. */
    hasLists: boolean;
    /** The version of the newest text of each entry that it has seen or stored, or that a list names. */
    newest: Map<string, number>;
    /** Entries that the owner removed with this client. */
    removed: Set<string>;
  };
}

const notes = new WeakMap<Owner, Notes>();

const nothingSeen = (): Notes['lasting'] => ({
  before: new Map(),
  readAt: 0,
  hasLists: false,
  newest: new Map(),
  removed: new Set(),
});

const emptyNotes = (userId: string, lasting = nothingSeen()): Notes => ({
  userId,
  lasting,
  records: new Map(),
  own: new Set(),
  overridden: new Set(),
  isWhole: false,
});

function notesOf(owner: Owner): Notes {
  const { userId } = owner.unlocked().vault;
  const found = notes.get(owner);
  if (found?.userId === userId) return found;
  const fresh = emptyNotes(userId);
  notes.set(owner, fresh);
  return fresh;
}

type Signed = Omit<EntryRecord, 'id'>;

/** If two texts have the same version, as after a restored backup, the later one is newer. */
export const isOlder = (one: Signed, other: Signed): boolean =>
  one.version < other.version || (one.version === other.version && one.date < other.date);

/** Keeps the version of a text if it is the newest that was seen of its entry. */
export function keepNewest({ newest }: Notes['lasting'], id: string, version: number): void {
  newest.set(id, Math.max(version, newest.get(id) ?? 0));
}

/** Keeps the newest text that was seen of an entry. */
export function keep({ records, lasting }: Notes, id: string, signed: OpenedContent['signed']): void {
  if (!signed) return;
  keepNewest(lasting, id, signed.version);
  const before = records.get(id);
  if (!(before && isOlder(signed, before))) records.set(id, { id, ...signed });
}

/** Keeps only these, which are all entries that the service says are in the vault, and those stored since. */
export function keepOnly(noted: Notes, ids: ReadonlySet<string>): void {
  const { records, own } = noted;
  for (const id of records.keys()) if (!ids.has(id) && !own.has(id)) records.delete(id);
  noted.isWhole = true;
  noted.lasting.readAt = Date.now();
}

/** Notes an entry as it was just read or stored. */
export const noteEntry = (owner: Owner, id: string, signed: OpenedContent['signed']): void =>
  keep(notesOf(owner), id, signed);

/** Notes an entry that was just stored. */
export function noteStored(owner: Owner, id: string, signed: OpenedContent['signed']): void {
  noteEntry(owner, id, signed);
  notesOf(owner).own.add(id);
  owner.onOutdated?.();
}

/** Notes an entry that this vault sealed and the service took. The service may return another text of it. */
export async function noteSealed(owner: Owner, vault: Vault, sealed: SealedEntry): Promise<void> {
  const { text: _, ...signed } = await openEntry(vault, sealed);
  noteStored(owner, sealed.id, signed);
}

/** Notes that these are all entries of the vault. */
export function noteWhole(owner: Owner, ids: ReadonlySet<string>): void {
  keepOnly(notesOf(owner), ids);
  owner.onOutdated?.();
}

/**
 * Notes that the owner added an entry, or put it back from the trash: the last list is wrong about it, and texts that
 * were seen of it no longer matter.
 */
export function noteAdded(owner: Owner, id: string): void {
  const { records, own, overridden, lasting } = notesOf(owner);
  for (const noted of [records, own, lasting.newest, lasting.removed]) noted.delete(id);
  overridden.add(id);
  owner.onOutdated?.();
}

/** Notes that the owner removed an entry. */
export function noteRemoved(owner: Owner, id: string): void {
  noteAdded(owner, id);
  notesOf(owner).lasting.removed.add(id);
}

/** What lasts of the notes. */
export const lastingNotes = (owner: Owner): Notes['lasting'] => notesOf(owner).lasting;

/** Notes the lists from before a sealing, which no key opens afterwards. */
export function noteBefore(owner: Owner, generation: number, lists: ListsBefore): void {
  notesOf(owner).lasting.before.set(generation, lists);
}

/** The lists from before this sealing, if this client made it. */
export const notedBefore = (owner: Owner, generation: number): ListsBefore | undefined =>
  notesOf(owner).lasting.before.get(generation);

/** Returns the notes so far, and begins new ones. */
export function takeNotes(owner: Owner): Notes {
  const noted = notesOf(owner);
  notes.set(owner, emptyNotes(noted.userId, noted.lasting));
  return noted;
}

/** Adds notes that could not be used to those made since. */
export function putNotesBack(owner: Owner, { userId, records, own, overridden }: Notes): void {
  const present = notes.get(owner);
  if (present?.userId !== userId) return;
  const isCurrent = (id: string) => !present.overridden.has(id);
  for (const [id, record] of records)
    if (isCurrent(id) && !present.records.has(id)) present.records.set(id, record);
  for (const id of own) if (isCurrent(id)) present.own.add(id);
  for (const id of overridden) present.overridden.add(id);
}
