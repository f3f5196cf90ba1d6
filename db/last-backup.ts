/** What the backup service says about its latest attempts. A restored backup brings an older row, which is then true. */
import { LastBackup, type LastBackupRow } from './entities/last-backup.ts';
import type { EntityManager } from './orm.ts';

const ONLY = { id: 1 };

/** Null where nothing makes backups. */
export const readLastBackup = (em: EntityManager): Promise<LastBackupRow | null> =>
  em.findOne(LastBackup, ONLY, { refresh: true });

export async function recordBackup(em: EntityManager, at: Date, bytes: number): Promise<void> {
  await em.upsert(LastBackup, { ...ONLY, at, bytes, failingSince: null });
}

export async function recordFailedBackup(em: EntityManager, now: Date): Promise<void> {
  await em.execute(
    `insert into last_backup (id, bytes, failing_since) values (1, 0, ?)
     on conflict (id) do update set failing_since = coalesce(last_backup.failing_since, excluded.failing_since)`,
    [now],
  );
}
