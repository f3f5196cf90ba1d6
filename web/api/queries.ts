/** Responses of the API, cached while they may still be current. */
import { QueryClient } from '@tanstack/react-query';
import createQueries from 'openapi-react-query';
import { Problem } from '../../client/problem.ts';
import { throwing } from './client.ts';

const TRIES = 2;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Trying again helps against a lost connection, not against a refusal. A busy service says when to ask again, and
      // the client has waited for that already.
      retry: (failures, error) => failures < TRIES && !isRefusal(error),
      staleTime: 10_000,
      // A request that fails leads to a message that says what to do. One that waits for a network shows nothing.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

const isRefusal = (error: Error): boolean =>
  error instanceof Problem && ((error.status >= 400 && error.status < 500) || error.status === 503);

/** `$api.useQuery('get', '/sessions')`. Errors are `Problem`s: see `useProblem`. */
export const $api = createQueries(throwing);

/** Refetches every query whose key starts with these words, after a change. */
export const refresh = (...paths: string[]): Promise<unknown> =>
  Promise.all(
    paths.map((path) =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith(path) }),
    ),
  );
