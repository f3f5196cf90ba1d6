/** The log of a process, as real processes write it into a pipe and into a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { checkout } from '../../dev/instance/checkout.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/use.ts';

const LINES = 1_000;
const ALL = Array.from({ length: LINES }, (_, n) => `line ${n}`);
const LOGS = `
  import { openLog } from './db/log.ts';
  const log = openLog('info', 'test');
`;
const LOGS_MANY = `${LOGS} for (let n = 0; n < ${LINES}; n += 1) log.info('line ' + n);`;

interface Program {
  child: ChildProcess;
  /** Everything it has written, to both of its outputs. */
  written(): string;
}

const folder = useFolder('batched-output-');
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const evaluated = (program: string) => ['--input-type=module', '--eval', program];

function intoPipe(command: string, args: string[]): Program {
  const child = spawn(command, args, { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      written += bytes;
    });
  }
  return { child, written: () => written };
}

function intoFile(command: string, args: string[]): Program {
  const path = join(folder, randomUUID());
  const file = openSync(path, 'a');
  const child = spawn(command, args, { cwd: checkout, stdio: ['ignore', file, file] });
  closeSync(file);
  started.push(child);
  return { child, written: () => readFileSync(path, 'utf8') };
}

const linesOf = (written: string): string[] =>
  written
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

describe.each([
  ['a pipe', intoPipe],
  ['a file', intoFile],
])('into %s', (_, start) => {
  test.each([
    ['has nothing more to do', '', 0],
    ['exits', 'process.exit(0);', 0],
    ['fails', 'process.exit(1);', 1],
    ['throws an uncaught error', 'throw new Error("unforeseen");', 1],
    [
      'leaves a rejection unhandled',
      'Promise.reject(new Error("unforeseen")); setTimeout(() => {}, 60_000);',
      1,
    ],
    [
      'is told to stop',
      'process.once("SIGTERM", () => process.exit(0)); process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 60_000);',
      0,
    ],
  ])('writes every line in order when the process %s', async (_how, ending, code) => {
    const { child, written } = start(process.execPath, evaluated(`${LOGS_MANY} ${ending}`));
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(linesOf(written())).toEqual(ALL);
  });

  test('writes a line soon, even if no other follows', async () => {
    const { child, written } = start(
      process.execPath,
      evaluated(`${LOGS} log.info('alone'); setTimeout(() => {}, 60_000);`),
    );
    await until('the line', () => written().includes('alone'));
    expect(child.exitCode).toBeNull();
  });

  test.each(['warn', 'error', 'fatal'])('writes %s at once, with the lines before it', async (level) => {
    const { child, written } = start(
      process.execPath,
      evaluated(`${LOGS} log.info('before'); log.${level}('trouble'); process.kill(process.pid, 'SIGKILL');`),
    );
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    expect(linesOf(written())).toEqual(['before', 'trouble']);
  });
});

test('in one file, Node’s report of an uncaught exception follows the lines before it', async () => {
  const { child, written } = intoFile(
    process.execPath,
    evaluated(`${LOGS} log.info('before'); throw new Error('unforeseen');`),
  );
  await once(child, 'close');
  expect(written()).toMatch(/"msg":"before"\}\n.*Error: unforeseen/s);
});

test('the lines of processes that share a pipe do not mix', async () => {
  const each = '"$0" --input-type=module --eval "$1" &';
  const { child, written } = intoPipe('sh', [
    '-c',
    `${each} ${each} ${each} wait`,
    process.execPath,
    LOGS_MANY,
  ]);
  await once(child, 'close');
  expect(linesOf(written()).toSorted()).toEqual([...ALL, ...ALL, ...ALL].toSorted());
});
