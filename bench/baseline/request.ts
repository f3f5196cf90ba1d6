import type { Context } from 'koa';
import type { Pool } from 'pg';

/** The argument of the baseline's handlers. */
export interface BaselineRequest {
  ctx: Context;
  pool: Pool;
  userId: string;
  now: Date;
}

const MOST_BYTES = 1.5 * 1024 * 1024;

/** @throws an error with status 413 for a body that is too long, or 400 for one that is not JSON */
export async function readJson(ctx: Context): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) ctx.throw(413);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return ctx.throw(400);
  }
}
