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
    /** Entries that the owner removed with this client. */
    removed: Set<string>;
    /** Successors who had no list at the last renewal, because the service said that they opted out or are gone. */
    absent: Set<string>;
  };
}

const notes = new WeakMap<Owner, Notes>();

const emptyNotes = (
  userId: string,
  lasting: Notes['lasting'] = { before: new Map(), readAt: 0, removed: new Set(), absent: new Set() },
): Notes => ({
  userId,
  lasting,
  records: new Map(),
  own: new Set(),
  overridden: new Set(),
  isWhole: false,
});

/** The notes so far. */
export function notesOf(owner: Owner): Notes {
  const { userId } = owner.unlocked().vault;
  const found = notes.get(owner);
  if (found?.userId === userId) return found;
  const fresh = emptyNotes(userId);
  notes.set(owner, fresh);
  return fresh;
}

/** What a client knows of the newest texts, until the vault is locked or its keys change. */
interface Newest {
  /** Whether it has read the lists. */
  hasLists: boolean;
  /** By entry: of the newest text that it has seen or stored, or that a list names. */
  versions: Map<string, number>;
}

const newest = new WeakMap<Vault, Newest>();

export function newestOf(owner: Owner): Newest {
  const { vault } = owner.unlocked();
  const known = newest.get(vault) ?? { hasLists: false, versions: new Map() };
  newest.set(vault, known);
  return known;
}

function keepNewest(owner: Owner, id: string, version: number): void {
  const { versions } = newestOf(owner);
  versions.set(id, Math.max(version, versions.get(id) ?? 0));
}

/** Keeps what a list names, except where it is wrong by these notes and those made since. */
export function keepListed(owner: Owner, { overridden }: Notes, records: readonly EntryRecord[]): void {
  const { overridden: since } = notesOf(owner);
  for (const { id, version } of records)
    if (!overridden.has(id) && !since.has(id)) keepNewest(owner, id, version);
}

/** Drops what was seen of an entry, whose present text is the right one whatever it is. */
export function forget(owner: Owner, { records, own }: Notes, id: string): void {
  for (const noted of [records, own, newestOf(owner).versions]) noted.delete(id);
}

type Signed = Omit<EntryRecord, 'id'>;

/** If two texts have the same version, as after a restored backup, the later one is newer. */
export const isOlder = (one: Signed, other: Signed): boolean =>
  one.version < other.version || (one.version === other.version && one.date < other.date);

/** Keeps the newest text that was seen of an entry. */
export function keep(owner: Owner, { records }: Notes, id: string, signed: OpenedContent['signed']): void {
  if (!signed) return;
  keepNewest(owner, id, signed.version);
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
  keep(owner, notesOf(owner), id, signed);

/** Notes an entry that was just stored. */
export function noteStored(owner: Owner, id: string, signed: OpenedContent['signed']): void {
  noteEntry(owner, id, signed);
  const { own, lasting } = notesOf(owner);
  own.add(id);
  lasting.removed.delete(id);
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

/** Notes that the last list is wrong about an entry, and that texts that were seen of it no longer matter. */
function override(owner: Owner, id: string): Notes['lasting'] {
  const noted = notesOf(owner);
  forget(owner, noted, id);
  noted.overridden.add(id);
  owner.onOutdated?.();
  return noted.lasting;
}

/** Notes that the owner added an entry, or put it back from the trash. */
export function noteAdded(owner: Owner, id: string): void {
  override(owner, id).removed.delete(id);
}

/** Notes that the owner removed an entry. */
export function noteRemoved(owner: Owner, id: string): void {
  override(owner, id).removed.add(id);
}

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
