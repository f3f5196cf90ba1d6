import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createSlots } from '../../api/http/shares/slots.ts';

test('a few have their slot at once, and in each further round a few more, in order', async () => {
  const slots = createSlots(2);
  const done: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const slot = slots.next();
    if (slot) void slot.then(() => done.push(i));
    else done.push(i);
  }
  expect(done).toEqual([0, 1]);
  await setImmediate();
  expect(done).toEqual([0, 1, 2, 3]);
  await setImmediate();
  expect(done).toEqual([0, 1, 2, 3, 4]);
  // Long after it has nothing left to do, it begins afresh.
  await setImmediate();
  await setImmediate();
  expect([slots.next(), slots.next()]).toEqual([undefined, undefined]);
});
