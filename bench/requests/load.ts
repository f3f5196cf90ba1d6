/**
 * Load from a fixed number of connections, each of which sends its next request once the last one is answered. It reads
 * just enough of HTTP/1.1 to check the status of every response, so that it takes little processor time from the servers.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Failure } from '../../dev/cli/failure.ts';
import { sorted } from '../figures.ts';

/** A request as it goes over the wire. */
export interface LoadRequest {
  bytes: Buffer;
  /** The expected status of its response. */
  status: number;
}

export interface LoadOptions {
  port: number;
  connections: number;
  /** How long requests are sent, in milliseconds. Each connection sends at least one. */
  forMs: number;
  /** Called for each request; `n` counts from 0. */
  next(n: number): LoadRequest;
  /** Runs once every connection is open, right before the first request. */
  begin?(): void;
}

export interface LoadResult {
  answers: number;
  /** From the first request until the last answer, in milliseconds. */
  tookMs: number;
  /** The latency of each response, in milliseconds, sorted. */
  latencies: Float64Array;
}

/** A response that takes longer means that something hangs. */
const TIMEOUT_MS = 60_000;

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Reads responses from the bytes of one connection. */
class ResponseReader {
  #rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  /** Bytes of the current body still to come; undefined while its head is incomplete. */
  #missing: number | undefined;
  #status = 0;

  /** @returns the status of the response that is complete now; undefined if more bytes are needed */
  take(bytes: Buffer): number | undefined {
    let chunk = bytes;
    if (this.#missing === undefined) {
      if (this.#rest.length > 0) chunk = Buffer.concat([this.#rest, bytes]);
      const end = chunk.indexOf(END_OF_HEAD);
      if (end === -1) {
        this.#rest = chunk;
        return undefined;
      }
      const head = chunk.toString('latin1', 0, end + 2);
      const length = head.match(/\r\ncontent-length: *(\d+)\r\n/i)?.[1];
      if (length === undefined) throw new Failure(`A response has no content-length: ${head.slice(0, 200)}`);
      this.#status = Number(head.slice(9, 12));
      this.#missing = Number(length);
      this.#rest = Buffer.alloc(0);
      chunk = chunk.subarray(end + 4);
    }
    this.#missing -= chunk.length;
    if (this.#missing < 0) throw new Failure('A response is longer than its content-length');
    if (this.#missing > 0) return undefined;
    this.#missing = undefined;
    return this.#status;
  }
}

/** Sends requests on one connection until there is none left. */
function exchange(
  socket: Socket,
  next: () => LoadRequest | undefined,
  answered: (latencyMs: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const responses = new ResponseReader();
    let sentAt = 0;
    let expected = 0;
    const send = () => {
      const request = next();
      if (!request) return resolve();
      expected = request.status;
      sentAt = performance.now();
      socket.write(request.bytes);
    };
    socket.setTimeout(TIMEOUT_MS, () => reject(new Failure('A request was not answered within a minute')));
    socket.on('error', reject);
    socket.on('close', () => reject(new Failure('A connection was closed before its response')));
    socket.on('data', (bytes) => {
      try {
        const status = responses.take(bytes);
        if (status === undefined) return;
        if (status !== expected) {
          const text = bytes.toString().replaceAll(/\s+/g, ' ').slice(-300);
          throw new Failure(`answered ${status} instead of ${expected}: ${text}`);
        }
        answered(performance.now() - sentAt);
        send();
      } catch (error) {
        reject(error);
      }
    });
    send();
  });
}

/** @throws Failure for a response with an unexpected status */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, forMs, next, begin } = options;
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const latencies: number[] = [];
  begin?.();
  const began = performance.now();
  let sent = 0;
  const following = () =>
    sent < connections || performance.now() - began < forMs ? next(sent++) : undefined;
  try {
    await Promise.all(
      sockets.map((socket) => exchange(socket, following, (latencyMs) => latencies.push(latencyMs))),
    );
    const tookMs = performance.now() - began;
    return { answers: latencies.length, tookMs, latencies: sorted(latencies) };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
