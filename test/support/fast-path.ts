/** Whether a route's fast path or its handler responded. */
import type { FastPath } from '../../api/http/route.ts';
import { routes } from '../../api/routes/index.ts';

/** `again`: the statement had to run once more. */
export type AnsweredBy = 'fast path' | 'again' | 'handler';

/**
 * Watches the fast path of a route, and can turn it off so that the handler does everything. No other API process may
 * use the declaration at the same time; within a test file none does.
 *
 * @param endpoint as the route declares it, such as `GET /vault/entries`
 */
export function watchFastPath(endpoint: string) {
  const route = routes.find(({ method, path }) => `${method.toUpperCase()} ${path}` === endpoint);
  const fastPath = route?.fastPath;
  if (!fastPath) throw new Error(`${endpoint} has no fast path`);
  const ways: AnsweredBy[] = [];
  const watched: FastPath<never, never, never, never> = {
    ...fastPath,
    async respond(...given) {
      const response = await fastPath.respond(...given);
      ways.push(response === null ? 'handler' : response === 'again' ? 'again' : 'fast path');
      return response;
    },
  };
  route.fastPath = watched;
  return {
    /** Since the last call. */
    taken: (): AnsweredBy[] => ways.splice(0),
    async withHandlerOnly<T>(work: () => Promise<T>): Promise<T> {
      delete route.fastPath;
      try {
        return await work();
      } finally {
        route.fastPath = watched;
      }
    },
    restore(): void {
      route.fastPath = fastPath;
    },
  };
}
