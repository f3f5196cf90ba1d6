/** What a machine remembers about how new the keys of each account are. */
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { seenKeys } from '../../cli/seen-keys.ts';

const ADA = '0193a5b0-7c00-7000-8000-000000000001';
const BEA = '0193a5b0-7c00-7000-8000-000000000002';

let folder: string;
let path: string;
const seen = () => seenKeys(join(folder, 'session.json'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seen-keys-'));
  path = join(folder, 'seen-keys.json');
});
afterEach(() => rm(folder, { recursive: true }));

test('the highest counter is kept for each account, in a file that only this user can read', async () => {
  expect(await seen().highest(ADA)).toBe(0);
  await seen().remember(ADA, 5);
  await seen().remember(BEA, 7);
  await seen().remember(ADA, 3);
  expect([await seen().highest(ADA), await seen().highest(BEA)]).toEqual([3, 7]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 1, counters: { [ADA]: 3, [BEA]: 7 } });
});

test('counters that are remembered at the same time are all kept', async () => {
  await Promise.all([seen().remember(ADA, 5), seen().remember(BEA, 7)]);
  expect([await seen().highest(ADA), await seen().highest(BEA)]).toEqual([5, 7]);
});

test('a file that others can read, or that is damaged, is refused and says what to do', async () => {
  await seen().remember(ADA, 5);
  await chmod(path, 0o644);
  await expect(seen().highest(ADA)).rejects.toThrow(/Other users can read .*: remove it/);
  await chmod(path, 0o600);
  await writeFile(path, '{"version":1,"counters":{"x":"5"}}');
  await expect(seen().highest(ADA)).rejects.toThrow(/is damaged.*: remove it/);
});
