/** The API as an HTTP server, with its websocket. */
import { createServer, type Server } from 'node:http';
import { createApp } from './app.ts';
import { openLockouts } from './auth/lockout.ts';
import { BoundedMap } from './bounded-map.ts';
import type { ApiDeps, SettledDeps } from './deps.ts';
import { rateLimits } from './http/middleware/rate-limit.ts';
import { createQuotas } from './http/quotas/quotas.ts';
import { LIVE_LIMITS, type LiveLimits } from './live/limits.ts';
import { createLive } from './live/live.ts';
import { wantsWebsocket } from './live/upgrade.ts';
import { createDatabaseSpace } from './monitoring/disk-space.ts';
import { createFileSpace } from './monitoring/file-space.ts';
import { createHealth } from './monitoring/health.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { siteTexts } from './routes/site/texts.ts';

/** How often idle connections are closed after the server is told to stop. */
const IDLE_EVERY_MS = 50;

/** Limits on connections; bodies have their own (`http/bodies/incoming.ts`). */
const TIMES = {
  /** For all headers of a request to arrive. */
  headersTimeout: 10_000,
  /** For the largest upload that keeps the required pace. A body that does not ends within seconds. */
  requestTimeout: 60 * 60_000,
  /**
   * For the next request. A proxy must close idle connections earlier, or some of its requests meet a connection that
   * is closing.
   */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
} as const;

/** A connection with no traffic for this long is cut. Websockets have pings. */
const STALLED_MS = 60_000;

/** The most owners for whom we remember where their log ends. Each takes about a fifth of a kilobyte. */
const MOST_LOG_ENDS = 10_000;

export interface ApiServer {
  deps: ApiDeps;
  http: Server;
  /**
   * Accepts no more connections, closes the websockets, and resolves once every request was answered.
   *
   * @param close stops listening; by default that of `http` alone
   */
  stop(close?: () => Promise<unknown>): Promise<void>;
}

/** A server that is not listening yet. */
export function createApiServer(settled: SettledDeps, limits: Partial<LiveLimits> = {}): ApiServer {
  const limited = { ...settled, limits: rateLimits(settled) };
  const live = createLive(limited, { ...LIVE_LIMITS, ...limits });
  const checked = {
    ...limited,
    live,
    quotas: createQuotas(),
    lockouts: openLockouts(settled.redis),
    databaseSpace: createDatabaseSpace(),
    fileSpace: createFileSpace(settled.files),
    logEnds: new BoundedMap<string, string>(MOST_LOG_ENDS),
    siteText: siteTexts(settled.config, settled.log),
  };
  const measured = { ...checked, health: createHealth(checked) };
  const deps: ApiDeps = { ...measured, metrics: createMetrics(measured) };
  const app = createApp(deps);
  // Other upgrades, such as a Java client's to HTTP/2, are ignored and the request is answered normally.
  const serve = app.callback();
  const http = createServer({ shouldUpgradeCallback: wantsWebsocket, ...TIMES }, serve);
  // Clients are told to continue only when we read the body, because by then we know that we want it.
  http.on('checkContinue', serve);
  http.setTimeout(STALLED_MS);
  live.attach(http, app);
  return {
    deps,
    http,
    async stop(close = () => new Promise((resolve) => http.close(resolve))) {
      const closed = close();
      // Busy connections would be kept open for another request.
      const idle = setInterval(() => http.closeIdleConnections(), IDLE_EVERY_MS);
      await Promise.all([closed, live.close()]);
      clearInterval(idle);
    },
  };
}
