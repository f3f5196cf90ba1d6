/** A client of the API whose paths, bodies and answers are those of its own OpenAPI document. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../docs/openapi.d.ts';
import { Failure } from './cli/failure.ts';

export type ApiClient = Client<paths>;

export interface ApiClientOptions {
  /** Where the API listens, without a path. */
  origin: string;
  /** Sent with every request, whatever it asks for or by its path. */
  headers(path: string): Record<string, string>;
  /** Sees every request, and its answer. What it says of the body must come from a clone. */
  saw?(request: Request, response: Response): void | Promise<void>;
  /** Gives up every call. */
  signal?: AbortSignal;
  /** How long an answer may take. */
  patienceMs?: number;
}

export function apiClient({
  origin,
  headers,
  saw,
  signal,
  patienceMs = 30_000,
}: ApiClientOptions): ApiClient {
  return createClient<paths>({
    baseUrl: `${origin}/api/v1`,
    async fetch(request) {
      const sent = headers(new URL(request.url).pathname);
      for (const [name, value] of Object.entries(sent)) request.headers.set(name, value);
      const asked = saw ? request.clone() : request;
      const patience = AbortSignal.timeout(patienceMs);
      const response = await fetch(request, {
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      });
      await saw?.(asked, response);
      return response;
    },
  });
}

interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The body of a call that has to succeed.
 *
 * @throws Failure with the problem that it was answered with instead
 */
export async function answer<Data>(call: Promise<Reply<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (data === undefined || data === null) {
    const { pathname } = new URL(response.url);
    throw new Failure(`${pathname} answered ${response.status} ${JSON.stringify(error)}`);
  }
  return data;
}
