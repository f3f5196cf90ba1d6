import type { HandlerContext } from '../../http/route.ts';

/** The operator, the time and the request, for a record of the operator log. */
export const operatorRequest = ({
  caller,
  now,
  ctx,
}: Pick<HandlerContext<unknown, unknown, unknown, 'admin'>, 'caller' | 'now' | 'ctx'>) => ({
  at: now,
  operator: `user/${caller.user.id}`,
  requestId: ctx.state.requestId as string,
});
