import type { Context } from 'koa';
import { z } from 'zod';
import { admitBody, hasBody, type IncomingBody, mediaType } from '../bodies/incoming.ts';
import { readBytes, readJson } from '../bodies/read-json.ts';
import { invalid, Problem } from '../errors.ts';
import type { Gates } from '../gate.ts';
import { isWrite, type RouteDeclaration } from '../route.ts';

const DEFAULT_LIMIT = 64 * 1024;
const JSON_TYPES = ['application/json'];

/** What a route takes that declares no body: nothing, or an object with nothing in it. */
export const NO_BODY = z.strictObject({});

export interface ReadBody {
  /** The JSON value, `{}` where there is none; the bytes on a route with `rawBody`; undefined on a streaming one. */
  input: unknown;
  stream: IncomingBody;
  /** Call it when nothing of the body is held any more. */
  release(): void;
}

const nothing: IncomingBody = {
  type: '',
  async *[Symbol.asyncIterator]() {},
  release() {},
};

/**
 * Reads the body of a route: JSON where it declares one, and then any other content type is refused, not guessed
 * at; the bytes where it wants those. Called once it is known who asks and that they may, so that nobody makes us
 * read 32 MiB unasked.
 *
 * @param holder who is counted: the account, or the address where nobody is logged in
 */
export function readBody(
  route: RouteDeclaration,
  gates: Pick<Gates, 'smallBodies' | 'largeBodies'>,
): (ctx: Context, holder: string) => Promise<ReadBody> {
  const limit = route.bodyLimit ?? DEFAULT_LIMIT;
  const types = route.bodyStream?.types ?? JSON_TYPES;
  return async (ctx, holder) => {
    if (!hasBody(ctx)) {
      const stream = { ...nothing, type: mediaType(ctx) };
      return { input: route.rawBody ? Buffer.alloc(0) : {}, stream, release() {} };
    }
    if (!isWrite(route.method)) {
      throw invalid([{ path: 'body', message: 'must be absent' }], 'Requests with this method have no body.');
    }
    const most = route.bodyStream?.limits?.[mediaType(ctx)] ?? limit;
    const body = admitBody(ctx, gates, { limit: most, memory: route.bodyStream?.memory, holder });
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
  };
}
