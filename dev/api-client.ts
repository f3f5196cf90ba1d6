/**
 * A client of the API, typed by its own OpenAPI document, for programs that look at single requests. Unlike the one in
 * client/, it never waits or retries, so that every refusal is seen.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { Reply } from '../client/index.ts';
import type { paths } from '../docs/openapi.d.ts';
import { Failure } from './cli/failure.ts';

export type ApiClient = Client<paths>;

export interface ApiClientOptions {
  /** Where the API listens, without a path. */
  origin: string;
  /** Headers for a request to this path. */
  headers(path: string): Record<string, string>;
  /** Sees every request and its response. It must read the body from a clone. */
  saw?(request: Request, response: Response): void | Promise<void>;
  /** Aborts every call. */
  signal?: AbortSignal;
  timeoutMs?: number;
}

export const apiClient = ({
  origin,
  headers,
  saw,
  signal,
  timeoutMs = 30_000,
}: ApiClientOptions): ApiClient =>
  createClient<paths>({
    baseUrl: `${origin}/api/v1`,
    // The API never redirects, and credentials must not follow a redirect.
    redirect: 'error',
    async fetch(request) {
      const sent = headers(new URL(request.url).pathname);
      for (const [name, value] of Object.entries(sent)) request.headers.set(name, value);
      const copy = saw ? request.clone() : request;
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await fetch(request, {
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      await saw?.(copy, response);
      return response;
    },
  });

/**
 * The body of a call that must succeed.
 *
 * @throws Failure with the problem otherwise
 */
export async function answer<Data>(call: Promise<Reply<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (data === undefined || data === null) {
    const { pathname } = new URL(response.url);
    throw new Failure(`${pathname} answered ${response.status} ${JSON.stringify(error)}`);
  }
  return data;
}
