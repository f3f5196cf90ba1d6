/** Bringing entries into the vault. */
import {
  type Content,
  type EntryRecord,
  openEntry,
  sealEntry,
  type Vault,
  writeContent,
} from '../crypto/index.ts';
import type { components } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { requestBatches } from './batches.ts';
import { line, sendLines } from './ndjson.ts';
import { noteStored } from './notes.ts';
import { freshVault, type Owner, type Progress } from './owner.ts';
import { settleEntry } from './present-keys.ts';
import { changedNothing } from './problem.ts';
import { replacing, storedPages, WITHOUT_LABELS } from './stored-entries.ts';

type SealedImport = components['schemas']['Import']['entries'][number];

/** An entry to bring in. An entry of the vault with the same ID is replaced. */
export interface EntryToImport {
  id: string;
  content: Omit<Content, 'version'>;
  createdAt: string | null;
  updatedAt: string | null;
  /** Whether the ID was made for it just now, so that no entry of the vault has it. */
  isNew?: boolean;
}

/** How far an import has come, so that it can go on after a failure. */
export interface ImportState {
  /** Sealed entries by ID. Each is sealed only once, so sending it again after a lost response changes nothing. */
  sealed: Map<string, SealedImport>;
  /** IDs of entries that are stored for certain. */
  stored: Set<string>;
  /** The versions of the key bundle that sealed them, and of the one that sealed the first of them. */
  version: number | null;
  firstVersion: number | null;
  /** By ID, whether the vault had the entry before the first try. */
  isReplacing: Map<string, boolean>;
  result: ImportResult;
}

export interface ImportResult {
  /** The same for all tries of one import. */
  id: string;
  created: number;
  updated: number;
  /** The entries that the vault didn't have before, with the version that was signed, so that all can be undone. */
  added: { id: string; version: number }[];
}

/** Smaller than the service accepts, so that progress can be shown. */
const BATCH = { entries: 500, bytes: 8 * 1024 * 1024 };

export const beginImport = (): ImportState => ({
  sealed: new Map(),
  stored: new Set(),
  version: null,
  firstVersion: null,
  isReplacing: new Map(),
  result: { id: crypto.randomUUID(), created: 0, updated: 0, added: [] },
});

/** Dates that the service would refuse are left out. */
function datesOf({ createdAt, updatedAt }: EntryToImport): { createdAt?: string; updatedAt?: string } {
  const now = new Date().toISOString();
  if (createdAt === null || createdAt > now) return {};
  return {
    createdAt,
    updatedAt: updatedAt === null || updatedAt < createdAt || updatedAt > now ? createdAt : updatedAt,
  };
}

type Replaced = Awaited<ReturnType<typeof replacing>>;

/** The data needed to replace these entries of the vault. */
async function readReplaced(
  api: Api,
  vault: Vault,
  ids: ReadonlySet<string>,
): Promise<Map<string, Replaced>> {
  const replaced = new Map<string, Replaced>();
  if (ids.size === 0) return replaced;
  for await (const page of storedPages(api)) {
    for (const stored of page) {
      if (ids.has(stored.id)) replaced.set(stored.id, await replacing(vault, stored));
    }
  }
  return replaced;
}

async function seal(
  vault: Vault,
  entry: EntryToImport,
  replaced: Replaced | undefined,
): Promise<SealedImport> {
  const dates = datesOf(entry);
  const date = dates.updatedAt === undefined ? {} : { date: Date.parse(dates.updatedAt) };
  const plain = { id: entry.id, text: writeContent(entry.content), ...date, ...replaced };
  return { ...(await sealEntry(vault, plain)), ...WITHOUT_LABELS, ...dates };
}

async function signedIn(vault: Vault, { id, encryptedData, iv, salt }: SealedImport): Promise<EntryRecord> {
  // Another device may have replaced the keys that signed it.
  const { text: _, ...signed } = await openEntry(vault, { id: id!, encryptedData, iv, salt }, { old: true });
  return { id: id!, ...signed };
}

/** Whether an entry from an earlier try may replace the stored one, which another device may have changed since. */
async function mayReplace(vault: Vault, sealed: SealedImport, { salt, after }: Replaced): Promise<boolean> {
  return sealed.salt === salt && (await signedIn(vault, sealed)).version >= after;
}

