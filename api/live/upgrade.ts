/** Who may open a websocket: callers with a live session; with cookies, only from an allowed page. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Context } from 'koa';
import type { Caller } from '../auth/caller.ts';
import { type Authenticated, findCaller } from '../auth/find-caller.ts';
import { presentedToken } from '../auth/presented-token.ts';
import { accessTokens } from '../auth/sessions.ts';
import type { ApiDeps } from '../deps.ts';
import { CHALLENGE, Problem } from '../http/errors.ts';
import { checkOrigin } from '../http/middleware/origin.ts';
import { asProblem } from '../http/middleware/problems.ts';

/** The same at the root and below the API, for proxies that pass on only one of them. */
const PATHS = ['/ws', '/api/v1/ws'];

/** Whether a request asks for the websocket. Other upgrades are ignored, as HTTP allows (RFC 9110, 7.8). */
export function wantsWebsocket({ url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?');
  return PATHS.includes(path) && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Decides who gets in, first by the request alone and then by the database. */
export interface Gatekeeper {
  /**
   * Checks the token, and counts the request. The token comes in the Authorization header, as apps and programs send
   * it, or in the cookie. Browsers send cookies from any page, but no page can set that header, so the Origin is
   * checked only for requests with the cookie.
   */
  check(ctx: Context): Promise<Authenticated>;
  /** Admits a caller whose session is live. */
  admit(authenticated: Authenticated): Promise<Caller>;
  /** Takes back what a request that was checked but not admitted has used of its account's limit. */
  giveBack(authenticated: Authenticated): Promise<void>;
}

export function gatekeeper(deps: Pick<ApiDeps, 'config' | 'orm' | 'clock' | 'limits'>): Gatekeeper {
  const fromAllowedOrigin = checkOrigin(deps.config);
  const tokens = accessTokens(deps.config);
  const { limits } = deps;

  async function authenticate(ctx: Context): Promise<Authenticated> {
    const presented = presentedToken(ctx);
    const now = new Date(await deps.clock());
    const claims = presented && (await tokens.verify(presented.token, now));
    if (!claims) throw new Problem('unauthenticated');
    if (presented.via === 'cookie') fromAllowedOrigin(ctx);
    return { claims, via: presented.via, now };
  }

  return {
    async check(ctx) {
      const authenticated = await authenticate(ctx).catch(async (refused: unknown) => {
        // Guessing tokens is limited too.
        limits.refuseAgain('default', ctx, null);
        await limits.byClient('default', ctx, null);
        throw refused;
      });
      limits.refuseAgain('realtime', ctx, authenticated.claims);
      await limits.byClient('realtime', ctx, authenticated.claims);
      return authenticated;
    },
    async admit(authenticated) {
      // The session may have ended while the request waited for its turn.
      const caller = await findCaller(deps.orm, { ...authenticated, now: new Date(await deps.clock()) });
      if (!caller || (authenticated.via === 'cookie' && !caller.human)) throw new Problem('unauthenticated');
      return caller;
    },
    giveBack: ({ claims }) => limits.giveBack('realtime', claims),
  };
}

/** Whether a client left while it waited. Its socket is not being read yet, so its end has to be asked for. */
export async function hasLeft(socket: Duplex): Promise<boolean> {
  socket.read(0);
  await setImmediate();
  return !socket.readable;
}

/** The problem to answer an error with before there is a websocket. */
export const refusalOf = (error: unknown): Problem => asProblem(error) ?? new Problem('internal');

/** Answers with a problem, as a route would, and closes the connection. */
export function refuse(socket: Duplex, problem: Problem): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problem.toBody(requestId));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    ...(problem.status === 401 ? [`WWW-Authenticate: ${CHALLENGE}`] : []),
    ...(problem.retryAfter === undefined ? [] : [`Retry-After: ${problem.retryAfter}`]),
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
