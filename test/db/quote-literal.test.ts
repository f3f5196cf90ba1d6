import { expect, test } from '@jest/globals';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { quoteLiteral } from '../../db/quote-literal.ts';
import { migratedDatabase } from '../support/servers/api.ts';
import { use } from '../support/use.ts';

const database = await use(migratedDatabase, (it) => it.drop());

const text = fc.string({
  unit: fc.oneof(fc.constantFrom("'", '\\', '"', '?', '$1', ' E', '\n'), fc.string({ unit: 'binary' })),
});

test('a literal is byte for byte the same as MikroORM’s', () => {
  const theirs = new PostgreSqlPlatform();
  fc.assert(
    fc.property(text, (given) => quoteLiteral(given) === theirs.escape(given)),
    { numRuns: 2_000 },
  );
});

test('PostgreSQL returns every stored string unchanged', async () => {
  const storable = text.map((given) => given.toWellFormed().replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(storable, async (given) => {
      const [row] = await database.orm.em
        .fork()
        .execute<{ given: string }[]>('select ?::text as given', [given]);
      expect(row?.given).toBe(given);
    }),
    { numRuns: 300 },
  );
});

test('quoting 31 megabytes takes no noticeable time', () => {
  const long = 'x'.repeat(31_000_000);
  const before = process.threadCpuUsage();
  expect(quoteLiteral(long)).toHaveLength(long.length + 2);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
