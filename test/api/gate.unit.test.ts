import { expect, test } from '@jest/globals';
import { createGate } from '../../api/http/gate.ts';

const refusal = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

test('a gate admits a little per holder and a bounded amount in all, and gives places back', () => {
  const gate = createGate({ perHolder: 2, perProcess: 3 }, 'Only a few');
  const first = gate.enter('a');
  gate.enter('a');
  expect(refusal(() => gate.enter('a'))).toMatchObject({ code: 'rate_limited', retryAfter: 5 });
  const other = gate.enter('b');
  expect(refusal(() => gate.enter('c'))).toMatchObject({ code: 'rate_limited' });
  first();
  // Leaving twice counts once.
  first();
  expect(gate.held).toBe(2);
  gate.enter('c');
  expect(refusal(() => gate.enter('d'))).toMatchObject({ code: 'rate_limited' });
  other();
  expect(gate.held).toBe(2);
});

test('something heavier than the gate is admitted alone', () => {
  const gate = createGate({ perHolder: 10, perProcess: 20 }, 'Only a few');
  const leave = gate.enter('a', 50);
  expect(refusal(() => gate.enter('a', 1))).toMatchObject({ code: 'rate_limited' });
  expect(refusal(() => gate.enter('b', 1))).toMatchObject({ code: 'rate_limited' });
  leave();
  gate.enter('b', 1);
  expect(gate.held).toBe(1);
});

test('those who may wait are let in one by one, and nobody waits for their own excess', async () => {
  const gate = createGate({ perHolder: 2, perProcess: 2 }, 'Only a few');
  const [a, b] = [await gate.enterInTurn('a'), await gate.enterInTurn('b')];
  const order: string[] = [];
  const [c, d] = ['c', 'd'].map((holder) =>
    gate.enterInTurn(holder).then((leave) => {
      order.push(holder);
      return leave;
    }),
  );
  // One inside and one waiting are two.
  gate.enterInTurn('a').then(() => order.push('a'));
  await expect(gate.enterInTurn('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 5 });
  expect(order).toEqual([]);
  b();
  const leaveC = await c;
  expect(order).toEqual(['c']);
  expect(gate.held).toBe(2);
  a();
  leaveC?.();
  await d;
  expect(order).toEqual(['c', 'd', 'a']);
  expect(gate.held).toBe(2);
});

test('once a thousand wait, the next one is refused', async () => {
  const gate = createGate({ perHolder: 1, perProcess: 1 }, 'Only a few');
  await gate.enterInTurn('first');
  for (let i = 0; i < 1_000; i += 1) void gate.enterInTurn(`owner ${i}`);
  await expect(gate.enterInTurn('last')).rejects.toMatchObject({ code: 'rate_limited' });
});
