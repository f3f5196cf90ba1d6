import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'koa';
import { admitBody, deadlineOf } from '../../../api/http/bodies/incoming.ts';
import { createQuotas } from '../../../api/http/quotas/quotas.ts';
import { networksOf, type Requester } from '../../../api/http/quotas/requester.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const MIB = 1024 * 1024;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A body of this length, as its request begins. */
function begin(length: number, requester: Requester = [], quotas = createQuotas()) {
  const req = Object.assign(new PassThrough(), {
    headers: { 'content-length': String(length) },
    socket: { destroy: () => void req.destroy() },
  });
  const ctx = { req, res: {}, state: {} } as unknown as Context;
  return { req, body: admitBody(ctx, quotas, { limit: length, requester }) };
}

/** Sends a body of `length` bytes, `bytes` of them every `everyMs`. */
async function arrive(length: number, bytes: number, everyMs: number) {
  const { req, body } = begin(length);
  let received = 0;
  const read = (async () => {
    for await (const chunk of body) received += chunk.length;
  })();
  let failed: unknown = null;
  let isOver = false;
  read.then(
    () => {
      isOver = true;
    },
    (error: unknown) => {
      failed = error;
    },
  );
  let waitedMs = 0;
  for (let sent = 0; !failed && !isOver; ) {
    await settle();
    jest.advanceTimersByTime(everyMs);
    waitedMs += everyMs;
    if (sent < length) req.write(Buffer.alloc(Math.min(bytes, length - sent)));
    sent += bytes;
    if (sent >= length) req.end();
    await settle();
  }
  return { received, failed, waitedMs };
}

test('a body that keeps the pace arrives, and one that keeps only the minimum pace is refused at its deadline', async () => {
  expect(await arrive(MIB, 80 * 1024, 9_000)).toMatchObject({ received: MIB, failed: null });
  const slow = await arrive(MIB, 16 * 1024, 9_000);
  expect(slow.failed).toMatchObject({ code: 'request_timeout' });
  expect(slow.waitedMs).toBeGreaterThanOrEqual(deadlineOf(MIB));
  expect(slow.waitedMs).toBeLessThan(deadlineOf(MIB) + 10_000);
});

test('the largest body has an hour and some minutes, and the smallest half a minute', () => {
  expect(deadlineOf(32 * MIB) / 60_000).toBeCloseTo(68.8, 1);
  expect(deadlineOf(0)).toBe(30_000);
});

test('a body uses quota as it arrives, and when the quota is used up the largest user is cut off', async () => {
  const quotas = createQuotas();
  const bodies = [20, 24, 22].map((mib, i) => {
    const { req, body } = begin(32 * MIB, networksOf(`192.0.2.${i}`), quotas);
    const read = (async () => {
      for await (const chunk of body) void chunk;
    })().catch((error: { code: string }) => error.code);
    return { req, read, mib };
  });
  expect(quotas.bodies.used).toBeLessThan(MIB);
  for (const { req, mib } of bodies) {
    req.write(Buffer.alloc(mib * MIB));
    await settle();
  }
  expect(bodies.map(({ req }) => req.destroyed)).toEqual([false, true, false]);
  expect(await bodies[1]?.read).toBe('malformed_json');
  expect(quotas.bodies.used).toBeGreaterThan(42 * MIB);
  expect(quotas.bodies.used).toBeLessThan(43 * MIB);
});

test('a body that is complete is not cut off, however large: one that has yet to arrive is', async () => {
  const quotas = createQuotas();
  const cut: string[] = [];
  const send = async (name: string, mib: number, network: number, isComplete = false) => {
    const { req, body } = begin(32 * MIB, networksOf(`192.0.2.${network}`), quotas);
    req.socket.destroy = () => void cut.push(name);
    void (async () => {
      for await (const chunk of body) void chunk;
    })();
    req.write(Buffer.alloc(mib * MIB));
    if (isComplete) req.end();
    await settle();
  };
  await send('complete', 30, 1, true);
  await send('unfinished', 20, 2);
  await send('later', 19, 3);
  expect(cut).toEqual(['unfinished']);
});
