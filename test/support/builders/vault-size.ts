/** Whether the sizes that triggers keep agree with a count. */
import { expect } from '@jest/globals';
import type { Orm } from '../../../db/orm.ts';

/** Compares them for every owner. */
export async function expectSizesToBeCounts(orm: Orm): Promise<void> {
  const wrong = await orm.em.fork().execute<unknown[]>(
    `select * from (
       select u.id, coalesce(v.entries, 0) as entries, coalesce(v.entry_bytes, 0) as entry_bytes,
         coalesce(v.trashed, 0) as trashed, coalesce(v.trashed_bytes, 0) as bytes
       from "user" u left join vault_size v on v.user_id = u.id) kept
     join lateral (
       select (select count(*) from vault_entry where user_id = kept.id) as entries,
         (select coalesce(sum(octet_length(encrypted_data)), 0) from vault_entry where user_id = kept.id) as entry_bytes,
         (select count(*) from trashed_entry where user_id = kept.id) as trashed,
         (select coalesce(sum(bytes), 0) from trashed_entry where user_id = kept.id) as bytes) counted
     on (kept.entries, kept.entry_bytes, kept.trashed, kept.bytes)
       <> (counted.entries, counted.entry_bytes, counted.trashed, counted.bytes)`,
  );
  expect(wrong).toEqual([]);
}
