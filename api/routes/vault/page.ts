/** One page of an owner's entries. */
import { callerStatement } from '../../auth/find-caller.ts';
import { badCursor, decodeCursor, encodeCursor } from '../../http/cursor.ts';
import type { Direct } from '../../http/route.ts';
import { SHOWN } from './present.ts';
import { type EntryQuery, entryId } from './schema.ts';

/**
 * A page ends early rather than hold more ciphertext than this; otherwise 200 large entries would make an answer of
 * 280 MB. It always has at least one entry.
 */
export const PAGE_BYTES = 2 * 1024 * 1024;

/** A page starts after this entry: when it was created, to the millisecond, and its ID. */
type Place = readonly [createdAt: Date | '-infinity', id: string];

const START: Place = ['-infinity', '00000000-0000-0000-0000-000000000000'];

function placeOf(cursor: string): Place {
  const [at = '', id] = decodeCursor(cursor, 2);
  const parsed = entryId.safeParse(id);
  if (!/^\d{1,14}$/.test(at) || !parsed.success) throw badCursor();
  return [new Date(Number(at)), parsed.data];
}

interface Page {
  /** JSON, without the brackets of an array. */
  entries: string;
  more: boolean;
  last_at: string;
  last_id: string;
}

/**
 * The entries after a position, oldest first. Entries added while someone reads page after page come last, so nothing
 * appears twice or is left out.
 */
export const entryPage: Direct<unknown, EntryQuery, unknown, Page> = {
  statement: callerStatement<Page>(
    'entry_page',
    `select coalesce(string_agg(row_to_json(shown)::text, ',' order by e.created_at, e.id) filter (where fits), '')
         as entries,
       coalesce(not bool_and(fits), false) as more,
       round(extract(epoch from max(e.created_at) filter (where fits)) * 1000)::text as last_at,
       (array_agg(e.id order by e.created_at, e.id) filter (where fits))[count(*) filter (where fits)] as last_id
     from (
       select *, row_number() over page <= $9
           and sum(octet_length(encrypted_data)) over page - octet_length(encrypted_data) < ${PAGE_BYTES} as fits
       from (
         select * from vault_entry
         where user_id = caller.id and (created_at, id) > ($5, $6)
           and ($7::text is null or category = $7) and ($8::text is null or $8 = any(tags))
         order by created_at, id limit $9 + 1
       ) candidate
       window page as (order by created_at, id)
     ) e ${SHOWN}`,
  ),
  values({ query: { cursor, category, tag, limit } }) {
    return [...(cursor === undefined ? START : placeOf(cursor)), category, tag, limit];
  },
  answer({ entries, more, last_at, last_id }) {
    const nextCursor = more ? encodeCursor([last_at, last_id]) : null;
    return { json: `{"entries":[${entries}],"nextCursor":${JSON.stringify(nextCursor)}}` };
  },
};
