/** One page of an owner's entries. */
import { VaultEntry, type VaultEntryRow } from '../../../db/entities/vault-entry.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { badCursor, decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { type EntryQuery, entryId } from './schema.ts';

/**
 * A page ends early rather than hold more ciphertext than this; otherwise 200 large entries would make an answer of
 * 280 MB. It always has at least one entry.
 */
export const PAGE_BYTES = 2 * 1024 * 1024;

/** A page starts after this entry. Times are whole milliseconds, as we write them. */
interface Place {
  createdAt: Date;
  id: string;
}

function placeOf(cursor: string): Place {
  const [at = '', id] = decodeCursor(cursor, 2);
  const parsed = entryId.safeParse(id);
  if (!/^\d{1,14}$/.test(at) || !parsed.success) throw badCursor();
  return { createdAt: new Date(Number(at)), id: parsed.data };
}

/**
 * The entries after a position, oldest first. Entries added while someone reads page after page come last, so nothing
 * appears twice or is left out.
 */
export async function entryPage(
  em: EntityManager,
  userId: string,
  query: EntryQuery,
): Promise<{ rows: VaultEntryRow[]; nextCursor: string | null }> {
  const after = query.cursor === undefined ? null : placeOf(query.cursor);
  const conditions: [string, ...unknown[]][] = [['user_id = ?', userId]];
  if (after) conditions.push(['(created_at, id) > (?, ?::uuid)', after.createdAt, after.id]);
  if (query.category !== undefined) conditions.push(['category = ?', query.category]);
  if (query.tag !== undefined) conditions.push(['? = any(tags)', query.tag]);
  const found = await em.execute<{ id: string; at: string; fits: boolean }[]>(
    `select id, round(extract(epoch from created_at) * 1000)::text as at,
       sum(bytes) over (order by created_at, id) - bytes < ${PAGE_BYTES} as fits
     from (select id, created_at, octet_length(encrypted_data) as bytes from vault_entry
           where ${conditions.map(([sql]) => sql).join(' and ')} order by created_at, id limit ?) candidate
     order by created_at, id`,
    [...conditions.flatMap(([, ...values]) => values), query.limit + 1],
  );
  const page = found.filter(({ fits }) => fits).slice(0, query.limit);
  const last = page.at(-1);
  const rows = await em.find(
    VaultEntry,
    { userId, id: { $in: page.map(({ id }) => id) } },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  return {
    rows,
    nextCursor: last && found.length > page.length ? encodeCursor([last.at, last.id]) : null,
  };
}
