import { afterAll, beforeAll } from '@jest/globals';
import { startApi, type TestApi } from './api.ts';

/** An API for all tests of a file: it starts before the first one, and only then can it be read, and stops after the last. */
export function useApi(...options: Parameters<typeof startApi>): TestApi {
  const api = {} as TestApi;
  beforeAll(async () => {
    Object.assign(api, await startApi(...options));
  });
  afterAll(() => api.close());
  return api;
}
