/** Hands out entries a few at a time, so that no vault is too large to be read, and no reader too slow. */
import type { Context } from 'koa';
import type { Holder } from '../../http/shares/holder.ts';
import type { Shares } from '../../http/shares/shares.ts';
import { leaveWhenSent } from '../../http/when-sent.ts';

/** Ciphertext held at a time. */
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
 * Takes room for a batch until the answer was sent.
 *
 * @throws Problem `rate_limited` if its reader has too many unread answers
 */
export function holdBatch(ctx: Context, { unread }: Pick<Shares, 'unread'>, reader: Holder): void {
  leaveWhenSent(ctx.res, unread.hold(reader, BATCH_BYTES, () => ctx.req.socket.destroy()).leave);
}
