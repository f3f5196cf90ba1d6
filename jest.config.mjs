import { GROUPS, TOGETHER_VARIABLE } from './scripts/test/groups.ts';

const together = process.env[TOGETHER_VARIABLE] !== undefined;
const grouped = Object.values(GROUPS).flat();

/** Jest runs native ESM; SWC only strips the types. Three workers on two cores, as some files mostly wait: every file has
 * a database, a task queue and a Redis prefix of its own. */
export default {
  testEnvironment: 'node',
  rootDir: '.',
  testMatch: ['<rootDir>/test/**/*.test.ts', ...(together ? ['<rootDir>/test/together/*.group.ts'] : [])],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(together ? grouped.map((file) => `<rootDir>/test/${file.replaceAll('.', '\\.')}\\.test\\.ts$`) : []),
  ],
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
  // What a file's workers left behind goes with the process.
  workerIdleMemoryLimit: '1GB',
};
