/**
 * An import or a rotation on its way into a vault. Its entries are staged a few at a time, each batch in its own
 * statement, so that no connection is busy while the client uploads. Then they all take effect in one transaction.
 */
import type { EntityManager } from './orm.ts';
import { discardEntries, keepFormer } from './trash.ts';

/** An entry to stage, with dates in ISO 8601. */
export interface EntryToStage {
  id: string;
  encryptedData: string;
  iv: string;
  salt: string;
  algorithm: string;
  /** If omitted, an existing entry keeps its own. */
  category?: string | undefined;
  tags?: readonly string[] | undefined;
  version?: number | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
}

/** Stages entries of an import. Their IDs must differ from each other and from those already staged. */
export async function stageEntries(
  em: EntityManager,
  userId: string,
  importId: string,
  entries: readonly EntryToStage[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await em.execute(
    `insert into staged_entry (import_id, user_id, id, encrypted_data, iv, salt, algorithm, category, tags, version, created_at,
       updated_at, staged_at)
     select ?::uuid, ?::uuid, id, "encryptedData", iv, salt, algorithm, category,
       case when tags is not null
         then array(select value from json_array_elements_text(tags) with ordinality order by ordinality) end,
       version, "createdAt", "updatedAt", ?::timestamptz
     from json_to_recordset(?::json) as entry (id uuid, "encryptedData" text, iv text, salt text, algorithm text,
       category text, tags json, version int, "createdAt" timestamptz, "updatedAt" timestamptz)`,
    [importId, userId, now, JSON.stringify(entries)],
  );
}

/** An envelope of a rotation to stage. */
export interface EnvelopeToStage {
  successorId: string;
  entryId: string;
  envelope: string;
}

/** @returns the indices of those that repeat one for the same successor and entry; they are not staged */
export async function stageEnvelopes(
  em: EntityManager,
  userId: string,
  importId: string,
  envelopes: readonly EnvelopeToStage[],
  now: Date,
): Promise<number[]> {
  if (envelopes.length === 0) return [];
  const rows = await em.execute<{ pair: string }[]>(
    `insert into staged_envelope (import_id, successor_id, entry_id, user_id, envelope, staged_at)
     select ?::uuid, "successorId", "entryId", ?::uuid, envelope, ?::timestamptz
     from json_to_recordset(?::json) as envelope ("successorId" uuid, "entryId" uuid, envelope text)
     on conflict do nothing returning successor_id || '/' || entry_id as pair`,
    [importId, userId, now, JSON.stringify(envelopes)],
  );
  const staged = new Set(rows.map(({ pair }) => pair));
  // The first of a pair takes it out of the set, so every further one is missing.
  return envelopes.flatMap(({ successorId, entryId }, i) =>
    staged.delete(`${successorId}/${entryId}`) ? [] : [i],
  );
}

/** Deletes the rows that were staged for an import or a rotation. */
export async function unstage(em: EntityManager, importId: string): Promise<void> {
  await em.execute('delete from staged_entry where import_id = ?', [importId]);
  await em.execute('delete from staged_envelope where import_id = ?', [importId]);
}

export interface ImportCounts {
  created: number;
  updated: number;
}

const CONTENT = ['encrypted_data', 'iv', 'salt', 'algorithm', 'category', 'tags'];
const contentOf = (row: string) => `(${CONTENT.map((column) => `${row}.${column}`).join(', ')})`;

/**
 * Applies an import: changes the entries that differ, adds the missing ones, and with `replace` removes those that the
 * import doesn't contain, with their assignments. The previous content of changed and removed entries goes to the trash.
 * Unchanged entries are not touched, and entries that stay keep their assignments. Call it in a transaction, under
 * `lockEntries`.
 *
 * `xmax` is 0 in a row that an INSERT created, but not in one that ON CONFLICT updated.
 */
export async function writeStaged(
  em: EntityManager,
  userId: string,
  importId: string,
  mode: 'merge' | 'replace',
  now: Date,
): Promise<ImportCounts> {
  const kept = (label: string) =>
    `(select ${label} from vault_entry entry where entry.user_id = staged.user_id and entry.id = staged.id)`;
  await em.execute(
    `update staged_entry staged set category = coalesce(category, ${kept('entry.category')}, ''),
       tags = coalesce(tags, ${kept('entry.tags')}, '{}')
     where import_id = ? and (category is null or tags is null)`,
    [importId],
  );
  const staged = 'select 1 from staged_entry staged where staged.import_id = ? and staged.id = entry.id';
  const differing = `exists (${staged} and ${contentOf('entry')} is distinct from ${contentOf('staged')})`;
  await keepFormer(em, userId, { sql: differing, values: [importId] }, now);
  if (mode === 'replace') {
    await discardEntries(em, userId, { sql: `not exists (${staged})`, values: [importId] }, now);
  }
  const [written] = await em.execute<[ImportCounts]>(
    `with written as (
       insert into vault_entry as entry (user_id, id, encrypted_data, iv, salt, algorithm, category, tags, version,
         created_at, updated_at)
       select ?::uuid, id, encrypted_data, iv, salt, algorithm, category, tags, coalesce(version, 1),
         least(coalesce(created_at, ?::timestamptz), ?::timestamptz),
         least(coalesce(updated_at, created_at, ?::timestamptz), ?::timestamptz)
       from staged_entry where import_id = ? order by id
       on conflict (user_id, id) do update set
         encrypted_data = excluded.encrypted_data, iv = excluded.iv, salt = excluded.salt,
         algorithm = excluded.algorithm, category = excluded.category, tags = excluded.tags,
         version = entry.version + 1, updated_at = ?
       where ${contentOf('entry')} is distinct from ${contentOf('excluded')}
       returning xmax = 0 as created
     )
     select count(*) filter (where created)::int as created, count(*) filter (where not created)::int as updated
     from written`,
    [userId, now, now, now, now, importId, now],
  );
  return written;
}

/** No upload takes this long. */
const UPLOAD_MS = 24 * 3_600_000;

/** Deletes the rows of imports and rotations whose process ended before they did. */
export async function forgetCutOffImports(em: EntityManager, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UPLOAD_MS);
  await em.execute('delete from staged_entry where staged_at < ?', [before]);
  await em.execute('delete from staged_envelope where staged_at < ?', [before]);
}
