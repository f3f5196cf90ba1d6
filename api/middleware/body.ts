import type { Middleware } from 'koa';
import { koaBody } from 'koa-body';
import { Problem } from '../errors.ts';
import type { RouteDeclaration } from '../route.ts';

const DEFAULT_LIMIT = 64 * 1024;

/** Reads the JSON body of a route that declares one; any other content type is refused, not guessed at. */
export function body(route: RouteDeclaration): Middleware {
  const parse = koaBody({
    json: true,
    text: false,
    urlencoded: false,
    multipart: false,
    jsonLimit: route.bodyLimit ?? DEFAULT_LIMIT,
    jsonStrict: true,
    parsedMethods: ['POST', 'PUT', 'DELETE'] as never,
  });
  return async (ctx, next) => {
    if (route.body && ctx.request.length !== 0 && ctx.is('application/json') === false) {
      throw new Problem('unsupported_media_type');
    }
    await parse(ctx as never, next);
  };
}
