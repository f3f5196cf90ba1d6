/**
 * The headers of tus 1.0 (https://tus.io/protocols/resumable-upload). The protocol is spoken by our own routes, so that
 * uploads have the limits, the checks and the errors of every other request (docs/decisions).
 */
import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { FileRow } from '../../../db/entities/file.ts';
import { LARGEST_FILE } from '../../billing/plans.ts';
import { invalid, Problem } from '../../http/errors.ts';
import { validate } from '../../http/middleware/validate.ts';
import { entryId } from '../vault/schema.ts';
import { expiryOf, sha256 } from './schema.ts';

const VERSION = '1.0.0';
export const OFFSET_STREAM = 'application/offset+octet-stream';

/** @throws Problem `tus_version` unless the request speaks tus 1.0 */
export function requireTus(ctx: Context): void {
  ctx.set('Tus-Resumable', VERSION);
  if (ctx.get('Tus-Resumable') !== VERSION) throw new Problem('tus_version');
}

/** @throws Problem `validation_failed` unless the header is a whole number */
function wholeNumber(ctx: Context, header: 'Upload-Length' | 'Upload-Offset'): number {
  const text = ctx.get(header);
  if (!/^\d{1,15}$/.test(text)) {
    throw invalid([{ path: `headers.${header.toLowerCase()}`, message: 'must be a whole number of bytes' }]);
  }
  return Number(text);
}

export const uploadOffset = (ctx: Context): number => wholeNumber(ctx, 'Upload-Offset');

/** @throws Problem `validation_failed` or `payload_too_large` */
export function uploadLength(ctx: Context): number {
  const length = wholeNumber(ctx, 'Upload-Length');
  if (length > LARGEST_FILE) throw new Problem('payload_too_large', 'A file can have up to 2 GiB.');
  if (length === 0) throw invalid([{ path: 'headers.upload-length', message: 'must be above 0' }]);
  return length;
}

/** Nothing else is taken: a name or a type doesn't concern the server. */
const Metadata = z.strictObject({ entryId, sha256, id: entryId.optional() });
export type Metadata = z.output<typeof Metadata>;

/** @throws Problem `validation_failed` */
export function uploadMetadata(ctx: Context): Metadata {
  const pairs = ctx
    .get('Upload-Metadata')
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .filter(([name]) => name !== '')
    .map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()] as const);
  return validate(Metadata, Object.fromEntries(pairs), 'metadata');
}

/** When an upload expires unless it is continued. */
export function setExpiry(ctx: Context, file: FileRow): void {
  if (file.state === 'uploading') ctx.set('Upload-Expires', expiryOf(file).toUTCString());
}

/** How much of a file has arrived. */
export function setProgress(ctx: Context, file: FileRow, arrived: number): void {
  ctx.set({ 'Tus-Resumable': VERSION, 'Upload-Offset': String(arrived), 'Upload-Length': String(file.size) });
  if (arrived < file.size) setExpiry(ctx, file);
}

/**
 * Tells clients which parts of tus we support. The OPTIONS requests of browsers are preflights, which are answered
 * before this.
 */
export const tusOptions =
  (path: string): Middleware =>
  (ctx, next) => {
    if (ctx.method !== 'OPTIONS' || !(ctx.path === path || ctx.path.startsWith(`${path}/`))) return next();
    ctx.status = 204;
    ctx.set({
      'Tus-Resumable': VERSION,
      'Tus-Version': VERSION,
      'Tus-Extension': 'creation,expiration,termination',
      'Tus-Max-Size': String(LARGEST_FILE),
    });
  };
