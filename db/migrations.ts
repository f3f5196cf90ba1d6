/** Brings a database up to date with db/migrations/, and says what it lacks. */
import { MIGRATIONS, type Orm } from './orm.ts';

/** A database with migrations from before the first release, which today's have replaced. */
export class UnreleasedDatabase extends Error {
  override name = 'UnreleasedDatabase';

  constructor(database: string) {
    super(
      `The database ${database} was made before the first release, and nothing upgrades it: delete it, which with npm start means the data folder (.data), and start again.`,
    );
  }
}

/** The migrations that a database lacks. Changes nothing. @throws UnreleasedDatabase */
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
    throw new UnreleasedDatabase(orm.config.get('dbName') ?? '');
  }
  return MIGRATIONS.filter((name) => !applied.has(name));
}

/** Applies the missing migrations. @returns the names of the applied migrations @throws UnreleasedDatabase */
export async function migrate(orm: Orm): Promise<string[]> {
  const missing = await missingMigrations(orm);
  if (missing.length > 0) await orm.migrator.up();
  return missing;
}
