/** A database of an older version, such as a restored backup: refused by other commands, and migrated by one. */
import { databaseTime } from '../../db/database-clock.ts';
import { migrate as migrateDatabase, missingMigrations, NotMigrated } from '../../db/migrations.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { Failure } from '../../dev/cli/failure.ts';
import type { AdminService } from './service.ts';

/** Its message is for operators, so it is printed without a stack. */
const asFailure = (error: unknown): never => {
  throw error instanceof NotMigrated ? new Failure(error.message) : error;
};

const missing = ({ orm }: AdminService): Promise<string[]> => missingMigrations(orm).catch(asFailure);

const counted = ({ length }: readonly unknown[]): string =>
  length === 1 ? '1 migration' : `${length} migrations`;

/** @throws Failure if the database lacks migrations; nothing has been written then */
export async function demandMigrated(service: AdminService): Promise<void> {
  const names = await missing(service);
  if (names.length === 0) return;
  throw new Failure(
    `The database lacks ${counted(names)} of this version: run npm run admin -- migrate, then this again; start no API and no worker until then`,
  );
}

/** Applies missing migrations, and starts nothing: `restored` may have to run before any worker. */
export async function migrate(service: AdminService): Promise<string> {
  const { orm, operator } = service;
  const names = await missing(service);
  if (names.length === 0) return 'Nothing to migrate.';
  // By the database's clock: after an old backup nothing trusts the time until `clock --accept`, which needs the tables of
  // this version.
  const at = new Date((await databaseTime(orm)()).now);
  await migrateDatabase(orm).catch(asFailure);
  await recordOperator(orm.em.fork(), {
    at,
    operator,
    action: 'migrated',
    detail: { migrations: names.length },
  });
  return `${counted(names)} applied: ${names.join(', ')}.`;
}
