import type { ServiceAccess } from '../../../dev/callers.ts';
import type { TestApi } from '../servers/api.ts';

/** How browsers and programs of dev/callers.ts reach a test's service. */
export const serviceAccess = ({ url, origin }: Pick<TestApi, 'url' | 'origin'>): ServiceAccess => ({
  api: new URL(url).origin,
  webApp: origin,
  signal: new AbortController().signal,
});
