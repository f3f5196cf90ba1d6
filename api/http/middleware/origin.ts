import type { Context } from 'koa';
import { allowedOrigins, type Config } from '../../../config.ts';
import { Problem } from '../errors.ts';

/** Whether a page of another site sent the request (Fetch Metadata). Programs and old browsers don't send the header. */
export const isFromElsewhere = (ctx: Context): boolean =>
  ['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));

/**
 * Refuses a request from another site's page that uses the browser's cookies. With a write or a websocket every browser
 * sends `Origin`, `Sec-Fetch-Site` or both, so a request with neither comes from a program, which no page can make send
 * its cookies (docs/decisions/0067-cookies-without-an-origin.md).
 */
export function checkOrigin(config: Config): (ctx: Context) => void {
  const allowed = new Set(allowedOrigins(config));
  return (ctx) => {
    const { origin, 'sec-fetch-site': site } = ctx.req.headers;
    if (origin === undefined && site === undefined) return;
    if (!allowed.has(origin ?? '')) {
      throw new Problem(
        'origin_not_allowed',
        'Send the Origin header of an allowed page, or use a bearer token.',
      );
    }
  };
}
