/**
 * The pages behind the links in our emails, when the API is its own `FRONTEND_URL`. They are static files from `web/`.
 * Only their scripts do anything, and only after somebody presses a button.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Context, Middleware } from 'koa';
import { loadFile, type StaticFile, sendFile, withEtag } from './static-file.ts';

const WEB = new URL('../../web/', import.meta.url);
/** Argon2id for browsers. */
const ARGON2 = new URL('argon2.umd.min.js', import.meta.resolve('hash-wasm'));

/** Opened with `?token=`, so nobody may keep the page or its address. */
const TOKEN_PAGES = [
  'verify-email',
  'reset-password',
  'check-in',
  'successor',
  'respond',
  'access',
  'opt-out',
];

/** They derive keys from a password. */
const WASM_PAGES = ['reset-password'];

const ASSET_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Whether a path is the API's or the documentation's, which have their own answer for "not found". */
export const hasNoPage = (path: string): boolean => /^\/(api|docs|health|metrics|ws)(\/|$)/.test(path);

const FRAME = readFileSync(new URL('frame.html', WEB), 'utf8');

/** A page in the frame that all share. Its file holds what differs: its title, its script and its `<main>`. */
function loadPage(name: string, cacheControl: StaticFile['cacheControl'], wasm = false): StaticFile {
  const page = readFileSync(new URL(`${name}.html`, WEB), 'utf8');
  const main = page.indexOf('<main>');
  const html = FRAME.replace('<!-- head of the page -->', () => page.slice(0, main).trim()).replace(
    '<!-- main part of the page -->',
    () => page.slice(main).trim(),
  );
  return withEtag({ body: Buffer.from(html), type: 'text/html; charset=utf-8', cacheControl, wasm });
}

/** Every file by its path. A path that isn't here is never looked up on disk. */
function loadFiles(): Map<string, StaticFile> {
  const files = new Map([
    ['/', loadPage('welcome', 'no-cache')],
    ['/argon2.js', loadFile({ file: ARGON2, type: ASSET_TYPES['.js']!, cacheControl: 'no-cache' })],
  ]);
  for (const name of TOKEN_PAGES)
    files.set(`/${name}`, loadPage(name, 'no-store', WASM_PAGES.includes(name)));
  for (const name of readdirSync(WEB)) {
    const type = ASSET_TYPES[extname(name)];
    // Browsers check for changes every time, so a page never meets an older script.
    if (type) files.set(`/${name}`, loadFile({ file: new URL(name, WEB), type, cacheControl: 'no-cache' }));
  }
  return files;
}

/** Whether a browser is asking for a page, rather than a program for data. */
const wantsPage = (ctx: Context): boolean =>
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  !hasNoPage(ctx.path) &&
  ctx.accepts('json', 'html') === 'html';

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 404;

/**
 * Serves the pages with their styles, scripts and icon. Put this inside the error handling and outside the routes:
 * if no route answers, or something throws a 404, browsers get our "not found" page. The pages only take GET and
 * HEAD; other methods get 405. All files are read once, here, so a missing one stops the start.
 */
export function pages(): Middleware {
  const files = loadFiles();
  const notFound = loadPage('not-found', 'no-cache');

  return async (ctx, next) => {
    const file = files.get(ctx.path);
    if (!file) {
      try {
        await next();
      } catch (error) {
        if (!isNotFound(error) || !wantsPage(ctx)) throw error;
      }
      if (ctx.status === 404 && ctx.body === undefined && wantsPage(ctx)) sendFile(ctx, notFound, 404);
    } else sendFile(ctx, file);
  };
}
