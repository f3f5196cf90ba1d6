/**
 * The trash: nothing that an owner wrote is destroyed at once. Every change and removal of entries goes through this
 * file, which keeps the previous content.
 *
 * An attacker who changes a vault with a stolen token or mailbox must not be able to push the owner's content out of the
 * trash by filling it, or wear it down by restoring and overwriting. So nothing here makes room for anything newer: it
 * stays for 30 days. If the trash gets too large, we refuse further additions (`api/billing/plans.ts`).
 */
import { AFTER_RESET_MS } from './after-reset.ts';
import type { EntityManager } from './orm.ts';

const DAY_MS = 86_400_000;

/** How long a removed entry can be restored. Real days, even if `DAY_LENGTH_MS` makes days shorter. */
export const TRASH_MS = 30 * DAY_MS;

/**
 * For programs that save at every keystroke: after this many changes of an entry within a day, content that lasted less
 * than this long is not kept. In the days after a password reset by mail, everything is.
 */
const MANY_CHANGES = 20;
const SHORT_LIVED_MS = 10 * 60_000;

/** Some of an owner's entries: a condition on `entry`. */
export interface EntrySelection {
  sql: string;
  values: readonly unknown[];
}

export const oneEntry = (id: string): EntrySelection => ({ sql: 'entry.id = ?', values: [id] });

const COLUMNS = `user_id, entry_id, encrypted_data, iv, salt, algorithm, category, tags, version, created_at,
  updated_at, assignments, bytes, reason, deleted_at`;

/** An entry as the trash keeps it. An envelope belongs to a key, a salt and a share, so those are kept too. */
const asTrash = (
  entry: string,
) => `${entry}.user_id, ${entry}.id, ${entry}.encrypted_data, ${entry}.iv, ${entry}.salt,
  ${entry}.algorithm, ${entry}.category, ${entry}.tags, ${entry}.version, ${entry}.created_at, ${entry}.updated_at,
  assigned.all_of_them, octet_length(${entry}.encrypted_data) + octet_length(assigned.all_of_them::text)`;
const KEPT_ENVELOPE = '"successorId" uuid, envelope text, "publicKey" text, salt text, "shareVersion" int';
const withAssignments = (entry: string) => `cross join lateral (
    select coalesce(json_agg(json_build_object('successorId', a.successor_id, 'envelope', a.envelope,
      'publicKey', s.public_key, 'salt', nullif(a.envelope_salt, ${entry}.salt),
      'shareVersion', a.share_version) order by a.successor_id), '[]') as all_of_them
    from assigned_entry a join successor s on s.id = a.successor_id
    where a.user_id = ${entry}.user_id and a.entry_id = ${entry}.id
  ) assigned`;

/** Moves entries from a vault to the trash. Call it under `lockEntries`. @returns how many */
export async function discardEntries(
  em: EntityManager,
  userId: string,
  selection: EntrySelection,
  now: Date,
): Promise<number> {
  const [moved] = await em.execute<[{ count: number }]>(
    `with gone as (
       delete from vault_entry entry where entry.user_id = ? and (${selection.sql}) returning entry.*
     ), kept as (
       insert into trashed_entry (${COLUMNS})
       select ${asTrash('gone')}, 'deleted', ?::timestamptz from gone ${withAssignments('gone')}
       order by gone.created_at, gone.id returning 1
     )
     select count(*)::int as count from kept`,
    [userId, ...selection.values, now],
  );
  return moved.count;
}

/**
 * An envelope without a salt of its own was made for the entry's. Notes that salt before the entry gets another one.
 */
async function noteEnvelopeSalts(
  em: EntityManager,
  userId: string,
  selection: EntrySelection,
): Promise<void> {
  await em.execute(
    `update assigned_entry assigned set envelope_salt = entry.salt from vault_entry entry
     where assigned.user_id = ? and assigned.envelope is not null and assigned.envelope_salt is null
       and entry.user_id = assigned.user_id and entry.id = assigned.entry_id and (${selection.sql})`,
    [userId, ...selection.values],
  );
}

/** Keeps the content of entries that are about to change. Call it under `lockEntries`, before the change. */
export async function keepFormer(
  em: EntityManager,
  userId: string,
  selection: EntrySelection,
  now: Date,
): Promise<void> {
  await noteEnvelopeSalts(em, userId, selection);
  const before = (ms: number) => new Date(now.getTime() - ms);
  await em.execute(
    `insert into trashed_entry (${COLUMNS})
     select ${asTrash('entry')}, 'changed', ?::timestamptz from vault_entry entry ${withAssignments('entry')}
     where entry.user_id = ? and (${selection.sql}) and (
       entry.updated_at <= ?
       or (select count(*) from trashed_entry t
           where t.user_id = entry.user_id and t.entry_id = entry.id and t.deleted_at > ?) < ${MANY_CHANGES}
       or exists (select 1 from "user" u where u.id = ? and u.password_reset_at > ?))
     order by entry.created_at, entry.id`,
    [
      now,
      userId,
      ...selection.values,
      before(SHORT_LIVED_MS),
      before(DAY_MS),
      userId,
      before(AFTER_RESET_MS),
    ],
  );
}

