/** Taking the whole vault out, and bringing entries in. */
import { CryptoError, openEntry, sealEntry, writeContent } from '../../../crypto/index.ts';
import type { components } from '../../../docs/openapi.d.ts';
import { answered, api } from '../../api/client.ts';
import { type DecryptedEntry, decryptedExport } from '../../vault/export/decrypted.ts';
import { inBatches } from '../../vault/import/batches.ts';
import { detect, type Format, type Refusal } from '../../vault/import/detect.ts';
import { type Duplicate, duplicates } from '../../vault/import/duplicates.ts';
import { readFile } from '../../vault/import/read.ts';
import type { ImportItem, ImportWords, Reading } from '../../vault/import/reading.ts';
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
    kind: ImportItem['content']['kind'];
    title: string;
    /** For an entry that came from this vault: whether the file has a newer version of it, or an older one. */
    duplicate: Exclude<Duplicate['how'], 'same_id'> | 'newer' | 'older' | null;
  }[];
  skipped: Reading['skipped'];
  left: Reading['left'];
}

/** Which of what the vault has in some form is brought in nevertheless. */
export interface ImportChoice {
  /** What looks like an entry that is there already. */
  addSimilar: boolean;
  /** What the file has in a newer version than the vault. */
  takeNewer: boolean;
  /** What was changed in the vault since. */
  putOlderBack: boolean;
}

interface Prepared {
  /** Whose file it is. */
  userId: string;
  items: (ImportItem & { how: Preview['items'][number]['duplicate']; entryId: string })[];
  /** Each sealed once, so that sending it again after a lost answer changes nothing. By place in `items`. */
  sealed: Map<number, ImportedEntry>;
  /** Places in `items` of what is stored for certain. */
  stored: Set<number>;
  /** Of the key bundle that sealed them, and of the one that sealed the first of them. */
  version: number | null;
  firstVersion: number | null;
  result: { created: number; updated: number };
}

/** Smaller than the service takes, so that the page can show how far it is. */
const BATCH = { entries: 500, bytes: 8 * 1024 * 1024 };

let prepared: Prepared | null = null;
// It holds the contents of the file.
onChange(() => {
  if (current()?.vault.userId !== prepared?.userId) prepared = null;
});

/** Files without a date say nothing about what is newer, so what the vault has stays. */
function howOf(item: ImportItem, found: Duplicate | null, changedAt: ReadonlyMap<string, string>) {
  if (found?.how !== 'same_id') return found?.how ?? null;
  const stored = changedAt.get(item.id ?? '');
  return item.updatedAt !== null && stored !== undefined && Date.parse(item.updatedAt) > Date.parse(stored)
    ? ('newer' as const)
    : ('older' as const);
}

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
  const changedAt = new Map<string, string>();
  for await (const page of storedPages()) {
    for (const stored of page) {
      const { content } = await openStored(stored);
      if (content) known.push({ id: stored.id, content });
      changedAt.set(stored.id, stored.updatedAt);
    }
  }
  const found = duplicates(items, known);
  const taken = new Set<string>();
  const prepare = (item: ImportItem, index: number) => {
    const entryId = item.id && !taken.has(item.id) ? item.id : crypto.randomUUID();
    taken.add(entryId);
    return { ...item, entryId, how: howOf(item, found[index] ?? null, changedAt) };
  };
  prepared = {
    userId: vault.userId,
    items: items.map(prepare),
    sealed: new Map(),
    stored: new Set(),
    version: null,
    firstVersion: null,
    result: { created: 0, updated: 0 },
  };
  const shown = prepared.items.map(({ content: { kind, title }, how }) => ({ kind, title, duplicate: how }));
  return { format: detected.format, items: shown, skipped, left };
}

/** Dates that the service would refuse are left out. */
function datesOf({ createdAt, updatedAt }: ImportItem): { createdAt?: string; updatedAt?: string } {
  const now = new Date().toISOString();
  if (createdAt === null || createdAt > now) return {};
  return {
    createdAt,
    updatedAt: updatedAt === null || updatedAt < createdAt || updatedAt > now ? createdAt : updatedAt,
  };
}

/** The salts that these entries have in the vault now. */
async function saltsOf(entryIds: ReadonlySet<string>): Promise<Map<string, string>> {
  const salts = new Map<string, string>();
  if (entryIds.size === 0) return salts;
  for await (const page of storedPages()) {
    for (const { id, salt } of page) if (entryIds.has(id)) salts.set(id, salt);
  }
  return salts;
}

function isChosen(how: Preview['items'][number]['duplicate'], choice: ImportChoice): boolean {
  const { addSimilar, takeNewer, putOlderBack } = choice;
  if (how === null) return true;
  return { identical: false, similar: addSimilar, newer: takeNewer, older: putOlderBack }[how];
}

/** What is chosen and not stored yet, sealed. It may be sealed already, by an earlier try. */
async function sealChosen(
  wanted: Prepared,
  choice: ImportChoice,
  progress: Progress,
): Promise<{ at: number; entry: ImportedEntry }[]> {
  const { vault, keyBundleVersion } = await freshVault();
  if (wanted.version !== keyBundleVersion) wanted.sealed.clear();
  wanted.version = keyBundleVersion;
  wanted.firstVersion ??= keyBundleVersion;
  const chosen = [...wanted.items.entries()].filter(
    ([at, { how }]) => !wanted.stored.has(at) && isChosen(how, choice),
  );
  // An entry that exists keeps its salt, because the envelopes of successors depend on it. Read after the vault: salts
  // from before a rotation don't fit the envelopes that it made.
  const own = chosen.filter(([, { id, entryId }]) => id === entryId);
  const salts = await saltsOf(new Set(own.map(([, { entryId }]) => entryId)));
  const all: { at: number; entry: ImportedEntry }[] = [];
  for (const [at, item] of chosen) {
    const salt = salts.get(item.entryId);
    let entry = wanted.sealed.get(at);
    if (!entry || (salt !== undefined && entry.salt !== salt)) {
      const text = writeContent(item.content);
      const plain = { id: item.entryId, text, ...(salt === undefined ? {} : { salt }) };
      entry = { ...(await sealEntry(vault, plain)), ...WITHOUT_LABELS, ...datesOf(item) };
      wanted.sealed.set(at, entry);
    }
    all.push({ at, entry });
    progress(all.length, chosen.length * 2);
  }
  return all;
}

/**
 * Stores what `readImport` has read. After a failure it goes on where it was, with what is chosen then: what is stored
 * already stays.
 */
export async function runImport(
  choice: ImportChoice,
  progress: Progress,
): Promise<{ created: number; updated: number }> {
  const wanted = prepared;
  if (!wanted) throw new CryptoError('locked');
  const all = await sealChosen(wanted, choice, progress);
  let done = all.length;
  for (const batch of inBatches(all, ({ entry }) => JSON.stringify(entry).length, BATCH)) {
    const entries = batch.map(({ entry }) => entry);
    const body = { version: 1 as const, mode: 'merge' as const, entryCount: entries.length, entries };
    const { created, updated } = await answered(api.POST('/vault/import', { body }));
    for (const { at } of batch) wanted.stored.add(at);
    wanted.result.created += created;
    wanted.result.updated += updated;
    done += entries.length;
    progress(done, all.length * 2);
  }
  const { keyBundleVersion } = await freshVault();
  // What older keys sealed meanwhile must be sealed anew, one by one, because it is rare.
  if (keyBundleVersion !== wanted.firstVersion) {
    for (const at of wanted.stored) await settleEntry(wanted.items[at]!.entryId);
  }
  prepared = null;
  return wanted.result;
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
