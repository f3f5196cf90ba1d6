import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkout } from '../../dev/instance/checkout.ts';

let clone: string;

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'clone-'));
  for (const folder of ['cli', 'dev']) await mkdir(join(clone, folder));
  const files = ['cli/run-on.mjs', 'dev/run.mjs', 'dev/start.ts', 'package.json', 'package-lock.json'];
  for (const file of files) {
    await copyFile(join(checkout, file), join(clone, file));
  }
});

afterEach(() => rm(clone, { recursive: true }));

/** Runs `run.mjs` of a clone in which nothing is installed. */
function run(
  program: string,
  { node = [] as string[], flags = [] as string[], env = {}, onOutput = () => {} } = {},
) {
  const args = [...node, join(clone, 'dev', 'run.mjs'), program, ...flags];
  // As outside npm, whose settings would override these.
  const { npm_execpath: _npm, ...outside } = process.env;
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, args, { env: { ...outside, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
    child.stdout?.once('data', onOutput);
  });
}

/** Tries to install where no registry can be reached. */
const runOffline = (onOutput = () => {}) =>
  run('dev/start.ts', {
    onOutput,
    env: {
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(clone, 'npm-cache'),
      npm_config_fetch_retries: '0',
    },
  });

/** Leaves a lock behind, as if it was last touched so long ago. */
async function leaveLock(text: string, seconds: number): Promise<string> {
  const lock = join(clone, '.data', 'installing');
  await mkdir(dirname(lock));
  await writeFile(lock, text);
  const touched = Date.now() / 1000 - seconds;
  await utimes(lock, touched, touched);
  return lock;
}

test('an unreachable registry is reported in one sentence that says what to do', async () => {
  const { code, stdout, stderr } = await runOffline();
  expect(stdout).toContain('Installing packages');
  expect(stderr).toBe(
    'The package registry cannot be reached: check the network or `npm config get registry`, then run this again.\n',
  );
  expect(code).toBe(1);
});

test.each([
  ['is empty', '', 61],
  ['has the PID of another process by now', String(process.pid), 61],
  ['has the PID of a process that has ended', '999999999', 0],
])(
  'a lock that an earlier run left behind and that %s keeps nobody waiting',
  async (_what, text, seconds) => {
    await leaveLock(text, seconds);
    const { stdout } = await runOffline();
    expect(stdout).toContain('Installing packages');
    expect(stdout).not.toContain('Waiting');
  },
);

test('a run waits while another one installs', async () => {
  const lock = await leaveLock(String(process.pid), 0);
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const running = runOffline(resolve);
  await waits;
  await rm(lock);
  expect((await running).stdout).toMatch(
    /^Waiting for another run that is installing .*\nInstalling packages/,
  );
});

test('a lock that cannot be written is reported in one sentence that says what to do', async () => {
  const lock = join(clone, '.data', 'installing');
  await mkdir(lock, { recursive: true });
  expect(await run('dev/start.ts')).toEqual({
    code: 1,
    stdout: '',
    stderr: `${lock} cannot be written (EISDIR: illegal operation on a directory, read): remove it, and check permissions and free space there.\n`,
  });
});

test('npm start -- --help lists the flags before anything is installed', async () => {
  await mkdir(join(clone, 'dev', 'start'));
  await copyFile(join(checkout, 'dev/start/usage.txt'), join(clone, 'dev/start/usage.txt'));
  const { code, stdout } = await run('dev/start.ts', { flags: ['--help'] });
  expect(stdout).toMatch(/^npm start -- \[flags\]\n.*--free-ports.*\.env\.example explains them\.\n$/s);
  expect(code).toBe(0);
});

test('a Node that is too old is refused in one sentence, before anything is installed', async () => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });`;
  const { code, stdout, stderr } = await run('dev/start.ts', {
    node: ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`],
  });
  expect(stderr).toBe('Node 18.20.0 is too old: install Node 20 or newer, then run this again.\n');
  expect(stdout).toBe('');
  expect(code).toBe(1);
});

test('a program that does not exist is refused in one sentence', async () => {
  expect(await run('dev/fly.ts')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no program "dev/fly.ts": see "scripts" in package.json.\n',
  });
});
