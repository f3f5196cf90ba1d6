/** `vault-handover` as its users start it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { help } from '../../cli/help.ts';
import { checkout } from '../../dev/instance/checkout.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bin-'));
});
afterAll(() => rm(folder, { recursive: true }));

function run(file: string, args: string[], cwd: string) {
  // Without a registry, and with no cache.
  const env = {
    ...process.env,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(folder, 'npm'),
  };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      file,
      args,
      { cwd, env: { ...env, XDG_CONFIG_HOME: join(folder, 'config') } },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

test('npx runs it in the checkout, and ends with its exit code', async () => {
  expect(await run('npx', ['vault-handover', 'help'], checkout)).toMatchObject({ code: 0, stdout: help() });
  expect(await run('npx', ['vault-handover', 'fly'], checkout)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('There is no command "fly"'),
  });
});

test('a link to it, as a global installation makes one, runs anywhere', async () => {
  const link = join(folder, 'vault-handover');
  await symlink(join(checkout, 'cli', 'vault-handover.mjs'), link);
  expect(await run(link, ['status'], folder)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'You are not logged in: run `vault-handover login` first.\n',
  });
});
