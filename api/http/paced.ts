/** Answers sent a little at a time, so that we notice whether their client reads them. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** A client that reads less than this in that time is disconnected, because others need the memory. */
const LEAST_BYTES = 16 * 1024;
const WITHIN_MS = 10_000;

/** Answers beyond this are sent so. A shorter one fits into what the system buffers for a connection. */
export const LARGE_ANSWER = 64 * 1024;

type Pieces = Iterable<Buffer> | AsyncIterable<string>;

async function* slicesOf(pieces: Pieces): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let at = 0; at < bytes.length; at += LEAST_BYTES) yield bytes.subarray(at, at + LEAST_BYTES);
  }
}

/** The pieces as a stream without copies, which fails when its reader is too slow. The time to make a piece is free. */
export function paced(pieces: Pieces): Readable {
  async function* watched() {
    for await (const slice of slicesOf(pieces)) {
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
  ctx.body = bytes.length > LARGE_ANSWER ? paced([bytes]) : bytes;
  ctx.length = bytes.length;
}
