/** Everything that a browser sends, as it leaves the machine: a proxy on the way sees bodies that no devtool shows. */
import { Agent, request as ask, createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { type Listening, listening } from '../servers/listening.ts';
import { formsOf } from './secret-forms.ts';

/** Where Chromium itself asks how to fill in a form. Our pages' policy allows no such address. */
const CHROMIUMS_OWN = 'content-autofill.googleapis.com';

/** A request, or a message on a websocket. */
export interface SentRequest {
  /** Such as `POST http://127.0.0.1:3001/api/v1/auth/login`. */
  what: string;
  url: URL;
  /** Names and values, one after the other. */
  headers: readonly string[];
  body: Buffer;
}

export interface Recorder {
  sent: readonly SentRequest[];
  /** For the context whose traffic it records. */
  proxy: string;
  /** Records websockets too, which pass the proxy masked. */
  watch(context: BrowserContext): void;
  /**
   * Fails if a secret was sent in any form that we can think of.
   *
   * @param secrets by name
   */
  neverSends(secrets: Record<string, string | Uint8Array>): void;
  /** Fails if anything was sent to another host than this. */
  onlyTo(origin: string): void;
  close(): Promise<void>;
}

/** The body itself, and what it becomes unpacked. */
function unpacked(body: Buffer): Buffer[] {
  const tries = [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync].map((unpack) => {
    try {
      return unpack(body);
    } catch {
      return undefined;
    }
  });
  return [body, ...tries.filter((each) => each !== undefined)];
}

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Passes requests on once they are complete, and connections of websockets as they are. */
function startProxy(record: (sent: SentRequest) => void): Promise<Listening> {
  // A connection that is kept open could be closed during the next request.
  const agent = new Agent({ keepAlive: false });
  const proxy = createServer(async (request, response) => {
    const { method = '', url: address = '', rawHeaders: headers } = request;
    try {
      const url = new URL(address);
      const body = await readAll(request);
      record({ what: `${method} ${url.origin}${url.pathname}`, url, headers, body });
      const passed = ask(url, { method, agent, headers: { ...request.headers, connection: 'close' } });
      passed.on('response', (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
        reply.pipe(response);
      });
      passed.on('error', () => response.destroy());
      response.on('close', () => passed.destroy());
      passed.end(body);
    } catch {
      // The browser has gone.
      response.destroy();
    }
  });
  proxy.on('connect', (request: IncomingMessage, outside: Socket, head: Buffer) => {
    const url = new URL(`http://${request.url}`);
    record({ what: `connection to ${url.host}`, url, headers: [], body: Buffer.alloc(0) });
    const inside = connect(Number(url.port || 80), url.hostname, () => {
      outside.write('HTTP/1.1 200 Connected\r\n\r\n');
      inside.write(head);
      outside.pipe(inside).pipe(outside);
    });
    inside.on('error', () => inside.destroy());
    inside.on('close', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  });
  return listening(proxy);
}

export async function startRecorder(): Promise<Recorder> {
  const sent: SentRequest[] = [];
  const proxy = await startProxy((each) => sent.push(each));
  return {
    sent,
    proxy: proxy.origin,
    watch(context) {
      context.on('page', (page) =>
        page.on('websocket', (socket) => {
          const url = new URL(socket.url());
          sent.push({ what: `websocket ${url.href}`, url, headers: [], body: Buffer.alloc(0) });
          socket.on('framesent', ({ payload }) => {
            sent.push({ what: `message to ${url.href}`, url, headers: [], body: Buffer.from(payload) });
          });
        }),
      );
    },
    neverSends(secrets) {
      if (sent.length === 0) throw new Error('nothing was sent, so nothing was looked through');
      const found: string[] = [];
      const everything = sent.map(({ what, url, headers, body }) => ({
        what,
        texts: [Buffer.from(`${url.href}\n${headers.join('\n')}`), ...unpacked(body)],
      }));
      for (const [name, secret] of Object.entries(secrets)) {
        for (const [form, needles] of formsOf(secret)) {
          for (const { what, texts } of everything) {
            if (texts.some((text) => needles.some((needle) => text.includes(needle))))
              found.push(`${name}, ${form}, in ${what}`);
          }
        }
      }
      if (found.length > 0) throw new Error(`Secrets were sent:\n${found.join('\n')}`);
    },
    onlyTo(origin) {
      const { host } = new URL(origin);
      const others = sent
        .filter(({ url }) => url.host !== host && url.hostname !== CHROMIUMS_OWN)
        .map(({ what }) => what);
      if (others.length > 0) throw new Error(`Sent to other hosts:\n${others.join('\n')}`);
    },
    close: proxy.close,
  };
}
