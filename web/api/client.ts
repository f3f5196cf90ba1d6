/** Calls to the API on the web app's own origin, with the session's cookies. The pages and the worker share them. */
import { type ApiOptions, createApi, sendByFetch } from '../../client/api.ts';
import { Problem, problemOf } from '../../client/problem.ts';

/** Events for every part of the web app, whichever request caused them. */
const news = new EventTarget();

type Listen = (listener: () => void) => () => void;

const on =
  (what: string): Listen =>
  (listener) => {
    news.addEventListener(what, listener);
    return () => news.removeEventListener(what, listener);
  };

const tell = (what: string): boolean => news.dispatchEvent(new Event(what));

/** Calls `listener` once the service no longer knows the session. @returns a function that stops it */
export const onSessionEnded = on('ended');

/** Calls `listener` when a request gets no response, unless its caller ended it. */
export const onUnreachable = on('unreachable');

/** Calls `listener` when a request begins or ends a wait that the service asked for. */
export const onWaiting = on('waiting');

let waiting = 0;
/** Whether a request waits before it is sent again. */
export const isWaiting = (): boolean => waiting > 0;

const refresh = () => api.POST('/auth/refresh', { body: {} });

async function exchange(): Promise<boolean> {
  // If the response got lost, the service gives the same tokens again within 10 seconds.
  const { response, error } = await refresh().catch(refresh);
  if (response.status === 401) tell('ended');
  // A service that is busy has not ended the session.
  else if (!response.ok) throw Problem.from(error, response);
  return response.ok;
}

/**
 * For requests that change the session's cookies, one at a time in all tabs: a refusal that arrives late removes the
 * cookies of a session that was opened while it was on its way.
 */
const alone = <Result>(task: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('session-cookies', task);

let renewing: Promise<boolean> | undefined;

/**
 * Exchanges the session's tokens, one tab at a time, and once for all requests that wait for it.
 *
 * @returns whether there still is a session
 */
function renew(): Promise<boolean> {
  renewing ??= alone(exchange).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** One that hangs must not keep every tab from logging in. */
const sendWithin = (request: Request, ms: number): Promise<Response> =>
  fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(ms)]) });

const REFRESH_MS = 4_000;
const LOG_IN_MS = 20_000;

function send(request: Request): Promise<Response> {
  const [, route] =
    new URL(request.url).pathname.match(/\/auth\/(refresh|login|login\/passkey|logout)$/) ?? [];
  if (route === 'refresh') return sendWithin(request, REFRESH_MS);
  return route ? alone(() => sendWithin(request, LOG_IN_MS)) : sendByFetch(request);
}

const options: ApiOptions = {
  send,
  renew,
  onUnreachable: () => tell('unreachable'),
  onWait(seconds) {
    waiting += seconds === null ? -1 : 1;
    tell('waiting');
  },
};

/** The typed client. Each response is a `{ data, error, response }`; see `answered` in client/. */
export const api = createApi(options);

/** The same client, but it throws a refusal as a `Problem`, which also knows `Retry-After`. */
export const throwing = createApi(options);
throwing.use({
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
  },
});
