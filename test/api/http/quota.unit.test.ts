import { expect, test } from '@jest/globals';
import { createQuota } from '../../../api/http/quotas/quota.ts';
import { createQuotas } from '../../../api/http/quotas/quotas.ts';
import { networksOf, type Requester } from '../../../api/http/quotas/requester.ts';

const MOST = { account: 10, network: 12, '/56': 14, '/48': 16 };
const at = (ip: string, account?: string): Requester => [
  ...networksOf(ip),
  ...(account ? [{ kind: 'account' as const, key: account }] : []),
];
const REFUSED = expect.objectContaining({ code: 'rate_limited', retryAfter: 5 });

test('an account and a network can use up to their limits, and no more', () => {
  const quota = createQuota({ total: 100, most: MOST }, 'Too much');
  const first = quota.allocate(at('192.0.2.1', 'a'), 8);
  expect(() => quota.allocate(at('192.0.2.7', 'a'), 3)).toThrow(REFUSED);
  quota.allocate(at('192.0.2.1', 'b'), 4);
  expect(() => quota.allocate(at('192.0.2.1', 'c'), 1)).toThrow(REFUSED);
  expect(quota.used).toBe(12);
  first.release();
  first.release();
  expect(quota.used).toBe(4);
  quota.allocate(at('192.0.2.7', 'a'), 3);
  // The first allocation may have any size.
  quota.allocate(at('192.0.2.9'), 50);
  expect(() => quota.allocate(at('192.0.2.9'), 1)).toThrow(REFUSED);
});

test.each([
  ['an account', 16, (i: number) => at(`192.0.2.${i}`, 'a')],
  ['a network', 32, (i: number) => at('192.0.2.1', `account ${i}`)],
  ['a /56', 40, (i: number) => at(`2001:db8:0:${i.toString(16)}::1`)],
  ['a /48', 48, (i: number) => at(`2001:db8:0:${i.toString(16)}00::1`)],
])('%s leaves at most %d MiB unread, however many others it pretends to be', (_, mebibytes, holder) => {
  const { unread } = createQuotas();
  const refused = Array.from({ length: 64 }, (_each, i) => {
    try {
      unread.allocate(holder(i), 1024 * 1024, () => {});
      return false;
    } catch {
      return true;
    }
  });
  expect(refused.filter(Boolean)).toHaveLength(64 - mebibytes);
  expect(unread.used).toBe(mebibytes * 1024 * 1024);
});

test.each([
  ['an account', 4, (i: number) => at(`192.0.2.${i}`, 'a')],
  ['a network', 10, (i: number) => at('192.0.2.1', `account ${i}`)],
  ['a /56', 11, (i: number) => at(`2001:db8:0:${i.toString(16)}::1`)],
  ['a /48', 12, (i: number) => at(`2001:db8:0:${i.toString(16)}00::1`)],
  ['everyone together', 12, (i: number) => at(`192.0.${i}.1`, `account ${i}`)],
])('%s holds at most %d connections, and a log-in still gets one', async (_, most, holder) => {
  const { connections } = createQuotas();
  const acquire = async (requester: Requester, priority = false) =>
    (await connections.acquire(requester, priority))();
  const requests = Array.from({ length: 64 }, (_each, i) => acquire(holder(i)));
  expect(connections.active).toBe(most);
  const logIns = Array.from({ length: 4 }, (_each, i) => acquire(at(`198.51.100.${i}`), true));
  expect(connections.active).toBe(Math.min(most + 4, 16));
  await Promise.all([...requests, ...logIns]);
});

test('an account sends one large body at a time, from wherever, and another account one of its own', () => {
  const { largeBodies } = createQuotas();
  const first = largeBodies.allocate(at('192.0.2.1', 'a'), 1);
  expect(() => largeBodies.allocate(at('198.51.100.1', 'a'), 1)).toThrow(REFUSED);
  largeBodies.allocate(at('192.0.2.1', 'b'), 1);
  first.release();
  largeBodies.allocate(at('198.51.100.1', 'a'), 1);
});

