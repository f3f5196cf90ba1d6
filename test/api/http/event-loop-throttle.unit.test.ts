import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createEventLoopThrottle } from '../../../api/http/quotas/event-loop-throttle.ts';

test('each iteration of the event loop lets in a few, in the order of calls', async () => {
  const throttle = createEventLoopThrottle(2);
  const done: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const turn = throttle.next('a network');
    if (turn) void turn.then(() => done.push(i));
    else done.push(i);
  }
  expect(done).toEqual([0, 1]);
  await setImmediate();
  expect(done).toEqual([0, 1, 2, 3]);
  await setImmediate();
  expect(done).toEqual([0, 1, 2, 3, 4]);
  // Once idle, it starts over.
  await setImmediate();
  await setImmediate();
  expect([throttle.next('a network'), throttle.next('a network')]).toEqual([undefined, undefined]);
});

test('requesters take turns: one with many calls does not delay another', async () => {
  const throttle = createEventLoopThrottle(1);
  const done: string[] = [];
  for (const who of ['first', 'crowd', 'crowd', 'crowd', 'stranger']) {
    void throttle.next(who)?.then(() => done.push(who));
  }
  for (let iteration = 0; iteration < 4; iteration += 1) await setImmediate();
  expect(done).toEqual(['crowd', 'stranger', 'crowd', 'crowd']);
});
