/** A server on this machine that takes requests and answers them as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Receiver<Received> {
  /** `http://127.0.0.1` and its port. */
  origin: string;
  /** What every request so far said. */
  received: Received[];
  /** Answers from now on; 204 at first. `never`: not at all. */
  answer(next: number | 'never' | ((request: IncomingMessage, response: ServerResponse) => void)): void;
  close(): void;
}

/** @param read what a request says. If it throws, the answer is 400 */
export async function startReceiver<Received>(
  read: (request: IncomingMessage, body: Buffer) => Received | Promise<Received>,
): Promise<Receiver<Received>> {
  const received: Received[] = [];
  let next: Parameters<Receiver<Received>['answer']>[0] = 204;
  const server = createServer(async (request, response) => {
    try {
      received.push(await read(request, await buffer(request)));
    } catch (error) {
      response.writeHead(400).end(String(error));
      return;
    }
    if (typeof next === 'function') next(request, response);
    else if (next !== 'never') response.writeHead(next).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(then) {
      next = then;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
