/**
 * The web app, for when the API is its own `FRONTEND_URL`. It consists of static files: only its scripts do anything,
 * and behind a mailed link only after a person presses a button.
 */
import { existsSync } from 'node:fs';
import type { Context, Middleware } from 'koa';
import { LANGUAGES } from '../../db/locale.ts';
import { type BuiltFile, readBuiltWebApp } from './built-web-app.ts';
import { type StaticFile, sendFile } from './static-file.ts';

const DIST = new URL('../../web/dist/', import.meta.url);

export const isWebAppBuilt = (): boolean => existsSync(DIST);

/** Whether a path is the API's or the documentation's, which have their own answer for "not found". */
export const isOutsideWebApp = (path: string): boolean => /^\/(api|docs|health|metrics|ws)(\/|$)/.test(path);

/** Whether a browser is asking for a page, rather than a program for data. */
const wantsPage = (ctx: Context): boolean =>
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  !isOutsideWebApp(ctx.path) &&
  ctx.accepts('json', 'html') === 'html';

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 404;

/** A rendered page in the language of the mail whose link was opened, or else in the browser's preferred one. */
function inLanguage(ctx: Context, file: BuiltFile): StaticFile {
  if (!file.inLanguages) return file;
  ctx.vary('Accept-Language');
  const ofLink = new URLSearchParams(ctx.querystring).get('lang') ?? '';
  const preferred = ctx.acceptsLanguages(...LANGUAGES) || '';
  return file.inLanguages.get(ofLink) ?? file.inLanguages.get(preferred) ?? file;
}

/**
 * Serves the web app with its styles, scripts and icons. Put this inside the error handling and outside the routes: if
 * no route answers, or something throws a 404, browsers get a page that says "not found". It only takes GET and HEAD;
 * other methods get 405. All files are read once, here, so a missing one stops the start.
 *
 * @param origin at which people open the service
 */
export function webApp(origin: string, dist = DIST): Middleware {
  const builtWebApp = readBuiltWebApp(dist, origin);

  return async (ctx, next) => {
    const built = builtWebApp.at(ctx.path);
    const file = built && inLanguage(ctx, built);
    if (file) return sendFile(ctx, file);
    try {
      await next();
    } catch (error) {
      if (!isNotFound(error) || !wantsPage(ctx)) throw error;
    }
    if (ctx.status === 404 && ctx.body === undefined && wantsPage(ctx))
      await sendFile(ctx, builtWebApp.notFound, 404);
  };
}
