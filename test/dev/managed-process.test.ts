import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { identify, isAlive } from '../../dev/processes/identity.ts';
import {
  type ManagedProcess,
  type ProcessOptions,
  startProcess,
} from '../../dev/processes/managed-process.ts';
import { untilReady } from '../../dev/processes/ready.ts';

let folder: string;
let started: ManagedProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((each) => each.kill()));
  await rm(folder, { recursive: true });
});

/** Starts a process that runs this script in Node. It is up once it has written "up". */
async function start(script: string, options: Partial<ProcessOptions> = {}): Promise<ManagedProcess> {
  const logFile = join(folder, 'process.log');
  const managed = await startProcess({
    name: 'Thing',
    kind: 'server',
    command: process.execPath,
    args: ['-e', script],
    logFile,
    ready: (signal, logged) =>
      untilReady(async () => (await readFile(logFile, 'utf8')).slice(logged).includes('up'), 'Thing', {
        signal,
      }),
    ...options,
  });
  started.push(managed);
  return managed;
}

const FOREVER = 'console.log("up"); setInterval(() => {}, 1000);';

test('a process that dies is restarted, with a message that says why', async () => {
  const said: string[] = [];
  const managed = await start(FOREVER, {
    restart: {
      say: (line) => said.push(line),
      giveUp: (failure) => {
        throw failure;
      },
    },
  });
  const first = managed.pid!;
  process.kill(first, 'SIGKILL');
  await untilReady(async () => said.includes('Thing is back'), 'the restart');
  expect(said[0]).toMatch(/^Thing exited with SIGKILL.*starting it again in 0.5 s$/);
  expect(managed.pid).not.toBe(first);
});

test('a process that dies five times within a minute is not restarted, and the end of its log is shown', async () => {
  const counter = join(folder, 'count');
  await writeFile(counter, '');
  const { promise, resolve } = Promise.withResolvers<Error>();
  // It comes up only the first time. Each later start dies of the same error.
  const managed = await start(
    `const fs = require('fs'); fs.appendFileSync(${JSON.stringify(counter)}, 'x');
     if (fs.statSync(${JSON.stringify(counter)}).size > 1) throw new Error('no more');
     console.log('up'); setTimeout(() => process.exit(3), 100);`,
    { restart: { say: () => {}, giveUp: resolve } },
  );
  const failure = await promise;
  expect(failure.message).toMatch(/^Thing died 5 times within a minute; the end of .*process\.log:\n/);
  expect(failure.message).toContain('Error: no more');
  expect(managed.pid).toBeUndefined();
});

test('a process that dies before it is up fails its start with its last output', async () => {
  await expect(start('throw new TypeError("wrong wiring")')).rejects.toThrow(
    /^Thing exited with exit code 1.*TypeError: wrong wiring/,
  );
});

test('a program that does not exist fails the start, and says which', async () => {
  await expect(start('', { command: join(folder, 'nowhere') })).rejects.toThrow(
    /Thing cannot be started: .*nowhere/,
  );
});

test("each process has its own group, so that a terminal's Ctrl-C does not reach it", async () => {
  const { pid } = await start(FOREVER);
  const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' });
  expect(Number(group)).toBe(pid);
});

test('stopping a process also stops what it started, and does not count as a death', async () => {
  const said: string[] = [];
  const managed = await start(
    `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
       { stdio: 'ignore' });
     console.log('child ' + child.pid); ${FOREVER}`,
    { restart: { say: (line) => said.push(line), giveUp: () => {} } },
  );
  const [, pid] = /child (\d+)/.exec(await readFile(managed.logFile, 'utf8'))!;
  const child = identify(Number(pid))!;
  await managed.stop();
  await untilReady(async () => !isAlive(child), 'the end of the child');
  await sleep(700);
  expect(said).toEqual([]);
  expect(managed.pid).toBeUndefined();
});

test('a process that ignores the signal is killed after a while', async () => {
  const managed = await start(`process.on('SIGTERM', () => {}); ${FOREVER}`, { stopWithinMs: 300 });
  const began = performance.now();
  await managed.stop();
  expect(performance.now() - began).toBeLessThan(4_500);
});

test('a process that was killed comes back when it is started again', async () => {
  const managed = await start(FOREVER);
  await managed.kill();
  expect(managed.pid).toBeUndefined();
  await managed.start();
  expect(managed.pid).toBeGreaterThan(0);
});
