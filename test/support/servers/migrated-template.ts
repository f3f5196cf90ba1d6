/** One migrated database, which the tests' own databases copy: migrating each would take a second for each file. */
import { openDatabase } from '../../../db/orm.ts';
import { type PostgresAddress, query } from '../../../dev/servers/postgres.ts';

/** Its name. Nobody stays connected to it. */
export const MIGRATED_TEMPLATE = 'migrated_template';

/** Makes it, once per set of servers. */
export async function migrateTemplate(postgres: PostgresAddress): Promise<void> {
  await query(postgres, `create database ${MIGRATED_TEMPLATE}`);
  const orm = await openDatabase({ ...postgres, name: MIGRATED_TEMPLATE }, 1);
  await orm.migrator.up();
  await orm.close(true);
}
