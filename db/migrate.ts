/** Applies the missing migrations: `node db/migrate.ts`. */
import { databaseOf, loadConfig, orExit } from '../config.ts';
import { migrate, NotMigrated } from './migrations.ts';
import { openDatabase } from './orm.ts';

const address = orExit(() => databaseOf(loadConfig()));

try {
  const orm = await openDatabase(address, 1);
  try {
    const applied = await migrate(orm);
    console.log(applied.length === 0 ? 'Nothing to migrate.' : `Applied ${applied.join(', ')}.`);
  } finally {
    await orm.close();
  }
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof NotMigrated
      ? why
      : `Could not migrate the database ${address.name} on ${address.host}:${address.port} (${why}): check DB_HOST, DB_PORT, DB_NAME, DB_USER and DB_PASSWORD.`,
  );
  process.exitCode = 1;
}
