/** Taking a whole vault in: all of it or nothing. */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { readDocument } from '../../bodies/elements.ts';
import type { IncomingBody } from '../../bodies/incoming.ts';
import { validate } from '../../middleware/validate.ts';
import { checkPlan, lockEntries, usageOf } from '../../plans.ts';
import { route } from '../../route.ts';
import { signOfLife } from '../../sign-of-life.ts';
import { transact } from '../../transact.ts';
import {
  ENTRY_BODY_LIMIT,
  IMPORT_BODY_LIMIT,
  Import,
  Imported,
  ImportedEntry,
  MAX_IMPORTED,
} from './schema.ts';

interface Written {
  created: number;
  updated: number;
}

/**
 * One statement, so that no entry is seen half-way: entries that are there and differ are changed, those that are
 * not there come, and with `replace` those that the import lacks go, with their assignments. An entry that is the
 * same already is not touched, and an entry that stays keeps its assignments.
 *
 * `xmax` is 0 in the row version that an INSERT made, and not in one that ON CONFLICT updated.
 */
async function write(
  em: EntityManager,
  userId: string,
  { mode, entries }: Import,
  now: Date,
): Promise<Written> {
  const incoming = entries.map((entry) => ({ ...entry, id: entry.id ?? randomUUIDv7() }));
  const [written] = await em.execute<[Written]>(
    `with incoming as materialized (
       select id, "encryptedData", iv, salt, algorithm, category,
         array(select value from json_array_elements_text(tags) with ordinality order by ordinality) as tags,
         coalesce(version, 1) as version,
         least(coalesce("createdAt", ?::timestamptz), ?::timestamptz) as created_at,
         least(coalesce("updatedAt", "createdAt", ?::timestamptz), ?::timestamptz) as updated_at
       from json_to_recordset(?::json) as entry (id uuid, "encryptedData" text, iv text, salt text, algorithm text,
         category text, tags json, version int, "createdAt" timestamptz, "updatedAt" timestamptz)
     ), removed as (
       delete from vault_entry where user_id = ? and ? and id not in (select id from incoming)
     ), written as (
       insert into vault_entry as entry (user_id, id, encrypted_data, iv, salt, algorithm, category, tags, version,
         created_at, updated_at)
       select ?::uuid, id, "encryptedData", iv, salt, algorithm, category, tags, version, created_at, updated_at
       from incoming order by id
       on conflict (user_id, id) do update set
         encrypted_data = excluded.encrypted_data, iv = excluded.iv, salt = excluded.salt,
         algorithm = excluded.algorithm, category = excluded.category, tags = excluded.tags,
         version = entry.version + 1, updated_at = ?
       where (entry.encrypted_data, entry.iv, entry.salt, entry.algorithm, entry.category, entry.tags)
         is distinct from (excluded.encrypted_data, excluded.iv, excluded.salt, excluded.algorithm,
           excluded.category, excluded.tags)
       returning xmax = 0 as created
     )
     select count(*) filter (where created)::int as created, count(*) filter (where not created)::int as updated
     from written`,
    [now, now, now, now, JSON.stringify(incoming), userId, mode === 'replace', userId, now],
  );
  return written;
}

/** All of it, checked as it comes. @throws Problem */
async function read(stream: IncomingBody): Promise<Import> {
  const entries: Import['entries'] = [];
  const document = readDocument(stream, {
    arrays: { entries: { element: ImportedEntry, most: MAX_IMPORTED } },
    rest: Import.omit({ entries: true }),
    elementBytes: ENTRY_BODY_LIMIT,
  });
  for await (const { values } of document) entries.push(...values);
  return validate(Import, { ...document.rest, entries }, 'body');
}

export const importEntries = route({
  method: 'post',
  path: '/vault/import',
  tag: 'Vault',
  summary: 'Import entries, all of them or none',
  description:
    '`merge` adds entries and changes those whose id is there already, +1 to their version; `replace` also deletes ' +
    'those that the import lacks. Entries that are the same already stay untouched, and entries that stay keep the ' +
    'successors they are assigned to. An export can be imported as it is: new entries then keep their version and ' +
    'moments. `total` is what the vault holds afterwards.',
  access: 'session',
  limit: 'default',
  body: Import,
  bodyLimit: IMPORT_BODY_LIMIT,
  bodyStream: { memory: IMPORT_BODY_LIMIT },
  responses: { 200: Imported },
  errors: ['plan_limit'],
  async handler({ em: outer, caller, stream, client, now, deps }) {
    const userId = caller.user.id;
    const body = await read(stream);
    const { created, updated, total } = await transact(outer, async (em) => {
      if (caller.human) await signOfLife(deps, em, userId, 'write', client, now);
      await lockEntries(em, userId);
      const { created, updated } = await write(em, userId, body, now);
      // A vault that holds more than its plan allows may still be changed, and brought down.
      if (created > 0) await checkPlan(deps, em, userId, 'entries');
      const { entries: total } = await usageOf(em, userId);
      const detail = { mode: body.mode, created, updated, total };
      await recordActivity(em, deps.sign, { userId, type: 'vault_imported', at: now, ...client, detail });
      return { created, updated, total };
    });
    return { status: 200, body: { message: 'The entries are imported.', created, updated, total } };
  },
});
