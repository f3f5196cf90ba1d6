/** Finds the route of a request. Koa's router tries its routes one by one, so each noun has a router of its own. */
import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { RouteDeclaration } from './route.ts';

/** Monitoring expects these routes at the root too. */
const AT_ROOT = ['/health', '/metrics'];

const NOTHING: Middleware = (_ctx, next) => next();

/**
 * @param base the prefix of all paths
 * @param serve creates the middleware of a route
 */
export function createRouter(
  routes: readonly RouteDeclaration[],
  base: string,
  serve: (route: RouteDeclaration) => Middleware,
): Middleware {
  /**
   * Such as `vault` of `/api/v1/vault/entries` or `health` of `/health`. In lower case, because routers ignore case.
   */
  const nounOf = (path: string): string => {
    const lower = path.toLowerCase();
    const from = lower.startsWith(`${base}/`) ? base.length + 1 : 1;
    const to = lower.indexOf('/', from);
    return to === -1 ? lower.slice(from) : lower.slice(from, to);
  };
  const routers = new Map<string, Router>();
  /** Routes without parameters, by method and path. Any other spelling of a path is left to the routers. */
  const exact = new Map<string, Middleware>();
  for (const route of routes) {
    const noun = nounOf(base + route.path);
    const router = routers.get(noun) ?? new Router();
    routers.set(noun, router);
    const paths = AT_ROOT.includes(route.path) ? [route.path, base + route.path] : [base + route.path];
    const middleware = serve(route);
    for (const path of paths) {
      router[route.method](path, middleware);
      if (!path.includes(':')) exact.set(`${route.method.toUpperCase()} ${path}`, middleware);
    }
  }
  const dispatch = new Map([...routers].map(([noun, router]) => [noun, router.routes() as Middleware]));
  return (ctx, next) => {
    const { method, path } = ctx;
    const middleware = exact.get(`${method} ${path}`) ?? dispatch.get(nounOf(path)) ?? NOTHING;
    return middleware(ctx, next);
  };
}
