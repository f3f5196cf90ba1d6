/** The stage of the image that builds the web app, without Docker. */
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { BUILD_INPUTS } from '../../dev/instance/built-web-app.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { runProgram } from '../../dev/programs/run-program.ts';

test('the files that the stage copies are enough to build the web app, and give the same one as here', async () => {
  const dockerfile = await readFile(join(checkout, 'Dockerfile'), 'utf8');
  const stage = dockerfile.split(/^FROM /m).find((each) => /^\S+ AS page$/m.test(each)) ?? '';
  const copied = [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  // The stage copies everything that a build reads. A change in any of it must lead to a new build here too.
  expect(BUILD_INPUTS).toEqual(expect.arrayContaining(copied.filter((path) => path !== 'package.json')));
  const folder = await mkdtemp(join(tmpdir(), 'image-page-'));
  try {
    const built = join(checkout, 'web', 'dist');
    for (const path of copied) {
      const filter = (from: string) => !from.startsWith(built);
      await cp(join(checkout, path), join(folder, path), { recursive: true, filter });
    }
    await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    const vite = join('node_modules', 'vite', 'bin', 'vite.js');
    const env = { ...baseEnv(), NODE_ENV: 'production' };
    await runProgram(process.execPath, [vite, 'build', 'web'], { cwd: folder, env });
    const hashes = (dist: string) => readFile(join(dist, 'hashes.txt'), 'utf8');
    expect(await hashes(join(folder, 'web', 'dist'))).toBe(await hashes(built));
  } finally {
    await rm(folder, { recursive: true });
  }
});
