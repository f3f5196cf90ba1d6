/** Files we serve as they are. We read them at the start, so a missing one stops it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context } from 'koa';

export interface StaticFile {
  body: Buffer;
  etag: string;
  type: string;
  cacheControl: 'no-store' | 'no-cache';
}

export function withEtag(file: Omit<StaticFile, 'etag'>): StaticFile {
  return { ...file, etag: `"${createHash('sha256').update(file.body).digest('base64url')}"` };
}

export const loadFile = ({ file, ...more }: { file: URL } & Omit<StaticFile, 'body' | 'etag'>): StaticFile =>
  withEtag({ body: readFileSync(file), ...more });

/** Answers with a file, or with 304 if the client already has it. */
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
