/**
 * Answers sent a little at a time, so that we notice whether their client reads them, and so that a hundred large ones
 * don't keep a small one waiting.
 */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { createEventLoopThrottle } from './quotas/event-loop-throttle.ts';
import { networksOf, widestScope } from './quotas/requester.ts';

/** A client that reads less than this in that time is disconnected, because others need the memory. */
const LEAST_BYTES = 16 * 1024;
const WITHIN_MS = 10_000;

/** Answers beyond this are sent so. A shorter one fits into what the system buffers for a connection. */
export const LARGE_RESPONSE = 64 * 1024;

/** What may be handed to the system between two looks at what else there is to do: 2 × 64 KiB. */
const throttle = createEventLoopThrottle(2);
const SLICES_PER_SLOT = 4;

type Pieces = Iterable<Buffer> | AsyncIterable<string>;

async function* slicesOf(pieces: Pieces): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let at = 0; at < bytes.length; at += LEAST_BYTES) yield bytes.subarray(at, at + LEAST_BYTES);
  }
}

/**
 * The pieces as a stream without copies, which fails when its reader is too slow. The time to make a piece is free.
 *
 * @param requester whose answer it is: large answers of different requesters take turns
 */
export function paced(pieces: Pieces, requester: string): Readable {
  async function* watched() {
    let sent = 0;
    for await (const slice of slicesOf(pieces)) {
      if (sent % SLICES_PER_SLOT === 0) await throttle.next(requester);
      sent += 1;
      const stalled = setTimeout(
        () => stream.destroy(new Error('the client reads too slowly')),
        WITHIN_MS,
      ).unref();
      try {
        yield slice;
      } finally {
        clearTimeout(stalled);
      }
    }
  }
  const stream: Readable = Readable.from(watched(), { objectMode: false, highWaterMark: LEAST_BYTES });
  return stream;
}

/** Answers with these bytes, whose type is set already. They may be shared with any number of other answers. */
export function sendBytes(ctx: Context, bytes: Buffer): void {
  ctx.body = bytes.length > LARGE_RESPONSE ? paced([bytes], widestScope(networksOf(ctx.ip))) : bytes;
  ctx.length = bytes.length;
}
