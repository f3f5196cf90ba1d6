import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createFairQueue, type FairQueue } from '../../../api/http/quotas/fair-queue.ts';
import { networksOf, type Requester } from '../../../api/http/quotas/requester.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const MOST = { account: 2, network: 3, '/56': 4, '/48': 4 };
const at = (ip: string, account?: string): Requester => [
  ...networksOf(ip),
  ...(account ? [{ kind: 'account' as const, key: account }] : []),
];
const settle = () => jest.advanceTimersByTimeAsync(0);

/** Acquires a place, and notes the order in which places were given. */
function acquire(queue: FairQueue, began: string[], name: string, requester: Requester, priority = false) {
  const turn = queue.acquire(requester, priority).then((release) => {
    began.push(name);
    return release;
  });
  turn.catch(() => {});
  return turn;
}

test('no requester has more places than its account and each of its networks may hold', async () => {
  const queue = createFairQueue({ concurrency: 10, most: MOST }, 'Busy');
  const began: string[] = [];
  for (const name of ['a1', 'a2', 'a3']) acquire(queue, began, name, at('192.0.2.1', 'a'));
  acquire(queue, began, 'b1', at('192.0.2.1', 'b'));
  acquire(queue, began, 'b2', at('192.0.2.1', 'b'));
  acquire(queue, began, 'elsewhere', at('192.0.2.2', 'c'));
  await settle();
  expect(began).toEqual(['a1', 'a2', 'b1', 'elsewhere']);
  // One customer has 256 networks in a /56.
  for (let i = 0; i < 6; i += 1) acquire(queue, began, `home ${i}`, at(`2001:db8:0:${i}::1`));
  await settle();
  expect(began.slice(4)).toEqual(['home 0', 'home 1', 'home 2', 'home 3']);
});

test('a new request waits behind one turn of each other requester, not behind all requests of one', async () => {
  const queue = createFairQueue({ concurrency: 1, most: MOST }, 'Busy');
  const began: string[] = [];
  const release = await acquire(queue, began, 'now', at('192.0.2.1', 'a'));
  const requests = [
    ...[1, 2, 3].map((i) => acquire(queue, began, `a${i}`, at('192.0.2.1', 'a'))),
    ...[1, 2].map((i) => acquire(queue, began, `b${i}`, at('192.0.2.2', 'b'))),
    acquire(queue, began, 'c1', at('192.0.2.3', 'c')),
  ];
  release();
  for (const each of requests) void each.then((over) => over());
  await Promise.all(requests);
  expect(began).toEqual(['now', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.active).toBe(0);
});

test('a network takes two turns while an account takes one, because other people use it too', async () => {
  const queue = createFairQueue({ concurrency: 1, most: MOST }, 'Busy');
  const began: string[] = [];
  const release = await queue.acquire(at('192.0.2.9'));
  const requests = [
    ...['a1', 'a2'].map((name) => acquire(queue, began, name, at('192.0.2.1', 'a'))),
    ...['b1', 'c1'].map((name) => acquire(queue, began, name, at('192.0.2.2', name))),
  ];
  release();
  for (const each of requests) void each.then((over) => over());
  await Promise.all(requests);
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('reserved places are for requests with priority', async () => {
  const queue = createFairQueue({ concurrency: 2, reserved: 1, most: MOST }, 'Busy');
  const began: string[] = [];
  const release = await acquire(queue, began, 'ordinary', at('192.0.2.1'));
  const waits = acquire(queue, began, 'another', at('192.0.2.2'));
  await acquire(queue, began, 'log-in', at('192.0.2.3'), true);
  expect(began).toEqual(['ordinary', 'log-in']);
  release();
  // The log-in still holds a place, and the other is reserved.
  await settle();
  expect(began).toHaveLength(2);
  expect(queue.active).toBe(1);
  await jest.advanceTimersByTimeAsync(10_000);
  await expect(waits).rejects.toMatchObject({ code: 'dependency_unavailable', retryAfter: 5 });
});

test("once a thousand wait, the later half of the largest user's requests is refused, and others still wait", async () => {
  const queue = createFairQueue({ concurrency: 1, most: MOST }, 'Busy');
  const began: string[] = [];
  const release = await queue.acquire(at('192.0.2.1'));
  const crowd = Array.from({ length: 1_000 }, () => acquire(queue, began, 'crowd', at('192.0.2.1')));
  const other = acquire(queue, began, 'other', at('192.0.2.2'));
  await expect(crowd.at(-1)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 5 });
  release();
  (await crowd[0])?.();
  await other;
  expect(began).toEqual(['crowd', 'other']);
});

test('releasing a place twice gives back one place', async () => {
  const queue = createFairQueue({ concurrency: 2, most: MOST }, 'Busy');
  const release = await queue.acquire(at('192.0.2.1'));
  await queue.acquire(at('192.0.2.2'));
  release();
  release();
  expect(queue.active).toBe(1);
});

test('a place cools down if its requester has more requests waiting, but not for a requester that comes back later', async () => {
  const queue = createFairQueue({ concurrency: 5, cooldown: 2, most: { ...MOST, account: 1 } }, 'Busy');
  const began: string[] = [];
  const release = await queue.acquire(at('192.0.2.1', 'a'));
  acquire(queue, began, 'queued', at('192.0.2.1', 'a'));
  jest.advanceTimersByTime(100);
  release();
  await jest.advanceTimersByTimeAsync(190);
  expect(began).toEqual([]);
  await jest.advanceTimersByTimeAsync(20);
  expect(began).toEqual(['queued']);
  const alone = await queue.acquire(at('192.0.2.2', 'b'));
  jest.advanceTimersByTime(100);
  alone();
  await acquire(queue, began, 'again', at('192.0.2.2', 'b'));
  expect(began).toEqual(['queued', 'again']);
});

test('places that cool down are empty for their requesters, and free for everybody else', async () => {
  const queue = createFairQueue({ concurrency: 2, cooldown: 1, most: MOST }, 'Busy');
  const began: string[] = [];
  const crowd = at('192.0.2.1', 'a');
  const releases = await Promise.all([queue.acquire(crowd), queue.acquire(crowd)]);
  acquire(queue, began, 'crowd', crowd);
  const stranger = acquire(queue, began, 'stranger', at('192.0.2.2', 'b'));
  jest.advanceTimersByTime(500);
  for (const release of releases) release();
  (await stranger)();
  expect(began).toEqual(['stranger']);
  expect(queue.active).toBe(0);
  await jest.advanceTimersByTimeAsync(500);
  expect(began).toEqual(['stranger', 'crowd']);
});
