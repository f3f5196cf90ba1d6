/** The API as an HTTP server: its routes, and the websocket beside them. */
import { createServer, type Server } from 'node:http';
import { createApp } from './app.ts';
import type { ApiDeps, SettledDeps } from './deps.ts';
import { createGates } from './http/gate.ts';
import { rateLimits } from './http/middleware/rate-limit.ts';
import { LIVE_LIMITS, type LiveLimits } from './live/limits.ts';
import { createLive } from './live/live.ts';
import { wantsWebsocket } from './live/upgrade.ts';

/** How often connections are closed that became idle after the server was told to stop. */
const IDLE_EVERY_MS = 50;

/** What a connection may take; bodies have rules of their own (`http/bodies/incoming.ts`). */
const TIMES = {
  /** For all headers of a request to come. */
  headersTimeout: 10_000,
  /** For the largest upload that keeps the pace; a body that does not ends within seconds. */
  requestTimeout: 60 * 60_000,
  connectionsCheckingInterval: 2_000,
} as const;

/** A connection on which nothing moves for this long is cut, whoever waits for whom. Websockets have pings. */
const STALLED_MS = 60_000;

export interface ApiServer {
  deps: ApiDeps;
  http: Server;
  /** Takes no more connections, says goodbye to websockets, and resolves when every request was answered. */
  stop(): Promise<void>;
}

/** A server that does not listen yet. */
export function createApiServer(settled: SettledDeps, limits: Partial<LiveLimits> = {}): ApiServer {
  const live = createLive(settled, { ...LIVE_LIMITS, ...limits });
  const deps: ApiDeps = { ...settled, live, gates: createGates(), limits: rateLimits(settled) };
  const app = createApp(deps);
  // Other upgrades, such as a Java client's to HTTP/2, are ignored and the request is answered as it is.
  const serve = app.callback();
  const http = createServer({ shouldUpgradeCallback: wantsWebsocket, ...TIMES }, serve);
  // Not told to go on before it is known whether we want the body; reading it says so.
  http.on('checkContinue', serve);
  http.setTimeout(STALLED_MS);
  live.attach(http, app);
  return {
    deps,
    http,
    async stop() {
      const closed = new Promise((resolve) => http.close(resolve));
      // A connection that was busy would be kept for the next request, which nobody may send any more.
      const idle = setInterval(() => http.closeIdleConnections(), IDLE_EVERY_MS);
      await Promise.all([closed, live.close()]);
      clearInterval(idle);
    },
  };
}
