/** The API as an HTTP server: its routes, and the websocket beside them. */
import { createServer, type Server } from 'node:http';
import { createApp } from './app.ts';
import type { ApiDeps } from './deps.ts';
import { LIVE_LIMITS, type LiveLimits } from './live/limits.ts';
import { wantsWebsocket } from './live/upgrade.ts';
import { createLive } from './live.ts';

/** How often connections are closed that became idle after the server was told to stop. */
const IDLE_EVERY_MS = 50;

export interface ApiServer {
  deps: ApiDeps;
  http: Server;
  /** Takes no more connections, says goodbye to websockets, and resolves when every request was answered. */
  stop(): Promise<void>;
}

/** A server that does not listen yet. */
export function createApiServer(settled: Omit<ApiDeps, 'live'>, limits: Partial<LiveLimits> = {}): ApiServer {
  const live = createLive(settled, { ...LIVE_LIMITS, ...limits });
  const deps: ApiDeps = { ...settled, live };
  const app = createApp(deps);
  // Other upgrades, such as a Java client's to HTTP/2, are ignored and the request is answered as it is.
  const http = createServer({ shouldUpgradeCallback: wantsWebsocket }, app.callback());
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
