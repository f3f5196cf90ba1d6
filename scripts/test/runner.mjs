/**
 * The test runner that jest.config.mjs names: Jest's own (jest-circus), but Node itself loads the test files and all
 * that they import, as it does in production: once for each process, out of the compile cache, and without types.
 * Jest's loader would read every module anew for every file, into a second copy of Node's globals.
 *
 * What a file leaves behind in its process is met by the next one there.
 */
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

const load = createRequire(import.meta.url);

registerHooks({
  // The real one only says that it works inside of Jest's loader.
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: new URL('./jest-globals.mjs', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

export default async function run(globalConfig, config, environment, runtime, testPath, report) {
  runtime.requireInternalModule = (path) => {
    // Each file's tests are a state of their own, of which the handlers of events are the part that is global.
    delete load.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return load(path);
  };
  runtime.setGlobalsForRuntime = (globals) => {
    globalThis.jestGlobals = globals;
  };
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (path) => import(pathToFileURL(path).href);
  // Jest wants a hundred lines of every error, each looked up in source maps, of which there are none.
  Error.stackTraceLimit = 20;
  Error.prepareStackTrace = undefined;
  return circus.default(globalConfig, config, environment, runtime, testPath, report);
}
