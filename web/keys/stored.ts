/** The entries as the service stores them, and what is in them. */
import {
  type Content,
  CryptoError,
  type CryptoErrorCode,
  openEntry,
  readContent,
} from '../../crypto/index.ts';
import type { components } from '../../docs/openapi.d.ts';
import { answered, api } from '../api/client.ts';
import { requireOpen } from './held.ts';

export type StoredEntry = components['schemas']['Entry'];

/** Without content, `refused` says why. */
export interface Opened {
  content: Content | null;
  refused: CryptoErrorCode | null;
}

/** Labels are inside the content, so that the service learns nothing from them. */
export const WITHOUT_LABELS = { category: '', tags: [] };

/** The most that one request may ask for. */
const PAGE = 200;

/** @throws CryptoError `locked` */
export async function openStored(stored: StoredEntry): Promise<Opened> {
  try {
    return { content: readContent(await openEntry(requireOpen().vault, stored)), refused: null };
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code === 'locked') throw error;
    return { content: null, refused: error.code };
  }
}

/**
 * One entry as the service has it.
 *
 * @throws CryptoError `entry_refused` if it is another one: what is shown must be what was asked for
 */
export async function readStored(id: string): Promise<StoredEntry> {
  const { entry } = await answered(api.GET('/vault/entries/{id}', { params: { path: { id } } }));
  if (entry.id !== id) throw new CryptoError('entry_refused');
  return entry;
}

async function readPage(cursor: string | null) {
  const query: { limit: number; cursor?: string } =
    cursor === null ? { limit: PAGE } : { limit: PAGE, cursor };
  return answered(api.GET('/vault/entries', { params: { query } }));
}

/** All entries, page by page. The next page is on its way while the caller works on one. */
export async function* storedPages(): AsyncGenerator<StoredEntry[], void> {
  let coming: ReturnType<typeof readPage> | null = readPage(null);
  while (coming) {
    const page: Awaited<ReturnType<typeof readPage>> = await coming;
    coming = page.nextCursor === null ? null : readPage(page.nextCursor);
    // If the caller stops, nobody waits for it.
    coming?.catch(() => {});
    yield page.entries;
  }
}
