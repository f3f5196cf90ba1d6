import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type RefusedRequest, retryDelay, sendWithRetries } from '../../client/retry-after.ts';
import { type Listening, listening } from '../support/servers/listening.ts';

describe('retryDelay', () => {
  const refused: RefusedRequest = { method: 'GET', status: 429, retryAfter: '5', waits: 0, waited: 0 };

  it.each<[string, Partial<RefusedRequest>, number]>([
    ['a list after 429', {}, 5],
    ['a list after 503', { status: 503 }, 5],
    ['a list that has waited for 115 s', { waits: 23, waited: 115 }, 5],
    ['a change after 429', { method: 'POST' }, 5],
    ['at least a second', { retryAfter: '0' }, 1],
  ])('waits with %s', (_, more, seconds) => expect(retryDelay({ ...refused, ...more })).toBe(seconds));

  it.each<[string, Partial<RefusedRequest>]>([
    ['an answer that is not a refusal', { status: 200 }],
    ['an error of the service', { status: 500 }],
    ['a refusal without a time', { retryAfter: null }],
    ['a date instead of seconds, which the API never sends', { retryAfter: 'Tue, 24 Nov 2026 10:00:00 GMT' }],
    ['a list that would wait for longer than 30 s', { retryAfter: '31' }],
    ['a list that has waited for 120 s', { waited: 116 }],
    ['a change that 503 may have let through', { method: 'PUT', status: 503 }],
    ['a change that has waited once', { method: 'DELETE', waits: 1, waited: 5 }],
    ['a change that would wait for longer than 10 s', { method: 'POST', retryAfter: '11' }],
  ])('does not wait with %s', (_, more) => expect(retryDelay({ ...refused, ...more })).toBeNull());
});

describe('sendWithRetries', () => {
  const bodies: string[] = [];
  let refusals = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    refusals -= 1;
    if (refusals >= 0) response.writeHead(429, { 'Retry-After': '1' });
    response.end('an answer');
  });
  let service: Listening;

  beforeAll(async () => {
    service = await listening(server);
  });
  beforeEach(() => {
    bodies.length = 0;
  });
  afterAll(() => service.close());

  it('sends the same body again after the wait, and says when it waits', async () => {
    refusals = 1;
    const waits: (number | null)[] = [];
    const response = await sendWithRetries(new Request(service.origin, { method: 'POST', body: 'once' }), {
      send: fetch,
      onWait: (seconds) => waits.push(seconds),
    });
    expect(response.status).toBe(200);
    expect(bodies).toEqual(['once', 'once']);
    expect(waits).toEqual([1, null]);
  });

  it('hands on the refusal that comes after the wait', async () => {
    refusals = 2;
    const response = await sendWithRetries(new Request(service.origin, { method: 'POST', body: 'twice' }), {
      send: fetch,
    });
    expect(response.status).toBe(429);
    expect(bodies).toHaveLength(2);
  });

  it('stops waiting when the request is aborted', async () => {
    refusals = 1;
    const aborting = new AbortController();
    const sent = sendWithRetries(new Request(service.origin, { signal: aborting.signal }), {
      send: fetch,
      onWait: (seconds) => seconds !== null && aborting.abort(),
    });
    await expect(sent).rejects.toThrow('aborted');
    expect(bodies).toHaveLength(1);
  });
});
