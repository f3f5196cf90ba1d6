/**
 * Replaces the content of a whole vault, and the envelopes that open it, with the staged ones (db/staged-import.ts).
 * Call these in one transaction, with the switch and the entries locked.
 *
 * PostgreSQL has no statistics of rows that were just staged, and would compare every row with every other. So these
 * statements look rows up one by one, by primary key.
 */
import type { EntityManager } from './orm.ts';
import { keepFormer } from './trash.ts';

/** Whether the staged entries are exactly those of the vault, in the versions it has now. */
export async function fitsVault(em: EntityManager, userId: string, importId: string): Promise<boolean> {
  const differing = await em.execute<unknown[]>(
    `select 1 from (select id, version from vault_entry where user_id = ?) entry
     full join (select id, version from staged_entry where import_id = ?) staged using (id)
     where entry.version is distinct from staged.version limit 1`,
    [userId, importId],
  );
  return differing.length === 0;
}

/** How much one statement writes, so that none takes long in a vault of any size. */
const SLICE_BYTES = 16 * 1024 * 1024;
/** Added to the size of an entry's content: its labels and envelopes. */
const ENTRY_BYTES = 32 * 1024;

/** The IDs of all entries, oldest first, in slices of about so many bytes. */
async function slicesOf(
  em: EntityManager,
  userId: string,
  importId: string,
  most: number,
): Promise<string[][]> {
  const rows = await em.execute<{ ids: string[] }[]>(
    `select json_agg(id order by created_at, id) as ids from (
       select id, created_at, floor(sum(bytes) over (order by created_at, id) / ?) as slice from (
         select id, created_at, ${ENTRY_BYTES} + octet_length(encrypted_data) + (
           select octet_length(staged.encrypted_data) from staged_entry staged
           where staged.import_id = ? and staged.id = entry.id) as bytes
         from vault_entry entry where user_id = ?) sized) sliced
     group by slice order by slice`,
    [most, importId, userId],
  );
  return rows.map(({ ids }) => ids);
}

/** Gives every entry its staged content. The former content goes to the trash; labels and dates of creation stay. */
export async function replaceContents(
  em: EntityManager,
  userId: string,
  importId: string,
  now: Date,
  sliceBytes = SLICE_BYTES,
): Promise<void> {
  for (const ids of await slicesOf(em, userId, importId, sliceBytes)) {
    const slice = {
      sql: 'entry.id in (select value::uuid from json_array_elements_text(?::json))',
      values: [JSON.stringify(ids)],
    };
    await keepFormer(em, userId, slice, now);
    await em.execute(
      `update vault_entry entry set
         (encrypted_data, iv, salt, algorithm) = (
           select staged.encrypted_data, staged.iv, staged.salt, staged.algorithm
           from staged_entry staged where staged.import_id = ? and staged.id = entry.id),
         version = entry.version + 1, updated_at = ?
       where entry.user_id = ? and ${slice.sql}`,
      [importId, now, userId, ...slice.values],
    );
  }
}

/**
 * Whether every staged envelope is for an assigned entry, and replaces at least all that open something now. Otherwise an
 * envelope that an assignment has stored since would be lost. Only a restricted successor needs theirs: any other gets
 * the vault key.
 */
export async function fitsAssignments(em: EntityManager, userId: string, importId: string): Promise<boolean> {
  const differing = await em.execute<unknown[]>(
    `(select 1 from staged_envelope staged
      where staged.import_id = ? and ?::uuid is distinct from (
        select a.user_id from assigned_entry a
        where a.successor_id = staged.successor_id and a.entry_id = staged.entry_id) limit 1)
     union all
     (select 1 from assigned_entry a
      join successor s on s.id = a.successor_id and s.share_version = a.share_version
      join vault_entry e on e.user_id = a.user_id and e.id = a.entry_id
      where a.user_id = ? and a.envelope is not null and coalesce(a.envelope_salt, e.salt) = e.salt
        and s.restrict_to_assigned_entries and s.key_pinned_at is not null and s.opted_out_at is null
        and (select staged.entry_id from staged_envelope staged
          where staged.import_id = ? and staged.successor_id = a.successor_id and staged.entry_id = a.entry_id)
          is null limit 1)`,
    [importId, userId, userId, importId],
  );
  return differing.length === 0;
}

/** Gives every assigned entry its staged envelope, or none; one successor at a time, so that no statement takes long. */
export async function replaceEnvelopes(em: EntityManager, userId: string, importId: string): Promise<void> {
  const successors = await em.execute<{ id: string }[]>('select id from successor where user_id = ?', [
    userId,
  ]);
  for (const { id } of successors) {
    await em.execute(
      `update assigned_entry assigned set
         share_version = (select share_version from successor where id = assigned.successor_id),
         (envelope, envelope_salt) = (
         select staged.envelope, entry.salt from staged_envelope staged, vault_entry entry
         where staged.import_id = ? and staged.successor_id = assigned.successor_id
           and staged.entry_id = assigned.entry_id
           and entry.user_id = assigned.user_id and entry.id = assigned.entry_id)
       where assigned.successor_id = ?`,
      [importId, id],
    );
  }
}
