import type { Context, Middleware } from 'koa';
import { hasBody } from '../bodies/incoming.ts';

/** How long we let a client send what nobody wants, so that it reads our answer and not a broken connection. */
const LINGER_MS = 5_000;

/** Whether the client waits for our word before it sends its body, and has not had it. */
const waits = ({ req, state }: Context): boolean =>
  req.headers.expect !== undefined && state.continued !== true;

/**
 * What becomes of a body that was answered before all of it was read: it is let run into nothing for a moment, and
 * then its connection is cut.
 */
export const unreadBody: Middleware = async (ctx, next) => {
  if (!hasBody(ctx)) return next();
  const { req, res } = ctx;
  const { socket } = req;
  let timer: NodeJS.Timeout | undefined;
  res.once('finish', () => {
    if (req.complete) return;
    req.resume();
    timer = setTimeout(() => {
      if (!req.complete) socket.destroy();
    }, LINGER_MS);
  });
  req.once('close', () => clearTimeout(timer));
  await next();
  // Whether it still comes is up to the client: only a new connection begins with a request for sure.
  if (!req.complete && (waits(ctx) || ctx.status === 408)) ctx.set('Connection', 'close');
};
