/** Files that are served as they are: read once, at the start, so that a missing one stops it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context } from 'koa';

export interface StaticFile {
  body: Buffer;
  etag: string;
  type: string;
  cacheControl: 'no-store' | 'no-cache';
}

export function loadFile({
  file,
  type,
  cacheControl,
}: { file: URL } & Omit<StaticFile, 'body' | 'etag'>): StaticFile {
  const body = readFileSync(file);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"`, type, cacheControl };
}

/** Answers with a file; a client that has it already is told so. */
export function sendFile(ctx: Context, file: StaticFile, status: 200 | 404 = 200): void {
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
