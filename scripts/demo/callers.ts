/** Who calls the API in the demo: a visitor with a link, a browser with cookies, a program with a bearer token. */
import { Failure } from '../servers/failure.ts';

/** Everything that was said between the demo's browsers and the service, to be searched afterwards. */
export interface Traffic {
  /** Requests: method, path and body. */
  readonly sent: string[];
  /** Answers: status and body. */
  readonly received: string[];
}

/** An answer as it came, success or not. */
export interface Reply<T> {
  status: number;
  body: T;
}

/** An RFC 9457 problem, as far as the demo looks. */
export interface ProblemBody {
  code: string;
  detail: string;
}

type Method = 'GET' | 'POST' | 'PUT';

export interface Caller {
  /** @throws Failure unless the answer is a success */
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: object): Promise<T>;
  put<T>(path: string, body: object): Promise<T>;
  /** For answers that ought to be refusals. */
  attempt(method: Method, path: string, body?: object): Promise<Reply<ProblemBody>>;
}

export interface Service {
  /** Where the API listens, without a path. */
  api: string;
  /** What people open. */
  page: string;
  traffic: Traffic;
  /** Gives up every call. */
  signal: AbortSignal;
}

/** How long an answer may take. */
const PATIENCE_MS = 30_000;

interface Identity {
  headers(): Record<string, string>;
  keep(response: Response): void;
}

function caller({ api, traffic, signal }: Service, { headers, keep }: Identity): Caller {
  async function send(method: Method, path: string, body?: object): Promise<Reply<unknown>> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    traffic.sent.push(`${method} ${path} ${text ?? ''}`);
    const response = await fetch(`${api}/api/v1${path}`, {
      method,
      headers: { ...headers(), ...(text === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(text === undefined ? {} : { body: text }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    keep(response);
    const answer = await response.text();
    traffic.received.push(`${response.status} ${answer}`);
    return { status: response.status, body: JSON.parse(answer) };
  }

  async function demand<T>(method: Method, path: string, body?: object): Promise<T> {
    const reply = await send(method, path, body);
    if (reply.status >= 300) {
      const route = path.replace(/\?.*/, '');
      throw new Failure(`${method} ${route} answered ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    return reply.body as T;
  }

  return {
    get: (path) => demand('GET', path),
    post: (path, body) => demand('POST', path, body),
    put: (path, body) => demand('PUT', path, body),
    attempt: (method, path, body) => send(method, path, body) as Promise<Reply<ProblemBody>>,
  };
}

/** A page that sends no credentials, as those behind the links in mails. */
export const visitor = (service: Service): Caller =>
  caller(service, { headers: () => ({ Origin: service.page }), keep: () => {} });

/** A browser: it keeps the access cookie, and says which page it is on. */
export function browser(service: Service): Caller {
  let cookie = '';
  return caller(service, {
    headers: () => ({ Origin: service.page, ...(cookie ? { Cookie: cookie } : {}) }),
    keep(response) {
      const given = response.headers.getSetCookie().find((each) => each.startsWith('accessToken='));
      if (given) cookie = given.slice(0, given.indexOf(';'));
    },
  });
}

/** A program with an access token. Whatever it does except a check-in is no sign of life. */
export const program = (service: Service, accessToken: string): Caller =>
  caller(service, { headers: () => ({ Authorization: `Bearer ${accessToken}` }), keep: () => {} });

/**
 * Opens the page behind a link, as a person does; it does nothing by itself.
 *
 * @returns the token that the page's button will send
 * @throws Failure when there is no page, or the link has no token
 */
export async function openPage({ signal }: Service, link: string): Promise<string> {
  const url = new URL(link);
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) });
  const html = await response.text();
  const token = url.searchParams.get('token');
  if (!response.ok || !html.includes(`data-page="${url.pathname.slice(1)}"`) || token === null) {
    throw new Failure(`There is no page behind the link to ${url.pathname} (${response.status})`);
  }
  return token;
}
