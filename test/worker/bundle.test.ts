import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { workflowBundle } from '../../worker/bundle.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundles-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('workflows are bundled once, and a bundle of other workflows is removed', async () => {
  await writeFile(join(folder, '0123456789abcdef.js'), 'of an older version');
  const first = await workflowBundle(folder);
  const [file, ...more] = await readdir(folder);
  expect(more).toEqual([]);
  const path = join(folder, file!);
  expect(first).toEqual({ codePath: path });
  const { mtimeMs } = await stat(path);
  expect(await workflowBundle(folder)).toEqual({ codePath: path });
  expect((await stat(path)).mtimeMs).toBe(mtimeMs);
});

test('workers that start at the same time all get a whole bundle', async () => {
  const bundles = await Promise.all([workflowBundle(folder), workflowBundle(folder)]);
  const [file, ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(bundles).toEqual([{ codePath: join(folder, file!) }, { codePath: join(folder, file!) }]);
  expect(await readFile(join(folder, file!), 'utf8')).toContain('switchWorkflow');
});

test('where nothing can be kept, a worker gets a bundle all the same', async () => {
  const occupied = join(folder, 'a file');
  await writeFile(occupied, '');
  expect(await workflowBundle(join(occupied, 'bundles'))).toEqual({
    code: expect.stringContaining('switchWorkflow'),
  });
});
