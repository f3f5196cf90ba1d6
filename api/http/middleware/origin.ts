import type { Context } from 'koa';
import { allowedOrigins, type Config } from '../../../config.ts';
import { Problem } from '../errors.ts';

/** Whether another site's page asked, by what browsers say (Fetch Metadata). Programs and old browsers say nothing. */
export const isFromElsewhere = (ctx: Context): boolean =>
  ['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));

/** Refuses a write from a foreign page that uses somebody's cookies. */
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
