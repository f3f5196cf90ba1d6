/** Export of the whole vault, and import of entries. */
import {
  exportEncrypted as copyVault,
  exportDecrypted as decryptVault,
  type ExportedVault,
} from '../../../client/export.ts';
import { beginImport, type ImportResult, type ImportState, importEntries } from '../../../client/import.ts';
import { bodyOf } from '../../../client/ndjson.ts';
import { freshVault } from '../../../client/owner.ts';
import { changedAt, openStored, type StoredEntry, storedPages } from '../../../client/stored-entries.ts';
import { CryptoError, openEntry } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import { detect, type Format, type ImportRefusal } from '../../vault/import/detect.ts';
import { type Duplicate, duplicates } from '../../vault/import/duplicates.ts';
import { readFile } from '../../vault/import/read.ts';
import type { ImportItem, ImportWords, ReadFile } from '../../vault/import/reading.ts';
import { current, onChange } from '../held.ts';
import { owner } from '../owner.ts';
import type { Asked, Tab } from '../tab.ts';

/** The contents of a file to import. */
export interface Preview {
  format: Format;
  items: {
    kind: ImportItem['content']['kind'];
    title: string;
    /** For an entry that came from this vault: whether the file has a newer version of it, or an older one. */
    duplicate: Exclude<Duplicate['how'], 'same_id'> | 'newer' | 'older' | null;
  }[];
  skipped: ReadFile['skipped'];
  left: ReadFile['left'];
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

interface Prepared {
  /** The owner whose file it is. */
  userId: string;
  items: (ImportItem & { how: Preview['items'][number]['duplicate']; entryId: string })[];
  state: ImportState;
}

let prepared = new WeakMap<Tab, Prepared>();
// It holds the contents of files.
onChange(() => {
  if (!current()) prepared = new WeakMap();
});

/** Without a date nobody can tell which is newer, so the vault's version stays. */
function howOf(item: ImportItem, found: Duplicate | null, changes: ReadonlyMap<string, string>) {
  if (found?.how !== 'same_id') return found?.how ?? null;
  const stored = changes.get(item.id ?? '');
  return item.updatedAt !== null && stored !== undefined && Date.parse(item.updatedAt) > Date.parse(stored)
    ? ('newer' as const)
    : ('older' as const);
}

/** Reads a file, and keeps its entries until `runImport`. */
export async function readImport(
  { file, words }: { file: File; words: ImportWords },
  { tab, progress }: Asked,
): Promise<Preview | { refusal: ImportRefusal }> {
  prepared.delete(tab);
  const text = await file.text();
  const detected = detect(file.name, text);
  if ('refusal' in detected) return detected;
  const { vault } = await freshVault(owner);
  const open = (entry: StoredEntry) => openEntry(vault, entry, { old: true });
  const { items, skipped, left } = await readFile(detected.format, text, { words, open, progress });
  const known = [];
  const changes = new Map<string, string>();
  for await (const page of storedPages(api)) {
    for (const stored of page) {
      const opened = await openStored(owner, stored);
      if (opened.content) known.push({ id: stored.id, content: opened.content });
      changes.set(stored.id, changedAt(stored, opened));
    }
  }
  const found = duplicates(items, known);
  const taken = new Set<string>();
  const prepare = (item: ImportItem, index: number) => {
    const entryId = item.id && !taken.has(item.id) ? item.id : crypto.randomUUID();
    taken.add(entryId);
    return { ...item, entryId, how: howOf(item, found[index] ?? null, changes) };
  };
  const ready = items.map(prepare);
  prepared.set(tab, { userId: vault.userId, items: ready, state: beginImport() });
  const shown = ready.map(({ content: { kind, title }, how }) => ({ kind, title, duplicate: how }));
  return { format: detected.format, items: shown, skipped, left };
}

function isChosen(how: Preview['items'][number]['duplicate'], choice: ImportChoice): boolean {
  const { addSimilar, takeNewer, putOlderBack } = choice;
  if (how === null) return true;
  return { identical: false, similar: addSimilar, newer: takeNewer, older: putOlderBack }[how];
}

/**
 * Stores the entries from `readImport`. After a failure, another call continues with the choices it is given; entries
 * that are already stored stay.
 */
export async function runImport(choice: ImportChoice, { tab, progress }: Asked): Promise<ImportResult> {
  const ready = prepared.get(tab);
  if (!ready || ready.userId !== owner.unlocked().vault.userId) throw new CryptoError('locked');
  const { items, state } = ready;
  const chosen = items
    .filter(({ how }) => isChosen(how, choice))
    .map((item) => ({ ...item, id: item.entryId, isNew: item.id !== item.entryId }));
  const result = await importEntries(owner, state, chosen, progress);
  prepared.delete(tab);
  return result;
}

export interface ExportedFile {
  file: Blob;
  entries: number;
  /** How many can't be opened, and are missing. */
  missing: number;
}

async function asFile({ text, entryCount, missing }: ExportedVault, type: string): Promise<ExportedFile> {
  const file = new Blob([await bodyOf(text)], { type });
  return { file, entries: entryCount - missing(), missing: missing() };
}

/** Everything, readable by anyone who has the file. */
export const exportDecrypted = async (_: undefined, { progress }: Asked): Promise<ExportedFile> =>
  asFile(await decryptVault(owner, progress), 'application/json');

/** Everything as it is stored, which only this vault opens. */
export const exportEncrypted = async (): Promise<ExportedFile> =>
  asFile(await copyVault(api), 'application/x-ndjson');