/** The entries that are not stored yet, sealed. They may be sealed already, by an earlier try. */
async function sealAll(
  owner: Owner,
  state: ImportState,
  entries: readonly EntryToImport[],
  progress: Progress,
): Promise<SealedImport[]> {
  const { vault, keyBundleVersion } = await freshVault(owner);
  if (state.version !== keyBundleVersion) state.sealed.clear();
  state.version = keyBundleVersion;
  state.firstVersion ??= keyBundleVersion;
  const left = entries.filter(({ id }) => !state.stored.has(id));
  // Read after the vault: salts from before a rotation don't fit the envelopes that it made.
  const ids = new Set(left.flatMap(({ id, isNew }) => (isNew ? [] : [id])));
  const replaced = await readReplaced(owner.api, vault, ids);
  const all: SealedImport[] = [];
  for (const entry of left) {
    const before = replaced.get(entry.id);
    // Noted only once: later it may be there because an earlier try stored it.
    if (!state.isReplacing.has(entry.id)) state.isReplacing.set(entry.id, before !== undefined);
    let sealed = state.sealed.get(entry.id);
    if (!sealed || (before && !(await mayReplace(vault, sealed, before)))) {
      sealed = await seal(vault, entry, before);
      state.sealed.set(entry.id, sealed);
    }
    all.push(sealed);
    progress(all.length, left.length * 2);
  }
  return all;
}

/**
 * Stores entries in batches. After a failure, call it again with the same state: it continues where it stopped.
 *
 * @param state of `beginImport`
 * @returns how many were added and replaced, in all tries
 */
export async function importEntries(
  owner: Owner,
  state: ImportState,
  entries: readonly EntryToImport[],
  progress: Progress = () => {},
): Promise<ImportResult> {
  const all = await sealAll(owner, state, entries, progress);
  let done = all.length;
  for (const batch of requestBatches(all, (entry) => JSON.stringify(entry).length, BATCH)) {
    const body = { version: 1 as const, mode: 'merge' as const, entryCount: batch.length, entries: batch };
    // The response counts only the changes of this request; an earlier one may have stored entries without a response.
    await answered(owner.api.POST('/vault/import', { body }));
    for (const each of batch) {
      const { id, ...signed } = await signedIn(owner.unlocked().vault, each);
      noteStored(owner, id, signed);
      state.stored.add(id);
      if (state.isReplacing.get(id)) state.result.updated += 1;
      else state.result.added.push({ id, version: signed.version });
    }
    state.result.created = state.result.added.length;
    done += batch.length;
    progress(done, all.length * 2);
  }
  const { keyBundleVersion } = await freshVault(owner);
  // Entries sealed under older keys must be sealed again. One by one will do, because it is rare.
  if (keyBundleVersion !== state.firstVersion) {
    for (const { id, content } of entries) await settleEntry(owner, { id, text: writeContent(content) });
  }
  return state.result;
}

/**
 * Stores any number of entries in one request, all or nothing, without holding them in memory where the API client
 * streams.
 *
 * @param read begins to read the entries; called more than once
 * @param remember is awaited before the service can have stored anything, with what the import will have done then,
 *   because the response may be lost. It returns what takes that back if the service refuses
 * @throws whatever reading throws, and then nothing has changed
 */
export async function importStream(
  owner: Owner,
  read: () => AsyncIterable<EntryToImport>,
  remember: (result: ImportResult) => Promise<() => Promise<void>> = async () => async () => {},
): Promise<ImportResult> {
  const { api } = owner;
  const id = crypto.randomUUID();
  const ids = new Set<string>();
  let entryCount = 0;
  for await (const { id } of read()) {
    ids.add(id);
    entryCount += 1;
  }
  const { vault, keyBundleVersion } = await freshVault(owner);
  const replaced = await readReplaced(api, vault, ids);
  const records: EntryRecord[] = [];
  const addedOf = () => records.flatMap(({ id, version }) => (replaced.has(id) ? [] : [{ id, version }]));
  let takeBack = async () => {};
  async function* lines(): AsyncGenerator<string, void> {
    yield line({ version: 1, entryCount });
    for await (const entry of read()) {
      const sealed = await seal(vault, entry, replaced.get(entry.id));
      records.push(await signedIn(vault, sealed));
      yield line(sealed);
    }
    const added = addedOf();
    takeBack = await remember({ id, created: added.length, updated: replaced.size, added });
  }
  const params = { query: { mode: 'merge' as const } };
  const sending = sendLines(api, lines(), (init) => api.POST('/vault/import', { ...init, params }));
  const { created, updated } = await answered(sending).catch(async (error) => {
    if (changedNothing(error)) await takeBack();
    throw error;
  });
  for (const { id, ...signed } of records) noteStored(owner, id, signed);
  if ((await freshVault(owner)).keyBundleVersion !== keyBundleVersion) {
    for await (const { id, content } of read()) {
      await settleEntry(owner, { id, text: writeContent(content) });
    }
  }
  return { id, created, updated, added: addedOf() };
}
