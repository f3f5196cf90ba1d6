/** Calls to the API on the web app's own origin, with the session's cookies. The pages and the worker share them. */
import createClient, { type ClientOptions } from 'openapi-fetch';
import { sendWithRetries } from '../../client/retry-after.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { Problem, problemOf } from './problem.ts';

/** An upload over a slow line takes its time. */
const PATIENCE_MS = 15 * 60_000;

/** What every part of the web app wants to hear, whichever request found it out. */
const news = new EventTarget();

/** Calls `listener` once the service no longer knows the session. */
export function onSessionEnded(listener: () => void): () => void {
  news.addEventListener('ended', listener);
  return () => news.removeEventListener('ended', listener);
}

/** Calls `listener` when a request gets no answer. */
export function onUnreachable(listener: () => void): () => void {
  news.addEventListener('unreachable', listener);
  return () => news.removeEventListener('unreachable', listener);
}

/** Calls `listener` when a request begins or ends a wait that the service asked for. */
export function onWaiting(listener: () => void): () => void {
  news.addEventListener('waiting', listener);
  return () => news.removeEventListener('waiting', listener);
}

let waiting = 0;
/** Whether a request waits before it is sent again. */
export const isWaiting = (): boolean => waiting > 0;

/** What decides that a session is over; logging in must not. */
const ASKS_WHO = /\/auth\/(login|refresh|logout|register)$/;

async function sendOnce(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    news.dispatchEvent(new Event('unreachable'));
    throw new Problem({ code: 'unreachable', status: 0, cause: error });
  }
}

const send = (request: Request): Promise<Response> =>
  sendWithRetries(request, {
    send: sendOnce,
    onWait(seconds) {
      waiting += seconds === null ? -1 : 1;
      news.dispatchEvent(new Event('waiting'));
    },
  });

async function exchange(): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await send(new Request('/api/v1/auth/refresh', { method: 'POST', headers, body: '{}' }));
  if (response.ok) return true;
  // A service that is busy has not ended the session.
  if (response.status !== 401) throw await problemOf(response);
  return false;
}

let renewing: Promise<boolean> | null = null;

/**
 * Exchanges the session's tokens, one tab after the other, and once for all requests that wait for it.
 *
 * @returns whether there still is a session
 */
function renew(): Promise<boolean> {
  renewing ??= navigator.locks.request('session-renewal', exchange).finally(() => {
    renewing = null;
  });
  return renewing;
}

const options: ClientOptions = {
  baseUrl: '/api/v1',
  redirect: 'error',
  async fetch(request) {
    const response = await send(request);
    if (response.status !== 401 || ASKS_WHO.test(new URL(request.url).pathname)) return response;
    const { code } = await problemOf(response.clone());
    if (code !== 'unauthenticated') return response;
    if (await renew()) return send(request);
    news.dispatchEvent(new Event('ended'));
    return response;
  },
};

/** The typed client. Each answer is a `{ data, error, response }`; see `answered`. */
export const api = createClient<paths>(options);

/** Sends a call for the reader of a mail, no matter who is logged in on this device. */
export const AS_VISITOR = { credentials: 'omit', cache: 'no-store' } as const;

/** The same client, but it throws a refusal as a `Problem`, which also knows `Retry-After`. */
export const throwing = createClient<paths>(options);
throwing.use({
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
  },
});

interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The body of a call that must succeed.
 *
 * @throws Problem if the API refuses or cannot be reached
 */
export async function answered<Data>(call: Promise<Reply<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (data !== undefined && data !== null) return data;
  throw Problem.from(error, response);
}
