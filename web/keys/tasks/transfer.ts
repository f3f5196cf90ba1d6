/** Taking the whole vault out, and bringing entries in. */
import { openEntry, sealEntry, writeContent } from '../../../crypto/index.ts';
import type { components } from '../../../docs/openapi.d.ts';
import { answered, api } from '../../api/client.ts';
import { type DecryptedEntry, decryptedExport } from '../../vault/export/decrypted.ts';
import { inBatches } from '../../vault/import/batches.ts';
import { detect, type Format, type Refusal } from '../../vault/import/detect.ts';
import { type Duplicate, duplicates } from '../../vault/import/duplicates.ts';
import { readFile } from '../../vault/import/read.ts';
import type { Imported, ImportWords, Reading } from '../../vault/import/reading.ts';
import { freshVault } from '../fresh.ts';
import { current, onChange } from '../held.ts';
import { settleEntry } from '../present.ts';
import { openStored, storedPages, WITHOUT_LABELS } from '../stored.ts';

type Progress = (done: number, total: number) => void;
type ImportedEntry = components['schemas']['Import']['entries'][number];

/** What a file would bring. */
export interface Preview {
  format: Format;
  items: {
    kind: Imported['content']['kind'];
    title: string;
    duplicate: Duplicate['how'] | null;
  }[];
  skipped: Reading['skipped'];
  left: Reading['left'];
}

export interface ImportChoice {
  /** Also what looks like an entry that is there already. */
  addSimilar: boolean;
  /** Entries that came from this vault get the content of the file. */
  replace: boolean;
}

interface Prepared {
  items: Imported[];
  found: (Duplicate | null)[];
  /** Of entries that the vault has. */
  salts: Map<string, string>;
  /** Sealed once, so that sending it again after a lost answer changes nothing. */
  batches: ImportedEntry[][] | null;
  sent: number;
  /** Of the key bundle that sealed them. */
  version: number;
  result: { created: number; updated: number };
}

/** Smaller than the service takes, so that the page can show how far it is. */
const BATCH = { entries: 500, bytes: 8 * 1024 * 1024 };

let prepared: Prepared | null = null;
// It holds the contents of the file.
onChange(() => {
  if (!current()) prepared = null;
});

/** Reads a file, and keeps what it brings until `runImport`. */
export async function readImport(
  { file, words }: { file: File; words: ImportWords },
  progress: Progress,
): Promise<Preview | { refusal: Refusal }> {
  prepared = null;
  const text = await file.text();
  const detected = detect(file.name, text);
  if ('refusal' in detected) return detected;
  const { vault } = await freshVault();
  const open = (entry: components['schemas']['Entry']) => openEntry(vault, entry);
  const { items, skipped, left } = await readFile(detected.format, text, { words, open, progress });
  const known = [];
  const salts = new Map<string, string>();
  for await (const page of storedPages()) {
    for (const stored of page) {
      salts.set(stored.id, stored.salt);
      const { content } = await openStored(stored);
      if (content) known.push({ id: stored.id, content });
    }
  }
  const found = duplicates(items, known);
  const result = { created: 0, updated: 0 };
  prepared = { items, found, salts, batches: null, sent: 0, version: 0, result };
  const shown = items.map(({ content: { kind, title } }, index) => ({
    kind,
    title,
    duplicate: found[index]?.how ?? null,
  }));
  return { format: detected.format, items: shown, skipped, left };
}

/** Dates that the service would refuse are left out. */
function datesOf({ createdAt, updatedAt }: Imported): { createdAt?: string; updatedAt?: string } {
  const now = new Date().toISOString();
  if (createdAt === null || createdAt > now) return {};
  return {
    createdAt,
    updatedAt: updatedAt === null || updatedAt < createdAt || updatedAt > now ? createdAt : updatedAt,
  };
}

async function sealAll(
  wanted: Prepared,
  choice: ImportChoice,
  progress: Progress,
): Promise<ImportedEntry[][]> {
  const { vault, keyBundleVersion } = await freshVault();
  wanted.version = keyBundleVersion;
  const chosen = wanted.items.filter((_, index) => {
    const how = wanted.found[index]?.how;
    if (how === 'identical') return false;
    if (how === 'same_id') return choice.replace;
    return how === undefined || choice.addSimilar;
  });
  const sealed: ImportedEntry[] = [];
  const taken = new Set<string>();
  for (const item of chosen) {
    const id = item.id && !taken.has(item.id) ? item.id : crypto.randomUUID();
    taken.add(id);
    // An entry that exists keeps its salt, because the envelopes of successors depend on it.
    const salt = wanted.salts.get(id);
    const text = writeContent(item.content);
    const entry = await sealEntry(vault, { id, text, ...(salt === undefined ? {} : { salt }) });
    sealed.push({ ...entry, ...WITHOUT_LABELS, ...datesOf(item) });
    progress(sealed.length, chosen.length * 2);
  }
  return [...inBatches(sealed, (entry) => JSON.stringify(entry).length, BATCH)];
}

/** Stores what `readImport` has read. After a failure it goes on where it was. */
export async function runImport(
  choice: ImportChoice,
  progress: Progress,
): Promise<{ created: number; updated: number }> {
  const wanted = prepared;
  if (!wanted) throw new Error('Nothing has been read');
  wanted.batches ??= await sealAll(wanted, choice, progress);
  const total = wanted.batches.flat().length;
  for (const entries of wanted.batches.slice(wanted.sent)) {
    const body = { version: 1 as const, mode: 'merge' as const, entryCount: entries.length, entries };
    const { created, updated } = await answered(api.POST('/vault/import', { body }));
    wanted.sent += 1;
    wanted.result.created += created;
    wanted.result.updated += updated;
    progress(total + wanted.batches.slice(0, wanted.sent).flat().length, total * 2);
  }
  const { keyBundleVersion } = await freshVault();
  // What older keys sealed meanwhile must be sealed anew, one by one, because it is rare.
  if (keyBundleVersion !== wanted.version) {
    for (const { id } of wanted.batches.flat()) if (id) await settleEntry(id);
  }
  const { result } = wanted;
  prepared = null;
  return result;
}

export interface ExportedFile {
  file: Blob;
  entries: number;
  /** How many do not open, and are missing. */
  missing: number;
}

/** Everything, readable by anybody who has the file. */
export async function exportDecrypted(_: undefined, progress: Progress): Promise<ExportedFile> {
  const entries: DecryptedEntry[] = [];
  let missing = 0;
  for await (const page of storedPages()) {
    for (const stored of page) {
      const { content } = await openStored(stored);
      const { id, createdAt, updatedAt } = stored;
      if (content) entries.push({ id, createdAt, updatedAt, content });
      else missing += 1;
    }
    progress(entries.length + missing, 0);
  }
  const file = new Blob([...decryptedExport(entries, new Date())], { type: 'application/json' });
  return { file, entries: entries.length, missing };
}

/** Everything as it is stored, which only this vault opens. */
export async function exportEncrypted(): Promise<ExportedFile> {
  const params = { query: { format: 'ndjson' as const } };
  const text = (await answered(
    api.GET('/vault/export', { params, parseAs: 'text' }) as Promise<{ data?: string; response: Response }>,
  )) as string;
  const lines = text.trimEnd().split('\n').length - 1;
  const { entryCount } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { entryCount: number };
  if (lines !== entryCount) throw new Error('The export was cut off');
  return { file: new Blob([text], { type: 'application/x-ndjson' }), entries: lines, missing: 0 };
}
