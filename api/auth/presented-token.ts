import type { Context } from 'koa';

export interface PresentedToken {
  token: string;
  via: 'header' | 'cookie';
}

const BEARER = /^Bearer ([A-Za-z0-9._-]+)$/i;

/** The token in the `Authorization` header; empty if there is none. */
export const bearerToken = (ctx: Context): string =>
  BEARER.exec(ctx.req.headers.authorization ?? '')?.[1] ?? '';

/**
 * The access token of a request, and where it was sent. The header wins, because a program may share a browser's cookie
 * jar.
 */
export function presentedToken(ctx: Context): PresentedToken | null {
  const bearer = bearerToken(ctx);
  if (bearer) return { token: bearer, via: 'header' };
  const cookie = ctx.cookies.get('accessToken');
  return cookie ? { token: cookie, via: 'cookie' } : null;
}
