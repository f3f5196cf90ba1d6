import { expect, test } from '@jest/globals';
import { closingLine, sum, tallyOf } from '../../scripts/test/tally.ts';

const report = (passed: number, failed: number, broken = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numTotalTests: passed + failed,
  numRuntimeErrorTestSuites: broken,
  skipped: [] as string[],
  failures: Array.from({ length: failed }, (_, i) => `test/a.test.ts › case ${i}: not 1`),
});

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

test('the closing line counts the checks before the tests as well', () => {
  const lint = { passed: 1, failed: 0, notes: [] };
  const types = { passed: 0, failed: 1, notes: ['type check failed'] };
  const total = sum([lint, types, tallyOf(report(7, 0), 0)]);
  expect(closingLine(total)).toBe('8 passed, 1 failed');
  expect(total.notes).toEqual(['type check failed']);
});

test('what failed is named', () => {
  expect(tallyOf(report(5, 2), 1).notes).toEqual([
    'failed: test/a.test.ts › case 0: not 1',
    'failed: test/a.test.ts › case 1: not 1',
  ]);
});

test('what this machine could not play is named, and fails nothing', () => {
  const tally = tallyOf({ ...report(5, 0), skipped: ['a client in Python [not played: no Python]'] }, 0);
  expect(tally.notes).toEqual(['skipped: a client in Python [not played: no Python]']);
  expect(closingLine(tally)).toBe('5 passed, 0 failed');
});
