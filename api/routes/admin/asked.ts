import type { HandlerContext } from '../../http/route.ts';

/** Who asked for what, for the operator log. */
export const asked = ({
  caller,
  now,
  ctx,
}: Pick<HandlerContext<unknown, unknown, unknown, 'admin'>, 'caller' | 'now' | 'ctx'>) => ({
  at: now,
  operator: `user/${caller.user.id}`,
  requestId: ctx.state.requestId as string,
});
