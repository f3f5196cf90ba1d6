/**
 * A reporter of Jest, which jest.config.mjs names under `npm test`: it writes the counts of a run, and what failed, to
 * the file named in VAULT_JEST_REPORT.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The first line of what a failure says. */
const said = (text) =>
  stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n')[0];

export default class CountReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numTotalTests, numRuntimeErrorTestSuites, testResults } = results;
    const failures = testResults.flatMap(({ testFilePath, testExecError, testResults: tests }) => {
      const file = relative(process.cwd(), testFilePath);
      const failed = tests.filter(({ status }) => status === 'failed');
      return [
        ...(testExecError ? [`${file}: ${said(testExecError.message)}`] : []),
        ...failed.map(
          ({ fullName, failureMessages }) => `${file} › ${fullName}: ${said(failureMessages[0])}`,
        ),
      ];
    });
    // Those that say why; what somebody left out with `-t` they know themselves.
    const skipped = testResults
      .flatMap(({ testResults: tests }) => tests)
      .filter(({ status, fullName }) => status === 'pending' && fullName.includes('[not played: '))
      .map(({ fullName }) => fullName);
    const report = {
      numPassedTests,
      numFailedTests,
      numTotalTests,
      numRuntimeErrorTestSuites,
      failures,
      skipped,
    };
    writeFileSync(process.env.VAULT_JEST_REPORT, JSON.stringify(report));
  }
}
