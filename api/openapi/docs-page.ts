/**
 * `/docs`: the API description for people, shown by Swagger UI from its package. Nothing is loaded from other hosts.
 * It is served at the API's own origin, wherever the pages of `FRONTEND_URL` are.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Middleware } from 'koa';
import { PLAIN_POLICY } from '../http/page-policy.ts';
import { loadFile, sendFile } from '../http/static-file.ts';

const SWAGGER = pathToFileURL(
  join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), '/'),
);
const OWN = new URL('./docs-page/', import.meta.url);

const plain = (type: string) => ({ type, cacheControl: 'no-cache', policy: PLAIN_POLICY }) as const;

/** Every file by its path. A path that isn't here is never looked up on disk. */
const FILES = {
  '/docs': { file: new URL('page.html', OWN), ...plain('text/html; charset=utf-8') },
  '/docs/page.css': { file: new URL('page.css', OWN), ...plain('text/css; charset=utf-8') },
  '/docs/page.js': { file: new URL('page.js', OWN), ...plain('text/javascript; charset=utf-8') },
  '/docs/swagger-ui.css': { file: new URL('swagger-ui.css', SWAGGER), ...plain('text/css; charset=utf-8') },
  '/docs/swagger-ui.js': {
    file: new URL('swagger-ui-bundle.js', SWAGGER),
    ...plain('text/javascript; charset=utf-8'),
  },
  '/docs/icon.png': { file: new URL('favicon-32x32.png', SWAGGER), ...plain('image/png') },
} as const;

/** Serves the page and its files, all read once, here. Other paths fall through. GET and HEAD only. */
export function docs(): Middleware {
  const files = new Map(Object.entries(FILES).map(([path, file]) => [path, loadFile(file)]));
  return (ctx, next) => {
    const file = files.get(ctx.path === '/docs/' ? '/docs' : ctx.path);
    if (!file) return next();
    return sendFile(ctx, file);
  };
}
