/** Finds these characters or bytes anywhere in the database. */
import type { Orm } from '../../db/orm.ts';

/**
 * The tables, in order, in which any column of any row contains these characters or bytes. Text is also searched for in
 * JSON and arrays, and in the bytes of binary columns.
 */
export async function rowsContaining(orm: Orm, what: string | Buffer): Promise<string[]> {
  const em = orm.em.fork();
  const columns = await em.execute<{ table: string; column: string; type: string }[]>(
    `select table_name as "table", column_name as "column", data_type as "type"
     from information_schema.columns where table_schema = current_schema() order by table_name`,
  );
  if (columns.length === 0) throw new Error('there is no table to search: migrate first');
  const hex = Buffer.from(what).toString('hex');
  const found = new Set<string>();
  for (const { table, column, type } of columns) {
    const [sql, value] =
      type === 'bytea'
        ? [`position(? in encode("${column}", 'hex')) > 0`, hex]
        : [`position(? in "${column}"::text) > 0`, what.toString()];
    // Bytes that are not text cannot occur in one.
    if (type !== 'bytea' && typeof what !== 'string') continue;
    const rows = await em.execute<unknown[]>(`select 1 from "${table}" where ${sql} limit 1`, [value]);
    if (rows.length > 0) found.add(table);
  }
  return [...found].sort();
}
