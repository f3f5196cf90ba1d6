/** Calls to the API on the page's own origin, with the session's cookies. Pages and the worker use the same. */
import createClient from 'openapi-fetch';
import type { paths } from '../../docs/openapi.d.ts';
import { Problem, problemOf } from './problem.ts';

/** An upload over a slow line takes its time. */
const PATIENCE_MS = 15 * 60_000;

/** The session has ended everywhere: nobody needs to hear it twice. */
const ended = new EventTarget();

/** Calls `listener` once the service no longer knows the session. */
export function onSessionEnded(listener: () => void): () => void {
  ended.addEventListener('ended', listener);
  return () => ended.removeEventListener('ended', listener);
}

/** What decides that a session is over; logging in must not. */
const ASKS_WHO = /\/auth\/(login|refresh|logout|register)$/;

/** Exchanges the session's tokens, one tab after the other. @returns whether there still is a session */
const renew = (): Promise<boolean> =>
  navigator.locks.request('session-renewal', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/v1/auth/refresh', { method: 'POST', headers, body: '{}' });
    return answer.ok;
  });

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw new Problem({ code: 'unreachable', status: 0, cause: error });
  }
}

/** The typed client. Each answer is a `{ data, error, response }`; see `answered`. */
export const api = createClient<paths>({
  baseUrl: '/api/v1',
  redirect: 'error',
  async fetch(request) {
    const again = request.clone();
    const response = await send(request);
    if (response.status !== 401 || ASKS_WHO.test(new URL(request.url).pathname)) return response;
    const { code } = await problemOf(response.clone());
    if (code !== 'unauthenticated') return response;
    if (await renew()) return send(again);
    ended.dispatchEvent(new Event('ended'));
    return response;
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
