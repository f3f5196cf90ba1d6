import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type ClientTls, tlsTo } from '../../db/orm.ts';
import { Failure } from '../cli/failure.ts';
import { startProcess } from '../processes/managed-process.ts';
import { freePort } from '../processes/ports.ts';
import { untilReady } from '../processes/ready.ts';
import { exists } from '../programs/cache.ts';
import { type PostgresBinaries, postgresBinaries } from '../programs/postgres.ts';
import { reasonOf, runProgram } from '../programs/run-program.ts';
import { clearAfterKill } from './postgres-lock.ts';
import { databaseHome, type PostgresUser, postgresUser } from './postgres-user.ts';
import { inDataFolder, type LocalServer, type ServerOptions, type SettledOptions } from './server.ts';

/** May do anything. The service itself never uses it. */
const SUPERUSER = 'postgres';
/** Owns the service's databases and may create more, as tests do. */
const OWNER = 'vault';

export interface PostgresOptions extends ServerOptions {
  /** Settings of PostgreSQL besides ours. */
  settings?: Record<string, string>;
}

export interface PostgresServer extends LocalServer {
  /** The role the service uses; it may create databases. */
  user: string;
  /** The password of both roles. */
  password: string;
  superuser: string;
  /** Creates a database of the service's role when there is none of that name. */
  ensureDatabase(name: string): Promise<void>;
}

export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  tls?: ClientTls;
}

/** The superuser of a PostgreSQL that this machine runs. */
export const superuserOf = ({ host, port, superuser, password }: PostgresServer): PostgresAddress => ({
  host,
  port,
  user: superuser,
  password,
});

/** Runs one statement on its own connection. */
export async function query(
  { tls, database = 'postgres', ...address }: PostgresAddress & { database?: string },
  sql: string,
  values: unknown[] = [],
) {
  const client = new pg.Client({ ...address, database, ...(tls ? { ssl: tlsTo(address.host, tls) } : {}) });
  // The query reports a broken connection. Without a listener the event would end this process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** Creates a database unless it exists. Two callers at once both succeed. */
async function ensureDatabase(address: PostgresAddress, name: string): Promise<void> {
  const { rowCount } = await query(address, 'select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    await query(address, `create database ${pg.escapeIdentifier(name)}`).catch((error) => {
      const duplicate = '42P04';
      if (error.code !== duplicate) {
        throw error;
      }
    });
  }
}

/** Makes the database files. They get their name only when complete. */
async function initialise(
  binaries: PostgresBinaries,
  home: string,
  user: PostgresUser | undefined,
  password: string,
  durable: boolean,
): Promise<void> {
  const partial = join(home, 'cluster.partial');
  const passwordFile = join(home, 'password.partial');
  await rm(partial, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) {
    await chown(partial, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  try {
    await runProgram(
      binaries.initdb,
      [
        `--pgdata=${partial}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorts text the same way on every machine, whichever locales it has.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        ...(durable ? [] : ['--no-sync']),
      ],
      { user, cwd: home, env: { ...process.env, LC_ALL: 'C' } },
    );
  } catch (error) {
    throw new Failure(`PostgreSQL could not make its files in ${home}: ${reasonOf(error)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(partial, join(home, 'cluster'));
}

/**
 * Starts a real PostgreSQL on 127.0.0.1 with the role `vault`.
 *
 * @throws Failure when it cannot run here
 */
export const startPostgres = (options: PostgresOptions): Promise<PostgresServer> =>
  inDataFolder(options, startIn);

async function startIn(options: SettledOptions<PostgresOptions>): Promise<PostgresServer> {
  const { say, dataDir, durable } = options;
  const user = await postgresUser();
  const binaries = await postgresBinaries(user, say);
  const home = await databaseHome(dataDir, user);
  const cluster = join(home, 'cluster');
  const passwordFile = join(dataDir, 'postgres-password');
  if (!(await exists(cluster))) {
    const password = randomBytes(24).toString('base64url');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await initialise(binaries, home, user, password, durable);
  }
  const password = await readFile(passwordFile, 'utf8').catch(() => {
    throw new Failure(`${passwordFile} is missing, without which the database in ${home} cannot be opened`);
  });
  const port = options.port ?? (await freePort());
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Commits still survive a kill of the process; only a crash of the machine may lose them.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  const admin = { host: '127.0.0.1', port, user: SUPERUSER, password };
  const managed = await startProcess({
    name: 'PostgreSQL',
    kind: 'server',
    command: binaries.postgres,
    args: ['-D', cluster, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    user,
    cwd: home,
    ...(options.env && { env: options.env }),
    logFile: join(dataDir, 'logs', 'postgres.log'),
    // A fast shutdown cuts open connections and loses nothing.
    stopSignal: 'SIGINT',
    stopWithinMs: 1_300,
    prepare: () => clearAfterKill(cluster),
    ready: (signal) => untilReady(() => query(admin, 'select 1'), 'PostgreSQL', { signal }),
    registry: options.registry,
    restart: options.restart,
  });
  const { rowCount } = await query(admin, 'select 1 from pg_roles where rolname = $1', [OWNER]);
  if (rowCount === 0) {
    await query(admin, `create role ${OWNER} login createdb password ${pg.escapeLiteral(password)}`);
  }
  const address = { host: admin.host, port, user: OWNER, password };
  return {
    ...address,
    superuser: SUPERUSER,
    process: managed,
    ensureDatabase: (name) => ensureDatabase(address, name),
    stop: () => managed.stop(),
  };
}
