/** A copy of a running PostgreSQL that follows it, asynchronously: what another machine would keep ready. */
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { runProgram } from '../programs/run-program.ts';
import { type PostgresServer, query, superuserOf } from './postgres.ts';
import { databaseHome, postgresUser } from './postgres-user.ts';

/**
 * Copies a running PostgreSQL into a data folder of its own. `startPostgres` then runs the copy, which follows the
 * original for as long as both run.
 *
 * @param dataDir a new folder
 */
export async function makeStandby(primary: PostgresServer, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const user = await postgresUser();
  const cluster = join(await databaseHome(dataDir, user), 'cluster');
  const write = async (name: string, text: string) => {
    await writeFile(join(cluster, name), text);
    if (user) await chown(join(cluster, name), user.uid, user.gid);
  };
  const client = new pg.Client(superuserOf(primary));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    await client.query(`select pg_backup_start('standby', true)`);
    await runProgram('cp', ['-a', rows[0]?.data_directory ?? '', cluster]);
    const { rows: ended } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop()',
    );
    await runProgram('rm', ['-rf', join(cluster, 'postmaster.pid'), join(cluster, 'postmaster.opts')], {
      user,
    });
    // The original sends everything that was written since.
    await runProgram('find', [join(cluster, 'pg_wal'), '-type', 'f', '-delete']);
    await write('backup_label', ended[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const { host, port, user: role, password } = superuserOf(primary);
  const settings = join(cluster, 'postgresql.auto.conf');
  const follow = `primary_conninfo = 'host=${host} port=${port} user=${role} password=${password}'\n`;
  await writeFile(settings, `${await readFile(settings, 'utf8')}${follow}`);
  await write('standby.signal', '');
  await writeFile(join(dataDir, 'postgres-password'), password, { mode: 0o600 });
}

/** Makes a running standby the primary, on a timeline of its own. Resolves once it takes writes. */
export async function promote(standby: PostgresServer): Promise<void> {
  await query(superuserOf(standby), 'select pg_promote()');
}

/** Resolves once the standby has replayed all that the primary has written by now. */
export async function caughtUp(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  const { rows } = await query(superuserOf(primary), 'select pg_current_wal_flush_lsn() as written');
  for (;;) {
    const { rows: found } = await query(
      superuserOf(standby),
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
      [rows[0].written],
    );
    if (found[0].replayed) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
