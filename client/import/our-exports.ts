/** Our own exports: readable ones, and those that only the vault opens. */
import { type Content, CryptoError, readContent, type Signed } from '../../crypto/index.ts';
import type { StoredEntry } from '../stored-entries.ts';
import { record } from './json.ts';
import { Collector, type ReadFile, toMoment } from './reading.ts';

/** Opens an entry of the unlocked vault, as `openEntry` of crypto/. @throws CryptoError */
export type OpenEntry = (entry: StoredEntry) => Promise<Pick<Signed, 'text' | 'date'>>;

const titleOf = (content: unknown): string => {
  const { title } = (content ?? {}) as Partial<Content>;
  return typeof title === 'string' ? title : '';
};

const idOf = (id: unknown): string | null =>
  typeof id === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;

const datesOf = ({ id, createdAt, updatedAt }: Partial<StoredEntry>) => ({
  id: idOf(id),
  createdAt: toMoment(createdAt),
  updatedAt: toMoment(updatedAt),
});

/** The format of the command line's `export --decrypt` and of the web app's readable export. */
export function readDecrypted(entries: readonly unknown[]): ReadFile {
  const collector = new Collector();
  for (const [index, value] of entries.entries()) {
    const entry = (value ?? {}) as Partial<StoredEntry> & { content?: unknown; savedAs?: unknown };
    for (const [id, name] of Object.entries(record(entry.savedAs))) {
      if (typeof name === 'string') collector.reading.savedAs.set(id, name);
    }
    try {
      collector.add(index + 1, readContent(JSON.stringify(entry.content ?? null)), datesOf(entry));
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      collector.skip(index + 1, error.code, titleOf(entry.content));
    }
  }
  return collector.reading;
}

interface ExportedEntry {
  at: number;
  /** Null if it isn't JSON. */
  entry: StoredEntry | null;
}

const ENCRYPTED_FORMAT = 'vault-handover-encrypted';

/** The head of an encrypted export: the first of its lines, or the fields beside the entries of a document. */
export interface ExportHead {
  version: unknown;
  entryCount: number;
  /** Whose export it is; null if it doesn't say. */
  userId: string | null;
}

/** Null if it isn't an encrypted export. Only one of a later version may lack the number of entries. */
export function exportHead(value: unknown): ExportHead | null {
  const { format, version, entryCount, userId } = record(value);
  const isLater = format === ENCRYPTED_FORMAT && version !== 1;
  if (typeof entryCount !== 'number' && !isLater) return null;
  return { version, entryCount: Number(entryCount), userId: typeof userId === 'string' ? userId : null };
}

/** The head of an export as lines; null if the text has none. */
export function headOf(text: string): ExportHead | null {
  const end = text.indexOf('\n');
  const first = parsed(end < 0 ? text : text.slice(0, end));
  return record(first).entries === undefined ? exportHead(first) : null;
}

function storedIn(text: string): { stored: ExportedEntry[]; entryCount: number } {
  const head = headOf(text);
  if (!head) {
    const { entries, entryCount } = JSON.parse(text) as { entries: StoredEntry[]; entryCount?: number };
    const stored = entries.map((entry, index) => ({ at: index + 1, entry }));
    return { stored, entryCount: entryCount ?? stored.length };
  }
  const stored: ExportedEntry[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0 && line.trim() !== '')
      stored.push({ at: index + 1, entry: parsed(line) as StoredEntry | null });
  }
  return { stored, entryCount: head.entryCount };
}

/** Null if it isn't JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * The response of `GET /vault/export`, as one document or as lines. An incomplete file yields the entries it has, and
 * the number of missing ones.
 */
export async function readEncrypted(
  text: string,
  open: OpenEntry,
  progress: (done: number, of: number) => void = () => {},
): Promise<ReadFile> {
  const collector = new Collector();
  const { stored, entryCount } = storedIn(text);
  for (const [index, { at, entry }] of stored.entries()) {
    if (!entry) collector.skip(at, 'not_json');
    else await openOne(collector, at, entry, open);
    progress(index + 1, stored.length);
  }
  collector.leave('missing_entries', entryCount - stored.length);
  return collector.reading;
}

async function openOne(collector: Collector, at: number, entry: StoredEntry, open: OpenEntry): Promise<void> {
  try {
    const { text, date } = await open(entry);
    const updatedAt = new Date(date).toISOString();
    collector.add(at, readContent(text), datesOf({ ...entry, updatedAt }));
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    collector.skip(at, error.code);
  }
}
