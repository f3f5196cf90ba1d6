/** What the backup service says about its latest attempts. A restored backup brings an older row, which is then true. */
import type { EntityManager } from './orm.ts';

export interface LastBackup {
  /** When the latest one that was checked began; null if there has been none. */
  at: Date | null;
  bytes: number;
  /** Since when every attempt has failed; null if the latest one succeeded. */
  failingSince: Date | null;
}

/** Null where nothing makes backups. */
export async function readLastBackup(em: EntityManager): Promise<LastBackup | null> {
  const [row] = await em.execute<
    { at: Date | string | null; bytes: number; failingSince: Date | string | null }[]
  >(`select at, bytes::float8 as bytes, failing_since as "failingSince" from last_backup`);
  const date = (value: Date | string | null) => (value === null ? null : new Date(value));
  return row ? { at: date(row.at), bytes: row.bytes, failingSince: date(row.failingSince) } : null;
}

export async function recordBackup(em: EntityManager, at: Date, bytes: number): Promise<void> {
  await em.execute(
    `insert into last_backup (id, at, bytes) values (1, ?, ?)
     on conflict (id) do update set at = excluded.at, bytes = excluded.bytes, failing_since = null`,
    [at, bytes],
  );
}

export async function recordFailedBackup(em: EntityManager, now: Date): Promise<void> {
  await em.execute(
    `insert into last_backup (id, bytes, failing_since) values (1, 0, ?)
     on conflict (id) do update set failing_since = coalesce(last_backup.failing_since, excluded.failing_since)`,
    [now],
  );
}
