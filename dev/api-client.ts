/** A client of the API, typed by its own OpenAPI document. */
import createClient, { type Client } from 'openapi-fetch';
import { sendWithRetries } from '../client/retry-after.ts';
import type { paths } from '../docs/openapi.d.ts';
import { Failure } from './cli/failure.ts';

export type ApiClient = Client<paths>;

export interface ApiClientOptions {
  /** Where the API listens, without a path. */
  origin: string;
  /** Headers for a request to this path. */
  headers(path: string): Record<string, string>;
  /** Sees every request and its answer. It must read the body from a clone. */
  saw?(request: Request, response: Response): void | Promise<void>;
  /**
   * Called when the session is refused. If it resolves to true, the request is sent once more, with new headers. Not
   * for requests with a streamed body, which cannot be sent twice.
   */
  renew?(): Promise<boolean>;
  /** Called before each wait that the service asks for. Without it, refusals are final, as they are for streamed bodies. */
  onWait?(seconds: number): void;
  /** Aborts every call. */
  signal?: AbortSignal;
  /** How long an answer may take. */
  patienceMs?: number;
}

export function apiClient({
  origin,
  headers,
  saw,
  renew,
  onWait,
  signal,
  patienceMs = 30_000,
}: ApiClientOptions): ApiClient {
  async function sendOnce(request: Request): Promise<Response> {
    const sent = headers(new URL(request.url).pathname);
    for (const [name, value] of Object.entries(sent)) request.headers.set(name, value);
    const asked = saw ? request.clone() : request;
    const timeout = AbortSignal.timeout(patienceMs);
    const response = await fetch(request, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    await saw?.(asked, response);
    return response;
  }
  const send = (request: Request): Promise<Response> =>
    onWait
      ? sendWithRetries(request, { send: sendOnce, onWait: (seconds) => seconds === null || onWait(seconds) })
      : sendOnce(request);
  return createClient<paths>({
    baseUrl: `${origin}/api/v1`,
    // The API never redirects, and credentials must not follow a redirect.
    redirect: 'error',
    async fetch(request) {
      const again = renew && request.clone();
      const response = await send(request);
      return again && response.status === 401 && (await renew()) ? send(again) : response;
    },
  });
}

interface TypedReply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The body of a call that must succeed.
 *
 * @throws Failure with the problem otherwise
 */
export async function answer<Data>(call: Promise<TypedReply<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (data === undefined || data === null) {
    const { pathname } = new URL(response.url);
    throw new Failure(`${pathname} answered ${response.status} ${JSON.stringify(error)}`);
  }
  return data;
}
