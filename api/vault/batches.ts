/** Hands out entries a few at a time, so that no vault is too large to be read, and no reader too slow. */
import type { Context } from 'koa';
import type { Quotas } from '../http/quotas/quotas.ts';
import type { Requester } from '../http/quotas/requester.ts';
import { leaveWhenSent } from '../http/when-sent.ts';

/** The most ciphertext in memory at a time, in bytes. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH = 200;

/** @param found IDs in order, with their size in bytes */
export function inBatches(found: readonly { id: string; bytes: number }[]): string[][] {
  const batches: string[][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const { id, bytes } of found) {
    const batch = batches.at(-1);
    held += bytes;
    if (batch && held <= BATCH_BYTES && batch.length < BATCH) batch.push(id);
    else {
      batches.push([id]);
      held = bytes;
    }
  }
  return batches;
}

/**
 * Allocates memory for a batch until the response was sent.
 *
 * @throws Problem `rate_limited` if its reader has too many unread responses
 */
export function allocateBatch(ctx: Context, { unread }: Pick<Quotas, 'unread'>, reader: Requester): void {
  leaveWhenSent(ctx.res, unread.allocate(reader, BATCH_BYTES, () => ctx.req.socket.destroy()).release);
}
