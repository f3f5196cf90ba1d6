/** Requests from a chosen address, so that each network of a crowd is one for the API too. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** After this long without an answer, they move on to the next request. */
const TIMEOUT_MS = 60_000;

export interface RawCall {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

export interface RawReply {
  /** 0: there was no answer. */
  status: number;
  body: string;
}

/** Sends one request. Resolves with null where the API had closed the kept connection before the request got there. */
function send(
  agent: Agent,
  port: number,
  { method, path, headers = {}, body }: RawCall,
): Promise<RawReply | null> {
  return new Promise((resolve) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const about = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'Content-Length': Buffer.byteLength(text) }),
    };
    const unanswered = () => resolve({ status: 0, body: '' });
    const asking = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...about, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
        response.on('error', unanswered);
        response.on('close', unanswered);
      },
    );
    asking.setTimeout(TIMEOUT_MS, () => asking.destroy());
    asking.on('error', ({ code }: NodeJS.ErrnoException) =>
      asking.reusedSocket && code === 'ECONNRESET' ? resolve(null) : unanswered(),
    );
    asking.end(text);
  });
}

/** Makes calls to 127.0.0.1 from an address on it. Connections are kept for the next call, as browsers keep them. */
export function callsFrom(address: string, port: number): (call: RawCall) => Promise<RawReply> {
  const agent = new Agent({ keepAlive: true, localAddress: address, scheduling: 'fifo' });
  return async (call) => {
    for (;;) {
      const reply = await send(agent, port, call);
      if (reply) return reply;
    }
  };
}

/** The head of a request, without its body. */
export const headOf = (method: string, path: string, headers: Record<string, string | number>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

/** Bytes that keep coming, so that a body looks alive. */
export interface Drip {
  bytes: number;
  everyMs: number;
}

/**
 * Begins a body and never ends it.
 *
 * @returns the status with which the API gave up, or 0 if it only closed the connection
 */
export function neverFinish(address: string, port: number, head: string, drip?: Drip): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: address });
    let status = 0;
    const more = drip && setInterval(() => socket.write(Buffer.alloc(drip.bytes, ' ')), drip.everyMs);
    socket.on('data', (bytes) => {
      status ||= Number(bytes.toString('latin1', 9, 12));
      socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(more);
      resolve(status);
    });
    socket.write(`${head}{`);
  });
}

/** Sends requests and never reads a byte of what they bring. Resolves after a while, with the connection cut. */
export async function neverRead(
  address: string,
  port: number,
  requests: string,
  forMs: number,
): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: address });
  // Paused before it is connected: otherwise Node reads the first bytes on its own.
  socket.pause();
  socket.on('error', () => {});
  socket.write(requests);
  await sleep(forMs);
  socket.destroy();
}
