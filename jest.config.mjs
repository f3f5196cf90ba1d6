/** Node itself loads the tests, by a runner of our own. Three workers on two cores, as some files mostly wait: every
 * file has a database, a task queue and a Redis prefix of its own. */
export default {
  testEnvironment: 'node',
  rootDir: '.',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testRunner: '<rootDir>/scripts/test/runner.mjs',
  injectGlobals: false,
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Under `npm test`, which counts.
  reporters: process.env.VAULT_JEST_REPORT ? ['default', '<rootDir>/scripts/test/reporter.mjs'] : ['default'],
  testSequencer: '<rootDir>/scripts/test/sequencer.mjs',
  testTimeout: 60_000,
  maxWorkers: 3,
  // What a file's workers left behind goes with the process.
  workerIdleMemoryLimit: '1GB',
};
