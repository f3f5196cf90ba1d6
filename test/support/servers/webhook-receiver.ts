/** A webhook receiver on this machine, which verifies what it gets with the reference library. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A request, as it came. */
export interface ReceivedWebhook {
  id: string;
  headers: Record<string, string>;
  body: string;
  type: string;
  data: { title: string; text: string; link: string; label: string };
}

export interface WebhookReceiver {
  url: string;
  /** Every request so far. */
  received: ReceivedWebhook[];
  /** Answers from now on; 204 at first. `never`: not at all. */
  answer(next: number | 'never' | ((request: IncomingMessage, response: ServerResponse) => void)): void;
  close(): void;
}

/** Throws unless the request was signed with this secret. */
export const verifyWebhook = ({ body, headers }: ReceivedWebhook, secret: string): unknown =>
  new Webhook(secret).verify(body, headers);

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let next: Parameters<WebhookReceiver['answer']>[0] = 204;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    received.push({ id: headers['webhook-id'] ?? '', headers, body, ...JSON.parse(body) });
    if (typeof next === 'function') next(request, response);
    else if (next !== 'never') response.writeHead(next).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
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
