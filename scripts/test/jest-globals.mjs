/** What files import as `@jest/globals` where runner.mjs loads them: of whichever test file this process plays just now. */
const ofNow = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _self, args) => globalThis.jestGlobals[name](...args),
    get: (_target, key) => globalThis.jestGlobals[name][key],
  });

export const afterAll = ofNow('afterAll');
export const afterEach = ofNow('afterEach');
export const beforeAll = ofNow('beforeAll');
export const beforeEach = ofNow('beforeEach');
export const describe = ofNow('describe');
export const expect = ofNow('expect');
export const test = ofNow('test');
