/** What one part of `npm test` came to. */
export interface Tally {
  passed: number;
  failed: number;
  /** What was skipped, and what failed, a sentence each. */
  notes: string[];
}

/** The part of Jest's own report that is read here. */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numTotalTests: number;
  numRuntimeErrorTestSuites: number;
  /** Each test and file that failed, and the first line of what it said. */
  failures: string[];
  /** Each test that this machine lacks something for; its name says what. */
  skipped: string[];
}

/**
 * Counts a run of Jest. Whatever makes it worthless counts as a failure: no report, a file that could not be
 * run, no test at all, or a bad exit code for which no test is to blame.
 */
export function tallyOf(report: JestReport | undefined, exitCode: number): Tally {
  if (!report) {
    return { passed: 0, failed: 1, notes: [`Jest ended with exit code ${exitCode} and without a report`] };
  }
  const { numPassedTests: passed, numFailedTests, numTotalTests, numRuntimeErrorTestSuites: broken } = report;
  // Above the closing line: what stands further up may be cut off where somebody reads it.
  const notes = [
    ...report.skipped.map((name) => `skipped: ${name}`),
    ...report.failures.map((failure) => `failed: ${failure}`),
  ];
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
