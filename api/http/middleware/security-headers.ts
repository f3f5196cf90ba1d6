import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';

/** What helmet sets on an answer. It is the same on every one, and helmet sets it before it yields. */
function helmetHeaders(): Map<string, string> {
  const headers = new Map<string, string>();
  const res = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  void helmet()({ req: {}, res } as unknown as Context, async () => {});
  return headers;
}

/** Sets helmet's headers, which we ask it for only once. */
export function securityHeaders(): Middleware {
  const headers = [...helmetHeaders()];
  return ({ res }, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    return next();
  };
}
