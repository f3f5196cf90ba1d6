/** Who is logged in, and whether their vault is open. */
import { useEffect, useSyncExternalStore } from 'react';
import type { components } from '../../docs/openapi.d.ts';
import { onSessionEnded } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { $api, queries } from '../api/queries.ts';
import { onKeysChange, onWorkerSessionEnded, openKeys } from '../keys/keys.ts';

export type User = components['schemas']['User'];

export type SessionState =
  | { state: 'checking' }
  | { state: 'out' }
  /** Nobody knows, because the service does not answer. */
  | { state: 'unreachable'; error: unknown; tryAgain(): void }
  | { state: 'in'; user: User; keys: 'checking' | 'locked' | 'open' };

const PROFILE = $api.queryOptions('get', '/auth/profile').queryKey;

/** Notes who has just logged in, so that the page needs no request to know. */
export const entered = (user: User): void => {
  queries.setQueryData(PROFILE, { user });
};

/** Forgets everything that was read, because it belongs to the session that ended. */
export function left(): void {
  queries.clear();
}

/** Hears that the session ended, on whichever thread that was found. */
export function onEnded(listener: () => void): () => void {
  const stops = [onSessionEnded(listener), onWorkerSessionEnded(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

const isUnauthenticated = (error: unknown): boolean =>
  !(error instanceof Problem) && (error as { code?: string }).code === 'unauthenticated';

export function useSession(): SessionState {
  const { data, isPending, error, refetch } = $api.useQuery(
    'get',
    '/auth/profile',
    {},
    { staleTime: 60_000 },
  );
  const open = useSyncExternalStore(onKeysChange, openKeys);
  useEffect(() => onEnded(() => void queries.resetQueries({ queryKey: PROFILE })), []);
  if (isPending) return { state: 'checking' };
  if (error && !isUnauthenticated(error))
    return { state: 'unreachable', error, tryAgain: () => void refetch() };
  if (!data) return { state: 'out' };
  const { user } = data;
  if (open === undefined) return { state: 'in', user, keys: 'checking' };
  return { state: 'in', user, keys: open?.userId === user.id ? 'open' : 'locked' };
}
