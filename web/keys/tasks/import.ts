/** Import of files. Loaded when a file is chosen. */

import {
  type ComparedItem,
  compareWithVault,
  type ImportChoice,
  isChosen,
} from '../../../client/import/choice.ts';
import { detect, type Format, type ImportRefusal, isOfOther } from '../../../client/import/detect.ts';
import type { ImportWords, ReadFile } from '../../../client/import/reading.ts';
import { type NamedFile, openChosenExport } from '../../../client/import/with-files.ts';
import { beginImport, type ImportResult, type ImportState, importEntries } from '../../../client/import.ts';
import { freshVault } from '../../../client/owner.ts';
import type { StoredEntry } from '../../../client/stored-entries.ts';
import { rememberImport, rememberResealed } from '../../../client/undo-import.ts';
import {
  type ExportedFilesResult,
  type FileOrigin,
  uploadExportedFiles,
} from '../../../client/upload-exported-files.ts';
import { CryptoError, openEntry } from '../../../crypto/index.ts';
import { owner } from '../owner.ts';
import { pastImports } from '../seen.ts';
import { stagingOf } from '../staging.ts';
import type { Tab, TaskContext } from '../tab.ts';
import { onChange, unlockedVault } from '../unlocked-vault.ts';

/** The contents of a file to import. */
export interface Preview {
  format: Format;
  items: {
    kind: ComparedItem['content']['kind'];
    title: string;
    known: ComparedItem['known'];
    /** False if it has a file that was saved readable: another file of the same name and size would look the same. */
    isProven: boolean;
  }[];
  skipped: ReadFile['skipped'];
  left: ReadFile['left'];
  /** How many files the entries name. */
  files: number;
}

interface Prepared {
  /** The owner whose file it is. */
  userId: string;
  items: ComparedItem[];
  origin: FileOrigin;
  state: ImportState;
  /** Entries whose files were encrypted again, in any attempt. */
  resealed: Set<string>;
}

let prepared = new WeakMap<Tab, Prepared>();
// It holds the contents of files.
onChange(() => {
  if (!unlockedVault()) prepared = new WeakMap();
});

/** Reads an export, and keeps its entries until `runImport`. @param chosen.files one, or all of a folder */
export async function readImport(
  { files, words }: { files: readonly NamedFile[]; words: ImportWords },
  { tab, progress }: TaskContext,
): Promise<Preview | { refusal: ImportRefusal }> {
  prepared.delete(tab);
  const chosen = await openChosenExport(files);
  if (!chosen) return { refusal: 'unknown' };
  const detected = await detect(chosen.document);
  if ('refusal' in detected) return detected;
  const { vault } = await freshVault(owner);
  if (isOfOther(detected, vault.userId)) return { refusal: 'other_account' };
  const open = (entry: StoredEntry) => openEntry(vault, entry, { old: true });
  const read = await detected.read({ words, open, progress });
  const { skipped, savedAs } = read;
  const { attachments } = chosen;
  const left = detected.format === 'bitwarden' && attachments > 0 ? { ...read.left, attachments } : read.left;
  const items = await compareWithVault(owner, read);
  const origin = { find: chosen.find, savedAs };
  prepared.set(tab, { userId: vault.userId, items, origin, state: beginImport(), resealed: new Set() });
  const shown = items.map(({ content: { kind, title, files = [] }, known }) => ({
    ...{ kind, title, known },
    isProven: !files.some(({ id }) => savedAs.has(id)),
  }));
  const named = items.flatMap(({ content }) => content.files ?? []);
  return { format: detected.format, items: shown, skipped, left, files: named.length };
}

/**
 * Stores the entries from `readImport`. After a failure, another call continues with the choices it is given; entries
 * that are already stored stay.
 */
export async function runImport(choice: ImportChoice, { tab, progress }: TaskContext): Promise<ImportResult> {
  const { userId, items, state } = preparedFor(tab);
  const chosen = items
    .filter((item) => isChosen(item, choice))
    .map((item) => ({ ...item, id: item.entryId, isNew: item.id !== item.entryId }));
  try {
    const result = await importEntries(owner, state, chosen, progress);
    if (!items.some(({ content }) => content.files)) prepared.delete(tab);
    return result;
  } finally {
    // Also what was stored before a failure. If it can't be remembered, nothing else is wrong.
    await rememberImport(pastImports, userId, state.result).catch(() => {});
  }
}

/**
 * Sends the files of the entries from `readImport` that the vault has now. After a failure, another call goes on.
 *
 * @throws CryptoError `locked`, Problem such as `unreachable`
 */
export async function uploadImportedFiles(
  _: undefined,
  { tab, progress, signal }: TaskContext,
): Promise<Pick<ExportedFilesResult, 'sent' | 'leftOut'>> {
  const { userId, items, origin, resealed } = preparedFor(tab);
  const { sent, leftOut } = await uploadExportedFiles(owner, origin, {
    staging: stagingOf(userId),
    entryIds: new Set(items.map(({ entryId }) => entryId)),
    resealed,
    progress: ({ done, total }) => progress(done, total),
    signal,
  });
  await rememberResealed(owner, pastImports, resealed).catch(() => {});
  prepared.delete(tab);
  return { sent, leftOut };
}

/** @throws CryptoError `locked` if nothing is prepared */
function preparedFor(tab: Tab): Prepared {
  const ready = prepared.get(tab);
  if (ready?.userId !== owner.unlocked().vault.userId) throw new CryptoError('locked');
  return ready;
}
