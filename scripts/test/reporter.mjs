/** A reporter of Jest, which jest.config.mjs names under `npm test`: it writes the counts of a run to the file named in VAULT_JEST_REPORT. */
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numTotalTests, numRuntimeErrorTestSuites }) {
    const report = { numPassedTests, numFailedTests, numTotalTests, numRuntimeErrorTestSuites };
    writeFileSync(process.env.VAULT_JEST_REPORT, JSON.stringify(report));
  }
}
