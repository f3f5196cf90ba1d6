import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { identify, isAlive } from '../../dev/servers/identity.ts';
import { createPiece, type ManagedProcess, type PieceOptions } from '../../dev/servers/managed-process.ts';
import { untilReady } from '../../dev/servers/ready.ts';

let folder: string;
let pieces: ManagedProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piece-'));
  pieces = [];
});

afterEach(async () => {
  await Promise.all(pieces.map((piece) => piece.kill()));
  await rm(folder, { recursive: true });
});

/** A piece that runs this script of Node; it is up when it has written "up". */
function pieceOf(script: string, options: Partial<PieceOptions> = {}): ManagedProcess {
  const logFile = join(folder, 'piece.log');
  const piece = createPiece({
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
  pieces.push(piece);
  return piece;
}

const FOREVER = 'console.log("up"); setInterval(() => {}, 1000);';

test('a piece that dies is started again, and people are told why', async () => {
  const said: string[] = [];
  const piece = pieceOf(FOREVER, {
    revival: {
      say: (line) => said.push(line),
      giveUp: (failure) => {
        throw failure;
      },
    },
  });
  await piece.start();
  const first = piece.pid;
  piece.crash();
  await untilReady(async () => said.includes('Thing is back'), 'the revival');
  expect(said[0]).toMatch(/^Thing ended by itself with SIGKILL.*starting it again in 0.5 s$/);
  expect(piece.pid).not.toBe(first);
});

test('a piece that dies five times within a minute is given up on, with the end of its log', async () => {
  const counter = join(folder, 'count');
  await writeFile(counter, '');
  const { promise, resolve } = Promise.withResolvers<Error>();
  // Up only the first time: each later start dies of the same error.
  const piece = pieceOf(
    `const fs = require('fs'); fs.appendFileSync(${JSON.stringify(counter)}, 'x');
     if (fs.statSync(${JSON.stringify(counter)}).size > 1) throw new Error('no more');
     console.log('up'); setTimeout(() => process.exit(3), 100);`,
    { revival: { say: () => {}, giveUp: resolve } },
  );
  await piece.start();
  const failure = await promise;
  expect(failure.message).toMatch(/^Thing died 5 times within a minute; the end of .*piece\.log:\n/);
  expect(failure.message).toContain('Error: no more');
  expect(piece.pid).toBeUndefined();
});

test('a piece that dies before it is up fails its start with its own last words', async () => {
  const piece = pieceOf('throw new TypeError("wrong wiring")');
  await expect(piece.start()).rejects.toThrow(
    /^Thing ended by itself with exit code 1.*TypeError: wrong wiring/,
  );
});

test('a program that does not exist fails the start, and says which', async () => {
  const piece = pieceOf('', { command: join(folder, 'nowhere') });
  await expect(piece.start()).rejects.toThrow(/Thing cannot be started: .*nowhere/);
});

test('a piece has a process group of its own, so that the Ctrl-C of a terminal does not reach it', async () => {
  const piece = pieceOf(FOREVER);
  await piece.start();
  const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(piece.pid)], { encoding: 'utf8' });
  expect(Number(group)).toBe(piece.pid);
});

test('stopping a piece takes what it had started itself along, and is no death', async () => {
  const said: string[] = [];
  const piece = pieceOf(
    `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
       { stdio: 'ignore' });
     console.log('child ' + child.pid); ${FOREVER}`,
    { revival: { say: (line) => said.push(line), giveUp: () => {} } },
  );
  await piece.start();
  const [, pid] = /child (\d+)/.exec(await readFile(piece.logFile, 'utf8'))!;
  const child = identify(Number(pid))!;
  await piece.stop();
  await untilReady(async () => !isAlive(child), 'the end of the child');
  await sleep(700);
  expect(said).toEqual([]);
  expect(piece.pid).toBeUndefined();
});

test('a piece that does not listen is killed in the end', async () => {
  const piece = pieceOf(`process.on('SIGTERM', () => {}); ${FOREVER}`, { stopWithinMs: 300 });
  await piece.start();
  const began = performance.now();
  await piece.stop();
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('a piece that was killed comes back when it is started again', async () => {
  const piece = pieceOf(FOREVER);
  await piece.start();
  await piece.kill();
  expect(piece.pid).toBeUndefined();
  await piece.start();
  expect(piece.pid).toBeGreaterThan(0);
});
