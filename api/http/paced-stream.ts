/**
 * Responses sent a little at a time, so that we notice whether the client reads them, and so that a hundred large ones
 * don't delay a small one.
 */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { createEventLoopThrottle } from './quotas/event-loop-throttle.ts';
import { networksOf, widestScope } from './quotas/requester.ts';

/** A client that reads fewer bytes than this in that time is disconnected, because others need the memory. */
const LEAST_BYTES = 16 * 1024;
const WITHIN_MS = 10_000;

/** Longer responses are paced. Shorter ones fit into the system's buffer for a connection. */
export const LARGE_RESPONSE = 64 * 1024;

/** At most 2 × 64 KiB are handed to the system in one iteration of the event loop. */
const throttle = createEventLoopThrottle(2);
const SLICES_PER_SLOT = 4;

type Pieces = Iterable<Buffer> | AsyncIterable<Buffer | string>;

async function* slicesOf(pieces: Pieces): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let at = 0; at < bytes.length; at += LEAST_BYTES) yield bytes.subarray(at, at + LEAST_BYTES);
  }
}

/**
 * The pieces as a stream without copies, which fails if its reader is too slow. The time to make a piece doesn't matter.
 *
 * @param requester whose response it is: large responses of different requesters take turns
 */
export function pacedStream(pieces: Pieces, requester: string): Readable {
  async function* pacedSlices() {
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
  const stream: Readable = Readable.from(pacedSlices(), { objectMode: false, highWaterMark: LEAST_BYTES });
  return stream;
}

/** Responds with these bytes, which any number of responses may share. The type must have been set. */
export function sendBytes(ctx: Context, bytes: Buffer): void {
  ctx.body = bytes.length > LARGE_RESPONSE ? pacedStream([bytes], widestScope(networksOf(ctx.ip))) : bytes;
  ctx.length = bytes.length;
}
