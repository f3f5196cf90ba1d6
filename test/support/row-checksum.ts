/** Whether anything at all was written. */
import type { Orm } from '../../db/orm.ts';

/**
 * One line per table: its name and a checksum over all of its rows, in whatever order they lie. Two of them are
 * equal exactly when no row of any table was added, changed or removed in between; where they differ, the
 * difference names the tables.
 */
export async function rowChecksum(orm: Orm): Promise<string> {
  const em = orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() order by tablename`,
  );
  if (tables.length === 0) throw new Error('there is no table to take a checksum of: migrate first');
  // One statement, so that all tables are seen at the same moment.
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as sum from ${name} r`,
  );
  const rows = await em.execute<{ name: string; sum: string }[]>(sums.join(' union all '));
  return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n');
}
