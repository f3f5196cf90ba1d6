/** A page's websocket, as a browser opens it. */
import type { IncomingMessage } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';
import type { EventName, LiveEvent } from '../../../api/live/events.ts';
import type { TestApi } from '../servers/api.ts';
import { until } from '../until.ts';

export interface LivePage {
  ws: WebSocket;
  /** Everything that has come, oldest first. */
  events: LiveEvent[];
  /** How it ended. */
  closed: Promise<{ code: number; reason: string }>;
  /** The payloads of one kind of event. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where that is not there
  payloads(event: EventName): any[];
  /** Waits until there are this many events of a kind. @returns their payloads */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  got(event: EventName, count?: number): Promise<any[]>;
  close(): Promise<void>;
}

/** Without an origin, it is opened as a program does. */
type LiveApi = Pick<TestApi, 'url'> & { origin?: string | undefined };

interface Opening {
  cookies?: ReadonlyMap<string, string>;
  headers?: Record<string, string>;
  path?: string;
  options?: ClientOptions;
}

/** Starts to open a websocket. */
export function dial(
  { url, origin }: LiveApi,
  { cookies, headers, path = '/ws', options }: Opening,
): WebSocket {
  const cookie = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  return new WebSocket(new URL(path, url.replace(/^http/, 'ws')), {
    headers: {
      ...(origin === undefined ? {} : { Origin: origin }),
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
    ...options,
  });
}

/** Opens a websocket and waits for its first message. */
export async function openPage(
  api: LiveApi,
  browser: { cookies: ReadonlyMap<string, string> },
  more: Omit<Opening, 'cookies'> = {},
): Promise<LivePage> {
  const ws = dial(api, { cookies: browser.cookies, ...more });
  const events: LiveEvent[] = [];
  ws.on('message', (data) => events.push(JSON.parse(String(data))));
  ws.on('error', () => {});
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  const payloads = (event: EventName) =>
    events.filter((each) => each.event === event).map(({ payload }) => payload);
  const page: LivePage = {
    ws,
    events,
    closed,
    payloads,
    async got(event, count = 1) {
      await until(`${count} of ${event}`, () => payloads(event).length >= count, 30_000);
      return payloads(event);
    },
    async close() {
      ws.close();
      await closed;
    },
  };
  await until('the first message', () => events.length > 0 || ws.readyState === ws.CLOSED);
  if (events.length === 0) {
    const { code, reason } = await closed;
    throw new Error(`it was not let in: ${code} ${reason}`);
  }
  return page;
}

/** How a websocket that is not let in is answered. */
export async function refusedPage(
  api: LiveApi,
  opening: Opening,
  // biome-ignore lint/suspicious/noExplicitAny: as above
): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: any }> {
  const ws = dial(api, opening);
  ws.on('error', () => {});
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    ws.once('unexpected-response', (_request, response) => resolve(response));
    ws.once('open', () => reject(new Error('it was let in')));
    ws.once('error', reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: JSON.parse(Buffer.concat(chunks).toString()),
  };
}
