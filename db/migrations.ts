/** Brings a database up to date with db/migrations/, and says what it lacks. */
import { MIGRATIONS, type Orm } from './orm.ts';

/** A database that can be reached and wasn't migrated. The message says why and what to do; nothing was changed. */
export class NotMigrated extends Error {
  override name = 'NotMigrated';
}

/** The migrations that a database lacks. Changes nothing. @throws NotMigrated if it is from before the first release */
export async function missingMigrations(orm: Orm): Promise<string[]> {
  const em = orm.em.fork();
  const [found] = await em.execute<{ table: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as table`,
  );
  const rows = found?.table
    ? await em.execute<{ name: string }[]>('select name from mikro_orm_migrations')
    : [];
  const applied = new Set(rows.map(({ name }) => name));
  if ([...applied].some((name) => name < MIGRATIONS[0]!)) {
    throw new NotMigrated(
      `The database ${orm.config.get('dbName')} was made before the first release, and nothing upgrades it: delete it, which with npm start means the data folder (.data), and start again.`,
    );
  }
  return MIGRATIONS.filter((name) => !applied.has(name));
}

/** Applies the missing migrations, all or none. @returns the names of the applied migrations @throws NotMigrated */
export async function migrate(orm: Orm): Promise<string[]> {
  const missing = await missingMigrations(orm);
  if (missing.length === 0) return [];
  try {
    await orm.migrator.up();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotMigrated(
      `A migration of the database ${orm.config.get('dbName')} failed (${why}). All migrations of this run were undone: the database is as before, and the version that ran before can be started again.`,
      { cause: error },
    );
  }
  return missing;
}
