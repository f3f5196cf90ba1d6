/** Exports a whole vault as a document that can be imported unchanged. */
import type { EntityManager } from '../../../db/orm.ts';
import { startJsonStream } from '../../http/json-stream.ts';
import { requesterOf } from '../../http/quotas/requester.ts';
import { route } from '../../http/route.ts';
import { leaveWhenSent } from '../../http/when-sent.ts';
import { allocateBatch, inBatches } from '../../vault/batches.ts';
import { documentPieces, layoutFor, NDJSON, NDJSON_EXAMPLE } from '../../vault/ndjson.ts';
import { type PresentedEntry, presentEntry } from './present.ts';
import { EXPORT_FORMAT, Export, type ExportedFile, ExportQuery } from './schema.ts';

/** The version of the format, for programs that read old exports. */
const VERSION = 1;

/** The entries to export: IDs, oldest first, in batches small enough to keep in memory. */
const exportedIds = async (em: EntityManager, userId: string): Promise<string[][]> =>
  inBatches(
    await em.execute<{ id: string; bytes: number }[]>(
      `select id, octet_length(encrypted_data) as bytes from vault_entry where user_id = ? order by created_at, id`,
      [userId],
    ),
  );

const COLUMNS = `encrypted_data as "encryptedData", iv, salt, algorithm, category, tags, version,
  created_at as "createdAt", updated_at as "updatedAt"`;

/**
 * One batch in order. An entry deleted since the export began is taken from the trash.
 *
 * @throws Error if it is not there either, because the document would be incomplete
 */
async function readBatch(
  em: EntityManager,
  userId: string,
  ids: readonly string[],
): Promise<PresentedEntry[]> {
  const list = `{${ids.join(',')}}`;
  const rows = await em.execute<PresentedEntry[]>(
    `select id, ${COLUMNS} from vault_entry where user_id = ? and id = any(?::uuid[])
     union all
     select entry_id, ${COLUMNS} from trashed_entry t where user_id = ? and entry_id = any(?::uuid[])
       and seq = (select max(seq) from trashed_entry l where l.user_id = t.user_id and l.entry_id = t.entry_id)
       and not exists (select 1 from vault_entry v where v.user_id = t.user_id and v.id = t.entry_id)`,
    [userId, list, userId, list],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw new Error('an entry was destroyed during the export');
    return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) };
  });
}

/** The stored files of entries, by entry. A client fetches them one by one. */
async function filesOf(em: EntityManager, userId: string, ids: readonly string[]) {
  const rows = await em.execute<{ entryId: string; files: ExportedFile[] }[]>(
    `select entry_id as "entryId",
       json_agg(json_build_object('id', id, 'size', size, 'sha256', sha256) order by created_at, id) as files
     from file where user_id = ? and entry_id = any(?::uuid[]) and state = 'stored' and deleted_at is null
     group by entry_id`,
    [userId, `{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ entryId, files }) => [entryId, { files }]));
}

/** No connection and no transaction is held while the client reads. */
async function* entriesOf(
  em: EntityManager,
  userId: string,
  batches: readonly string[][],
): AsyncGenerator<object, void> {
  for (const ids of batches) {
    const files = await filesOf(em, userId, ids);
    for (const row of await readBatch(em, userId, ids)) yield { ...presentEntry(row), ...files.get(row.id) };
  }
}

export const exportEntries = route('GET /vault/export', {
  name: 'exportEntries',
  summary: 'Export all entries as one document',
  description:
    'Streams the vault, oldest entry first, in a form that can be imported unchanged. It contains each ' +
    'entry that exists when the export begins exactly once, and `entryCount` is their number. An entry ' +
    'that changes during the export is included as it is when it is read; a deleted one is included as ' +
    'it was; new ones are not included. `files` names the files of an entry, which are read one by one ' +
    'with `GET /files/:id`. Entries stay encrypted as they are stored. Use `?format=ndjson` ' +
    'or `Accept: application/x-ndjson` for newline-delimited JSON, the only form that can be imported ' +
    'for a vault of more than 5,000 entries or 32 MiB. One export can run at a time. A client that reads ' +
    'less than 16 KiB in ten seconds is disconnected.',
  access: 'session',
  limit: 'export',
  query: ExportQuery,
  responseHeaders: ['Content-Disposition'],
  responses: { 200: Export },
  otherResponseTypes: {
    [NDJSON]: {
      description: 'One line that describes the export, then one line per entry.',
      example: NDJSON_EXAMPLE,
    },
  },
  async handler({ em, caller, query, now, ctx, deps }) {
    const layout = layoutFor(query.format, ctx);
    const requester = requesterOf(ctx, `account:${caller.user.id}`);
    leaveWhenSent(ctx.res, deps.quotas.exports.allocate(requester, 1).release);
    allocateBatch(ctx, deps.quotas, requester);
    const { id: userId } = caller.user;
    const batches = await exportedIds(em, userId);
    const entryCount = batches.reduce((sum, { length }) => sum + length, 0);
    const head = {
      format: EXPORT_FORMAT,
      version: VERSION,
      userId,
      exportedAt: now.toISOString(),
      entryCount,
    };
    const stream = await startJsonStream(documentPieces(layout, head, entriesOf(em.fork(), userId, batches)));
    ctx.attachment(`vault-export-${now.toISOString().slice(0, 10)}.${layout.ending}`);
    return { stream, type: layout.type };
  },
});
