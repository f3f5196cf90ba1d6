/** `vault-handover` as its users start it. */
import { execFile } from 'node:child_process';
import { stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { help } from '../../cli/help.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { useFolder } from '../support/use.ts';

const folder = useFolder('bin-');

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

test('what cannot be printed is an error, unless its reader has read enough', async () => {
  const shell = (script: string) =>
    run(
      '/bin/sh',
      ['-c', script, 'sh', process.execPath, join(checkout, 'cli', 'main.ts'), 'help'],
      checkout,
    );
  const lost = (code: string) => ({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(`^The output could not be written \\(${code}: .*\\), so it is incomplete\\.\n$`),
    ),
  });
  expect(await shell('exec "$@" >/dev/full')).toMatchObject(lost('ENOSPC'));
  // A part of it still fits.
  const cut = join(folder, 'cut');
  expect(await shell(`ulimit -f 1 && exec "$@" >'${cut}'`)).toMatchObject(lost('EFBIG'));
  expect((await stat(cut)).size).toBeGreaterThan(0);
  expect(await shell('{ sleep 1; "$@"; echo "ended with $?" >&2; } | true')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'ended with 0\n',
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
