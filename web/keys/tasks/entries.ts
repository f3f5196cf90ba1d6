/** The entries of the open vault. */
import {
  type Content,
  type CryptoErrorCode,
  decide,
  hashLeft,
  readSuccessorKeys,
  sealEntry,
  type Vault,
  writeContent,
} from '../../../crypto/index.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { changeBundle } from '../again.ts';
import { freshVault } from '../fresh.ts';
import { requireOpen } from '../held.ts';
import { settleEntry } from '../present.ts';
import { openStored, readStored, type StoredEntry, storedPages, WITHOUT_LABELS } from '../stored.ts';

/** An entry as the page shows it. Without content, `refused` says why. */
export interface Item {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** In a list, files come without their data. */
  content: Content | null;
  refused: CryptoErrorCode | null;
  /** How large a file is. */
  bytes: number | null;
}

type Progress = (done: number, total: number) => void;

/** Of Base64 with padding. */
function bytesOf(content: Content | null): number | null {
  if (content?.kind !== 'file') return null;
  const { data = '' } = content.fields;
  return (data.length / 4) * 3 - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
}

async function open(stored: StoredEntry): Promise<Item> {
  const { id, version, createdAt, updatedAt } = stored;
  const opened = await openStored(stored);
  return { id, version, createdAt, updatedAt, ...opened, bytes: bytesOf(opened.content) };
}

/** A vault may hold many megabytes of files, and the list needs none of them. */
function withoutData(item: Item): Item {
  if (item.content?.kind !== 'file') return item;
  const { data: _, ...fields } = item.content.fields;
  return { ...item, content: { ...item.content, fields } };
}

/** Everything in the vault, opened. Nobody knows the total before the last page. */
export async function openEntries(_: undefined, progress: Progress): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of storedPages()) {
    items.push(...(await Promise.all(page.map(open))).map(withoutData));
    progress(items.length, 0);
  }
  return items;
}

/** One entry as it is stored now, with all of its content. */
export async function readEntry({ id }: { id: string }): Promise<Item> {
  const entry = await readStored(id);
  const item = await open(entry);
  if (item.refused === null) return item;
  // Perhaps another device has changed the keys.
  const { keyBundleVersion } = requireOpen();
  return (await freshVault()).keyBundleVersion === keyBundleVersion ? item : open(entry);
}

/** The same, as a list shows it. */
export const readListed = async ({ id }: { id: string }): Promise<Item> =>
  withoutData(await readEntry({ id }));

/** What an earlier try stored, if this is it. */
async function storedAlready(id: string, text: string, error: unknown): Promise<StoredEntry> {
  if (!(error instanceof Problem) || error.code !== 'already_exists') throw error;
  const entry = await readStored(id);
  const { content } = await openStored(entry);
  if (!content || writeContent(content) !== text) throw error;
  return entry;
}

/**
 * Adds an entry. The page chooses the ID, so that adding it again after a lost answer adds nothing twice.
 *
 * @throws Problem `already_exists` if the ID is taken by something else
 */
export async function addEntry({ id, content }: { id: string; content: Content }): Promise<Item> {
  const text = writeContent(content);
  const { vault, keyBundleVersion } = await freshVault();
  const sealed = await sealEntry(vault, { id, text });
  let stored: StoredEntry;
  /** Perhaps the keys have changed since that try. */
  let isOld = false;
  try {
    ({ entry: stored } = await answered(
      api.POST('/vault/entries', { body: { ...sealed, ...WITHOUT_LABELS } }),
    ));
  } catch (error) {
    // Sealing the same again gives other bytes.
    stored = await storedAlready(id, text, error);
    isOld = true;
  }
  // The service can't tell that the keys have changed since, because a new entry conflicts with nothing.
  const present = await freshVault();
  if (isOld || present.keyBundleVersion !== keyBundleVersion) stored = (await settleEntry(id)) ?? stored;
  return withoutData(await open(stored));
}

/**
 * Replaces an entry's content.
 *
 * @param change.version which version it is based on
 * @throws Problem `version_conflict` if it was changed since
 */
export async function changeEntry({
  id,
  content,
  version,
}: {
  id: string;
  content: Content;
  version: number;
}): Promise<Item> {
  const params = { path: { id } };
  // The salt stays, because the envelopes of successors hold the key that it gives.
  const { salt } = await readStored(id);
  // Read after the entry: a rotation in between counts the entry's version on, so that this is refused.
  const { vault } = await freshVault();
  const sealed = await sealEntry(vault, { id, text: writeContent(content), salt });
  const body = { ...sealed, ...WITHOUT_LABELS, version };
  const { entry } = await answered(api.PUT('/vault/entries/{id}', { params, body }));
  return withoutData(await open(entry));
}

/** The IDs that the service lists for each successor. */
async function readLists(): Promise<Map<string, string[]>> {
  const { successors } = await answered(api.GET('/successors'));
  const lists = successors.map(async ({ id }) => {
    const { entryIds } = await answered(
      api.GET('/successors/{id}/assigned-entries', { params: { path: { id } } }),
    );
    return [id, entryIds] as const;
  });
  return new Map(await Promise.all(lists));
}

/** The lists in which an entry is, without it, as the owner decided them. What the service made up is left alone. */
async function decidedWithout(vault: Vault, entryId: string): Promise<{ id: string; entryIds: string[] }[]> {
  const { pins } = await readSuccessorKeys(vault);
  const changed: { id: string; entryIds: string[] }[] = [];
  for (const [id, entryIds] of await readLists()) {
    const pin = Object.hasOwn(pins, id) ? pins[id] : undefined;
    if (!entryIds.includes(entryId) || !pin?.restricted || pin.left !== (await hashLeft(entryIds))) continue;
    changed.push({ id, entryIds: entryIds.filter((each) => each !== entryId) });
  }
  return changed;
}

/**
 * Moves an entry to the trash. The service takes it out of every list, so the owner's own record of them comes first:
 * if the owner doesn't confirm that, nothing has happened.
 *
 * @throws Problem `confirmation_required` for an entry that somebody would get
 */
export async function removeEntry({ id }: { id: string }): Promise<void> {
  await changeBundle(async (vault) => {
    const successors = await decidedWithout(vault, id);
    return successors.length > 0 ? decide(vault, { successors }) : vault;
  });
  try {
    await answered(api.DELETE('/vault/entries/{id}', { params: { path: { id } } }));
  } catch (error) {
    // Another tab was quicker, or the answer to an earlier try got lost.
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
  }
}
