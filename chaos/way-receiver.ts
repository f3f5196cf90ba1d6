/** Starts the receiver of ways in a thread of its own, so that it answers in time however busy this one is. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Subscription } from '../dev/push-devices.ts';
import type { Delivery } from './evidence.ts';
import type { Habit } from './plan-ways.ts';

export interface WayReceiver {
  /** Everything that came, in the order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** Where a webhook's requests go. */
  addressOf(way: string): string;
  /** Where a device's pushes go, the same each time. @param senderKey the only one that may send there */
  subscribe(way: string, senderKey: string): Promise<Subscription>;
  /** Also verifies with this secret what has come to a webhook, and what will come. */
  expect(way: string, secret: string): void;
  /** From now on the way behaves like this. Until then it takes everything. */
  behave(way: string, habit: Habit): void;
  stop(): Promise<void>;
}

/** Messages to the thread. */
export type WayOrder =
  | { kind: 'expect'; way: string; secret: string }
  | { kind: 'behave'; way: string; habit: Habit }
  | { kind: 'subscribe'; way: string; senderKey: string };

/** Messages from the thread, such as where it listens, and the nth delivery as it is now. */
export type WayNews =
  | { kind: 'listening'; origin: string }
  | { kind: 'subscribed'; way: string; subscription: Subscription }
  | { kind: 'delivery'; n: number; delivery: Delivery };

export async function startWayReceiver(): Promise<WayReceiver> {
  const thread = new Worker(new URL('way-receiver-thread.ts', import.meta.url));
  const [{ origin }] = (await once(thread, 'message')) as [{ origin: string }];
  const deliveries: Delivery[] = [];
  const waiting = new Map<string, (subscription: Subscription) => void>();
  thread.on('message', (news: WayNews) => {
    if (news.kind === 'delivery') deliveries[news.n] = news.delivery;
    if (news.kind === 'subscribed') waiting.get(news.way)?.(news.subscription);
  });
  const order = (each: WayOrder): void => thread.postMessage(each);
  return {
    deliveries,
    addressOf: (way) => `${origin}/${way}`,
    subscribe(way, senderKey) {
      const subscribed = new Promise<Subscription>((resolve) => waiting.set(way, resolve));
      order({ kind: 'subscribe', way, senderKey });
      return subscribed;
    },
    expect: (way, secret) => order({ kind: 'expect', way, secret }),
    behave: (way, habit) => order({ kind: 'behave', way, habit }),
    async stop() {
      await thread.terminate();
    },
  };
}
