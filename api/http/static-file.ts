/**
 * Files we serve as they are, from buffers that all responses share.
 *
 * sirv and koa-send open the file for each request instead. 1,500 clients that asked for a file of 6 MiB and read nothing
 * cost sirv 124 MiB (shared buffers: 36 MiB) and a file descriptor each. Neither ends slow readers, and files are read by
 * the threads that also hash passwords.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Context } from 'koa';
import { sendBytes } from './paced-stream.ts';

/**
 * A file's bytes, the same for all responses. Large files are kept compressed, because nearly all clients accept that,
 * and are unpacked once a client accepts only plain bytes.
 */
export type StaticContent = { plain: Buffer } | { br: Buffer; gzip: Buffer; unpacked?: Promise<Buffer> };

export interface StaticFile {
  content: StaticContent;
  /** SHA-256 of the uncompressed bytes, in base64url. */
  hash: string;
  type: string;
  cacheControl: 'no-store' | 'no-cache' | 'public, max-age=31536000, immutable';
  /** Its content security policy. */
  policy: string;
}

const unpack = promisify(gunzip);

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

/** Allows only the features that our pages use. */
const PERMISSIONS = [
  ...[
    ...['camera', 'clipboard-write', 'microphone'],
    ...['publickey-credentials-create', 'publickey-credentials-get'],
  ].map((name) => `${name}=(self)`),
  ...[
    ...['accelerometer', 'autoplay', 'clipboard-read', 'display-capture', 'encrypted-media'],
    ...['fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts'],
    ...['magnetometer', 'midi', 'payment', 'picture-in-picture'],
    ...['screen-wake-lock', 'serial', 'storage-access', 'usb', 'xr-spatial-tracking'],
  ].map((name) => `${name}=()`),
];

const SECURITY_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS.join(', '),
};

/** The smallest encoding that the client accepts. Every client accepts plain bytes. */
function encodingFor(ctx: Context, content: StaticContent): 'br' | 'gzip' | undefined {
  if ('plain' in content) return undefined;
  ctx.vary('Accept-Encoding');
  // Checked one at a time: given several, Koa follows the order of the header, which has no meaning.
  return (['br', 'gzip'] as const).find((each) => ctx.acceptsEncodings(each));
}

/** Answers with a file, with 304 if the client already has it, or with 405 to anything but GET and HEAD. */
export async function sendFile(ctx: Context, file: StaticFile, status: 200 | 404 = 200): Promise<void> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.set('Allow', 'GET, HEAD');
    ctx.status = 405;
    return;
  }
  const { content, hash } = file;
  ctx.set(SECURITY_HEADERS);
  ctx.set('Content-Security-Policy', file.policy);
  // An address with a token must not end up in a search engine.
  if (file.cacheControl === 'no-store') ctx.set('X-Robots-Tag', 'noindex, nofollow');
  ctx.set('Cache-Control', file.cacheControl);
  ctx.vary('Origin');
  const encoding = encodingFor(ctx, content);
  ctx.status = status;
  ctx.etag = encoding ? `"${hash}-${encoding}"` : `"${hash}"`;
  if (status === 200 && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = file.type;
  if ('plain' in content) sendBytes(ctx, content.plain);
  else if (encoding) {
    ctx.set('Content-Encoding', encoding);
    sendBytes(ctx, content[encoding]);
  } else {
    content.unpacked ??= unpack(content.gzip);
    sendBytes(ctx, await content.unpacked);
  }
}
