import { expect, test } from '@jest/globals';
import { CryptoError } from '../../crypto/index.ts';
import { adviceFor, answered, changedNothing } from '../../dev/vault/problem.ts';

const refused = (status: number, error: object, retryAfter?: string) =>
  answered(
    'http://localhost:3001',
    Promise.resolve({
      error,
      response: new Response(null, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} }),
    }),
  ).catch((thrown: Error) => thrown) as Promise<Error>;

test.each([
  ['80', 'in 80 seconds'],
  ['1800', 'in 30 minutes'],
  ['30000', 'in 9 hours'],
])('who must wait %s seconds reads once how long', async (seconds, wait) => {
  const detail = `The key bundle was replaced too often. Try again in ${seconds} seconds.`;
  expect((await refused(429, { code: 'rate_limited', detail }, seconds)).message).toBe(
    `The key bundle was replaced too often: try again ${wait}`,
  );
  expect((await refused(429, { detail: `Try again in ${seconds} seconds.` }, seconds)).message).toBe(
    `Too many tries: try again ${wait}`,
  );
});

test('what the service says cannot control the terminal, nor look like a line of ours', async () => {
  const detail = 'Not now\u001b[2J\nYou are logged in.';
  expect((await refused(409, { detail })).message).toBe('Not now You are logged in.');
});

test('only a refusal says that nothing was changed', async () => {
  expect(changedNothing(await refused(409, {}))).toBe(true);
  expect(changedNothing(await refused(503, {}))).toBe(false);
  expect(changedNothing(new Error('no answer'))).toBe(false);
});

test('a service that wants a weaker password is not to be trusted', () => {
  expect(adviceFor(new CryptoError('kdf_too_weak')).message).toContain('do not log in there');
});
