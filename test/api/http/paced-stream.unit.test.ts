import { once } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pacedStream } from '../../../api/http/paced-stream.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const KIB = 1024;
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('all of the bytes arrive, in order and without copies', async () => {
  const bytes = Buffer.from(Array.from({ length: 100 * KIB }, (_, i) => i % 251));
  const slices: Buffer[] = [];
  for await (const slice of pacedStream([bytes], 'a network')) slices.push(slice);
  expect(Buffer.concat(slices)).toEqual(bytes);
  expect(slices.every(({ buffer }) => buffer === bytes.buffer)).toBe(true);
});

test('a reader who takes 16 KiB every nine seconds gets everything, and one who stops is cut after ten', async () => {
  const stream = pacedStream([Buffer.alloc(200 * KIB)], 'a network');
  for (let taken = 0; taken < 100 * KIB; ) {
    taken += (stream.read(16 * KIB) ?? Buffer.alloc(0)).length;
    await settle();
    jest.advanceTimersByTime(9_000);
  }
  const failed = once(stream, 'error');
  jest.advanceTimersByTime(1_000);
  expect(await failed).toMatchObject([{ message: 'the client reads too slowly' }]);
});

test('the time it takes to make a piece does not count against the reader', async () => {
  async function* slowly() {
    yield 'a'.repeat(20 * KIB);
    jest.advanceTimersByTime(60_000);
    yield 'b';
  }
  let length = 0;
  for await (const slice of pacedStream(slowly(), 'a network')) length += slice.length;
  expect(length).toBe(20 * KIB + 1);
});
