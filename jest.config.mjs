import { availableParallelism } from 'node:os';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error('The tests need Node 24, which comes with the packages: run `npx jest` or `npm test`.');
  process.exit(1);
}

// Jest loads ES modules only with this flag. Its workers take it from here, so a plain `npx jest` needs no options.
const flags = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${flags}`.trim();

const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' } }] },
  injectGlobals: false,
};

export default {
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/**/*.unit.test.ts'] },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/**/!(*.unit).test.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mts',
      globalTeardown: '<rootDir>/test/support/global-teardown.mts',
    },
  ],
  testTimeout: 60_000,
  // One more than the cores, because some files mostly wait.
  maxWorkers: availableParallelism() + 1,
  workerIdleMemoryLimit: '1GB',
};
