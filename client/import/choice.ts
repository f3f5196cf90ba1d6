/** Which entries of a file are to be imported, given those that the vault already has. */
import type { Owner } from '../owner.ts';
import { changedAt, openStored, storedPages } from '../stored-entries.ts';
import { type Duplicate, duplicates, type VaultEntry } from './duplicates.ts';
import type { ImportItem, ReadFile } from './reading.ts';

/** For an entry that came from this vault: whether the file has a newer version of it, or an older one. */
export type DuplicateKind = Exclude<Duplicate['how'], 'same_id'> | 'newer' | 'older';

export interface ComparedItem extends ImportItem {
  /** How the vault or the file has it already; null if they don't. */
  known: DuplicateKind | null;
  /** Whether the entry of this ID in the vault is equal, apart from new keys of files that were saved readable. */
  isUnchanged: boolean;
  /** The ID that it gets, or that of the entry that it replaces. */
  entryId: string;
}

/** Which entries to import although the vault has them in some form. */
export interface ImportChoice {
  /** Entries similar to one that is already there. */
  addSimilar: boolean;
  /** Entries that are newer in the file than in the vault. */
  takeNewer: boolean;
  /** Entries that were changed in the vault since the export. */
  putOlderBack: boolean;
}

/** Without a date nobody can tell which is newer, so the vault's version stays. */
function knownAs(
  item: ImportItem,
  found: Duplicate | null,
  changes: ReadonlyMap<string, string>,
): DuplicateKind | null {
  if (found?.how !== 'same_id') return found?.how ?? null;
  const stored = changes.get(item.id ?? '');
  return item.updatedAt !== null && stored !== undefined && Date.parse(item.updatedAt) > Date.parse(stored)
    ? 'newer'
    : 'older';
}

/** Reads the whole vault. */
export async function compareWithVault(
  owner: Owner,
  file: Pick<ReadFile, 'items' | 'savedAs'>,
): Promise<ComparedItem[]> {
  const vault: VaultEntry[] = [];
  const ofLaterClient = new Set<string>();
  const changes = new Map<string, string>();
  for await (const page of storedPages(owner.api)) {
    for (const stored of page) {
      const opened = await openStored(owner, stored);
      if (opened.content) vault.push({ id: stored.id, content: opened.content });
      else if (opened.refused === 'format_unknown') ofLaterClient.add(stored.id);
      changes.set(stored.id, changedAt(stored, opened));
    }
  }
  const found = duplicates(file, vault);
  const taken = new Set<string>();
  return file.items.map((item, index) => {
    const entryId = item.id && !taken.has(item.id) ? item.id : crypto.randomUUID();
    taken.add(entryId);
    const duplicate = found[index] ?? null;
    const isUnchanged = duplicate?.how === 'identical' && 'id' in duplicate.of && duplicate.of.id === item.id;
    // One that this client can't read, but a later one can, isn't replaced unasked. Damaged ones are.
    const known = ofLaterClient.has(entryId) ? 'older' : knownAs(item, duplicate, changes);
    return { ...item, entryId, isUnchanged, known };
  });
}

export function isChosen({ known }: ComparedItem, choice: ImportChoice): boolean {
  const { addSimilar, takeNewer, putOlderBack } = choice;
  if (known === null) return true;
  return { identical: false, similar: addSimilar, newer: takeNewer, older: putOlderBack }[known];
}
