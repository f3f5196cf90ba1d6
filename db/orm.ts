/** The connection to PostgreSQL, and the one list of migrations. */
import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, type EntityName, MikroORM } from '@mikro-orm/postgresql';
import { entities } from './entities/index.ts';
import { releaseLostConnections } from './lost-connections.ts';
import { Migration20261121000000_initial } from './migrations/Migration20261121000000_initial.ts';
import { Migration20261121120000_removed_activity } from './migrations/Migration20261121120000_removed_activity.ts';
import { Migration20261122000001_credentials } from './migrations/Migration20261122000001_credentials.ts';
import { Migration20261122000002_billing } from './migrations/Migration20261122000002_billing.ts';
import { Migration20261122000003_operations } from './migrations/Migration20261122000003_operations.ts';
import { Migration20261123000001_refusals } from './migrations/Migration20261123000001_refusals.ts';
import { Migration20261123000002_postponed } from './migrations/Migration20261123000002_postponed.ts';
import { Migration20261123000003_rehearsal } from './migrations/Migration20261123000003_rehearsal.ts';
import { Migration20261123000040_last_mails } from './migrations/Migration20261123000040_last_mails.ts';
import { Migration20261123060001_public_address } from './migrations/Migration20261123060001_public_address.ts';
import { Migration20261125000001_load_switch } from './migrations/Migration20261125000001_load_switch.ts';
import { Migration20261125000002_chain_end } from './migrations/Migration20261125000002_chain_end.ts';
import { Migration20261126000001_hold_switch } from './migrations/Migration20261126000001_hold_switch.ts';
import { Migration20261127020001_trash } from './migrations/Migration20261127020001_trash.ts';
import { Migration20261127020002_staged_import } from './migrations/Migration20261127020002_staged_import.ts';
import { Migration20261127030001_app_session } from './migrations/Migration20261127030001_app_session.ts';
import { Migration20261127030002_repeated_refresh } from './migrations/Migration20261127030002_repeated_refresh.ts';
import { Migration20261127040001_opt_out } from './migrations/Migration20261127040001_opt_out.ts';
import { Migration20261127040002_registration } from './migrations/Migration20261127040002_registration.ts';
import { Migration20261127050001_confirmed_session } from './migrations/Migration20261127050001_confirmed_session.ts';
import { Migration20261127050002_shared_message } from './migrations/Migration20261127050002_shared_message.ts';
import { Migration20261127050003_envelope_salt } from './migrations/Migration20261127050003_envelope_salt.ts';
import { Migration20261127060001_grace_length } from './migrations/Migration20261127060001_grace_length.ts';
import { Migration20261127070001_counted } from './migrations/Migration20261127070001_counted.ts';
import { Migration20261127070002_restoration } from './migrations/Migration20261127070002_restoration.ts';
import { Migration20261127080001_mail_kind } from './migrations/Migration20261127080001_mail_kind.ts';
import { quoteLiteral } from './quote-literal.ts';

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
  { name: 'Migration20261122000001_credentials', class: Migration20261122000001_credentials },
  { name: 'Migration20261122000002_billing', class: Migration20261122000002_billing },
  { name: 'Migration20261122000003_operations', class: Migration20261122000003_operations },
  { name: 'Migration20261123000001_refusals', class: Migration20261123000001_refusals },
  { name: 'Migration20261123000002_postponed', class: Migration20261123000002_postponed },
  { name: 'Migration20261123000003_rehearsal', class: Migration20261123000003_rehearsal },
  { name: 'Migration20261123000040_last_mails', class: Migration20261123000040_last_mails },
  { name: 'Migration20261123060001_public_address', class: Migration20261123060001_public_address },
  { name: 'Migration20261125000001_load_switch', class: Migration20261125000001_load_switch },
  { name: 'Migration20261125000002_chain_end', class: Migration20261125000002_chain_end },
  { name: 'Migration20261126000001_hold_switch', class: Migration20261126000001_hold_switch },
  { name: 'Migration20261127020001_trash', class: Migration20261127020001_trash },
  { name: 'Migration20261127020002_staged_import', class: Migration20261127020002_staged_import },
  { name: 'Migration20261127030001_app_session', class: Migration20261127030001_app_session },
  { name: 'Migration20261127030002_repeated_refresh', class: Migration20261127030002_repeated_refresh },
  { name: 'Migration20261127040001_opt_out', class: Migration20261127040001_opt_out },
  { name: 'Migration20261127040002_registration', class: Migration20261127040002_registration },
  { name: 'Migration20261127050001_confirmed_session', class: Migration20261127050001_confirmed_session },
  { name: 'Migration20261127050002_shared_message', class: Migration20261127050002_shared_message },
  { name: 'Migration20261127050003_envelope_salt', class: Migration20261127050003_envelope_salt },
  { name: 'Migration20261127060001_grace_length', class: Migration20261127060001_grace_length },
  { name: 'Migration20261127070001_counted', class: Migration20261127070001_counted },
  { name: 'Migration20261127070002_restoration', class: Migration20261127070002_restoration },
  { name: 'Migration20261127080001_mail_kind', class: Migration20261127080001_mail_kind },
];

/** Their names. */
export const MIGRATIONS: readonly string[] = migrationsList.map(({ name }) => name);

/** The most a query may take, so that a hanging database doesn't hang its callers. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The longest a transaction may be idle. None of ours waits nearly as long. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * Opens a pool of connections. It connects with the first query.
 *
 * @param idleInTransactionMs after how long the database ends an idle transaction and frees its locks. A frozen process
 *   must not keep them: one locked switch would stop reconcile from noting a restored backup, and so every worker from
 *   starting
 */
export async function openDatabase(
  address: DatabaseAddress,
  poolSize = 10,
  idleInTransactionMs = IDLE_IN_TRANSACTION_MS,
): Promise<Orm> {
  const orm = await MikroORM.init({
    entities,
    host: address.host,
    port: address.port,
    dbName: address.name,
    user: address.user,
    password: address.password,
    extensions: [Migrator],
    migrations: { migrationsList, snapshot: false, transactional: true },
    pool: { min: 0, max: poolSize },
    driverOptions: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      connectionTimeoutMillis: 5_000,
      // Otherwise a connection to a host that has vanished would stay open forever.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      onPoolCreated: releaseLostConnections,
    },
    ensureDatabase: false,
    // The migrator would write to the console. Its callers report what it applied.
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
