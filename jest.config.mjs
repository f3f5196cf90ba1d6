/** Jest runs native ESM; SWC only strips the types. Two workers: every file has a database, a task queue
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
  testTimeout: 60_000,
  maxWorkers: 2,
  // What a file's workers left behind, promise hooks among it, goes with the process.
  workerIdleMemoryLimit: '700MB',
};
