/** The entries of the open vault. */
import {
  type Content,
  CryptoError,
  type CryptoErrorCode,
  openEntry,
  readContent,
  sealEntry,
  writeContent,
} from '../../../crypto/index.ts';
import type { components } from '../../../docs/openapi.d.ts';
import { answered, api } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { freshVault } from '../fresh.ts';
import { requireOpen } from '../held.ts';

type StoredEntry = components['schemas']['Entry'];

/** An entry as the page shows it. Without content, `refused` says why. */
export interface Item {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  content: Content | null;
  refused: CryptoErrorCode | null;
}

type Progress = (done: number, total: number) => void;

/** The most that one request may ask for. */
const PAGE = 200;
/** Opening is quick, and the page wants to show how far it is. */
const AT_A_TIME = 100;

async function open(stored: StoredEntry): Promise<Item> {
  const { id, version, createdAt, updatedAt } = stored;
  const item = { id, version, createdAt, updatedAt };
  try {
    const text = await openEntry(requireOpen().vault, stored);
    return { ...item, content: readContent(text), refused: null };
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code === 'locked') throw error;
    return { ...item, content: null, refused: error.code };
  }
}

/** Everything in the vault, opened. */
export async function openEntries(_: undefined, progress: Progress): Promise<Item[]> {
  const stored: StoredEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } =
      cursor === null ? { limit: PAGE } : { limit: PAGE, cursor };
    const page: { entries: StoredEntry[]; nextCursor: string | null } = await answered(
      api.GET('/vault/entries', { params: { query } }),
    );
    stored.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== null);
  const items: Item[] = [];
  for (let from = 0; from < stored.length; from += AT_A_TIME) {
    items.push(...(await Promise.all(stored.slice(from, from + AT_A_TIME).map(open))));
    progress(items.length, stored.length);
  }
  return items;
}

/** Labels are inside the content, so that the service learns nothing from them. */
const WITHOUT_LABELS = { category: '', tags: [] };

/**
 * Adds an entry. The page chooses the ID, so that adding it again after a lost answer adds nothing twice.
 *
 * @throws Problem `already_exists` if the ID is taken by something else
 */
export async function addEntry({ id, content }: { id: string; content: Content }): Promise<Item> {
  const text = writeContent(content);
  const { vault, keyBundleVersion } = await freshVault();
  const sealed = await sealEntry(vault, { id, text });
  const body = { ...sealed, ...WITHOUT_LABELS };
  try {
    await answered(api.POST('/vault/entries', { body }));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'already_exists') throw error;
    const { content: there } = await readEntry({ id });
    if (!there || writeContent(there) !== text) throw error;
  }
  return keepUpWithKeys({ id, text }, keyBundleVersion);
}

/** How often something is tried again after somebody else's change. */
const TRIES = 3;

/**
 * Seals a new entry again if another device has changed the keys since. The service can't tell, because a new entry
 * conflicts with nothing.
 *
 * @param version of the key bundle that the entry was sealed with
 */
async function keepUpWithKeys({ id, text }: { id: string; text: string }, version: number): Promise<Item> {
  const params = { path: { id } };
  for (let tries = 1; ; tries += 1) {
    // The entry first: if the keys change after it is read, its version no longer fits.
    const { entry } = await answered(api.GET('/vault/entries/{id}', { params }));
    const present = await freshVault();
    if (present.keyBundleVersion === version) return open(entry);
    const { salt, version: replaced } = entry;
    const sealed = await sealEntry(present.vault, { id, text, salt });
    try {
      const body = { ...sealed, ...WITHOUT_LABELS, version: replaced };
      return open((await answered(api.PUT('/vault/entries/{id}', { params, body }))).entry);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'version_conflict' || tries === TRIES) throw error;
    }
  }
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
  const { entry: stored } = await answered(api.GET('/vault/entries/{id}', { params }));
  // The salt stays, because the envelopes of successors hold the key that it gives.
  const { salt } = stored;
  // Read after the entry: a rotation in between counts the entry's version on, so that this is refused.
  const { vault } = await freshVault();
  const sealed = await sealEntry(vault, { id, text: writeContent(content), salt });
  const body = { ...sealed, ...WITHOUT_LABELS, version };
  const { entry } = await answered(api.PUT('/vault/entries/{id}', { params, body }));
  return open(entry);
}

/** One entry as it is stored now, opened. */
export async function readEntry({ id }: { id: string }): Promise<Item> {
  const { entry } = await answered(api.GET('/vault/entries/{id}', { params: { path: { id } } }));
  return open(entry);
}
