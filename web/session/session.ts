/** Who is logged in, and whether their vault is open. */

import { type Query, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { AS_VISITOR, answered } from '../../client/api.ts';
import { api, onSessionEnded } from '../api/client.ts';
import { $api, queries } from '../api/queries.ts';
import type { Schemas } from '../api/schemas.ts';
import { hasCode } from '../api/sentences.ts';
import { keys, onKeysChange, onWorkerSessionEnded, openKeys } from '../keys/keys.ts';
import { listeners } from '../keys/listeners.ts';
import { forgetIdleLock } from './idle.ts';

export type User = Schemas['User'];

/** Why the session is over: the owner logged out, or the service ended it. */
export type SessionEnd = 'logged out' | 'ended';

export type SessionState =
  | { state: 'checking' }
  | { state: 'out'; left: SessionEnd | null }
  /** Unknown, because the service doesn't answer. */
  | { state: 'unreachable'; error: unknown; tryAgain(): void }
  | { state: 'in'; user: User; keys: 'checking' | 'locked' | 'open' };

const PROFILE_QUERY = $api.queryOptions('get', '/auth/profile', {}, { staleTime: 60_000 });
export const PROFILE = PROFILE_QUERY.queryKey;

/** Tabs share the session's cookies, so they tell each other about log-ins and log-outs. */
const tabs = new BroadcastChannel('session');
/** With the ID of the owner who logged in. */
export type TabMessage = 'left' | { entered: string };

let left: SessionEnd | null = null;

/** Who is logged in, as far as the web app knows. */
export const knownUser = (): User | undefined => queries.getQueryData<{ user: User } | null>(PROFILE)?.user;

/** The reader of a page behind a mailed link may be someone else, in a tab of the same browser. */
const isOfVisitor = ({ queryKey: [, , init] }: Query): boolean =>
  (init as RequestInit | undefined)?.credentials === AS_VISITOR.credentials;

const ALL_BUT_PROFILE = {
  predicate: (query: Query) => query.queryKey[1] !== PROFILE[1] && !isOfVisitor(query),
};

/** Clears the cache, because it belongs to the session that ended. */
function forget(how: SessionEnd): void {
  left = how;
  forgetIdleLock();
  queries.removeQueries(ALL_BUT_PROFILE);
  // Null means that nobody is logged in.
  queries.setQueryData(PROFILE, null);
}

const accountChanges = listeners();
/** Calls `listener` if another account takes the place of the one that this tab shows. */
export const onAccountChange = accountChanges.subscribe;

/** What this tab shows may belong to another account, whose session ended unnoticed here. */
function dropOthers(userId: string): void {
  const before = knownUser();
  if (!before || before.id === userId) return;
  void queries.resetQueries(ALL_BUT_PROFILE);
  accountChanges.tell();
}

/** Records who has just logged in, which saves a request. */
export function recordLogIn(user: User): void {
  left = null;
  dropOthers(user.id);
  queries.setQueryData(PROFILE, { user });
  tabs.postMessage({ entered: user.id } satisfies TabMessage);
}

/** Records that the owner has logged out. */
export function recordLogOut(): void {
  forget('logged out');
  tabs.postMessage('left' satisfies TabMessage);
}

function end(): void {
  if (!knownUser()) return;
  forget('ended');
  void keys.lock();
}

// Decrypted data is dropped with the keys, even where the page stays.
onKeysChange(() => {
  if (openKeys()) return;
  const opened = queries.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[0] === 'keys' });
  for (const query of opened) query.reset();
});
onSessionEnded(end);
// It has locked the vault. If the owner has logged in since, this tab stays in.
onWorkerSessionEnded(() => void checkSession());
tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  if (data === 'left') {
    forget('logged out');
    return;
  }
  dropOthers(data.entered);
  void queries.invalidateQueries({ queryKey: PROFILE });
};

/** Sets the language of our mails to the one that a logged-in reader has chosen. */
export async function storeLanguage(language: User['language']): Promise<void> {
  const user = knownUser();
  if (!user || user.language === language) return;
  queries.setQueryData(PROFILE, await answered(api.PUT('/auth/profile', { body: { language } })));
}

/** Asks the service whether the session is still there. */
export const checkSession = (): Promise<void> => queries.invalidateQueries({ queryKey: PROFILE });

export function useSession(): SessionState {
  const { data, isPending, error, refetch } = useQuery(PROFILE_QUERY);
  const open = useSyncExternalStore(onKeysChange, openKeys, () => undefined);
  if (isPending) return { state: 'checking' };
  if (error && !hasCode(error, 'unauthenticated')) {
    // Cached data stays visible while the connection is down.
    if (!data) return { state: 'unreachable', error, tryAgain: () => void refetch() };
  }
  if (!data?.user) return { state: 'out', left };
  const { user } = data;
  if (open === undefined) return { state: 'in', user, keys: 'checking' };
  return { state: 'in', user, keys: open?.userId === user.id ? 'open' : 'locked' };
}
