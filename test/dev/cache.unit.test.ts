import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { silent } from '../../dev/cli/progress.ts';
import { cached } from '../../dev/programs/cache.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cache-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Makes a file, slowly, and counts how often it was asked to. */
function slowMaker() {
  const maker = {
    times: 0,
    async make(scratch: string): Promise<string> {
      maker.times += 1;
      const path = join(scratch, 'program');
      await writeFile(path, 'half');
      await sleep(300);
      await writeFile(path, 'whole');
      return path;
    },
  };
  return maker;
}

const get = (make: (scratch: string) => Promise<string>) => cached('program-1.0', silent, make, folder);

test('two runs at the same time make a file once, and neither sees it half made', async () => {
  const maker = slowMaker();
  const paths = await Promise.all([get(maker.make), get(maker.make)]);
  expect(maker.times).toBe(1);
  for (const path of paths) {
    expect(await readFile(path, 'utf8')).toBe('whole');
  }
  expect(await readdir(folder)).toEqual(['program-1.0']);
});

test('a cached file is not made again', async () => {
  await writeFile(join(folder, 'program-1.0'), 'kept');
  const maker = slowMaker();
  expect(await readFile(await get(maker.make), 'utf8')).toBe('kept');
  expect(maker.times).toBe(0);
});

test('after a run that failed or was killed half-way, the next one makes the file', async () => {
  await expect(get(() => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
  await writeFile(join(folder, 'program-1.0.lock'), JSON.stringify({ pid: 1, started: 'long ago' }));
  await writeFile(join(folder, 'program-1.0.partial-x1y2z3'), 'rubbish');
  const maker = slowMaker();
  expect(await readFile(await get(maker.make), 'utf8')).toBe('whole');
  expect(await readdir(folder)).toEqual(['program-1.0']);
});