test.each([
  ['an account', 34, (i: number) => at(`192.0.2.${i}`, 'a')],
  ['a network', 40, (i: number) => at('192.0.2.1', `account ${i}`)],
  ['a /56', 48, (i: number) => at(`2001:db8:0:${i.toString(16)}::1`)],
  ['a /48', 56, (i: number) => at(`2001:db8:0:${i.toString(16)}00::1`)],
])('%s has at most %d MiB of bodies under way', (_, mebibytes, holder) => {
  const { bodies } = createQuotas();
  const allocate = (i: number) => () => void bodies.allocate(holder(i), 1024 * 1024, () => {});
  for (let i = 0; i < mebibytes; i += 1) expect(allocate(i)).not.toThrow();
  for (let i = mebibytes; i < 64; i += 1) expect(allocate(i)).toThrow(REFUSED);
});

test('a requester who uses little always gets some: the oldest allocation of the largest user is evicted', () => {
  const quota = createQuota({ total: 20, most: MOST }, 'Too much');
  const evicted: string[] = [];
  const allocate = (name: string, ip: string, amount: number, account?: string) =>
    quota.allocate(at(ip, account), amount, () => evicted.push(name));
  allocate('old', '192.0.2.1', 5, 'a');
  allocate('neighbour', '192.0.2.1', 2, 'b');
  allocate('new', '192.0.2.1', 5, 'a');
  allocate('other', '192.0.2.2', 8);
  allocate('stranger', '192.0.2.3', 3);
  expect(evicted).toEqual(['old']);
  allocate('second stranger', '192.0.2.4', 4);
  expect(evicted).toEqual(['old', 'other']);
});

test('what is owed is never refused: the oldest allocations within the full scope are evicted', () => {
  const quota = createQuota({ total: 20, most: { ...MOST, network: 15 } }, 'Too much');
  const evicted: string[] = [];
  const allocate = (name: string, ip: string, amount: number, account: string, isOwed = false) =>
    quota.allocate(at(ip, account), amount, () => evicted.push(name), isOwed);
  allocate('neighbour', '192.0.2.1', 2, 'b');
  allocate('first', '192.0.2.1', 5, 'a');
  allocate('second', '192.0.2.2', 5, 'a');
  expect(() => allocate('refused', '192.0.2.3', 4, 'a')).toThrow(REFUSED);
  // The account is full.
  allocate('third', '192.0.2.3', 4, 'a', true);
  expect([evicted, quota.used]).toEqual([['first'], 11]);
  // Everyone together would use too much.
  allocate('other', '192.0.2.4', 10, 'c', true);
  expect([evicted, quota.used]).toEqual([['first', 'second'], 16]);
  // It leaves room for nobody else.
  allocate('large', '192.0.2.5', 20, 'd', true).pin();
  expect(quota.used).toBe(20);
  // Nothing is left to evict.
  allocate('last', '192.0.2.6', 1, 'e', true);
  expect(quota.used).toBe(21);
});

test('the largest user is refused if none of its own allocations can be evicted', () => {
  const quota = createQuota({ total: 20, most: { ...MOST, network: 20, account: 20 } }, 'Too much');
  const evicted: string[] = [];
  const large = quota.allocate(at('192.0.2.1'), 11, () => evicted.push('large'));
  large.pin();
  const other = quota.allocate(at('192.0.2.2'), 5, () => evicted.push('other'));
  // It is pinned, and the only allocation that can be evicted is smaller than the new one.
  expect(() => quota.allocate(at('192.0.2.3'), 9)).toThrow(REFUSED);
  expect(evicted).toEqual([]);
  other.grow(4);
  expect(() => other.grow(1)).toThrow(REFUSED);
  // It was released, so growing does nothing.
  other.grow(100);
  expect(quota.used).toBe(11);
});
