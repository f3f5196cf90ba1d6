/** Files we serve as they are. We read them at the start, so a missing one stops it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context } from 'koa';

export interface StaticFile {
  body: Buffer;
  etag: string;
  type: string;
  cacheControl: 'no-store' | 'no-cache';
  /** Whether the page may run WebAssembly, such as Argon2id. */
  wasm?: boolean;
}

export function withEtag(file: Omit<StaticFile, 'etag'>): StaticFile {
  return { ...file, etag: `"${createHash('sha256').update(file.body).digest('base64url')}"` };
}

export const loadFile = ({ file, ...more }: { file: URL } & Omit<StaticFile, 'body' | 'etag'>): StaticFile =>
  withEtag({ body: readFileSync(file), ...more });

const policy = (scripts: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "connect-src 'self'",
    // Swagger UI's icons are data: URLs.
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const POLICY = policy("'self'");
const POLICY_WITH_WASM = policy("'self' 'wasm-unsafe-eval'");

const SECURITY_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Answers with a file, with 304 if the client already has it, or with 405 to anything but GET and HEAD. */
export function sendFile(ctx: Context, file: StaticFile, status: 200 | 404 = 200): void {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.set('Allow', 'GET, HEAD');
    ctx.status = 405;
    return;
  }
  ctx.set(SECURITY_HEADERS);
  ctx.set('Content-Security-Policy', file.wasm ? POLICY_WITH_WASM : POLICY);
  // An address with a token must not end up in a search engine.
  if (file.cacheControl === 'no-store') ctx.set('X-Robots-Tag', 'noindex, nofollow');
  ctx.set('Cache-Control', file.cacheControl);
  ctx.status = status;
  ctx.etag = file.etag;
  if (status === 200 && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = file.type;
  ctx.body = file.body;
}
