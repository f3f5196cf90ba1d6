/** Jest runs native ESM; SWC only strips the types. Three workers, for two cores: every file has a database, a task
 * and a Redis prefix of its own, and many wait for real servers. */
export default {
  testEnvironment: 'node',
  rootDir: '.',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Under `npm test`, which counts.
  reporters: process.env.VAULT_JEST_REPORT ? ['default', '<rootDir>/scripts/test/reporter.mjs'] : ['default'],
  testSequencer: '<rootDir>/scripts/test/sequencer.mjs',
  testTimeout: 60_000,
  maxWorkers: 3,
  // What a file's workers left behind, promise hooks among it, goes with the process.
  workerIdleMemoryLimit: '700MB',
};
