import type { Context } from 'koa';
import { z } from 'zod';
import { admitBody, hasBody, type IncomingBody, mediaType } from '../bodies/incoming.ts';
import { readBytes, readJson } from '../bodies/read-json.ts';
import { invalid, Problem } from '../errors.ts';
import { isWrite, type RouteDeclaration } from '../route.ts';
import type { Holder } from '../shares/holder.ts';
import type { Shares } from '../shares/shares.ts';

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
 * bytes if it wants those. Called only once the caller is known and allowed, so that nobody makes us read 32 MiB for
 * nothing.
 *
 */
export function readBody(
  route: RouteDeclaration,
  shares: Pick<Shares, 'bodies' | 'largeBodies'>,
): (ctx: Context, holder: Holder) => ReadBody | Promise<ReadBody> {
  const limit = route.bodyLimit ?? DEFAULT_LIMIT;
  const types = route.bodyStream?.types ?? JSON_TYPES;
  async function read(ctx: Context, holder: Holder): Promise<ReadBody> {
    if (!isWrite(route.method)) {
      throw invalid([{ path: 'body', message: 'must be absent' }], 'Requests with this method have no body.');
    }
    const most = route.bodyStream?.limits?.[mediaType(ctx)] ?? limit;
    const body = admitBody(ctx, shares, { limit: most, memory: route.bodyStream?.memory, holder });
    try {
      if (!route.rawBody && !types.includes(body.type)) {
        const wanted = `Send the body as ${types.join(' or ')}.`;
        throw new Problem('unsupported_media_type', wanted);
      }
      if (route.bodyStream) return { input: undefined, stream: body, release: body.release };
      const input = route.rawBody ? await readBytes(body) : ((await readJson(body)) ?? {});
      return { input, stream: nothing, release: body.release };
    } catch (error) {
      body.release();
      throw error;
    }
  }
  return (ctx, holder) => {
    if (hasBody(ctx)) return read(ctx, holder);
    const stream = { ...nothing, type: mediaType(ctx) };
    return { input: route.rawBody ? EMPTY : {}, stream, release() {} };
  };
}
