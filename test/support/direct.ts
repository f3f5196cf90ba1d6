/** Which way a direct route answered. */
import type { Direct, RouteDeclaration } from '../../api/http/route.ts';

/** `again`: the statement had to run once more. */
export type Way = 'direct' | 'again' | 'handler';

type Loose = Direct<never, never, never, never>;

/**
 * Watches a direct route, and can turn its statement off so that its handler does everything. One API process must be
 * the only one to use the declaration meanwhile, as it is in a test file.
 */
export function watchDirect(route: RouteDeclaration) {
  const { direct } = route;
  if (!direct) throw new Error(`${route.path} is not direct`);
  const ways: Way[] = [];
  const watched: Loose = {
    ...direct,
    async answer(...given) {
      const answer = await direct.answer(...given);
      ways.push(answer === null ? 'handler' : answer === 'again' ? 'again' : 'direct');
      return answer;
    },
  };
  route.direct = watched;
  return {
    /** Since the last call. */
    taken: (): Way[] => ways.splice(0),
    async withHandlerOnly<T>(work: () => Promise<T>): Promise<T> {
      delete route.direct;
      try {
        return await work();
      } finally {
        route.direct = watched;
      }
    },
    restore(): void {
      route.direct = direct;
    },
  };
}
