/** The trash: deleted and replaced entries, and how to restore them. */
import { LockMode } from '@mikro-orm/postgresql';
import { TrashedEntry, type TrashedEntryRow } from '../../../db/entities/trashed-entry.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { bringBack, putBack, TRASH_MS } from '../../../db/trash.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { refuseAfterReset } from '../../auth/recently-reset.ts';
import { requireLive } from '../../auth/sessions.ts';
import { checkEntries, lockEntries, usageOf } from '../../billing/plan-limits.ts';
import { badCursor, decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { notFound, Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { PAGE_BYTES } from './page.ts';
import { entityTag, presentEntry } from './present.ts';
import { EntryParams, EntryWritten, PurgeQuery, RestoreBody, TrashList, TrashQuery } from './schema.ts';

const present = (row: TrashedEntryRow) => ({
  ...presentEntry({ ...row, id: row.entryId }),
  trashId: row.id,
  deletedAt: row.deletedAt.toISOString(),
  reason: row.reason as 'deleted' | 'changed',
  restorableUntil: new Date(row.deletedAt.getTime() + TRASH_MS).toISOString(),
});

function placeOf(cursor: string): string {
  const [seq = ''] = decodeCursor(cursor, 1);
  if (!/^\d{1,18}$/.test(seq)) throw badCursor();
  return seq;
}

/** The rows before a position, newest first. Like a page of entries, a large page ends early. */
async function trashPage(em: EntityManager, userId: string, { limit, cursor, reason }: TrashQuery) {
  const conditions: [string, ...unknown[]][] = [['user_id = ?', userId]];
  if (cursor !== undefined) conditions.push(['seq < ?', placeOf(cursor)]);
  if (reason !== undefined) conditions.push(['reason = ?', reason]);
  const found = await em.execute<{ id: string; seq: string; fits: boolean }[]>(
    `select id, seq::text, sum(bytes) over (order by seq desc) - bytes < ${PAGE_BYTES} as fits
     from (select id, seq, bytes from trashed_entry
           where ${conditions.map(([sql]) => sql).join(' and ')} order by seq desc limit ?) candidate
     order by candidate.seq desc`,
    [...conditions.flatMap(([, ...values]) => values), limit + 1],
  );
  const page = found.filter(({ fits }) => fits).slice(0, limit);
  const last = page.at(-1);
  const rows = await em.find(
    TrashedEntry,
    { userId, id: { $in: page.map(({ id }) => id) } },
    { orderBy: { seq: 'desc' } },
  );
  return { rows, nextCursor: last && found.length > page.length ? encodeCursor([last.seq]) : null };
}

const list = route('GET /vault/trash', {
  name: 'listTrash',
  summary: 'List the trash, newest first',
  description:
    'Contains deleted entries, including those deleted by an import with `replace`, and the old content of ' +
    'changed entries, no matter who changed them. It is kept for 30 days. If a program changes one entry more than 20 ' +
    'times a day, content that lasted less than ten minutes is not kept, except within 7 days of a password ' +
    'reset. The trash does not appear in any list, export or count of entries, and no successor gets it. A page ' +
    'may have fewer rows than its limit if entries are large. nextCursor is null on the last page.',
  access: 'session',
  query: TrashQuery,
  largeResponse: true,
  responses: { 200: TrashList },
  async handler({ em, caller, query }) {
    const { rows, nextCursor } = await trashPage(em, caller.user.id, query);
    return { body: { entries: rows.map(present), nextCursor } };
  },
});

const restore = route('POST /vault/entries/:id/restore', {
  name: 'restoreEntry',
  summary: 'Restore an entry from the trash',
  description:
    'A deleted entry comes back as it was, with its version and dates, and for its former successors who are ' +
    'still there. If an entry with this id exists, the request is refused with 409. Name the `trashId` of a row ' +
    'to give the existing entry that old content: its version rises by one, `updatedAt` is that of the restored ' +
    'content, and the current content goes to the trash. Without a `trashId`, the newest row is restored. ' +
    'Content from before a rotation comes back under the previous vault key: store it again under the current one, ' +
    'or no successor can open it.',
  access: 'session',
  params: EntryParams,
  body: RestoreBody,
  responseHeaders: ['ETag'],
  responses: { 200: EntryWritten },
  errors: ['not_found', 'already_exists', 'plan_limit'],
  async handler({ em, caller, params: { id }, body, now, record, deps }) {
    const userId = caller.user.id;
    await lockEntries(em, userId);
    // Otherwise its 30 days might end in the middle of this: its files and successors would be gone.
    const former = await em.findOne(
      TrashedEntry,
      { userId, entryId: id, ...(body?.trashId === undefined ? {} : { id: body.trashId }) },
      { refresh: true, orderBy: { seq: 'desc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!former) throw notFound('Entry');
    const before = await usageOf(em, userId);
    if ((await em.count(VaultEntry, { userId, id })) === 0) {
      await bringBack(em, userId, former.id);
    } else {
      if (body?.trashId === undefined) {
        throw new Problem(
          'already_exists',
          'An entry with this id already exists. Send a trashId to restore that content into it.',
        );
      }
      await putBack(em, userId, former.id, now);
    }
    await checkEntries(deps, em, userId, before);
    await record('entry_restored');
    const entry = await em.findOneOrFail(VaultEntry, { userId, id }, { refresh: true });
    return {
      etag: entityTag(entry),
      body: { message: 'The entry has been restored.', entry: presentEntry(entry) },
    };
  },
});

const purge = route('DELETE /vault/trash/:id', {
  name: 'deleteFromTrash',
  summary: 'Permanently delete an entry from the trash',
  description:
    'Deletes everything in the trash that belongs to the entry, or only the row that `trashId` names, before the ' +
    '30 days are over. Needs a recently confirmed session, and is refused within 7 days of a password reset.',
  access: 'session',
  params: EntryParams,
  query: PurgeQuery,
  responses: { 200: messageBody },
  errors: ['not_found', 'confirmation_required', 'recently_reset'],
  async handler({ em, caller, params, query: { trashId }, now, record }) {
    requireConfirmed(caller, now);
    refuseAfterReset(caller.user, now, 'The trash can be emptied');
    const userId = caller.user.id;
    await lockEntries(em, userId);
    await requireLive(em, caller);
    const count = await em.nativeDelete(TrashedEntry, {
      userId,
      entryId: params.id,
      ...(trashId === undefined ? {} : { id: trashId }),
    });
    if (count === 0) throw notFound('Entry');
    await record('trash_purged', { count });
    return { body: { message: 'Permanently deleted.' } };
  },
});

export const trashRoutes = [list, restore, purge];
