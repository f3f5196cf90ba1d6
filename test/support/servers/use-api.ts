import { use } from '../use.ts';
import { startApi, type TestApi } from './api.ts';

/** An API for all tests of a file. */
export const useApi = (...options: Parameters<typeof startApi>): Promise<TestApi> =>
  use(() => startApi(...options));
