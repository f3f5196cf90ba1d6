/** Shows changes made elsewhere: one realtime connection per tab, for as long as an owner's page is open. */
import { useSyncExternalStore } from 'react';
import { onUnreachable } from '../api/client.ts';
import { queries, refresh } from '../api/queries.ts';
import { checkSession, knownUser, onAccountChange } from '../session/session.ts';

export type LiveState = 'connecting' | 'connected' | 'offline' | 'crowded';

interface LiveEvent {
  event: string;
  payload: { type?: string };
}

/** Moving from one page to another keeps the connection. */
const LINGERS_MS = 3_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The close code that the introduction of the API explains. */
const TOO_MANY = 4429;
/** Several things often change at once. */
const GATHERED_MS = 200;

const SWITCH = ['/inactivity', '/handover'];
const PEOPLE = ['/successors', ...SWITCH];

/** Queries to refetch, by the type of a record. */
const READ_AGAIN: readonly [RegExp, readonly string[]][] = [
  [/^(check_in|settings|switch|reminder|warning|handover|mail_returned)/, SWITCH],
  [/^(successor|rehearsal|contact|access|shares|restored)|vault_(accessed|rotated)/, PEOPLE],
  [/^(vault|entry|trash)_/, ['/vault']],
  [/^(profile|email|two_factor|password|plan)|vault_rotated/, ['/auth/profile', '/billing']],
  [/^channel_/, ['/channels']],
  [/^(automation_|status_read)/, ['/automations']],
  [/^passkey_/, ['/passkeys']],
  [/^(session|log|password)/, ['/sessions']],
];

let state: LiveState = 'connecting';
let socket: WebSocket | null = null;
let hasBeenOpen = false;
let tries = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
let gathering: ReturnType<typeof setTimeout> | undefined;
const changed = new Set<string>();
const listeners = new Set<() => void>();

function become(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

function readAgain(paths: readonly string[]): void {
  for (const path of paths) changed.add(path);
  clearTimeout(gathering);
  gathering = setTimeout(() => {
    void refresh(...changed);
    changed.clear();
  }, GATHERED_MS);
}

function take({ event, payload }: LiveEvent): void {
  if (event === 'realtime.connected') {
    // Anything may have changed while there was no connection.
    if (hasBeenOpen || state !== 'connecting') void queries.invalidateQueries();
    become('connected');
    tries = 0;
    hasBeenOpen = true;
  } else if (event === 'session.revoked') void checkSession();
  else if (event === 'activity.recorded') {
    const { type = '' } = payload;
    readAgain(['/activity', ...READ_AGAIN.flatMap(([matches, paths]) => (matches.test(type) ? paths : []))]);
  } else readAgain(PEOPLE);
}

function open(): void {
  clearTimeout(retry);
  const own = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/ws`);
  let wasOpen = false;
  socket = own;
  own.onopen = () => {
    wasOpen = true;
  };
  own.onmessage = ({ data }: MessageEvent<string>) => take(JSON.parse(data));
  own.onclose = ({ code }) => {
    if (socket !== own) return;
    socket = null;
    // A service that restarts is back at once.
    const next = wasOpen && navigator.onLine ? 'connecting' : 'offline';
    become(code === TOO_MANY ? 'crowded' : next);
    const wait = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS) * (0.5 + Math.random());
    tries += 1;
    // A browser doesn't say why it was refused. A request for the profile shows why, and renews the session's tokens.
    retry = setTimeout(() => void checkSession().then(reopen), wait);
  };
}

function close(): void {
  clearTimeout(retry);
  const own = socket;
  socket = null;
  own?.close();
}

function reopen(): void {
  // The session may have ended while its page is still shown. Without a session, the service refuses the connection.
  if (listeners.size === 0 || !knownUser()) return;
  close();
  open();
}

/** The operating system notices before the connection does. */
function loseConnection(): void {
  if (listeners.size === 0) return;
  become('offline');
  close();
  retry = setTimeout(reopen, LONGEST_WAIT_MS);
}

addEventListener('online', reopen);
onAccountChange(reopen);
addEventListener('offline', loseConnection);
onUnreachable(() => {
  if (socket) reopen();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  clearTimeout(leaving);
  if (!socket && listeners.size === 1) open();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      if (listeners.size > 0) return;
      close();
      hasBeenOpen = false;
      tries = 0;
      become('connecting');
    }, LINGERS_MS);
  };
}

/**
 * Keeps the connection while it is used.
 *
 * @returns `offline` once an attempt to connect has failed; `crowded` while too many are open, here or on the network
 */
export const useLive = (): LiveState => useSyncExternalStore(subscribe, () => state);
