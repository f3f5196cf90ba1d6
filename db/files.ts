/**
 * Every change of a file's row. The rows are authoritative, and the stores follow: a row exists before its first byte
 * is stored, and is deleted 30 days before its last byte.
 */
import { AFTER_RESET_MS } from './after-reset.ts';
import { File, type FileRow } from './entities/file.ts';
import { RemovedFile } from './entities/removed-file.ts';
import type { EntityManager } from './orm.ts';
import { transact } from './transact.ts';
import { TRASH_MS } from './trash.ts';

const DAY_MS = 86_400_000;

/** How long an upload may make no progress before it ends. */
export const UNFINISHED_MS = 3 * DAY_MS;

/** How long the bytes of a removed file stay, in case a backup is restored until then. */
export const REMOVED_MS = 30 * DAY_MS;

/** Names a file. */
export interface FileKey {
  userId: string;
  id: string;
}

/** The request that writes a file, for a short time that it extends. */
export interface Lease extends FileKey {
  writer: string;
}

/** How long a lease lasts unless it is extended. If a process is killed, another can continue its upload after this. */
export const LEASE_MS = 20_000;

const until = (now: Date) => new Date(now.getTime() + LEASE_MS);

export const findFile = (em: EntityManager, { userId, id }: FileKey): Promise<FileRow | null> =>
  em.findOne(File, { userId, id }, { refresh: true });

/** Lets one request at a time write an unfinished file. @returns whether it may */
export async function takeLease(
  em: EntityManager,
  { userId, id, writer }: Lease,
  now: Date,
): Promise<boolean> {
  const taken = await em.nativeUpdate(
    File,
    {
      userId,
      id,
      state: 'uploading',
      $or: [{ leasedUntil: null }, { leasedUntil: { $lt: now } }],
    },
    { writer, leasedUntil: until(now), touchedAt: now },
  );
  return taken === 1;
}

/** @returns false if the lease was lost, or the file is gone */
export async function extendLease(em: EntityManager, lease: Lease, now: Date): Promise<boolean> {
  return (await em.nativeUpdate(File, { ...lease }, { leasedUntil: until(now), touchedAt: now })) === 1;
}

export async function releaseLease(em: EntityManager, lease: Lease, now: Date): Promise<void> {
  await em.nativeUpdate(File, { ...lease }, { writer: null, leasedUntil: null, touchedAt: now });
}

/** All of it is there and has its hash. @returns false if the lease was lost, or the file is gone */
export async function markStored(em: EntityManager, lease: Lease, now: Date): Promise<boolean> {
  const stored = await em.nativeUpdate(
    File,
    { ...lease, state: 'uploading' },
    { state: 'stored', writer: null, leasedUntil: null, touchedAt: now },
  );
  return stored === 1;
}

/** Ends an upload. @returns false if it isn't one, or is gone */
export async function deleteUpload(em: EntityManager, { userId, id }: FileKey): Promise<boolean> {
  return (await em.nativeDelete(File, { userId, id, state: 'uploading' })) === 1;
}

/** Moves a stored file to the trash on its own, or back. @returns false if it is there already, or gone */
export async function setDeleted(
  em: EntityManager,
  { userId, id }: FileKey,
  deletedAt: Date | null,
): Promise<boolean> {
  const other = deletedAt === null ? { $ne: null } : null;
  return (
    (await em.nativeUpdate(File, { userId, id, state: 'stored', deletedAt: other }, { deletedAt })) === 1
  );
}

/** Deletes a file from the trash. @returns false if it isn't there */
export async function deleteForGood(em: EntityManager, { userId, id }: FileKey): Promise<boolean> {
  return (await em.nativeDelete(File, { userId, id, deletedAt: { $ne: null } })) === 1;
}

/** How many bytes an owner's removed files still use. */
export async function removedBytes(em: EntityManager, userId: string): Promise<number> {
  const [sum] = await em.execute<[{ bytes: string }]>(
    'select coalesce(sum(bytes), 0)::text as bytes from removed_file where user_id = ?',
    [userId],
  );
  return Number(sum.bytes);
}

const BATCH = 1_000;

/** Uploads that have made no progress for 3 days, a batch at a time. @param after the last one of the batch before */
export const restingUploads = (
  em: EntityManager,
  now: Date,
  after?: Pick<FileRow, 'touchedAt' | 'key'>,
): Promise<FileRow[]> => {
  const next = after && [
    { touchedAt: { $gt: after.touchedAt } },
    { touchedAt: after.touchedAt, key: { $gt: after.key } },
  ];
  return em.find(
    File,
    {
      state: 'uploading',
      touchedAt: { $lte: new Date(now.getTime() - UNFINISHED_MS) },
      ...(next && { $or: next }),
    },
    { orderBy: { touchedAt: 'asc', key: 'asc' }, limit: BATCH },
  );
};

/**
 * Ends those of these uploads that have still made no progress for 3 days. As in `emptyTrash`, rows that an owner's own
 * transaction has locked wait for the next time.
 */
