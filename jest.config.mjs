import { availableParallelism } from 'node:os';
import vm from 'node:vm';

const FLAG = '--experimental-vm-modules';

/** Ends with one sentence that says what to do. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  fail('The tests need Node 24, which comes with the packages: run `npx jest` or `npm test`.');
}
// Jest loads ES modules only with this flag. Its workers take it from here, so a plain `npx jest` needs no options.
if (
  !vm.SourceTextModule &&
  process.argv.some((each) => /^(-i|--runInBand|--detectOpenHandles)$/.test(each))
) {
  fail(`Without workers, Jest needs a flag: put NODE_OPTIONS=${FLAG} before the command.`);
}
const options = `${process.env.NODE_OPTIONS ?? ''} ${FLAG} --disable-warning=ExperimentalWarning`;
process.env.NODE_OPTIONS = options.trim();

const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' } }] },
  injectGlobals: false,
};

/** These show that what the page derives and signs with is what Node's own Argon2id and ML-DSA give. All others use Node's. */
const AS_IN_THE_PAGE = '/test/crypto/(account|kdf|known-answers|vectors)[.]unit[.]test[.]ts$';
const NATIVE_MODULES = {
  '^hash-wasm$': '<rootDir>/dev/native/argon2.ts',
  '^@noble/post-quantum/ml-dsa[.]js$': '<rootDir>/dev/native/ml-dsa.ts',
};

const withServers = {
  ...shared,
  moduleNameMapper: NATIVE_MODULES,
  testEnvironment: '<rootDir>/test/support/environment.mts',
  globalSetup: '<rootDir>/test/support/global-setup.mts',
  globalTeardown: '<rootDir>/test/support/global-teardown.mts',
};

/** Photographs are taken only when there is a folder to keep them in. */
const pictures = process.env.KEEP_PICTURES_IN
  ? [{ ...withServers, displayName: 'pictures', testMatch: ['<rootDir>/test/**/*.pictures.ts'] }]
  : [];

/** Generated clients need the toolchains of four languages: `npm run clients`. */
const clients =
  process.env.PLAY_CLIENTS === undefined
    ? []
    : [{ ...withServers, displayName: 'clients', testMatch: ['<rootDir>/test/**/*.clients.ts'] }];

/** The server of ntfy isn't an npm package: NTFY names its program. */
const ntfy = process.env.NTFY
  ? [{ ...shared, displayName: 'ntfy', testMatch: ['<rootDir>/test/**/*.ntfy.ts'] }]
  : [];

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.unit.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', AS_IN_THE_PAGE],
      moduleNameMapper: NATIVE_MODULES,
    },
    { ...shared, displayName: 'as-in-the-page', testRegex: AS_IN_THE_PAGE },
    { ...withServers, displayName: 'integration', testMatch: ['<rootDir>/test/**/!(*.unit).test.ts'] },
    ...pictures,
    ...clients,
    ...ntfy,
  ],
  // A test of the page can take half of it on two slow and busy cores.
  testTimeout: 240_000,
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // Two more than the cores, because a file waits for nearly half of its time. With three, files only slow each other down.
  maxWorkers: availableParallelism() + 2,
  // V8's searches for garbage take longer than a new worker: nothing that a file has loaded is ever freed.
  workerIdleMemoryLimit: '300MB',
};
