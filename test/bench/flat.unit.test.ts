import { expect, test } from '@jest/globals';
import { trendOf } from '../../bench/soak/flat.ts';

const SECONDS = 900;

/**
 * A quarter of an hour of memory: a heap that grows by 40 MB in its first minutes, garbage of up to 30 MB that is
 * collected every two to three minutes, and never quite the same left over.
 */
const memory = (leakPerHour: number) => {
  const collections = [0, 130, 290, 430, 600, 720, 860, Number.POSITIVE_INFINITY];
  return Array.from({ length: SECONDS }, (_, at) => {
    const nth = collections.findIndex((next) => next > at) - 1;
    const garbage = (at - collections[nth]!) / 5;
    const warmingUp = -40 * Math.exp(-at / 90);
    return { at, mb: 150 + (leakPerHour * at) / 3_600 + warmingUp + garbage + Math.sin(nth * 12.9) };
  });
};

test('memory that rises only while a process warms up, and with garbage, is flat', () => {
  const { flat, lows } = trendOf(memory(0), SECONDS);
  expect(flat).toBe(true);
  expect(lows[0]).toBeCloseTo(150, -1);
});

test('a leak shows in the lows, however much garbage hides it', () => {
  const { flat, perHour } = trendOf(memory(100), SECONDS);
  expect(flat).toBe(false);
  expect(perHour).toBeGreaterThan(60);
});

test('memory that is given back is flat too', () => {
  expect(trendOf(memory(-100), SECONDS).flat).toBe(true);
});

test('without samples there is no verdict', () => {
  expect(() => trendOf(memory(0).slice(0, 500), SECONDS)).toThrow('nothing was sampled');
});