export async function endUploads(em: EntityManager, now: Date, keys: readonly string[]): Promise<void> {
  await em.execute(
    `with resting as materialized (
       select f.key from file f join vault_size v on v.user_id = f.user_id
       where f.key = any(?::uuid[]) and f.state = 'uploading' and f.touched_at <= ?
         and (f.leased_until is null or f.leased_until <= ?)
       for update of f, v skip locked
     )
     delete from file where key in (select key from resting)`,
    [`{${keys.join(',')}}`, new Date(now.getTime() - UNFINISHED_MS), now],
  );
}

/**
 * Deletes files that have been in the trash for 30 days, except those of owners who have just reset their password: they
 * keep their trash until the protected days are over. Locked rows wait, as in `endUploads`.
 */
export async function deleteExpiredFiles(em: EntityManager, now: Date): Promise<void> {
  for (;;) {
    const rows = await em.execute<unknown[]>(
      `with expired as materialized (
         select f.key from file f join "user" u on u.id = f.user_id join vault_size v on v.user_id = f.user_id
         where f.deleted_at <= ? and (u.password_reset_at is null or u.password_reset_at <= ?)
         limit ${BATCH} for update of f, v skip locked
       )
       delete from file where key in (select key from expired) returning 1`,
      [new Date(now.getTime() - TRASH_MS), new Date(now.getTime() - AFTER_RESET_MS)],
    );
    if (rows.length < BATCH) return;
  }
}

/** Bytes in a store that may be deleted. */
export interface RemovableFile {
  key: string;
  store: FileRow['store'];
}

/** The 30 days of a removed file begin when it is first found here, so that only the trusted clock dates them. */
export async function dateRemovals(em: EntityManager, now: Date): Promise<void> {
  await em.execute('update removed_file set removed_at = ? where removed_at is null', [now]);
}

/** Files removed at least 30 days ago, and uploads that never ended. No row names them, not even one from a backup. */
export const removableFiles = (em: EntityManager, now: Date): Promise<RemovableFile[]> =>
  em.execute<RemovableFile[]>(
    `select key, store from removed_file r where removed_at <= ?
       and not exists (select 1 from file f where f.key = r.key)
     order by removed_at limit ${BATCH}`,
    [new Date(now.getTime() - REMOVED_MS)],
  );

/** How many files were stored before a moment. */
export const countStored = async (em: EntityManager, before: Date): Promise<number> =>
  em.count(File, { state: 'stored', touchedAt: { $lt: before } });

/** How many of these objects have all bytes of a file that was stored before a moment. */
export async function countWhole(
  em: EntityManager,
  store: FileRow['store'],
  objects: readonly { key: string; bytes: number | null }[],
  before: Date,
): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from json_to_recordset(?::json) as o(key uuid, bytes bigint)
     join file f on f.key = o.key and f.size = o.bytes
     where f.store = ? and f.state = 'stored' and f.touched_at < ?::timestamptz`,
    [JSON.stringify(objects), store, before],
  );
  return row.count;
}

/**
 * Names other bytes for a stored file. The former bytes stay for 30 days, as if the file had been removed, because a
 * backup that is restored until then names them.
 *
 * @returns false if the file is gone
 */
export const moveFile = (
  em: EntityManager,
  { userId, id, key, store, size }: FileKey & Pick<FileRow, 'key' | 'store' | 'size'>,
  to: Pick<FileRow, 'key' | 'store'>,
  now: Date,
): Promise<boolean> =>
  transact(em, async (tx) => {
    const moved = await tx.nativeUpdate(
      File,
      { userId, id, key, state: 'stored' },
      { ...to, touchedAt: now },
    );
    if (moved === 1) {
      // They take up nobody's room, because the owner didn't remove the file. `noteStrays` may have found them before
      // any row named them.
      await tx.upsert(RemovedFile, { key, store, bytes: size, userId: null, removedAt: null });
    }
    return moved === 1;
  });

/** Forgets removed files whose bytes are gone, or that a row from a backup names again. */
export async function forgetRemoved(em: EntityManager, keys: readonly string[]): Promise<void> {
  await em.execute('delete from removed_file where key = any(?::uuid[])', [`{${keys.join(',')}}`]);
}

/** Notes bytes that nothing names, such as those newer than a restored backup. Their 30 days begin now. */
export async function noteStrays(
  em: EntityManager,
  store: FileRow['store'],
  objects: readonly { key: string; bytes: number | null }[],
  now: Date,
): Promise<void> {
  await em.execute(
    `insert into removed_file (key, store, bytes, removed_at)
     select o.key, ?, coalesce(o.bytes, 0), ?::timestamptz
     from json_to_recordset(?::json) as o(key uuid, bytes bigint)
     where not exists (select 1 from file f where f.key = o.key)
     on conflict do nothing`,
    [store, now, JSON.stringify(objects)],
  );
}
