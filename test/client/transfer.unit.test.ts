/** How far a transfer is, and when it goes on after a failure. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Api } from '../../client/api.ts';
import { clientProblem, Problem } from '../../client/problem.ts';
import { measured, type TransferState, withRetries } from '../../client/transfer.ts';
import { uploadFile } from '../../client/upload.ts';
import { encryptedSize } from '../../crypto/index.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('speed and time left are those of the last ten seconds', () => {
  let now = 0;
  const states: TransferState[] = [];
  const report = measured(100_000, { progress: (state) => states.push(state) }, () => now);
  for (const [at, done] of [
    [0, 0],
    [5_000, 5_000],
    [20_000, 80_000],
    [25_000, 90_000],
  ] as const) {
    now = at;
    report(done);
  }
  expect(states[0]).toEqual({ done: 0, total: 100_000, bytesPerSecond: 0, secondsLeft: null });
  expect(states[1]).toMatchObject({ bytesPerSecond: 1_000, secondsLeft: 95 });
  expect(states[3]).toEqual({ done: 90_000, total: 100_000, bytesPerSecond: 2_000, secondsLeft: 5 });
});

test('there are four reports a second, and the end is always reported', () => {
  let now = 0;
  const reported: number[] = [];
  const report = measured(1_000, { progress: ({ done }) => reported.push(done) }, () => now);
  for (now = 0; now < 1_000; now += 1) report(now);
  report(1_000);
  expect(reported).toEqual([0, 250, 500, 750, 1_000]);
});

test('a step is repeated as long as something gets through', async () => {
  let arrived = 0;
  let tries = 0;
  const done = withRetries(
    () => arrived,
    undefined,
    async () => {
      tries += 1;
      arrived += 1;
      if (tries <= 30) throw clientProblem('unreachable');
      return 'done';
    },
  );
  await jest.advanceTimersByTimeAsync(30_000);
  expect(await done).toBe('done');
});

test('repeating ends after some minutes in which nothing gets through', async () => {
  let tries = 0;
  const done = withRetries(
    () => 0,
    undefined,
    async () => {
      tries += 1;
      throw clientProblem('unreachable');
    },
  ).catch((error) => error.code);
  await jest.advanceTimersByTimeAsync(200_000);
  expect(await done).toBe('unreachable');
  expect(tries).toBe(9);
});

test('repeating waits as long as the service asks', async () => {
  let tries = 0;
  const done = withRetries(
    () => 0,
    undefined,
    async () => {
      tries += 1;
      if (tries === 1) throw new Problem({ code: 'file_locked', status: 423, retryAfter: 20 });
    },
  );
  await jest.advanceTimersByTimeAsync(19_000);
  expect(tries).toBe(1);
  await jest.advanceTimersByTimeAsync(1_000);
  await done;
  expect(tries).toBe(2);
});

test.each([
  new Problem({ code: 'plan_limit', status: 403 }),
  new Problem({ code: 'store_full', status: 507 }),
  clientProblem('file_not_kept'),
  new Error('a bug'),
])('$message ends repeating at once', async (error) => {
  const failing = withRetries(
    () => 0,
    undefined,
    async () => {
      throw error;
    },
  );
  await expect(failing).rejects.toBe(error);
});

test('a signal ends repeating, even while it waits', async () => {
  const stop = new AbortController();
  const done = withRetries(
    () => 0,
    stop.signal,
    async () => {
      throw clientProblem('unreachable');
    },
  ).catch((error) => error);
  await jest.advanceTimersByTimeAsync(500);
  stop.abort('enough');
  expect(await done).toBe('enough');
});

test('a file that is removed on another device while it is sent is not announced again', async () => {
  const file = { id: crypto.randomUUID(), size: 4, sha256: '', name: '', type: '', identity: '' };
  const kept = new Blob([new Uint8Array(encryptedSize(file.size))]);
  let isThere = false;
  let announcements = 0;
  const api = {
    async POST() {
      isThere = true;
      announcements += 1;
      const response = new Response(null, { status: 201 });
      return { data: { file: { state: 'uploading' } }, response };
    },
    async request() {
      const headers = { 'upload-offset': '0' };
      return { response: new Response(null, { status: isThere ? 200 : 404, headers }) };
    },
    async PATCH() {
      // The response says only that someone else is writing the file.
      isThere = false;
      return { error: { code: 'file_locked' }, response: new Response(null, { status: 423 }) };
    },
  } as unknown as Api;
  const staging = { find: async () => kept, keep: async () => {}, drop: async () => {} };
  const sent = uploadFile(api, { entryId: crypto.randomUUID(), file, staging }).catch(({ code }) => code);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await sent).toBe('not_found');
  expect(announcements).toBe(1);
});
