/** The opened entries, for as long as the vault is open in this tab. */
import { useSyncExternalStore } from 'react';
import type { OpenedEntry } from '../../client/entries.ts';
import { keys, onKeysChange, openKeys } from '../keys/keys.ts';
import { listeners } from '../keys/listeners.ts';
import { prepare, type Searchable } from './search.ts';

export type LoadedVault =
  | { state: 'opening'; done: number }
  | { state: 'failed'; error: unknown }
  | { state: 'open'; found: readonly Searchable<OpenedEntry>[]; refused: readonly OpenedEntry[] };

type VaultChange = { changed: string } | { removed: string } | { everything: true };

/** Tabs tell each other what they changed. */
const tabs = new BroadcastChannel('vault-entries');
const changes = listeners();
let items = new Map<string, OpenedEntry>();
let texts = new Map<OpenedEntry, Searchable<OpenedEntry>>();
let state: LoadedVault | null = null;
/** Whose keys opened the entries, and which attempt it was. */
let openedFor: string | null = null;
let attempt = 0;
/** Which entries were changed or removed since all of them were last asked for. */
let changed = new Set<string>();

function become(next: LoadedVault | null): void {
  state = next;
  changes.tell();
}

function show(): void {
  const kept = new Map<OpenedEntry, Searchable<OpenedEntry>>();
  const refused: OpenedEntry[] = [];
  for (const item of items.values()) {
    if (item.content) kept.set(item, texts.get(item) ?? prepare(item, item.content));
    else refused.push(item);
  }
  texts = kept;
  become({ state: 'open', found: [...kept.values()], refused });
}

function forget(): void {
  attempt += 1;
  items = new Map();
  texts = new Map();
  openedFor = null;
  become(null);
}

/** Shows all entries as they were read. Those that have changed here since they were asked for stay as they are. */
function showAll(all: readonly OpenedEntry[]): void {
  const read = new Map(all.map((item) => [item.id, item]));
  for (const id of changed) {
    const item = items.get(id);
    if (item) read.set(id, item);
    else read.delete(id);
  }
  items = read;
  show();
}

async function openAll(): Promise<void> {
  attempt += 1;
  changed = new Set();
  const mine = attempt;
  const isCurrent = () => mine === attempt;
  openedFor = openKeys()?.userId ?? null;
  become({ state: 'opening', done: 0 });
  try {
    const all = await keys.openEntries(undefined, (done) => {
      if (isCurrent()) become({ state: 'opening', done });
    });
    if (!isCurrent()) return;
    showAll(all);
    const named = all.flatMap(({ id, content }) =>
      content?.files ? [{ entryId: id, files: content.files }] : [],
    );
    // Uploads are tried again the next time.
    void keys.goOnUploading(named).catch(() => {});
  } catch (error) {
    if (isCurrent()) become({ state: 'failed', error });
  }
}

/** Reads everything again while the list stays as it is. */
async function reopenEntries(): Promise<void> {
  if (state?.state !== 'open') return openAll();
  attempt += 1;
  changed = new Set();
  const mine = attempt;
  const all = await keys.openEntries();
  if (mine === attempt) showAll(all);
}

export const tryOpeningAgain = (): void => void openAll();

export const openedEntry = (id: string): OpenedEntry | undefined => items.get(id);

/** Shows an entry that was added, changed or read again. */
export function putEntry(item: OpenedEntry): void {
  // It may have been read just before the vault was locked.
  if (!openKeys()) return;
  items.set(item.id, item);
  changed.add(item.id);
  if (state?.state === 'open') show();
}

/** Shows an entry that this tab has just changed, in all tabs. */
export function noteChanged(item: OpenedEntry): void {
  putEntry(item);
  tabs.postMessage({ changed: item.id } satisfies VaultChange);
}

function remove(id: string): void {
  items.delete(id);
  changed.add(id);
  if (state?.state === 'open') show();
}

export function noteRemoved(id: string): void {
  remove(id);
  tabs.postMessage({ removed: id } satisfies VaultChange);
}

/** Called after many entries have changed at once. */
export async function noteEverythingChanged(): Promise<void> {
  tabs.postMessage({ everything: true } satisfies VaultChange);
  await reopenEntries();
}

tabs.onmessage = ({ data }: MessageEvent<VaultChange>) => {
  if (state?.state !== 'open' && state?.state !== 'opening') return;
  if ('everything' in data) reopenEntries().catch(() => {});
  else if ('removed' in data) remove(data.removed);
  else keys.readListed({ id: data.changed }).then(putEntry, () => {});
};

onKeysChange(() => {
  if (openKeys()?.userId !== openedFor) forget();
});

function subscribe(listener: () => void): () => void {
  // The first listener opens the entries.
  if (state === null && openKeys()) void openAll();
  return changes.subscribe(listener);
}

const OPENING: LoadedVault = { state: 'opening', done: 0 };

/** An entry as the list has it, which follows other tabs. */
export const useOpenedEntry = (id: string): OpenedEntry | undefined =>
  useSyncExternalStore(changes.subscribe, () => openedEntry(id));

export function useOpenedVault(): LoadedVault {
  return useSyncExternalStore(subscribe, () => state) ?? OPENING;
}
