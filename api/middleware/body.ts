import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { Problem } from '../errors.ts';
import type { RouteDeclaration } from '../route.ts';

const DEFAULT_LIMIT = 64 * 1024;

/** The bytes as they came. @throws Problem `payload_too_large` */
async function bytes(ctx: Context, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new Problem('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the body of a route: JSON where it declares one, and then any other content type is refused, not guessed
 * at; the bytes where it wants those. Called once it is known who asks, so that nobody makes us read 32 MiB unasked.
 *
 * @throws Problem, or an error of the parser that the problems middleware knows
 */
export function readBody(route: RouteDeclaration): (ctx: Context) => Promise<unknown> {
  const limit = route.bodyLimit ?? DEFAULT_LIMIT;
  if (route.rawBody) return (ctx) => bytes(ctx, limit);
  const parse = koaBody({
    json: true,
    text: false,
    urlencoded: false,
    multipart: false,
    jsonLimit: limit,
    jsonStrict: true,
    parsedMethods: ['POST', 'PUT', 'DELETE'] as never,
  });
  return async (ctx) => {
    if (route.body && ctx.request.length !== 0 && ctx.is('application/json') === false) {
      throw new Problem('unsupported_media_type');
    }
    await parse(ctx as never, async () => {});
    return (ctx.request as { body?: unknown }).body;
  };
}
