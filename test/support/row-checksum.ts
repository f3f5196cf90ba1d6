/** Whether anything at all was written. */
import type { EntityManager, Orm } from '../../db/orm.ts';

/**
 * One line per table: its name and a checksum of all its rows in any order. Two results are equal exactly if no row of
 * any table was added, changed or removed in between. Otherwise the difference names the tables. The time when a
 * session was last used is left out, because every request may change it.
 *
 * @param without more columns to leave out
 */
export async function rowChecksum(orm: Orm, without: readonly string[] = []): Promise<string> {
  return orm.em.fork().transactional((em) => checksum(em, ['last_used_at', ...without]));
}

async function checksum(em: EntityManager, without: readonly string[]): Promise<string> {
  // PostgreSQL would start two more processes, and take five times as much of the processor for these few rows.
  await em.execute('set local max_parallel_workers_per_gather = 0');
  const tables = await em.execute<{ name: string; columns: string }[]>(
    `select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and attnum > 0 and not attisdropped and attname <> all (?::name[])
     group by relname order by relname`,
    [`{${without.join(',')}}`],
  );
  if (tables.length === 0) throw new Error('there is no table to take a checksum of: migrate first');
  // One statement, so that all tables are read at the same moment.
  const sums = tables.map(
    ({ name, columns }) =>
      `select '${name}' as name, md5(coalesce(string_agg(line, E'\\n' order by line), '')) as sum
       from (select row(${columns})::text as line from ${name}) lines`,
  );
  const rows = await em.execute<{ name: string; sum: string }[]>(`${sums.join(' union all ')} order by name`);
  return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n');
}
