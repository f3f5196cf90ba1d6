/** Whatever goes wrong in a test file is reported, also where the process has played other files before it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkout } from '../../dev/instance/checkout.ts';

const FILES = {
  'a-passes': `test('one', () => expect(1).toBe(1)); test.each([1, 2])('each %s', (n) => expect(n).toBeGreaterThan(0));`,
  'b-fails': `test('one', () => expect(1).toBe(2)); test('two', () => {});`,
  'c-hook-fails': `beforeAll(() => { throw new Error('no'); }); test('one', () => {});`,
  'd-clearing-fails': `afterAll(() => { throw new Error('no'); }); test('one', () => {});`,
  'e-does-not-load': `import './is-not-there.mjs'; test('one', () => {});`,
  'f-never-ends': `test('one', () => new Promise(() => {}), 50); test('two', () => {});`,
  'g-rejects-unheard': `test('one', async () => { Promise.reject(new Error('no')); await new Promise(setImmediate); });`,
  'h-passes': `test('one', () => {});`,
};

interface Report {
  testResults: { name: string; status: string; assertionResults: { title: string; status: string }[] }[];
}

let folder: string;
const seen: Record<string, [status: string, ...tests: string[]]> = {};
let exitCode: unknown;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runner-'));
  const imports = `import { afterAll, beforeAll, expect, test } from '@jest/globals';\n`;
  for (const [name, text] of Object.entries(FILES)) {
    await writeFile(join(folder, `${name}.test.mjs`), imports + text);
  }
  const config = {
    rootDir: folder,
    testMatch: ['<rootDir>/*.test.mjs'],
    testRunner: join(checkout, 'scripts', 'test', 'runner.mjs'),
    injectGlobals: false,
    transform: {},
  };
  const report = join(folder, 'report.json');
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  // In one process, one after the other.
  const args = [jest, '--config', JSON.stringify(config), '-i', '--json', '--outputFile', report];
  exitCode = await new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error) => resolve(error?.code ?? 0));
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  for (const { name, status, assertionResults } of testResults) {
    seen[basename(name, '.test.mjs')] = [
      status,
      ...assertionResults.map((each) => `${each.title} ${each.status}`),
    ];
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['a-passes', ['passed', 'one passed', 'each 1 passed', 'each 2 passed']],
  ['b-fails', ['failed', 'one failed', 'two passed']],
  ['c-hook-fails', ['failed', 'one failed']],
  ['d-clearing-fails', ['failed', 'one passed']],
  ['e-does-not-load', ['failed']],
  ['f-never-ends', ['failed', 'one failed', 'two passed']],
  ['g-rejects-unheard', ['failed', 'one failed']],
  ['h-passes', ['passed', 'one passed']],
])('%s', (name, expected) => {
  expect(seen[name]).toEqual(expected);
});

test('the run as a whole has failed', () => {
  expect(exitCode).toBe(1);
});
