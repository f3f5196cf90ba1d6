/** A proxy between a client and the API that changes what it likes. A client must not believe it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Lies {
  /** Happens before a request reaches the API. */
  before?(request: { method: string; path: string }): Promise<void>;
  /** Where the connection breaks: before the API gets the request, or before the client gets the answer. */
  cut?(path: string): 'request' | 'answer' | undefined;
  /** Changes an answer in JSON. */
  answer?(path: string, body: Record<string, unknown>): Record<string, unknown>;
}

export interface TamperingProxy {
  origin: string;
  /** What it does from now on. */
  lies: Lies;
  close(): Promise<void>;
}

/** @param origin of the API */
export async function startTamperingProxy(origin: string): Promise<TamperingProxy> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const {
      host: _ours,
      connection: _hop,
      'transfer-encoding': _framing,
      expect: _wait,
      ...headers
    } = request.headers;
    const sent = await buffer(request);
    const path = new URL(url, origin).pathname.replace('/api/v1', '');
    await proxy.lies.before?.({ method, path });
    const cut = proxy.lies.cut?.(path);
    if (cut === 'request') {
      response.destroy();
      return;
    }
    const answer = await fetch(new URL(url, origin), {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'GET' ? {} : { body: new Uint8Array(sent) }),
    });
    const text = await answer.text();
    if (cut === 'answer') {
      response.destroy();
      return;
    }
    const type = answer.headers.get('content-type') ?? '';
    const isJson = /^application\/json/.test(type) && text !== '';
    const said = isJson
      ? JSON.stringify(proxy.lies.answer?.(path, JSON.parse(text)) ?? JSON.parse(text))
      : text;
    response.writeHead(answer.status, { 'content-type': type }).end(said);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const proxy: TamperingProxy = {
    origin: `http://127.0.0.1:${port}`,
    lies: {},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
