/** The entries as the service stores them, and what is in them. */
import {
  type Content,
  CryptoError,
  type CryptoErrorCode,
  type OpenableEntry,
  openEntry,
  readContent,
  type Signed,
  type Vault,
} from '../crypto/index.ts';
import type { components } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import type { Owner } from './owner.ts';
import { isProblem } from './problem.ts';

export type StoredEntry = components['schemas']['Entry'];

/** Without content, `refused` says why. */
export interface OpenedContent {
  content: Content | null;
  refused: CryptoErrorCode | null;
  /** What the owner signed besides the text. Null if it does not open. */
  signed: Omit<Signed, 'text'> | null;
}

/** The date of the last change, as the owner signed it, or as the service says if the entry does not open. */
export const changedAt = ({ updatedAt }: { updatedAt: string }, { signed }: OpenedContent): string =>
  signed ? new Date(signed.date).toISOString() : updatedAt;

/** Labels are inside the content, so that the service learns nothing from them. */
export const WITHOUT_LABELS = { category: '', tags: [] };

/** The most that one request may ask for. */
const PAGE = 200;

/**
 * @param options.old for the trash and exports: see `openEntry`
 * @throws CryptoError `locked`
 */
export async function openStored(
  owner: Owner,
  stored: StoredEntry,
  options: { old?: boolean } = {},
): Promise<OpenedContent> {
  const { vault } = owner.unlocked();
  let signed: OpenedContent['signed'] = null;
  try {
    const { text, ...rest } = await openEntry(vault, stored, options);
    signed = rest;
    return { content: readContent(text), refused: null, signed };
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code === 'locked') throw error;
    return { content: null, refused: error.code, signed };
  }
}

/**
 * The data for sealing an entry in place of a stored one: its salt, because the envelopes of successors hold the key
 * derived from it, and its version, which the new one must exceed.
 *
 * @throws CryptoError `locked`, `format_unknown`
 */
export async function replacing(
  vault: Vault,
  stored: OpenableEntry,
): Promise<{ salt: string; after: number }> {
  const opened = await openEntry(vault, stored).catch(unlessRefused);
  if (opened) requireKnownFormat(opened.text);
  return { salt: stored.salt, after: opened?.version ?? 0 };
}

/**
 * Leaves alone an entry that no key opens. One that a later client may open must not be replaced, so that error is
 * thrown.
 */
export function unlessRefused(error: unknown): null {
  if (!(error instanceof CryptoError) || error.code === 'locked' || error.code === 'format_unknown')
    throw error;
  return null;
}

function requireKnownFormat(text: string): void {
  try {
    readContent(text);
  } catch (error) {
    unlessRefused(error);
  }
}

/**
 * One entry as the service has it.
 *
 * @throws CryptoError `entry_refused` if the service returned another entry than the one asked for
 */
export async function readStored(api: Api, id: string): Promise<StoredEntry> {
  const { entry } = await answered(api.GET('/vault/entries/{id}', { params: { path: { id } } }));
  if (entry.id !== id) throw new CryptoError('entry_refused');
  return entry;
}

/** Like `readStored`, but null if the vault has no such entry. */
export async function findStored(api: Api, id: string): Promise<StoredEntry | null> {
  try {
    return await readStored(api, id);
  } catch (error) {
    if (isProblem(error, 'not_found')) return null;
    throw error;
  }
}

async function readPage(api: Api, cursor: string | null) {
  const query: { limit: number; cursor?: string } =
    cursor === null ? { limit: PAGE } : { limit: PAGE, cursor };
  return answered(api.GET('/vault/entries', { params: { query } }));
}

/** All entries, oldest first, page by page. The next page is on its way while the caller works on one. */
export async function* storedPages(api: Api): AsyncGenerator<StoredEntry[], void> {
  let coming: ReturnType<typeof readPage> | null = readPage(api, null);
  while (coming) {
    const page: Awaited<ReturnType<typeof readPage>> = await coming;
    coming = page.nextCursor === null ? null : readPage(api, page.nextCursor);
    // If the caller stops, nobody waits for it.
    coming?.catch(() => {});
    yield page.entries;
  }
}
