/** Who calls the API in the demo: a visitor with a link, a browser with cookies, a program with a bearer token. */
import { type ApiClient, apiClient } from '../api-client.ts';
import { Failure } from '../cli/failure.ts';

/** Everything that the demo's browsers and the service said to each other, to search afterwards. */
export interface Traffic {
  /** Requests: method, path and body. */
  readonly sent: string[];
  /** Answers: status and body. */
  readonly received: string[];
}

/** A client of the API. `answer` unwraps the body of a successful call. */
export type Caller = ApiClient;

export interface Service {
  /** Where the API listens, without a path. */
  api: string;
  /** What people open. */
  page: string;
  /** Left out when nobody searches it afterwards. */
  traffic?: Traffic;
  /** Gives up every call. */
  signal: AbortSignal;
  /** How long an answer may take. The default is 30 s. */
  patienceMs?: number;
  /** The address that callers have in front of the proxy that the API believes; their real one by default. */
  network?: string;
}

const PATIENCE_MS = 30_000;

interface Identity {
  headers(path: string): Record<string, string>;
  keep?(response: Response): void;
}

const caller = (
  { api, traffic, signal, patienceMs = PATIENCE_MS, network }: Service,
  { headers, keep }: Identity,
): Caller =>
  apiClient({
    origin: api,
    headers: (path) => ({ ...headers(path), ...(network ? { 'X-Forwarded-For': network } : {}) }),
    signal,
    patienceMs,
    async saw(request, response) {
      if (traffic) await overhear(traffic, request, response);
      keep?.(response);
    },
  });

async function overhear({ sent, received }: Traffic, request: Request, response: Response): Promise<void> {
  const { pathname, search } = new URL(request.url);
  sent.push(`${request.method} ${pathname}${search} ${await request.text()}`);
  received.push(`${response.status} ${await response.clone().text()}`);
}

/** A page that sends no credentials, such as those behind the links in mails. */
export const visitor = (service: Service): Caller =>
  caller(service, { headers: () => ({ Origin: service.page }) });

const COOKIE = /^([^=]+)=([^;]*);.*?Path=([^;]+)/i;

/** A browser, which keeps cookies and names its page. */
export function browser(service: Service): Caller {
  const jar = new Map<string, { value: string; under: string }>();
  const cookiesFor = (path: string) =>
    [...jar].flatMap(([name, { value, under }]) => (path.startsWith(under) ? `${name}=${value}` : []));
  return caller(service, {
    headers(path) {
      const cookies = cookiesFor(path);
      return { Origin: service.page, ...(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}) };
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
export const program = (service: Service, accessToken: string): Caller =>
  caller(service, { headers: () => ({ Authorization: `Bearer ${accessToken}` }) });

/**
 * Opens the page behind a link, as a person does. That alone changes nothing.
 *
 * @returns the token that the page's button will send
 * @throws Failure when there is no such page, or the link has no token
 */
export async function openPage({ signal }: Service, link: string): Promise<string> {
  const url = new URL(link);
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) });
  const html = await response.text();
  const token = url.searchParams.get('token');
  // An address without a page gets the same frame, with 404.
  if (!response.ok || !html.includes('id="root"') || token === null) {
    throw new Failure(`The link to ${url.pathname} leads to no page (${response.status})`);
  }
  return token;
}
