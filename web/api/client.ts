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

async function exchange(): Promise<boolean> {
  const { response, error } = await api.POST('/auth/refresh', { body: {} });
  if (response.status === 401) tell('ended');
  // A service that is busy has not ended the session.
  else if (!response.ok) throw Problem.from(error, response);
  return response.ok;
}

/**
 * Holds back other exchanges, and log-ins, in every tab: a refusal that arrives late removes the cookies of a session that
 * was opened while it was on its way.
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

const LOGS_IN = /\/auth\/login(\/passkey)?$/;

const options: ApiOptions = {
  send: (request) =>
    LOGS_IN.test(new URL(request.url).pathname) ? alone(() => sendByFetch(request)) : sendByFetch(request),
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
