import { expect, test } from '@jest/globals';
import { adviceOn, didNothing } from '../../cli/advice.ts';
import { CommandFailure } from '../../cli/failure.ts';
import { Interrupted } from '../../cli/terminal.ts';
import { type ClientCode, clientProblem, Problem } from '../../client/problem.ts';
import { CryptoError } from '../../crypto/index.ts';

const refused = (status: number, error: object, retryAfter?: string) =>
  Problem.from(
    error,
    new Response(null, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} }),
  );
const advice = (error: unknown) => adviceOn(error)?.message;

test.each([
  ['80', 'in 80 seconds'],
  ['1800', 'in 30 minutes'],
  ['30000', 'in 9 hours'],
])('the advice after too many attempts says once that it takes %s seconds', (seconds, wait) => {
  const detail = `The key bundle was replaced too often. Try again in ${seconds} seconds.`;
  expect(advice(refused(429, { code: 'rate_limited', detail }, seconds))).toBe(
    `The key bundle was replaced too often: try again ${wait}`,
  );
  expect(advice(refused(429, { detail: `Try again in ${seconds} seconds.` }, seconds))).toBe(
    `Too many attempts: try again ${wait}`,
  );
});

test('a sentence of the service can neither control the terminal nor look like a line of ours', () => {
  const detail = 'Not now\u001b[2J\nYou are logged in.';
  expect(advice(refused(409, { detail }))).toBe('Not now You are logged in.');
});

test.each<ClientCode>([
  'unreachable',
  'address_unproven',
  'foreign_owner_key',
  'successor_id_changed',
  'too_few_successors',
  'decided_elsewhere',
])('there is advice on %s, which client/ finds itself', (code) =>
  expect(advice(clientProblem(code))).toMatch(/: /),
);

test('a problem that the connection has explained is not explained again', () => {
  const cause = new CommandFailure('The service at https://vault.example cannot be reached');
  expect(advice(new Problem({ code: 'unreachable', status: 0, cause }))).toBe(cause.message);
});

test('only a refusal, and a question without an answer, have certainly changed nothing', () => {
  expect(didNothing(refused(409, {}))).toBe(true);
  expect(didNothing(refused(503, {}))).toBe(false);
  expect(didNothing(clientProblem('unreachable'))).toBe(false);
  expect(didNothing(new Error('no response'))).toBe(false);
  expect(didNothing(new Interrupted())).toBe(true);
});

test('a service that wants a weaker password is not to be trusted', () => {
  expect(advice(new CryptoError('kdf_too_weak'))).toContain('do not log in there');
});

test('a file that changes while it is read is no bug', () =>
  expect(advice(new DOMException('The blob could not be read', 'NotReadableError'))).toContain(
    'A file changed while it was read',
  ));

test('an unexpected error gets no advice', () => expect(adviceOn(new TypeError('a bug'))).toBeNull());
