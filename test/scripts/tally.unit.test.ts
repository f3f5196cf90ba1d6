import { expect, test } from '@jest/globals';
import { closingLine, type JestReport, sum, tallyOf } from '../../scripts/test/tally.ts';

const FILE = '/checkout/test/a.test.ts';

const report = (passed: number, failed: number, broken = 0): JestReport => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numTotalTests: passed + failed,
  numRuntimeErrorTestSuites: broken,
  testResults: [
    {
      name: FILE,
      status: failed > 0 ? 'failed' : 'passed',
      message: '',
      assertionResults: Array.from({ length: failed }, (_, i) => ({
        fullName: `case ${i}`,
        status: 'failed',
        failureMessages: ['Error: not 1\n    at a.test.ts:1'],
      })),
    },
  ],
});

const notes = (given: JestReport, exitCode: number) => tallyOf(given, exitCode, '/checkout').notes;

test.each([
  ['all passed', report(7, 0), 0, '7 passed, 0 failed'],
  ['some failed', report(5, 2), 1, '5 passed, 2 failed'],
  ['a file could not be run', report(5, 0, 1), 1, '5 passed, 1 failed'],
  ['no test ran', report(0, 0), 1, '0 passed, 1 failed'],
  ['no test ran and Jest was content', report(0, 0), 0, '0 passed, 1 failed'],
  ['Jest failed for another reason', report(5, 0), 1, '5 passed, 1 failed'],
  ['Jest left no report', undefined, 134, '0 passed, 1 failed'],
])('%s', (_what, given, exitCode, line) => {
  expect(closingLine(tallyOf(given, exitCode))).toBe(line);
});

test('the last line counts the checks too', () => {
  const lint = { passed: 1, failed: 0, notes: [] };
  const types = { passed: 0, failed: 1, notes: ['type check failed'] };
  const total = sum([lint, types, tallyOf(report(7, 0), 0)]);
  expect(closingLine(total)).toBe('8 passed, 1 failed');
  expect(total.notes).toEqual(['type check failed']);
});

test('failed checks are named', () => {
  expect(notes(report(5, 2), 1)).toEqual([
    'failed: test/a.test.ts › case 0: Error: not 1',
    'failed: test/a.test.ts › case 1: Error: not 1',
  ]);
});

test('a file that could not be run is named', () => {
  const broken = { name: FILE, status: 'failed', message: 'Cannot find module', assertionResults: [] };
  expect(notes({ ...report(5, 0, 1), testResults: [broken] }, 1)).toEqual([
    'failed: test/a.test.ts: Cannot find module',
    '1 test file could not be run',
  ]);
});

test('a test that this machine cannot run is named, but is not a failure', () => {
  const unplayed = (fullName: string) => ({ fullName, status: 'pending' });
  const assertionResults = [
    unplayed('a client in Python [not played: no Python]'),
    unplayed('left out by -t'),
  ];
  const given = report(5, 0);
  const tally = tallyOf({ ...given, testResults: [{ ...given.testResults[0]!, assertionResults }] }, 0);
  expect(tally.notes).toEqual(['skipped: a client in Python [not played: no Python]']);
  expect(closingLine(tally)).toBe('5 passed, 0 failed');
});
