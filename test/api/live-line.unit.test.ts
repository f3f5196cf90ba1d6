import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createLine } from '../../api/live/line.ts';

test('only a few work at a time, in the order in which they came', async () => {
  const inLine = createLine(2);
  const order: number[] = [];
  let working = 0;
  let most = 0;
  await Promise.all(
    [0, 1, 2, 3, 4, 5].map((n) =>
      inLine(async () => {
        order.push(n);
        working += 1;
        most = Math.max(most, working);
        await setImmediate();
        working -= 1;
      }),
    ),
  );
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('work that fails makes room for the next', async () => {
  const inLine = createLine(1);
  const failing = inLine(async () => {
    throw new Error('refused');
  });
  let done = false;
  const next = inLine(async () => {
    done = true;
  });
  await expect(failing).rejects.toThrow('refused');
  await next;
  expect(done).toBe(true);
});
