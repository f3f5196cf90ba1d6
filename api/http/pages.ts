/**
 * The pages behind the links in our mails, for an API that is its own `FRONTEND_URL`. Static files from
 * `web/`: what a page does, its script does, and only after somebody pressed a button.
 */
import type { Context, Middleware } from 'koa';
import { loadFile, type StaticFile, sendFile } from './static-file.ts';

const WEB = new URL('../../web/', import.meta.url);

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';
const SVG = 'image/svg+xml';

/** Opened with `?token=`: neither the page nor its address may be kept or passed on. */
const token = { type: HTML, cacheControl: 'no-store' } as const;

/** Small and seldom asked for, so each use asks whether they changed: page and script never differ in age. */
const plain = (type: string) => ({ type, cacheControl: 'no-cache' }) as const;

/** Every path there is. A path that is not a key here is not looked up on any disk. */
const FILES = {
  '/': { file: 'index.html', ...plain(HTML) },
  '/verify-email': { file: 'verify-email.html', ...token },
  '/reset-password': { file: 'reset-password.html', ...token },
  '/check-in': { file: 'check-in.html', ...token },
  '/successor': { file: 'successor.html', ...token },
  '/respond': { file: 'respond.html', ...token },
  '/access': { file: 'access.html', ...token },
  '/opt-out': { file: 'opt-out.html', ...token },
  '/style.css': { file: 'style.css', ...plain(CSS) },
  '/page.js': { file: 'page.js', ...plain(JS) },
  '/auth-key.js': { file: 'auth-key.js', ...plain(JS) },
  '/icon.svg': { file: 'icon.svg', ...plain(SVG) },
} as const;

const NOT_FOUND = { file: 'not-found.html', ...plain(HTML) } as const;

/** Answered by others, who say "not found" in their own way. */
const NOT_OURS = /^\/(api|docs|health|metrics|ws)(\/|$)/;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const load = ({ file, ...more }: { file: string } & Pick<StaticFile, 'type' | 'cacheControl'>): StaticFile =>
  loadFile({ file: new URL(file, WEB), ...more });

function send(ctx: Context, file: StaticFile, status: 200 | 404): void {
  ctx.set(SECURITY_HEADERS);
  // Search engines have no business with an address that carries a token.
  if (file.cacheControl === 'no-store') ctx.set('X-Robots-Tag', 'noindex, nofollow');
  sendFile(ctx, file, status);
}

/** Whether a browser asks for a page, rather than a program for data. */
const wantsPage = (ctx: Context): boolean =>
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  !NOT_OURS.test(ctx.path) &&
  ctx.accepts('json', 'html') === 'html';

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 404;

/**
 * Serves the pages, their style sheet, script and icon. The files are read once, here: a missing one stops
 * the start, and no request reaches the disk.
 *
 * Every other path falls through. Where nobody answers it, or somebody throws a 404, a browser gets the page
 * that says so: put this inside the error handling and outside the routes. GET and HEAD only; another method
 * on a page's path is 405.
 */
export function pages(): Middleware {
  const files = new Map(Object.entries(FILES).map(([path, file]) => [path, load(file)]));
  const notFound = load(NOT_FOUND);

  return async (ctx, next) => {
    const file = files.get(ctx.path);
    if (!file) {
      try {
        await next();
      } catch (error) {
        if (!isNotFound(error) || !wantsPage(ctx)) throw error;
      }
      if (ctx.status === 404 && ctx.body === undefined && wantsPage(ctx)) send(ctx, notFound, 404);
    } else if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      send(ctx, file, 200);
    } else {
      ctx.set('Allow', 'GET, HEAD');
      ctx.status = 405;
    }
  };
}
