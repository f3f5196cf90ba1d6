/** The API as a Koa application. */
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import { allowedOrigins } from '../config.ts';
import type { ApiDeps } from './deps.ts';
import { Problem } from './http/errors.ts';
import { HEADERS } from './http/headers.ts';
import { accessLog } from './http/middleware/access-log.ts';
import { fairStart } from './http/middleware/fair-start.ts';
import { problems } from './http/middleware/problems.ts';
import { responseHead } from './http/middleware/response-head.ts';
import { unreadBody } from './http/middleware/unread-body.ts';
import { createRouter } from './http/router.ts';
import { createServe } from './http/serve.ts';
import { isOutsideWebApp, isWebAppBuilt, webApp } from './http/web-app.ts';
import { docs } from './openapi/docs-page.ts';
import { tusOptions } from './routes/files/tus.ts';
import { routes } from './routes/index.ts';

export const BASE_PATH = '/api/v1';

/**
 * Serves the web app to requests for the host in `FRONTEND_URL`, which reach the API directly or through a proxy that
 * passes the host on.
 */
function serveWebApp({ config }: ApiDeps): Koa.Middleware {
  const { host, hostname, origin, port, protocol } = new URL(config.FRONTEND_URL);
  const local =
    protocol === 'http:' &&
    ['localhost', '127.0.0.1', '[::1]'].includes(hostname) &&
    port === String(config.API_PORT);
  // In development, Vite serves the pages, and nothing has to be built.
  if (!local && config.NODE_ENV !== 'production' && !isWebAppBuilt()) return (_ctx, next) => next();
  const serve = webApp(origin);
  return (ctx, next) =>
    isOutsideWebApp(ctx.path) || !(local || ctx.host === host) ? next() : serve(ctx, next);
}

export function createApp(deps: ApiDeps): Koa {
  const app = new Koa({ proxy: deps.config.TRUST_PROXY > 0, maxIpsCount: deps.config.TRUST_PROXY });
  const origins = new Set(allowedOrigins(deps.config));
  // An error after the response began, such as a client that disconnects during an export.
  app.on('error', (error: Error) =>
    deps.log.info({ err: error.message }, 'a response was not read completely'),
  );
  app.use(accessLog(deps));
  app.use(fairStart());
  app.use(responseHead);
  app.use(unreadBody);
  app.use(problems(deps));
  const crossOrigin = cors({
    origin: (ctx) => (origins.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    credentials: true,
    // All documented headers except `Set-Cookie`, which browsers never show to a page.
    exposeHeaders: [...Object.keys(HEADERS).filter((name) => name !== 'Set-Cookie'), 'Allow'],
    maxAge: 600,
  });
  app.use((ctx, next) => (ctx.req.headers.origin === undefined ? next() : crossOrigin(ctx, next)));
  app.use(tusOptions(`${BASE_PATH}/files`));
  // First, because most requests are for routes. No page or file has the path of a route.
  app.use(createRouter(routes, BASE_PATH, createServe(deps)));
  app.use(docs(routes));
  app.use(serveWebApp(deps));
  app.use(async (ctx, next) => {
    await next();
    if (ctx.status === 405 || ctx.status === 501) throw new Problem('method_not_allowed');
  });
  app.use(new Router().allowedMethods());
  app.use((ctx) => {
    // If the address takes other methods, `allowedMethods` refuses the request.
    const { matched = [] } = ctx as { matched?: readonly unknown[] };
    if (matched.length === 0) throw new Problem('not_found', 'There is nothing at this address.');
  });
  return app;
}
