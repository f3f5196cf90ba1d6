/**
 * Receives what webhooks and devices are sent, on this machine, and answers as each of them, or its push service, does. It
 * is never killed.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { type PushDevices, pushDevices, type Subscription } from '../dev/push-devices.ts';
import type { Delivery } from './evidence.ts';
import type { Habit } from './plan-ways.ts';

/** How often a way that refuses does so before it takes a warning. */
const REFUSALS = 2;
/** How long a slow one takes: not so long that the service gives up. */
const SLOW_MS = 3_000;
/** Where redirects lead. Nothing may ever be sent there. */
const ELSEWHERE = '/elsewhere';

export interface WayReceiver {
  /** Everything that came, in the order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** Where a webhook's requests go. */
  addressOf(way: string): string;
  /** Where a device's pushes go, the same each time. @param senderKey the only one that may send there */
  subscribe(way: string, senderKey: string): Subscription;
  /** Verifies with this secret too what came to a webhook, and what will. */
  expect(way: string, secret: string): void;
  /** From now on the way behaves like this. Before, it takes everything. */
  behave(way: string, habit: Habit): void;
  stop(): Promise<void>;
}

interface Hook {
  secrets: string[];
  habit: Habit;
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

/** A request that says nothing that its receiver can read. */
const unreadable = (way: string): Delivery => ({
  way,
  at: Date.now(),
  signedAt: Date.now(),
  id: '',
  kind: 'unreadable',
  n: 0,
  text: '',
  token: null,
  genuine: false,
  answer: null,
  takenAt: null,
});

const tokenIn = (link: string): string | null => new URL(link).searchParams.get('token');
const reminderIn = (text: string): number => Number(/reminder (\d+) of/.exec(text)?.[1] ?? 0);

function readHook(way: string, headers: Record<string, string>, body: string): Delivery {
  const { type, data } = JSON.parse(body);
  return {
    ...unreadable(way),
    signedAt: Number(headers['webhook-timestamp']) * 1_000,
    id: headers['webhook-id'] ?? '',
    kind: type,
    n: reminderIn(data.text),
    text: body,
    token: tokenIn(data.link),
  };
}

/** A device is not told what kind of warning it gets, so its words say so. */
function kindOf({ title, text }: { title: string; text: string }): string {
  if (reminderIn(text) > 0) return 'reminder';
  if (/final notice$/.test(title)) return 'final_notice';
  return /\d{8}/.test(text) ? 'code' : 'test';
}

async function readPush(way: string, devices: PushDevices, request: IncomingMessage, body: Buffer) {
  const arrived = unreadable(way);
  const { note, signedAt } = await devices.read(request, body);
  return {
    ...arrived,
    signedAt,
    id: note.tag,
    kind: kindOf(note),
    n: reminderIn(note.text),
    text: JSON.stringify(note),
    token: tokenIn(note.link),
    genuine: true,
  };
}

/** The status with which a way answers, after a while; null for none. */
async function answerOf(habit: Habit, attempt: number, signal: AbortSignal): Promise<number | null> {
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
  const devices = pushDevices();
  const subscriptions = new Map<string, Subscription>();
  /** The names of ways by the paths of their devices. */
  const pushed = new Map<string, string>();
  const closing = new AbortController();
  const hookOf = (way: string): Hook => {
    const hook = hooks.get(way) ?? { secrets: [], habit: 'works' };
    hooks.set(way, hook);
    return hook;
  };

  async function read(request: IncomingMessage, body: Buffer): Promise<Delivery> {
    const path = request.url ?? '';
    const device = pushed.get(path);
    if (device !== undefined) return readPush(device, devices, request, body);
    const way = path.slice(1);
    const headers = request.headers as Record<string, string>;
    const delivery = readHook(way, headers, String(body));
    delivery.genuine = isGenuine({ headers, body: String(body) }, hookOf(way).secrets);
    arrived.push({ delivery, headers, body: String(body) });
    return delivery;
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const path = request.url ?? '';
    const delivery = await read(request, body).catch(() => unreadable(pushed.get(path) ?? path.slice(1)));
    deliveries.push(delivery);
    const attempt = deliveries.filter(({ id }) => id === delivery.id).length;
    const { habit } = hookOf(delivery.way);
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
    subscribe(way, senderKey) {
      const subscription = subscriptions.get(way) ?? devices.subscribe(origin, senderKey);
      subscriptions.set(way, subscription);
      pushed.set(new URL(subscription.endpoint).pathname, way);
      return subscription;
    },
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
