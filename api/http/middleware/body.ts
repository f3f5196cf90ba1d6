import type { Context } from 'koa';
import { z } from 'zod';
import { admitBody, type BodyQuotas, hasBody, type IncomingBody, mediaType } from '../bodies/incoming.ts';
import { jsonReader, readBytes } from '../bodies/read-json.ts';
import { invalid, Problem } from '../errors.ts';
import type { Requester } from '../quotas/requester.ts';
import { isWrite, type RouteDeclaration } from '../route.ts';

const DEFAULT_LIMIT = 64 * 1024;
const JSON_TYPES = ['application/json'];

/** A route that declares no body accepts none, or an empty object. */
export const NO_BODY = z.strictObject({});

export interface ReadBody {
  /** The JSON value, `{}` if there is none; the bytes if the route has `rawBody`; undefined if it streams. */
  input: unknown;
  stream: IncomingBody;
  /** Call it once nothing of the body is held in memory. */
  release(): void;
}

const nothing: IncomingBody = {
  type: '',
  async *[Symbol.asyncIterator]() {},
  release() {},
};
const EMPTY = Buffer.alloc(0);

/**
 * Reads the body of a route: JSON if it declares one (any other content type is refused, not guessed at), or the
 * bytes if it wants those. Call it only once the caller is known and allowed, so that nobody makes us read 32 MiB for
 * nothing.
 */
export function readBody(
  route: RouteDeclaration,
  quotas: BodyQuotas,
): (ctx: Context, requester: Requester) => ReadBody | Promise<ReadBody> {
  const limit = route.bodyLimit ?? DEFAULT_LIMIT;
  const types = route.bodyStream?.types ?? JSON_TYPES;
  const readJson = jsonReader(limit);
  async function read(ctx: Context, requester: Requester): Promise<ReadBody> {
    if (!isWrite(route.method)) {
      throw invalid([{ path: 'body', message: 'must be absent' }], 'Requests with this method have no body.');
    }
    const most = route.bodyStream?.limits?.[mediaType(ctx)] ?? limit;
    const { memory, quota } = route.bodyStream ?? {};
    const body = admitBody(ctx, quotas, { limit: most, memory, requester, quota });
    try {
      if (!route.rawBody && !types.includes(body.type)) {
        const wanted = `Send the body as ${types.join(' or ')}.`;
        throw new Problem('unsupported_media_type', wanted);
      }
      if (route.bodyStream) return { input: undefined, stream: body, release: body.release };
      const input = route.rawBody ? await readBytes(body) : await readJson(ctx, body);
      return { input, stream: nothing, release: body.release };
    } catch (error) {
      body.release();
      throw error;
    }
  }
  return (ctx, requester) => {
    if (hasBody(ctx)) return read(ctx, requester);
    const stream = { ...nothing, type: mediaType(ctx) };
    return { input: route.rawBody ? EMPTY : {}, stream, release() {} };
  };
}
