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

test('a gate lets a little in for each holder and a bounded amount for all, and takes back what has left', () => {
  const gate = createGate({ perHolder: 2, perProcess: 3 }, 'Only a few');
  const first = gate.enter('a');
  gate.enter('a');
  expect(refusal(() => gate.enter('a'))).toMatchObject({ code: 'rate_limited', retryAfter: 5 });
  const other = gate.enter('b');
  expect(refusal(() => gate.enter('c'))).toMatchObject({ code: 'rate_limited' });
  first();
  // Leaving twice is leaving once.
  first();
  expect(gate.held).toBe(2);
  gate.enter('c');
  expect(refusal(() => gate.enter('d'))).toMatchObject({ code: 'rate_limited' });
  other();
  expect(gate.held).toBe(2);
});

test('what is heavier than the gate is let in alone', () => {
  const gate = createGate({ perHolder: 10, perProcess: 20 }, 'Only a few');
  const leave = gate.enter('a', 50);
  expect(refusal(() => gate.enter('a', 1))).toMatchObject({ code: 'rate_limited' });
  expect(refusal(() => gate.enter('b', 1))).toMatchObject({ code: 'rate_limited' });
  leave();
  gate.enter('b', 1);
  expect(gate.held).toBe(1);
});
