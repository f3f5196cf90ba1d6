import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { removeLeftovers } from '../../dev/processes/data-folder.ts';
import { identify, isAlive } from '../../dev/processes/identity.ts';
import { openRegistry, registryOwner, stopLeftovers } from '../../dev/processes/process-registry.ts';

let folder: string;
let path: string;
let bystander: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'));
  path = join(folder, 'running.json');
  bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
  await once(bystander, 'spawn');
});

afterEach(async () => {
  bystander.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

test('processes left running by a killed supervisor are stopped and named', async () => {
  const left = identify(bystander.pid!)!;
  await writeFile(path, JSON.stringify({ owner: left, started: [{ name: 'Redis', process: left }] }));
  expect(await stopLeftovers(path)).toEqual(['Redis']);
  expect(isAlive(left)).toBe(false);
});

test('a process with the reused PID of an old one is not stopped', async () => {
  const earlier = { pid: bystander.pid!, started: 'before the last boot 12345' };
  await writeFile(path, JSON.stringify({ owner: earlier, started: [{ name: 'Redis', process: earlier }] }));
  expect(registryOwner(path)).toBeUndefined();
  expect(await stopLeftovers(path)).toEqual([]);
  expect(isAlive(identify(bystander.pid!)!)).toBe(true);
});

test('the supervisor is known while it runs', () => {
  openRegistry(path);
  expect(registryOwner(path)?.pid).toBe(process.pid);
});

test('the file lists the running processes at any moment', async () => {
  const registry = openRegistry(path);
  const redis = identify(bystander.pid!)!;
  registry.add('Redis', redis);
  expect(JSON.parse(await readFile(path, 'utf8')).started).toEqual([{ name: 'Redis', process: redis }]);
  registry.remove(redis);
  expect(JSON.parse(await readFile(path, 'utf8')).started).toEqual([]);
});

test('a broken or missing registry file does not prevent a start', async () => {
  await writeFile(path, '{"owner":');
  expect(registryOwner(path)).toBeUndefined();
  expect(await stopLeftovers(path)).toEqual([]);
});

test('temporary folders of killed runs are removed, those of living runs and of others are not', async () => {
  const left = identify(bystander.pid!)!;
  const dead = { pid: 2 ** 22 + 1, started: 'long ago' };
  const folders = {
    'vault-handover-killed': { owner: dead, started: [{ name: 'Redis', process: left }] },
    'vault-handover-running': { owner: identify(process.pid), started: [] },
    'somebody-elses': { owner: dead, started: [] },
  };
  for (const [name, registry] of Object.entries(folders)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'running.json'), JSON.stringify(registry));
  }
  await removeLeftovers(folder, 0);
  expect((await readdir(folder)).sort()).toEqual(['somebody-elses', 'vault-handover-running']);
  expect(isAlive(left)).toBe(false);
});
