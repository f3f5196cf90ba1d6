/** A client of the API, as a browser (cookies and an Origin) or as a program (a bearer token). */
import type { TestApi } from '../servers/api.ts';
import type { Documented, DocumentedAnswer, DocumentedMethod, RestArguments } from './documented.ts';

// biome-ignore lint/suspicious/noExplicitAny: of whatever request: a test reads what it expects, and fails where it is not
export interface TestReply<Body = any> {
  status: number;
  headers: Headers;
  /** The parsed JSON body. */
  body: Body;
}

type ClientCall<M extends DocumentedMethod> = <const S extends string>(
  path: S & Documented<S, M>,
  ...rest: RestArguments<S, M>
) => Promise<TestReply<DocumentedAnswer<S, M>>>;

/** Requests that the document doesn't contain, or that are put together at run time. The type check ignores them. */
export interface RawClient {
  get(path: string, headers?: Record<string, string>): Promise<TestReply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
}

/** Its paths, bodies and answers are those of the OpenAPI document. */
export interface TestClient {
  get: ClientCall<'get'>;
  post: ClientCall<'post'>;
  put: ClientCall<'put'>;
  delete: ClientCall<'delete'>;
  raw: RawClient;
  /** Cookies by name, as a browser keeps them. It sends each only where its path allows. */
  cookies: Map<string, string>;
}

interface ClientIdentity {
  bearer?: string;
  cookies?: Record<string, string>;
}

/**
 * @param api without an origin, the client is a program with a cookie jar, which sends none
 * @param who nobody unless given
 */
export function client(
  api: Pick<TestApi, 'url'> & { origin?: string | undefined },
  who: ClientIdentity = {},
): TestClient {
  const cookies = new Map(Object.entries(who.cookies ?? {}));
  /**
   * The paths of cookies. Cookies that were given have none, as someone who copies a cookie sends it where they like.
   */
  const paths = new Map<string, string>();
  const sentTo = (url: string): string[] => {
    const { pathname } = new URL(url);
    const covers = (path: string) =>
      path === '/' || pathname === path || pathname.startsWith(`${path.replace(/\/$/, '')}/`);
    return [...cookies]
      .filter(([name]) => covers(paths.get(name) ?? '/'))
      .map(([name, value]) => `${name}=${value}`);
  };

  async function send(
    method: string,
    path: string,
    body: unknown,
    extra: Record<string, string> = {},
  ): Promise<TestReply> {
    const ownCookies = sentTo(api.url + path);
    const headers: Record<string, string> = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(who.bearer ? { Authorization: `Bearer ${who.bearer}` } : {}),
      ...(who.bearer || api.origin === undefined ? {} : { Origin: api.origin }),
      ...(ownCookies.length > 0 ? { Cookie: ownCookies.join('; ') } : {}),
      ...extra,
    };
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const payload = body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) };
    const response = await fetch(api.url + path, { method, headers, ...payload });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? [];
      if (value === '' || /max-age=0|1970/i.test(cookie)) cookies.delete(name);
      else {
        cookies.set(name, value);
        paths.set(name, /; *path=([^;]+)/i.exec(cookie)?.[1] ?? '/');
      }
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  const raw: RawClient = {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
  // These are the same calls. Only the type check tells them apart.
  return { ...(raw as unknown as Pick<TestClient, DocumentedMethod>), raw, cookies };
}
