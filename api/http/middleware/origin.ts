import type { Context } from 'koa';
import { allowedOrigins, type Config } from '../../../config.ts';
import { Problem } from '../errors.ts';

/** Whether a page of another site sent the request (Fetch Metadata). Programs and old browsers don't send the header. */
export const isFromElsewhere = (ctx: Context): boolean =>
  ['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));

/** Refuses a write from another site's page that uses the browser's cookies. */
export function checkOrigin(config: Config): (ctx: Context) => void {
  const allowed = new Set(allowedOrigins(config));
  return (ctx) => {
    if (!allowed.has(ctx.get('Origin'))) {
      throw new Problem(
        'origin_not_allowed',
        'Send the Origin header of an allowed page, or use a bearer token.',
      );
    }
  };
}
