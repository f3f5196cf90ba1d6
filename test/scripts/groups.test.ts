/** A whole run of the tests leaves no file out, and plays none twice. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { GROUPS } from '../../scripts/test/groups.ts';

const TESTS = join(import.meta.dirname, '..');
const grouped = Object.values(GROUPS).flat();

test('each file of a group is there, and in no other group', () => {
  const all = globSync('**/*.test.ts', { cwd: TESTS });
  expect(grouped.filter((file) => !all.includes(`${file}.test.ts`))).toEqual([]);
  expect([...new Set(grouped)]).toEqual(grouped);
});

test('each group has a file that plays it, which a whole run finds', () => {
  const files = globSync('together/*.group.ts', { cwd: TESTS });
  expect(files.sort()).toEqual(
    Object.keys(GROUPS)
      .map((name) => `together/${name}.group.ts`)
      .sort(),
  );
  for (const name of Object.keys(GROUPS)) {
    const text = readFileSync(join(TESTS, 'together', `${name}.group.ts`), 'utf8');
    expect(text).toContain(`playGroup('${name}');`);
  }
});
