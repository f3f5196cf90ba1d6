/**
 * A program on this machine that receives what webhooks and devices are sent, and answers as each of them, or its push
 * service, would. It is never killed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { Webhook } from 'standardwebhooks';
import { type PushDevices, pushDevices, type Subscription } from '../dev/push-devices.ts';
import type { Delivery } from './evidence.ts';
import type { Habit } from './plan-ways.ts';
import type { WayNews, WayOrder } from './way-receiver.ts';

/** How many times a way that refuses does so before it takes a warning. */
const REFUSALS = 2;
/** How long a slow one takes: not so long that the service gives up. */
const SLOW_MS = 3_000;
/** Where redirects lead. Nothing may ever be sent there. */
const ELSEWHERE = '/elsewhere';

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

/** A request that its receiver can't read. */
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

/** A device is not told what kind of warning it gets, so the kind is read from the words. */
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
async function answerOf(habit: Habit, attempt: number): Promise<number | null> {
  switch (habit) {
    case 'works':
      return 204;
    case 'refuses':
      return attempt > REFUSALS ? 204 : 503;
    case 'slow':
      await sleep(SLOW_MS);
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

const deliveries: Delivery[] = [];
const arrived: Arrived[] = [];
const hooks = new Map<string, Hook>();
const devices = pushDevices();
const subscriptions = new Map<string, Subscription>();
/** The names of ways by the paths of their devices. */
const pushed = new Map<string, string>();

const tell = (news: WayNews): void => parentPort?.postMessage(news);
const note = (delivery: Delivery): void =>
  tell({ kind: 'delivery', n: deliveries.indexOf(delivery), delivery });

function hookOf(way: string): Hook {
  const hook = hooks.get(way) ?? { secrets: [], habit: 'works' };
  hooks.set(way, hook);
  return hook;
}

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
  note(delivery);
  const attempt = deliveries.filter(({ id }) => id === delivery.id).length;
  const { habit } = hookOf(delivery.way);
  const answer = await answerOf(habit, attempt);
  if (answer === null) {
    if (habit === 'hangs_up') request.destroy();
    return;
  }
  delivery.answer = answer;
  if (answer < 300) delivery.takenAt = Date.now();
  note(delivery);
  response.writeHead(answer, answer === 307 ? { location: ELSEWHERE } : {}).end();
}

const server = createServer((request, response) => void take(request, response).catch(() => {}));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function subscribe(way: string, senderKey: string): Subscription {
  const subscription = subscriptions.get(way) ?? devices.subscribe(origin, senderKey);
  subscriptions.set(way, subscription);
  pushed.set(new URL(subscription.endpoint).pathname, way);
  return subscription;
}

/** Verifies what came to a webhook with this secret too. */
function expectSecret(way: string, secret: string): void {
  const { secrets } = hookOf(way);
  secrets.push(secret);
  for (const each of arrived) {
    if (each.delivery.way !== way || each.delivery.genuine) continue;
    each.delivery.genuine = isGenuine(each, secrets);
    note(each.delivery);
  }
}

parentPort?.on('message', (order: WayOrder) => {
  switch (order.kind) {
    case 'expect':
      expectSecret(order.way, order.secret);
      break;
    case 'behave':
      hookOf(order.way).habit = order.habit;
      break;
    case 'subscribe':
      tell({
        kind: 'subscribed',
        way: order.way,
        subscription: subscribe(order.way, order.senderKey),
      });
  }
});
tell({ kind: 'listening', origin });
