import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { MIGRATIONS } from '../../db/orm.ts';
import { reasonOf, runProgram } from '../../dev/programs/run-program.ts';
import { query } from '../../dev/servers/postgres.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { migratedDatabase } from '../support/servers/api.ts';
import { createDatabase } from '../support/servers/shared-servers.ts';
import { use } from '../support/use.ts';

const secret = () => randomBytes(64).toString('base64');

const database = await use(createDatabase, (it) => it.drop());

/** Runs `node db/migrate.ts` as `npm start` and the compose file do. */
const migrate = (env: Record<string, string>) =>
  runProgram(process.execPath, ['db/migrate.ts'], {
    env: { ...process.env, JWT_SECRET: secret(), ACTIVITY_HMAC_SECRET: secret(), ...env },
  });

test('an empty database gets every migration once', async () => {
  expect(await migrate(database.env)).toBe(`Applied ${MIGRATIONS.join(', ')}.\n`);
  expect(await migrate(database.env)).toBe('Nothing to migrate.\n');
});

test('a database from before the first release is refused in one sentence that says what to do', async () => {
  const before = await migratedDatabase();
  try {
    await before.orm.em
      .fork()
      .execute(
        `insert into mikro_orm_migrations (name) values ('Migration20261124000020_say_why_mail_is_down')`,
      );
    const rows = await rowChecksum(before.orm);
    const failed = await migrate(before.env).catch((error) => error);
    expect(failed.output.trim()).toBe(
      `The database ${before.env.DB_NAME} was made before the first release, and nothing upgrades it: delete it, which with npm start means the data folder (.data), and start again.`,
    );
    expect(reasonOf(failed)).toBe(failed.output.trim());
    expect(await rowChecksum(before.orm)).toBe(rows);
  } finally {
    await before.drop();
  }
});

test('a migration that fails undoes all of its run, and says so', async () => {
  const target = await createDatabase();
  const run = (sql: string) => query({ ...target, database: target.name }, sql);
  try {
    // The last migration finds its table there, and all the others have run before it.
    await run('create table operator_log ()');
    const { output } = await migrate(target.env).catch((error) => error);
    expect(output).toBe(
      `A migration of the database ${target.name} failed (relation "operator_log" already exists). All migrations of this run were undone: the database is as before, and the version that ran before can be started again.\n`,
    );
    const { rows } = await run(
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    // The migrator makes its own table before it starts.
    expect(rows.map(({ relname }) => relname)).toEqual(['mikro_orm_migrations', 'operator_log']);
    expect((await run('select from mikro_orm_migrations')).rowCount).toBe(0);
    await run('drop table operator_log');
    expect(await migrate(target.env)).toContain('Applied ');
  } finally {
    await target.drop();
  }
});

test('a database that cannot be reached is named with the variables to check', async () => {
  const { output } = await migrate({ ...database.env, DB_PORT: '1' }).catch((error) => error);
  expect(output).toMatch(
    /^Could not migrate the database \w+ on \S+:1 \(.+\): check DB_HOST, DB_PORT, .+\.\n$/,
  );
});