/**
 * Restores a removed entry, with its assignments to successors who still exist. Envelopes come back only if they are
 * sealed to the successor's current key. Call it under `lockEntries`.
 */
export async function bringBack(em: EntityManager, userId: string, trashId: string): Promise<void> {
  await em.execute(
    `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, tags, version, created_at,
       updated_at)
     select user_id, entry_id, encrypted_data, iv, salt, algorithm, category, tags, version, created_at, updated_at
     from trashed_entry where user_id = ? and id = ?`,
    [userId, trashId],
  );
  await em.execute(
    `insert into assigned_entry (successor_id, entry_id, user_id, envelope, envelope_salt, share_version)
     select s.id, t.entry_id, t.user_id, case when s.public_key = a."publicKey" then a.envelope end,
       case when s.public_key = a."publicKey" and a.envelope is not null then coalesce(a.salt, t.salt) end,
       coalesce(a."shareVersion", 0)
     from trashed_entry t
     cross join json_to_recordset(t.assignments) as a(${KEPT_ENVELOPE})
     join successor s on s.id = a."successorId" and s.user_id = t.user_id and s.opted_out_at is null
     where t.user_id = ? and t.id = ?`,
    [userId, trashId],
  );
  await em.execute('delete from trashed_entry where user_id = ? and id = ?', [userId, trashId]);
}

/**
 * Restores the former content of an entry, with the date it was written, so that it has the age it had then. The
 * current content goes to the trash. The assignments stay, but envelopes made for another salt are replaced by the
 * former ones. Call it under `lockEntries`.
 */
export async function putBack(em: EntityManager, userId: string, trashId: string, now: Date): Promise<void> {
  const key = [userId, trashId];
  await keepFormer(
    em,
    userId,
    { sql: 'entry.id = (select entry_id from trashed_entry where user_id = ? and id = ?)', values: key },
    now,
  );
  await em.execute(
    `update assigned_entry assigned set envelope = a.envelope,
       envelope_salt = case when a.envelope is not null then coalesce(a.salt, t.salt) end,
       share_version = coalesce(a."shareVersion", 0)
     from trashed_entry t
     cross join json_to_recordset(t.assignments) as a(${KEPT_ENVELOPE})
     join successor s on s.id = a."successorId" and s.public_key = a."publicKey"
     join vault_entry entry on entry.user_id = s.user_id
     where t.user_id = ? and t.id = ? and entry.user_id = t.user_id and entry.id = t.entry_id
       and coalesce(assigned.envelope_salt, entry.salt) <> t.salt and assigned.entry_id = t.entry_id and assigned.successor_id = s.id`,
    key,
  );
  await em.execute(
    `update vault_entry entry set encrypted_data = t.encrypted_data, iv = t.iv, salt = t.salt,
       algorithm = t.algorithm, category = t.category, tags = t.tags, version = entry.version + 1, updated_at = t.updated_at
     from trashed_entry t
     where t.user_id = ? and t.id = ? and entry.user_id = t.user_id and entry.id = t.entry_id`,
    key,
  );
  await em.execute('delete from trashed_entry where user_id = ? and id = ?', key);
}

const BATCH = 1_000;

/**
 * Deletes content that has been in the trash for 30 days, in batches. Rows that an owner's own transaction has locked wait
 * for the next time, so that a long import stops neither this nor, through it, other owners' writes. Owners who have
 * just reset their password keep their trash until the protected days are over.
 *
 * @returns how many rows were deleted
 */
export async function emptyTrash(em: EntityManager, now: Date): Promise<number> {
  for (let emptied = 0; ; ) {
    const rows = await em.execute<unknown[]>(
      `with expired as materialized (
         select t.id from trashed_entry t join "user" u on u.id = t.user_id join vault_size v on v.user_id = t.user_id
         where t.deleted_at <= ? and (u.password_reset_at is null or u.password_reset_at <= ?)
         order by t.deleted_at limit ${BATCH} for update of t, v skip locked
       )
       delete from trashed_entry where id in (select id from expired) returning 1`,
      [new Date(now.getTime() - TRASH_MS), new Date(now.getTime() - AFTER_RESET_MS)],
    );
    emptied += rows.length;
    if (rows.length < BATCH) return emptied;
  }
}
