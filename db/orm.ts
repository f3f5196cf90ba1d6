/** The connection to PostgreSQL, and the one list of migrations. */
import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { entities } from './entities/index.ts';
import { Migration20261121000000_initial } from './migrations/Migration20261121000000_initial.ts';
import { Migration20261121120000_removed_activity } from './migrations/Migration20261121120000_removed_activity.ts';

export interface DatabaseAddress {
  host: string;
  port: number;
  name: string;
  user: string;
  password: string;
}

export type Orm = MikroORM;
export type { EntityManager };

/** Migrations in the order in which they are applied; a new one goes to the end. */
const migrationsList = [
  { name: 'Migration20261121000000_initial', class: Migration20261121000000_initial },
  { name: 'Migration20261121120000_removed_activity', class: Migration20261121120000_removed_activity },
];

/** What a query may take before it is given up: a hanging database must not hang its callers. */
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Opens a pool of connections; nothing is asked of the server until the first query.
 *
 * @param poolSize most connections at a time
 */
export function openDatabase(address: DatabaseAddress, poolSize = 10): Promise<Orm> {
  return MikroORM.init({
    entities,
    host: address.host,
    port: address.port,
    dbName: address.name,
    user: address.user,
    password: address.password,
    extensions: [Migrator],
    migrations: { migrationsList, snapshot: false, transactional: true },
    pool: { min: 0, max: poolSize },
    driverOptions: { statement_timeout: STATEMENT_TIMEOUT_MS, connectionTimeoutMillis: 5_000 },
    ensureDatabase: false,
    // The migrator would write to the console; who runs it says what was applied.
    logger: () => {},
  });
}
