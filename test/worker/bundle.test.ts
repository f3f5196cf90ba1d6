import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
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

test('a bundle takes little memory, and its source map still leads to the lines of the workflows', async () => {
  await workflowBundle(folder);
  const [file] = await readdir(folder);
  const code = await readFile(join(folder, file!), 'utf8');
  expect(code.length).toBeLessThan(800_000);
  expect(code).not.toMatch(/[\u0100-\uffff]/);

  const [, base64 = ''] = /sourceMappingURL=data:.*base64,(.+)/.exec(code) ?? [];
  const map = new SourceMap(JSON.parse(Buffer.from(base64, 'base64').toString()));
  const call = 'condition(() => changed';
  const own = (await readFile('workflows/switch.workflow.ts', 'utf8')).split('\n');
  const bundled = code.split('\n').findIndex((line) => line.includes('condition)(()=>changed'));
  expect(map.findEntry(bundled, 0)).toMatchObject({
    originalSource: expect.stringMatching(/workflows\/switch\.workflow\.ts$/),
    originalLine: own.findIndex((line) => line.includes(call)),
  });
});

test('workers that start at the same time all get a whole bundle', async () => {
  const bundles = await Promise.all([workflowBundle(folder), workflowBundle(folder)]);
  const [file, ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(bundles).toEqual([{ codePath: join(folder, file!) }, { codePath: join(folder, file!) }]);
  expect(await readFile(join(folder, file!), 'utf8')).toContain('switchWorkflow');
});

test('a worker gets a bundle even if none can be stored', async () => {
  const occupied = join(folder, 'a file');
  await writeFile(occupied, '');
  expect(await workflowBundle(join(occupied, 'bundles'))).toEqual({
    code: expect.stringContaining('switchWorkflow'),
  });
});
