/** Statements that wait for another transaction. */
import type { Orm } from '../../db/orm.ts';

/**
 * How many statements wait now, of all or of those that match. Asks outside every transaction: within one, PostgreSQL
 * shows the others as they were at first.
 */
export async function lockWaits({ orm }: { orm: Orm }, like = '%'): Promise<number> {
  const [{ count }] = await orm.em.fork().execute<[{ count: number }]>(
    `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like ?`,
    [like],
  );
  return count;
}
