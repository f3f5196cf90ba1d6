/** The connection to PostgreSQL, and its migrations. */
import { readdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { basename, join } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, type EntityName, MikroORM } from '@mikro-orm/postgresql';
import { entities } from './entities/index.ts';
import { releaseLostConnections } from './lost-connections.ts';
import { quoteLiteral } from './quote-literal.ts';

/** The authority that is trusted, and our certificate with its key, each in PEM. */
export interface ClientTls {
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
}

export interface DatabaseAddress {
  host: string;
  port: number;
  name: string;
  user: string;
  password: string;
  /** Left out: without TLS. */
  tls?: ClientTls;
}

export type Orm = MikroORM;
export type { EntityManager };

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/** The names of all migrations, in the order in which they are applied. */
export const MIGRATIONS: readonly string[] = readdirSync(MIGRATIONS_FOLDER)
  .map((file) => basename(file, '.ts'))
  .sort();

/** The most a query may take, so that a hanging database doesn't hang its callers. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The longest a transaction may be idle. None of ours waits nearly as long. */
const IDLE_IN_TRANSACTION_MS = 60_000;

export interface ConnectionLimits {
  /**
   * After how long the database ends an idle transaction and frees its locks. A frozen process must not keep them: one
   * locked switch would stop reconcile from noting a restored backup, and so every worker from starting.
   */
  idleInTransactionMs?: number;
  /**
   * After how long without a byte a connection is given up, such as one to a machine that has vanished. Left out: never
   * by us, as a worker's count of everything may be silent for minutes.
   */
  silentMs?: number;
}

/**
 * Longer than any statement of a request, and any pause within its transaction. Only a commit that waits for a standby may
 * take longer.
 */
export const SILENT_MS = IDLE_IN_TRANSACTION_MS + 5_000;

/**
 * Options for `pg`. They name the host, because `pg` doesn't pass an IP address on, and the certificate's name would be
 * compared with another host's.
 */
export const tlsTo = (host: string, tls: ClientTls) => ({ ...tls, host });

/** A socket that closes after a silence. The operating system would wait a quarter of an hour for an answer. */
function socketWithLimit(silentMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silentMs, () => socket.destroy());
}

/** Opens a pool of connections. It connects with the first query. */
export async function openDatabase(
  address: DatabaseAddress,
  poolSize = 10,
  { idleInTransactionMs = IDLE_IN_TRANSACTION_MS, silentMs }: ConnectionLimits = {},
): Promise<Orm> {
  const orm = await MikroORM.init({
    entities,
    host: address.host,
    port: address.port,
    dbName: address.name,
    user: address.user,
    password: address.password,
    extensions: [Migrator],
    migrations: { path: MIGRATIONS_FOLDER, glob: 'Migration*.ts', snapshot: false, transactional: true },
    pool: { min: 0, max: poolSize },
    driverOptions: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      connectionTimeoutMillis: 5_000,
      ...(address.tls ? { ssl: tlsTo(address.host, address.tls) } : {}),
      ...(silentMs ? { stream: () => socketWithLimit(silentMs) } : {}),
      // Otherwise an idle connection to a host that has vanished would stay open forever. It ends no query that was sent.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      onPoolCreated: releaseLostConnections,
    },
    ensureDatabase: false,
    // The migrator would write to the console. Its callers report the applied migrations.
    logger: () => {},
  });
  const platform = orm.driver.getPlatform();
  const original = platform.escape.bind(platform);
  platform.escape = (value) => (typeof value === 'string' ? quoteLiteral(value) : original(value));
  return orm;
}

/** Maps a database row to the names and types of its entity, without making it a managed entity. */
export function plainRow<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  row: Record<string, unknown>,
): T {
  return em.getDriver().mapResult<T>(row as never, em.getMetadata(entity)) as T;
}
