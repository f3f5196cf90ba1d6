import type { Context, Middleware, Next } from 'koa';
import { hasBody } from '../bodies/incoming.ts';

/** How long a client may keep sending a body we don't want, so that it can read our response before we disconnect. */
const LINGER_MS = 5_000;

/** Whether the client is still waiting for our permission to send its body. */
const waits = ({ req, state }: Context): boolean =>
  req.headers.expect !== undefined && state.continued !== true;

/** Discards the rest of a body that wasn't read completely, for a few seconds, then closes the connection. */
export const unreadBody: Middleware = (ctx, next) => (hasBody(ctx) ? discardUnread(ctx, next) : next());

async function discardUnread(ctx: Context, next: Next): Promise<void> {
  await next();
  const { req, res } = ctx;
  if (req.complete) return;
  const { socket } = req;
  let timer: NodeJS.Timeout | undefined;
  res.once('finish', () => {
    if (req.complete || req.closed) return;
    req.resume();
    timer = setTimeout(() => {
      if (!req.complete) socket.destroy();
    }, LINGER_MS);
  });
  req.once('close', () => clearTimeout(timer));
  // The rest may or may not arrive, so the next request needs a new connection.
  if (waits(ctx) || ctx.status === 408) ctx.set('Connection', 'close');
}
