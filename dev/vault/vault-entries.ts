/** The entries of an unlocked vault. */
import {
  type Content,
  CryptoError,
  isUnderFormerKey,
  openEntry,
  readContent,
  resealEntry,
  type SealedEntry,
  type Vault,
  writeContent,
} from '../../crypto/index.ts';
import type { components } from '../../docs/openapi.d.ts';
import { Failure } from '../cli/failure.ts';
import type { Connection } from './connection.ts';

export type StoredEntry = components['schemas']['Entry'];

/** An entry as its owner reads it, or why it does not open. */
export type OpenedEntry = { stored: StoredEntry } & (
  | { content: Content; refused?: undefined }
  | { content?: undefined; refused: CryptoError }
);
export type ReadableEntry = Extract<OpenedEntry, { content: Content }>;

/** What an entry may hold: its ciphertext of 1 MiB, less a signature and a tag. */
const MOST_BYTES = 1024 * 1024 - 64 - 16;

/** All entries, oldest first, as they are stored. */
export async function* storedEntries({ call, answer }: Connection): AsyncGenerator<StoredEntry, void> {
  let cursor: string | undefined;
  do {
    const query = { limit: 200, ...(cursor ? { cursor } : {}) };
    const page = await answer(call.GET('/vault/entries', { params: { query } }));
    yield* page.entries;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

/** @param salt a new one by default @returns null if no key opens the entry */
export async function reseal(vault: Vault, stored: StoredEntry, salt?: string): Promise<SealedEntry | null> {
  try {
    return await resealEntry(vault, vault, stored, salt);
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  }
}

/**
 * Seals an entry of the vault anew if it is still sealed under a key from before a rotation, as when it was in the trash
 * meanwhile. Otherwise no successor could open it.
 *
 * @returns the entry as it is then stored. One that doesn't open with any key is left alone
 */
export async function underPresentKey(
  { call, answer }: Connection,
  vault: Vault,
  stored: StoredEntry,
): Promise<StoredEntry> {
  if (!(await isUnderFormerKey(vault, stored))) return stored;
  const sealed = await reseal(vault, stored);
  if (!sealed) return stored;
  const { id, version, category, tags } = stored;
  const body = { ...sealed, category, tags, version };
  return (await answer(call.PUT('/vault/entries/{id}', { params: { path: { id } }, body }))).entry;
}

export async function openOne(vault: Vault, stored: StoredEntry): Promise<OpenedEntry> {
  try {
    return { stored, content: readContent(await openEntry(vault, stored)) };
  } catch (error) {
    if (error instanceof CryptoError) return { stored, refused: error };
    throw error;
  }
}

export async function openAll(connection: Connection, vault: Vault): Promise<OpenedEntry[]> {
  const all: OpenedEntry[] = [];
  for await (const stored of storedEntries(connection)) all.push(await openOne(vault, stored));
  return all;
}

/** The text to seal. @throws Failure if it is too large for one entry */
export function textOf(content: Content): string {
  const text = writeContent(content);
  if (Buffer.byteLength(text) > MOST_BYTES) {
    throw new Failure('That is too large: an entry holds about 1 MB of text, or a file of 780 kB');
  }
  return text;
}

const titleOf = ({ content }: OpenedEntry): string => content?.title ?? '';

/**
 * The entry that somebody means: by its ID or the beginning of it, by its title, or by a part of the title.
 *
 * @throws Failure unless exactly one is meant
 */
export function findEntry<E extends OpenedEntry>(entries: readonly E[], wanted: string): E {
  const text = wanted.trim().toLowerCase();
  const ways: ((entry: E) => boolean)[] = [
    ({ stored }) => stored.id === text,
    (entry) => titleOf(entry).toLowerCase() === text,
    ({ stored }) => text.length >= 4 && stored.id.startsWith(text),
    (entry) => text !== '' && titleOf(entry).toLowerCase().includes(text),
  ];
  for (const fits of ways) {
    const [found, ...more] = entries.filter(fits);
    if (found && more.length === 0) return found;
    if (found) {
      const ids = [found, ...more].slice(0, 5).map(({ stored }) => stored.id);
      throw new Failure(`Several entries fit "${wanted}": name one by its ID, such as ${ids.join(' or ')}`);
    }
  }
  throw new Failure(`No entry fits "${wanted}": \`npm run vault -- list\` shows all of them`);
}

/** @throws Failure if it does not open */
export function demandReadable(entry: OpenedEntry): ReadableEntry {
  if (entry.content) return entry;
  throw new Failure(
    `The entry ${entry.stored.id} does not open (${entry.refused.message}): \`npm run vault -- trash\` lists older contents`,
  );
}
