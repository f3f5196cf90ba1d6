/** JSON that is sent while it is made, for answers that may be longer than any string can be. */
import { Readable } from 'node:stream';

/**
 * A client that takes less than this in that time has its connection cut: what it holds here is held for others too.
 * What it has left of the last pieces to take is for the server's timeout.
 */
const STALLED_MS = 60_000;
const LEAST_BYTES = 256 * 1024;

/**
 * The pieces of a document as a stream. The first is made before it is returned, so that what cannot begin is
 * answered with a problem. Whatever becomes of the stream, read to its end, destroyed or never read, `pieces` is
 * ended with it; where `pieces` throws later, the connection is cut and the client has no whole document.
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
