import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { MIGRATIONS } from '../../db/orm.ts';
import { reasonOf, runProgram } from '../../dev/programs/run-program.ts';
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
