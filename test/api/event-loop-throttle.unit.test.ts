import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createEventLoopThrottle } from '../../api/http/quotas/event-loop-throttle.ts';

test('each iteration of the event loop lets in a few, in the order of calls', async () => {
  const throttle = createEventLoopThrottle(2);
  const done: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const turn = throttle.next();
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
  expect([throttle.next(), throttle.next()]).toEqual([undefined, undefined]);
});
