import pg from 'pg';
import { type PostgresAddress, query } from '../../../dev/servers/postgres.ts';

/** Cuts this role's connections to one of its databases and refuses new ones. */
export async function closeDatabase(address: PostgresAddress, name: string): Promise<void> {
  // First, because a pool whose connection is cut opens the next one at once.
  await query(address, `alter database ${pg.escapeIdentifier(name)} allow_connections false`);
  await query(
    address,
    // Of this role only: PostgreSQL's own vacuum belongs to the superuser.
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and usename = current_user`,
    [name],
  );
}

/**
 * Removes a database of this role, if it exists, and cuts this role's connections to it.
 *
 * Not `with (force)`: while PostgreSQL vacuums there, only a superuser may do that. A plain removal asks the vacuum to
 * end and waits for it.
 */
export async function dropDatabase(address: PostgresAddress, name: string): Promise<void> {
  const { rowCount } = await query(address, 'select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) return;
  await closeDatabase(address, name);
  await query(address, `drop database ${pg.escapeIdentifier(name)}`);
}
