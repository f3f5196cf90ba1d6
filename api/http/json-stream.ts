/** JSON sent while it is being built, for answers that may be longer than any string. */
import { Readable } from 'node:stream';

/**
 * A client that reads less than this in that time is disconnected, because it holds up others. The server's own
 * timeout covers the last pieces.
 */
const STALLED_MS = 60_000;
const LEAST_BYTES = 256 * 1024;

/**
 * The pieces of a document as a stream. The first piece is built before this returns, so that an early error can
 * still be answered with a problem. `pieces` always ends with the stream, whether it is read to its end, destroyed or
 * never read. If `pieces` throws later, the connection is cut and the client has an incomplete document.
 */
export async function streamed(pieces: AsyncGenerator<string, void>): Promise<Readable> {
  const head = await pieces.next();
  const stalled = setTimeout(
    () => stream.destroy(new Error('the client reads too slowly')),
    STALLED_MS,
  ).unref();
  async function* all() {
    if (!head.done) yield head.value;
    let taken = 0;
    for await (const piece of pieces) {
      yield piece;
      taken += piece.length;
      if (taken < LEAST_BYTES) continue;
      taken = 0;
      stalled.refresh();
    }
  }
  const stream: Readable = Readable.from(all(), { objectMode: false });
  stream.once('close', () => {
    clearTimeout(stalled);
    void pieces.return();
  });
  return stream;
}
