import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The result of one part of `npm test`. */
export interface Tally {
  passed: number;
  failed: number;
  /** What was skipped and what failed, one sentence each. */
  notes: string[];
}

/** The part of Jest's `--json` report that we read. */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numTotalTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    /** The path of the file. */
    name: string;
    status: string;
    /** Why it failed. */
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

const firstLine = (text: string | undefined) =>
  stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n')[0];

/** Names each test that failed, and each file that failed outside a test. */
function failures({ testResults }: JestReport, root: string): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`failed: ${file}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `failed: ${file} › ${fullName}: ${firstLine(failureMessages?.[0])}`,
    );
  });
}

/** Names the tests that this machine lacks something for: their names say what. Those left out by `-t` do not. */
const skipped = ({ testResults }: JestReport): string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status === 'pending' && fullName.includes('[not played: '))
    .map(({ fullName }) => `skipped: ${fullName}`);

/**
 * Counts a run of Jest. Anything that makes the run worthless is counted as a failure: no report, a file that could not
 * be run, no test at all, or a bad exit code without a failed test.
 *
 * @param root file names are given relative to this folder
 */
export function tallyOf(report: JestReport | undefined, exitCode: number, root = process.cwd()): Tally {
  if (!report) {
    return { passed: 0, failed: 1, notes: [`Jest ended with exit code ${exitCode} and without a report`] };
  }
  const { numPassedTests: passed, numFailedTests, numTotalTests, numRuntimeErrorTestSuites: broken } = report;
  // Repeated here because a long output may be cut off further up.
  const notes = [...skipped(report), ...failures(report, root)];
  let failed = numFailedTests;
  if (broken > 0) {
    failed += broken;
    notes.push(`${broken} test ${broken === 1 ? 'file' : 'files'} could not be run`);
  }
  if (numTotalTests === 0 && broken === 0) {
    failed += 1;
    notes.push('no test ran');
  }
  if (failed === 0 && exitCode !== 0) {
    failed += 1;
    notes.push(`Jest ended with exit code ${exitCode} although no test failed`);
  }
  return { passed, failed, notes };
}

/** All parts together. */
export const sum = (tallies: Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  notes: tallies.flatMap(({ notes }) => notes),
});

/** The last line of `npm test`. */
export const closingLine = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`;
