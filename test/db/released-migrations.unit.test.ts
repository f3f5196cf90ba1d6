/** A released migration never changes, because databases have already run it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { MIGRATIONS } from '../../db/orm.ts';
import { checkout } from '../../dev/instance/checkout.ts';

const LIST = 'db/migrations.sha256';

/** The hash of each migration's file, as `sha256sum` prints it. */
const hashes = (): Promise<string[]> =>
  Promise.all(
    MIGRATIONS.map(async (name) => {
      const path = `db/migrations/${name}.ts`;
      const bytes = await readFile(join(checkout, path));
      return `${createHash('sha256').update(bytes).digest('hex')}  ${path}`;
    }),
  );

test('no listed migration has changed, and every migration is listed', async () => {
  const listed = (await readFile(join(checkout, LIST), 'utf8')).trim().split('\n');
  const found = await hashes();
  const changed = listed
    .filter((line) => !found.includes(line))
    .map(
      (line) =>
        `${line.split('  ')[1]} has changed, or is gone. If it was released, restore it and write a new migration instead; before the first release, run: sha256sum db/migrations/* > ${LIST}`,
    );
  const paths = listed.map((line) => line.split('  ')[1]);
  const unlisted = found
    .map((line) => line.split('  ')[1])
    .filter((path) => !paths.includes(path))
    .map((path) => `${path} is not listed. Run: sha256sum ${path} >> ${LIST}`);
  expect([...changed, ...unlisted]).toEqual([]);
});
