/** One page of an owner's entries. */
import { runStatement, type Statement } from '../../../db/prepared.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { badCursor, decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { type HttpResponse, route } from '../../http/route.ts';
import { entryLine, entryOnLine } from './present.ts';
import { EntryList, EntryQuery, entryId } from './schema.ts';

/**
 * A page ends early rather than contain more ciphertext than this; otherwise 200 large entries would make an answer of
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

const valuesOf = ({ cursor, category, tag, limit }: EntryQuery) => [
  limit,
  ...(cursor === undefined ? START : placeOf(cursor)),
  category,
  tag,
];

/**
 * The entries after a position, oldest first, and one more than fits on the page. Entries added while someone reads
 * page after page come last, so nothing appears twice or is left out.
 */
const candidates = (owner: string, [limit, at, id, category, tag]: readonly string[]) => `
  select * from vault_entry
  where user_id = ${owner} and (created_at, id) > (${at}, ${id})
    and (${category}::text is null or category = ${category}) and (${tag}::text is null or ${tag} = any(tags))
  order by created_at, id limit ${limit} + 1`;

function pageOf(entries: readonly ReturnType<typeof entryOnLine>[], more: boolean): HttpResponse {
  const last = more ? entries.at(-1) : undefined;
  const nextCursor = last ? `"${encodeCursor([last.createdMs, last.id])}"` : 'null';
  return { json: `{"entries":[${entries.map(({ json }) => json).join()}],"nextCursor":${nextCursor}}` };
}

/** The ciphertext, or an empty text if it takes more than its share of the page. No ciphertext is empty otherwise. */
const SHARE = `case when octet_length(encrypted_data) <= ${PAGE_BYTES} / $5 then encrypted_data else '' end`;

/** Measures where a page of large entries ends. Doing so for every page would be slow. */
const MEASURED_PAGE: Statement<{ line: string | null }> = {
  name: 'measured_entry_page',
  text: `
    select case when sum(bytes) over (order by created_at, id) - bytes < ${PAGE_BYTES} then ${entryLine()} end as line
    from (${candidates('$1', ['$2', '$3', '$4', '$5', '$6'])}) candidate, octet_length(encrypted_data) bytes
    order by created_at, id`,
};

export const listEntries = route('GET /vault/entries', {
  name: 'listEntries',
  summary: 'List entries, oldest first',
  description:
    'A page may have fewer entries than its limit if they are large. nextCursor is null on the last page.',
  access: 'session',
  query: EntryQuery,
  largeResponse: true,
  responses: { 200: EntryList },
  // Answers unless an entry takes more than its share of the page.
  fastPath: {
    statement: callerStatement<{ lines: string | null }>(
      'entry_page',
      `select string_agg(${entryLine(SHARE)}, E'\\n') as lines
       from (${candidates('caller.id', ['$5', '$6', '$7', '$8', '$9'])}) candidate`,
    ),
    values: ({ query }) => valuesOf(query),
    respond({ lines }, { query: { limit } }) {
      const found = lines === null ? [] : lines.split('\n').map(entryOnLine);
      if (found.some(({ isWithheld }) => isWithheld)) return null;
      return pageOf(found.slice(0, limit), found.length > limit);
    },
  },
  async handler({ caller, query, deps }) {
    const rows = await runStatement(deps.orm, MEASURED_PAGE, [caller.user.id, ...valuesOf(query)]);
    const lines = rows.flatMap(({ line }) => line ?? []).slice(0, query.limit);
    return pageOf(lines.map(entryOnLine), rows.length > lines.length);
  },
});
