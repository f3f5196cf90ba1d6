/** Sends a stored file, or a range of it, to a client that may read it. */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { FileRow } from '../../db/entities/file.ts';
import { free } from '../../files/free.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import { pacedStream } from '../http/paced-stream.ts';
import { type Requester, widestScope } from '../http/quotas/requester.ts';
import type { HttpResponse } from '../http/route.ts';
import { leaveWhenSent } from '../http/when-sent.ts';
import { type ByteRange, rangeOf } from './range.ts';
import { inStore, storeOf } from './stores.ts';

/** How often we check whether the reader of a long range may still read. */
const ASK_EVERY_MS = 10_000;

export const DOWNLOAD_TYPE = 'application/octet-stream';

const tagOf = ({ sha256 }: Pick<FileRow, 'sha256'>): string => `"${sha256}"`;

/** Ignores the range if the client has part of another version, because it would mix the two (RFC 9110, 13.1.5). */
function askedRange(ctx: Context, file: FileRow): ByteRange | null {
  const condition = ctx.get('If-Range');
  if (condition !== '' && condition !== tagOf(file)) return null;
  try {
    return rangeOf(ctx.get('Range'), file.size);
  } catch (error) {
    if (error instanceof Problem) ctx.set('Content-Range', `bytes */${file.size}`);
    throw error;
  }
}

/** The headers of a stored file: never shown as a page, whatever is in it. */
export function setFileHeaders(ctx: Context, file: FileRow, length: number): void {
  ctx.set({
    'Content-Type': DOWNLOAD_TYPE,
    'Content-Disposition': 'attachment',
    'Content-Length': String(length),
    'Accept-Ranges': 'bytes',
    ETag: tagOf(file),
  });
}

/**
 * Ends the response once its reader may no longer read.
 *
 * @param unsent how many of the bytes yielded so far have yet to leave this process
 */
async function* whileAllowed(
  bytes: Readable,
  mayRead: () => Promise<boolean>,
  unsent: () => number,
): AsyncGenerator<Buffer, void> {
  let asked = performance.now();
  let before: Buffer | undefined;
  for await (const chunk of bytes) {
    if (performance.now() - asked > ASK_EVERY_MS) {
      if (!(await mayRead())) throw new Error('access ended during the download');
      asked = performance.now();
    }
    yield chunk;
    // No more is unsent than this chunk, so the previous one has left completely.
    if (before && unsent() <= chunk.length) free(before);
    before = chunk;
  }
}

/**
 * Responds with a file or the range that was asked for. A reader that is too slow is disconnected.
 *
 * @param mayRead called again every ten seconds
 */
export async function sendFile(
  deps: ApiDeps,
  ctx: Context,
  file: FileRow,
  requester: Requester,
  mayRead: () => Promise<boolean>,
): Promise<HttpResponse> {
  const range = askedRange(ctx, file);
  const { from, to } = range ?? { from: 0, to: file.size - 1 };
  const status = range ? 206 : 200;
  const store = await storeOf(deps, file);
  if (ctx.method === 'HEAD') {
    setFileHeaders(ctx, file, file.size);
    return { empty: true };
  }
  leaveWhenSent(
    ctx.res,
    deps.quotas.downloads.allocate(requester, 1, () => ctx.req.socket.destroy()).release,
  );
  const bytes = await inStore(deps, () => store.read(file.key, from, to));
  setFileHeaders(ctx, file, to - from + 1);
  if (range) ctx.set('Content-Range', `bytes ${from}-${to}/${file.size}`);
  const unsent = () => stream.readableLength + ctx.res.writableLength;
  const stream = pacedStream(whileAllowed(bytes, mayRead, unsent), widestScope(requester));
  stream.once('close', () => bytes.destroy());
  return { status, stream, type: DOWNLOAD_TYPE };
}
