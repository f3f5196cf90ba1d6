import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MIGRATIONS } from '../../db/orm.ts';
import { reasonOf, runProgram } from '../../dev/programs/run-program.ts';
import { migratedDatabase } from '../support/api.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

const secret = () => randomBytes(64).toString('base64');

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Runs `node db/migrate.ts` as `npm start` and the compose file do. */
const migrate = (env: Record<string, string>) =>
  runProgram(process.execPath, ['db/migrate.ts'], {
    env: { ...process.env, JWT_SECRET: secret(), ACTIVITY_HMAC_SECRET: secret(), ...env },
  });

test('an empty database gets every migration once', async () => {
  expect(await migrate(database.env)).toBe(`Applied ${MIGRATIONS.join(', ')}.\n`);
  expect(await migrate(database.env)).toBe('Nothing to migrate.\n');
});

test.each([
  [
    'with other migrations',
    `delete from mikro_orm_migrations;
     insert into mikro_orm_migrations (name) values ('Migration20261121000000_initial')`,
  ],
  ['with an earlier form of ours', 'drop function check_in'],
])(
  'a database from before the first release, %s, is left alone, and one sentence says what to do',
  async (_, sql) => {
    const before = await migratedDatabase();
    try {
      const em = before.orm.em.fork();
      for (const statement of sql.split(';')) await em.execute(statement);
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
  },
);
