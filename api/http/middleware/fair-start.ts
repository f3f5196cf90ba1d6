import type { Middleware } from 'koa';
import { createEventLoopThrottle } from '../quotas/event-loop-throttle.ts';
import { networksOf, widestScope } from '../quotas/requester.ts';

/** How many requests start per iteration of the event loop: a few milliseconds of work. */
const PER_ITERATION = 4;

/** Requests that arrive together start in turn: a thousand from one network don't delay another network's only one. */
export function fairStart(): Middleware {
  const throttle = createEventLoopThrottle(PER_ITERATION);
  return (ctx, next) => {
    const turn = throttle.next(widestScope(networksOf(ctx.ip)));
    return turn ? turn.then(next) : next();
  };
}
