/** The headers of every response, and how JSON responses are sent. */
import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { CounterState } from './rate-limit.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A response that only needs to be sent. It is left in `ctx.state.ready`. */
export interface ReadyResponse {
  status: number;
  json: string;
  etag: string | undefined;
}

/** The headers that helmet sets, as names followed by their values. They are the same for every response. */
function helmetHeaders(): string[] {
  const headers = new Map<string, string>();
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  // Helmet sets them before it yields.
  void helmet()({ req: {}, res } as unknown as Context, async () => {});
  return [...headers].flat();
}

const DEFAULTS = [...helmetHeaders(), 'Vary', 'Origin', 'Cache-Control', 'no-store'];

/** The headers of a response that aren't set yet, as names followed by their values. */
function headersOf({ state }: Context): string[] {
  const headers = [...DEFAULTS, 'X-Request-Id', state.requestId];
  const limit: CounterState | undefined = state.tightestLimit;
  if (limit) {
    headers.push('RateLimit-Limit', String(limit.limit));
    headers.push('RateLimit-Remaining', String(limit.remaining));
    headers.push('RateLimit-Reset', String(limit.reset));
  }
  const ready: ReadyResponse | undefined = state.ready;
  if (ready) {
    headers.push('Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(ready.json)));
    if (ready.etag) headers.push('ETag', ready.etag);
  }
  return headers;
}

/** Comes right after the access log, because the headers are complete only when everything else is done. */
export const responseHead: Middleware = async (ctx, next) => {
  await next();
  const { res } = ctx;
  const ready: ReadyResponse | undefined = ctx.state.ready;
  const headers = headersOf(ctx);
  // Node sets a list of headers in a third of the time that single calls take.
  if (ready && ctx.writable && res.getHeaderNames().length === 0) {
    res.writeHead(ready.status, headers);
    res.end(ready.json);
    return;
  }
  if (res.headersSent) return;
  for (let i = 0; i < headers.length; i += 2) {
    const [name = '', value = ''] = headers.slice(i, i + 2);
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
  if (ready) {
    ctx.status = ready.status;
    ctx.body = ready.json;
  }
};
