/** Import of files. Loaded when a file is chosen. */
import {
  type ComparedItem,
  compareWithVault,
  type ImportChoice,
  isChosen,
} from '../../../client/import/choice.ts';
import { detect, type Format, type ImportRefusal } from '../../../client/import/detect.ts';
import type { ImportWords, ReadFile } from '../../../client/import/reading.ts';
import { beginImport, type ImportResult, type ImportState, importEntries } from '../../../client/import.ts';
import { freshVault } from '../../../client/owner.ts';
import type { StoredEntry } from '../../../client/stored-entries.ts';
import { rememberImport } from '../../../client/undo-import.ts';
import { CryptoError, openEntry } from '../../../crypto/index.ts';
import { current, onChange } from '../held.ts';
import { owner } from '../owner.ts';
import { pastImports } from '../seen.ts';
import type { Asked, Tab } from '../tab.ts';

/** The contents of a file to import. */
export interface Preview {
  format: Format;
  items: {
    kind: ComparedItem['content']['kind'];
    title: string;
    known: ComparedItem['known'];
  }[];
  skipped: ReadFile['skipped'];
  left: ReadFile['left'];
}

interface Prepared {
  /** The owner whose file it is. */
  userId: string;
  items: ComparedItem[];
  state: ImportState;
}

let prepared = new WeakMap<Tab, Prepared>();
// It holds the contents of files.
onChange(() => {
  if (!current()) prepared = new WeakMap();
});

/** Reads a file, and keeps its entries until `runImport`. */
export async function readImport(
  { file, words }: { file: File; words: ImportWords },
  { tab, progress }: Asked,
): Promise<Preview | { refusal: ImportRefusal }> {
  prepared.delete(tab);
  const detected = await detect(new Uint8Array(await file.arrayBuffer()));
  if ('refusal' in detected) return detected;
  const { vault } = await freshVault(owner);
  const open = (entry: StoredEntry) => openEntry(vault, entry, { old: true });
  const { items: read, skipped, left } = await detected.read({ words, open, progress });
  const items = await compareWithVault(owner, read);
  prepared.set(tab, { userId: vault.userId, items, state: beginImport() });
  const shown = items.map(({ content: { kind, title }, known }) => ({ kind, title, known }));
  return { format: detected.format, items: shown, skipped, left };
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
    .filter((item) => isChosen(item, choice))
    .map((item) => ({ ...item, id: item.entryId, isNew: item.id !== item.entryId }));
  try {
    const result = await importEntries(owner, state, chosen, progress);
    prepared.delete(tab);
    return result;
  } finally {
    // Also what was stored before a failure. If it can't be remembered, nothing else is wrong.
    await rememberImport(pastImports, ready.userId, state.result).catch(() => {});
  }
}
