/** Callers of the API: a visitor with a link, a browser with cookies, a program with a bearer token. */
import { type ApiClient, apiClient } from './api-client.ts';
import { Failure } from './cli/failure.ts';

/** Every request and response, to search afterwards. */
export interface RecordedTraffic {
  /** Requests: method, path and body. */
  readonly sent: string[];
  /** Responses: status and body. */
  readonly received: string[];
}

/** A client of the API. `answer` unwraps the body of a successful call. */
export type ApiCaller = ApiClient;

export interface ServiceAccess {
  /** Where the API listens, without a path. */
  api: string;
  /** The origin of the web app. */
  webApp: string;
  /** Left out when it is not searched afterwards. */
  traffic?: RecordedTraffic;
  /** Aborts every call. */
  signal: AbortSignal;
  /** How long a response may take. The default is 30 s. */
  timeoutMs?: number;
  /** The address that the API sees, as if a trusted proxy had forwarded it; the real one by default. */
  network?: string;
}

const TIMEOUT_MS = 30_000;

interface CallerIdentity {
  headers(path: string): Record<string, string>;
  keep?(response: Response): void;
}

const caller = (
  { api, traffic, signal, timeoutMs = TIMEOUT_MS, network }: ServiceAccess,
  { headers, keep }: CallerIdentity,
): ApiCaller =>
  apiClient({
    origin: api,
    headers: (path) => ({ ...headers(path), ...(network ? { 'X-Forwarded-For': network } : {}) }),
    signal,
    timeoutMs,
    async saw(request, response) {
      if (traffic) await record(traffic, request, response);
      keep?.(response);
    },
  });

async function record(
  { sent, received }: RecordedTraffic,
  request: Request,
  response: Response,
): Promise<void> {
  const { pathname, search } = new URL(request.url);
  sent.push(`${request.method} ${pathname}${search} ${await request.text()}`);
  received.push(`${response.status} ${await response.clone().text()}`);
}

/** A page that sends no credentials, such as one opened by a link in a mail. */
export const visitor = (service: ServiceAccess): ApiCaller =>
  caller(service, { headers: () => ({ Origin: service.webApp }) });

const COOKIE = /^([^=]+)=([^;]*);.*?Path=([^;]+)/i;

/** A browser, which keeps cookies and sends its origin. */
export function browser(service: ServiceAccess): ApiCaller {
  const jar = new Map<string, { value: string; under: string }>();
  const cookiesFor = (path: string) =>
    [...jar].flatMap(([name, { value, under }]) => (path.startsWith(under) ? `${name}=${value}` : []));
  return caller(service, {
    headers(path) {
      const cookies = cookiesFor(path);
      return { Origin: service.webApp, ...(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}) };
    },
    keep(response) {
      for (const given of response.headers.getSetCookie()) {
        const [, name, value, under] = COOKIE.exec(given) ?? [];
        if (name && value && under) jar.set(name, { value, under });
      }
    },
  });
}

/** A program with an access token. Only its check-ins are signs of life. */
export const program = (service: ServiceAccess, accessToken: string): ApiCaller =>
  caller(service, { headers: () => ({ Authorization: `Bearer ${accessToken}` }) });

/**
 * Opens the page behind a link, as a person does. That alone changes nothing.
 *
 * @returns the token that the page's button will send
 * @throws Failure when there is no such page, or the link has no token
 */
export async function openPage({ signal }: ServiceAccess, link: string): Promise<string> {
  const url = new URL(link);
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  const html = await response.text();
  const token = url.searchParams.get('token');
  // An address without a page gets the same frame, with 404.
  if (!response.ok || !html.includes('id="root"') || token === null) {
    throw new Failure(`The link to ${url.pathname} leads to no page (${response.status})`);
  }
  return token;
}
