/** Files over HTTP as a client sends and reads them, without a library: one request for everything that is missing. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../dev/cli/failure.ts';

const READ_BYTES = 256 * 1024;

export interface FileAddress {
  /** The address of the upload. */
  url: string;
  headers: Record<string, string>;
}

export interface SentBytes {
  path: string;
  /** In bytes. */
  size: number;
  /** How many bytes have arrived. */
  offset: number;
  /** Breaks the connection after this many bytes. */
  cutAt?: number;
  /** No faster than this. */
  bytesPerSecond?: number | undefined;
  signal?: AbortSignal;
}

/** Begins a request, which the caller still has to end. */
function openRequest(
  method: string,
  { url, headers }: FileAddress,
  more: Record<string, string | number> = {},
) {
  return request(url, {
    method,
    agent: false,
    headers: { 'Tus-Resumable': '1.0.0', ...headers, ...more },
  });
}

async function answerOf(req: ReturnType<typeof request>): Promise<IncomingMessage> {
  const [answer] = (await once(req, 'response')) as [IncomingMessage];
  return answer;
}

async function demand(answer: IncomingMessage & { req?: ClientRequest }, status: number): Promise<void> {
  if (answer.statusCode === status) return void answer.resume();
  throw new Failure(
    `answered ${answer.statusCode} instead of ${status}: ${await answer.setEncoding('utf8').toArray()}`,
  );
}

/** Announces a file. @returns the path of the upload */
export async function announce(address: FileAddress, size: number, metadata: Record<string, string>) {
  const pairs = Object.entries(metadata).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  const req = openRequest('POST', address, {
    'Upload-Length': size,
    ...(pairs.length > 0 && { 'Upload-Metadata': pairs.join(',') }),
  });
  req.end();
  const answer = await answerOf(req);
  await demand(answer, 201);
  return new URL(answer.headers.location ?? '', address.url).href;
}

/** How many bytes of a file have arrived. */
export async function arrived(address: FileAddress): Promise<number> {
  const req = openRequest('HEAD', address);
  req.end();
  const answer = await answerOf(req);
  await demand(answer, 200);
  return Number(answer.headers['upload-offset']);
}

async function* piecesOf({ path, offset, size, bytesPerSecond, cutAt = size }: SentBytes) {
  const began = performance.now();
  let sent = 0;
  const file = createReadStream(path, { start: offset, end: cutAt - 1, highWaterMark: READ_BYTES });
  for await (const piece of file as AsyncIterable<Buffer>) {
    yield piece;
    sent += piece.length;
    if (bytesPerSecond === undefined) continue;
    await sleep(Math.max(0, (sent / bytesPerSecond) * 1_000 - (performance.now() - began)));
  }
}

/** Sends the rest of a file. Resolves early if the connection is to be cut. */
export async function send(address: FileAddress, bytes: SentBytes): Promise<void> {
  const { size, offset, cutAt = size, signal } = bytes;
  const req = openRequest('PATCH', address, {
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': offset,
    'Content-Length': size - offset,
  });
  const answer = answerOf(req);
  answer.catch(() => {});
  // The API may refuse before everything is sent, and break the connection.
  req.on('error', () => {});
  signal?.addEventListener('abort', () => req.destroy());
  const pieces = Readable.from(piecesOf(bytes), { highWaterMark: 1 });
  pieces.pipe(req, { end: cutAt === size });
  if (cutAt === size) return demand(await answer, 204);
  await once(pieces, 'end');
  req.destroy();
}

/** Reads a file. @returns its SHA-256 */
export async function read(address: FileAddress): Promise<string> {
  const req = openRequest('GET', address);
  req.end();
  const answer = await answerOf(req);
  if (answer.statusCode !== 200) await demand(answer, 200);
  const hash = createHash('sha256');
  for await (const chunk of answer) hash.update(chunk);
  return hash.digest('hex');
}
