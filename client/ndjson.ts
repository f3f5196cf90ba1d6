/** Vaults of any size as newline-delimited JSON, which is how the API exports, imports and rotates them. */
import type { Api } from './api.ts';
import { inTime, READ_TIMEOUT_MS } from './in-time.ts';
import { clientProblem } from './problem.ts';

const NDJSON = 'application/x-ndjson';
/** The number of characters in one piece of a body. Browsers may keep pieces outside of memory. */
const PIECE = 4 * 1024 * 1024;

/**
 * The lines of a stream of bytes, without their ends. Empty ones are left out.
 *
 * @throws Problem `unreachable` if nothing arrives in time, or the connection breaks; DOMException `NotReadableError` for
 *   a file that changes while it is read
 */
export async function* linesIn(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  /** A line may arrive in many pieces, which are searched once and joined at its end. */
  let begun: string[] = [];
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), READ_TIMEOUT_MS).catch((error) => {
        // The file changed; no connection was lost.
        throw error?.name === 'NotReadableError' ? error : clientProblem('unreachable');
      });
      for (const [at, piece] of decoder.decode(value, { stream: !done }).split('\n').entries()) {
        if (at > 0) {
          const line = begun.join('');
          begun = [];
          if (line.trim() !== '') yield line;
        }
        begun.push(piece);
      }
      if (done) break;
    }
    const last = begun.join('');
    if (last.trim() !== '') yield last;
  } finally {
    void reader.cancel().catch(() => {});
  }
}

export interface CountedLines<Head> {
  head: Head;
  /** The line of each entry while it arrives. @throws Problem `unreachable` if it is cut off */
  lines: AsyncGenerator<string, void>;
}

/**
 * The lines of a response, the first of which says how many entries follow.
 *
 * @param body of a call with `parseAs: 'stream'`
 * @throws Problem `unreachable` if it is cut off
 */
export async function countedLines<Head extends { entryCount: number }>(
  body: unknown,
): Promise<CountedLines<Head>> {
  const lines = linesIn(body as ReadableStream<Uint8Array>);
  const { value } = await lines.next();
  if (!value) throw clientProblem('unreachable');
  const head = JSON.parse(value) as Head;
  async function* counted(): AsyncGenerator<string, void> {
    let count = 0;
    for await (const each of lines) {
      count += 1;
      yield each;
    }
    if (count !== head.entryCount) throw clientProblem('unreachable');
  }
  return { head, lines: counted() };
}

/**
 * A client that also streams the bodies of imports and rotations: for Node, because browsers do so over HTTP/2 only.
 *
 * @param before called before each streamed request, which cannot be sent again: make sure that the access token lasts
 *   for some minutes
 */
export function withStreaming(api: Api, before: () => Promise<void> = async () => {}): Api {
  const { send = fetch } = api;
  return {
    ...api,
    async stream(request) {
      await before();
      return send(request);
    },
  };
}

/** One object as a line, with its end. */
export const line = (value: object): string => `${JSON.stringify(value)}\n`;

type Lines = AsyncIterable<string> | Iterable<string>;

/**
 * All lines as one body.
 *
 * @throws whatever the lines throw
 */
export async function bodyOf(lines: Lines): Promise<Blob> {
  const pieces: Blob[] = [];
  let piece: string[] = [];
  let length = 0;
  const close = () => {
    pieces.push(new Blob(piece));
    piece = [];
    length = 0;
  };
  for await (const each of lines) {
    piece.push(each);
    length += each.length;
    if (length >= PIECE) close();
  }
  close();
  return new Blob(pieces, { type: NDJSON });
}

/** A type and not an interface, because only types fit the parameter of openapi-fetch. */
type LinesInit = {
  body: never;
  headers: Record<string, string>;
  duplex?: 'half';
  fetch?: (request: Request) => Promise<Response>;
  bodySerializer(): Blob | ReadableStream;
};

function streamOf(lines: Lines, failed: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* all() {
    yield* lines;
  }
  const iterator = all();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    async cancel() {
      await iterator.return(undefined);
    },
  });
}

/**
 * Sends lines, each with its end: while they are made if the client has `stream`, otherwise once all of them are.
 *
 * @throws whatever the lines throw, which also aborts a request that has begun
 */
export async function sendLines<Data>(
  api: Api,
  lines: Lines | Blob,
  send: (init: LinesInit) => Promise<Data>,
): Promise<Data> {
  const headers = { 'Content-Type': NDJSON };
  const body = {} as never;
  const { stream: sendStream } = api;
  if (!sendStream || lines instanceof Blob) {
    const whole = lines instanceof Blob ? lines : await bodyOf(lines);
    return send({ body, headers, bodySerializer: () => whole });
  }
  let broken: unknown;
  const stream = streamOf(lines, (error) => {
    broken = error;
  });
  try {
    return await send({ body, headers, duplex: 'half', fetch: sendStream, bodySerializer: () => stream });
  } catch (error) {
    throw broken ?? error;
  }
}
