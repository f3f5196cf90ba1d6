/** JSON sent while it is being built, for responses that may be longer than any string. */
import type { Readable } from 'node:stream';
import { pacedStream } from './paced-stream.ts';
import { currentRequester } from './quotas/current-requester.ts';
import { widestScope } from './quotas/requester.ts';

/**
 * The pieces of a document as a stream. The first piece is built before this returns, so that an early error can still
 * become a problem. `pieces` always ends with the stream, whether it is read completely, destroyed or never read. If
 * `pieces` throws later, or the client reads too slowly, the connection is cut and the client has an incomplete
 * document.
 */
export async function startJsonStream(pieces: AsyncGenerator<string, void>): Promise<Readable> {
  const head = await pieces.next();
  async function* all() {
    if (!head.done) yield head.value;
    yield* pieces;
  }
  const stream = pacedStream(all(), widestScope(currentRequester().requester));
  stream.once('close', () => void pieces.return());
  return stream;
}
