/** Receives what webhooks are sent, on this machine, and answers as each of them does. It is never killed. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Delivery } from './evidence.ts';
import type { HookHabit } from './plan-ways.ts';

/** How often a webhook that refuses does so before it takes a warning. */
const REFUSALS = 2;
/** How long a slow one takes: not so long that the service gives up. */
const SLOW_MS = 3_000;
/** Where redirects lead. Nothing may ever be sent there. */
const ELSEWHERE = '/elsewhere';

export interface WayReceiver {
  /** Everything that came, in the order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** Where a way's requests go. */
  addressOf(way: string): string;
  /** Verifies with this secret too what came to a way, and what will. */
  expect(way: string, secret: string): void;
  /** From now on the way behaves like this. Before, it takes everything. */
  behave(way: string, habit: HookHabit): void;
  stop(): Promise<void>;
}

interface Hook {
  secrets: string[];
  habit: HookHabit;
}

interface Arrived {
  delivery: Delivery;
  headers: Record<string, string>;
  body: string;
}

/** Whether one of the secrets signed it. */
const isGenuine = ({ headers, body }: Omit<Arrived, 'delivery'>, secrets: readonly string[]): boolean =>
  secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });

function read(way: string, headers: Record<string, string>, body: string): Delivery {
  const { type, data } = JSON.parse(body);
  return {
    way,
    at: Date.now(),
    signedAt: Number(headers['webhook-timestamp']) * 1_000,
    id: headers['webhook-id'] ?? '',
    kind: type,
    n: Number(/reminder (\d+) of/.exec(data.text)?.[1] ?? 0),
    text: body,
    token: new URL(data.link).searchParams.get('token'),
    genuine: false,
    answer: null,
    takenAt: null,
  };
}

/** The status with which a webhook answers, after a while; null for none. */
async function answerOf(habit: HookHabit, attempt: number, signal: AbortSignal): Promise<number | null> {
  switch (habit) {
    case 'works':
      return 204;
    case 'refuses':
      return attempt > REFUSALS ? 204 : 503;
    case 'slow':
      await sleep(SLOW_MS, undefined, { signal });
      return 204;
    case 'silent':
      return attempt > 1 ? 204 : null;
    case 'gone':
      return 410;
    case 'redirects':
      return 307;
    case 'hangs_up':
      return null;
  }
}

export async function startWayReceiver(): Promise<WayReceiver> {
  const deliveries: Delivery[] = [];
  const arrived: Arrived[] = [];
  const hooks = new Map<string, Hook>();
  const closing = new AbortController();
  const hookOf = (way: string): Hook => {
    const hook = hooks.get(way) ?? { secrets: [], habit: 'works' };
    hooks.set(way, hook);
    return hook;
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const way = (request.url ?? '').slice(1);
    const hook = hookOf(way);
    const headers = request.headers as Record<string, string>;
    const delivery = read(way, headers, body);
    delivery.genuine = isGenuine({ headers, body }, hook.secrets);
    arrived.push({ delivery, headers, body });
    deliveries.push(delivery);
    const attempt = deliveries.filter(({ id }) => id === delivery.id).length;
    const { habit } = hook;
    const answer = await answerOf(habit, attempt, closing.signal);
    if (answer === null) {
      if (habit === 'hangs_up') request.destroy();
      return;
    }
    delivery.answer = answer;
    if (answer < 300) delivery.takenAt = Date.now();
    response.writeHead(answer, answer === 307 ? { location: ELSEWHERE } : {}).end();
  }

  const server: Server = createServer((request, response) => void take(request, response).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    deliveries,
    addressOf: (way) => `${origin}/${way}`,
    expect(way, secret) {
      const { secrets } = hookOf(way);
      secrets.push(secret);
      for (const each of arrived) {
        if (each.delivery.way === way && !each.delivery.genuine)
          each.delivery.genuine = isGenuine(each, secrets);
      }
    },
    behave(way, habit) {
      hookOf(way).habit = habit;
    },
    async stop() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
