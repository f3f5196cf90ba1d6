import type { Context } from 'koa';

export interface PresentedToken {
  token: string;
  via: 'header' | 'cookie';
}

const BEARER = /^Bearer ([A-Za-z0-9._-]+)$/i;

/**
 * Where the request carries its access token. The header wins, because a program may share a browser's cookie jar.
 */
export function presentedToken(ctx: Context): PresentedToken | null {
  const bearer = BEARER.exec(ctx.req.headers.authorization ?? '')?.[1];
  if (bearer) return { token: bearer, via: 'header' };
  const cookie = ctx.cookies.get('accessToken');
  return cookie ? { token: cookie, via: 'cookie' } : null;
}
