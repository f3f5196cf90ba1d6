import { expect, test } from '@jest/globals';
import { trendOf } from '../../bench/soak/flat.ts';

/** Ten minutes of memory, a sample a second, with garbage of up to 30 MB that is collected every 7 seconds. */
const memory = (leakPerHour: number) =>
  Array.from({ length: 600 }, (_, at) => ({
    at,
    mb: 100 + (leakPerHour * at) / 3_600 + ((at % 7) * 30) / 7 + Math.sin(at * 12.9) ** 2,
  }));

test('memory that only fills up with garbage is flat', () => {
  expect(trendOf(memory(0), 15)).toMatchObject({ flat: true, mean: expect.closeTo(100.3, 0) });
});

test('a leak shows in the lows, however much garbage hides it', () => {
  const { flat, perHour } = trendOf(memory(20), 15);
  expect([flat, Math.round(perHour / 10)]).toEqual([false, 2]);
});

test('memory that is given back is flat too', () => {
  expect(trendOf(memory(-20), 15).flat).toBe(true);
});

test('too few samples are no verdict', () => {
  expect(() => trendOf(memory(0).slice(0, 40), 15)).toThrow('fewer than four points');
});
