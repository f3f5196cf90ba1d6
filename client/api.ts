/** Calls to the API, typed by its own OpenAPI document. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../docs/openapi.d.ts';
import { inTime } from './in-time.ts';
import { Problem, problemOf } from './problem.ts';
import { sendWithRetries } from './retry-after.ts';

/** A typed client, such as `api.GET('/successors')`. Each response is a `{ data, error, response }`; see `answered`. */
export interface Api extends Client<paths> {
  /** Sends a request once, as `ApiOptions` says. */
  readonly send?: (request: Request) => Promise<Response>;
  /** Sends a body while it is made, so that a large vault is never in memory at once: see `withStreaming` of ndjson.ts. */
  readonly stream?: (request: Request) => Promise<Response>;
}

export interface ApiOptions {
  /** Where the service is, such as `https://vault.example`. By default, where the page came from. */
  origin?: string;
  /** Sends one request, by default with `fetch`. A program with tokens uses `withHeaders`; in a browser, cookies are enough. */
  send?(request: Request): Promise<Response>;
  /**
   * Called when the service no longer accepts the access token, which lives an hour unless the service says otherwise. A
   * program that runs for longer exchanges its refresh token here (`POST /auth/refresh`, with an `Api` without `renew`) and
   * keeps both new tokens. If it resolves to true, the request is sent once more. Otherwise the session is over.
   */
  renew?(): Promise<boolean>;
  /** Called when a request gets no response, or not all of it, unless its caller ended it. */
  onUnreachable?(): void;
  /** Called with the seconds before each wait that the service asks for, and with null after it. */
  onWait?(seconds: number | null): void;
}

/**
 * For a request, and again for a response that is read as a whole: both may be large, and the line slow. A response that
 * is read as a stream has a limit for each piece instead.
 */
const TIMEOUT_MS = 15 * 60_000;

/** A refusal by one of these routes says nothing about the session. */
const WITHOUT_SESSION = /\/auth\/(login|refresh|register)$/;

export async function sendByFetch(request: Request): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('no response in time', 'TimeoutError')),
    TIMEOUT_MS,
  );
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

/** Sends requests with headers, such as `Authorization`. */
export const withHeaders =
  (headers: () => Record<string, string>) =>
  (request: Request): Promise<Response> => {
    for (const [name, value] of Object.entries(headers())) request.headers.set(name, value);
    return sendByFetch(request);
  };

/**
 * Makes a client of the API. It sends a request again when the service asks it to wait (retry-after.ts) and when the
 * access token was renewed. Its calls throw Problem `unreachable` without a response, or with half of one.
 */
export function createApi(options: ApiOptions = {}): Api {
  const { origin = '', send = sendByFetch, renew, onUnreachable, onWait } = options;

  async function sendOnce(request: Request): Promise<Response> {
    const lost = (cause: unknown): never => {
      // A caller who ends a request says nothing about the connection.
      if (!request.signal.aborted) onUnreachable?.();
      throw new Problem({ code: 'unreachable', status: 0, cause });
    };
    const response = await send(request).catch(lost);
    // Most callers read a response as a whole, by one of these.
    const text = () => inTime(Response.prototype.text.call(response), TIMEOUT_MS).catch(lost);
    return Object.assign(response, { text, json: async () => JSON.parse(await text()) });
  }
  const sendPatiently = (request: Request): Promise<Response> =>
    sendWithRetries(request, { send: sendOnce, onWait });

  const client = createClient<paths>({
    baseUrl: `${origin}/api/v1`,
    // The API never redirects, and credentials must not follow a redirect.
    redirect: 'error',
    async fetch(request) {
      const response = await sendPatiently(request);
      if (response.status !== 401 || WITHOUT_SESSION.test(new URL(request.url).pathname)) return response;
      const { code } = await problemOf(response.clone());
      return code === 'unauthenticated' && (await renew?.()) ? sendPatiently(request) : response;
    },
  });
  return { ...client, send: sendOnce };
}

/** What a call of the client resolves to. */
export interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The body of a call that must succeed: `await answered(api.GET('/auth/profile'))`.
 *
 * @throws Problem if the API refuses or cannot be reached
 */
export async function answered<Data>(call: Promise<Reply<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (data !== undefined && data !== null) return data;
  throw Problem.from(error, response);
}

/** Sends a call without the cookies of this browser: for the reader of an email, no matter who is logged in here. */
export const AS_VISITOR = { credentials: 'omit', cache: 'no-store' } as const;
