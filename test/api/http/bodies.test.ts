/** What bodies may cost, whoever sends them, however slowly, and whatever they contain. */
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { openAccount } from '../../support/builders/account.ts';
import { type BuiltOwner, buildOwner, cookieOf } from '../../support/builders/owner.ts';
import { newEntry } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { served } from '../../support/clients/health.ts';
import { closeRawRequests, head, openRaw } from '../../support/clients/raw-request.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi();
const strict = await useApi({ RATE_LIMIT_SCALE: '1' });
afterEach(closeRawRequests);

const MIB = 1024 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const cookie = (owner: BuiltOwner) => cookieOf(api, owner);
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

const IMPORT = 'POST /api/v1/vault/import';
/** An import that announces its length, sends the beginning, and then nothing. */
async function unfinished(owner: BuiltOwner, length = 31 * MIB) {
  const request = await openRaw(api.url);
  request.send(head(IMPORT, { ...cookie(owner), ...JSON_TYPE, 'Content-Length': length }));
  request.send('{"entries":[');
  return request;
}
const underWay = () => until('the body is being read', () => api.deps.quotas.largeBodies.used > 0);
const over = () => until('no body is held', () => api.deps.quotas.bodies.used === 0);
const codeOf = (body: string): string => JSON.parse(body).code;

describe('a large body', () => {
  test('is taken one at a time for each account, and refused beyond that', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const first = await unfinished(owner);
    await underWay();
    const refused = await (await unfinished(owner)).answer();
    expect([refused.status, codeOf(refused.body)]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Small bodies are still accepted, and so is everybody else's.
    expect((await owner.program.post('/activity/check-in')).status).toBe(200);
    expect((await other.program.raw.post('/vault/import', { entries: [newEntry()] })).status).toBe(200);
    first.socket.destroy();
    await over();
    expect((await owner.program.raw.post('/vault/import', { entries: [newEntry()] })).status).toBe(200);
  });

  test('is recognised by what arrives, if no length was declared', async () => {
    const owner = await buildOwner(api);
    await unfinished(owner);
    await underWay();
    const second = await openRaw(api.url);
    second.send(
      head('POST /api/v1/vault/entries', { ...cookie(owner), ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }),
    );
    second.send(chunk(`{"encryptedData":"${'A'.repeat(60_000)}`));
    second.send(chunk('A'.repeat(10_000)));
    expect((await second.answer()).status).toBe(429);
  });
});

describe('before a byte of a body is read', () => {
  test('its encoding must be identity', async () => {
    const account = await openAccount(api);
    const body = gzipSync(JSON.stringify({ email: account.email, password: account.password }));
    const post = (encoding: string, bytes: string | Buffer<ArrayBuffer>) =>
      fetch(`${api.url}/auth/login`, {
        method: 'POST',
        headers: { ...JSON_TYPE, 'Content-Encoding': encoding },
        body: bytes,
      });
    for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip']) {
      const reply = await post(encoding, body);
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
        415,
        'unsupported_media_type',
      ]);
    }
    expect((await post('identity', JSON.stringify({ email: 'x' }))).status).toBe(400);
  });

  test('the limits are counted', async () => {
    const body = JSON.stringify({ email: 'nobody@example.test' });
    const declared = head('POST /api/v1/auth/forgot-password', {
      ...JSON_TYPE,
      'Content-Length': body.length,
    });
    for (let i = 0; i < 5; i += 1) {
      const sent = await openRaw(strict.url);
      sent.send(declared + body);
      expect((await sent.answer()).status).toBe(200);
    }
    const request = await openRaw(strict.url);
    request.send(declared);
    expect((await request.answer()).status).toBe(429);
  });

  test('its declared length is checked, and the rest is discarded', async () => {
    const request = await openRaw(api.url);
    request.send(head('POST /api/v1/auth/login', { ...JSON_TYPE, 'Content-Length': 100_000 }));
    const refused = await request.answer();
    expect([refused.status, codeOf(refused.body)]).toEqual([413, 'payload_too_large']);
    request.send('x'.repeat(100_000));
    const next = await served(() => {
      request.send(head('GET /api/v1/health'));
      return request.answer();
    });
    expect(next.status).toBe(200);
  });

  test('a client that asks whether to send it gets an answer', async () => {
    const owner = await buildOwner(api);
    const body = JSON.stringify(newEntry());
    const headers = { ...JSON_TYPE, Expect: '100-continue', 'Content-Length': body.length };
    const refused = await openRaw(api.url);
    refused.send(head('POST /api/v1/vault/entries', headers));
    expect((await refused.answer()).status).toBe(401);
    expect(refused.received).not.toContain('100 Continue');
    // Nobody could tell whether what follows is the body or another request.
    await refused.closed;
    const taken = await openRaw(api.url);
    taken.send(head('POST /api/v1/vault/entries', { ...headers, ...cookie(owner) }));
    await until('it is to go on', () => taken.received.startsWith('HTTP/1.1 100 Continue\r\n\r\n'));
    taken.send(body);
    expect((await taken.answer()).status).toBe(201);
  });
});

describe('a slow connection', () => {
  test('is answered and closed after ten seconds, whichever part does not arrive', async () => {
    const owner = await buildOwner(api);
    const dawdling: Record<string, string> = {
      'a small body': head('POST /api/v1/auth/login', { ...JSON_TYPE, 'Content-Length': 100 }),
      'the rest of a large one': `${head(IMPORT, { ...cookie(owner), ...JSON_TYPE, 'Content-Length': MIB })}{"entries":[`,
      'a chunk': `${head('POST /api/v1/auth/login', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })}${chunk('{')}`,
      'the end of the headers': 'POST /api/v1/auth/login HTTP/1.1\r\nHost: vault.test\r\nX-A: b\r\n',
    };
    const requests = await Promise.all(
      Object.values(dawdling).map(async (bytes) => {
        const request = await openRaw(api.url);
        request.send(bytes);
        return request;
      }),
    );
    // A byte now and then does not help.
    const trickle = setInterval(() => {
      for (const { socket } of requests) if (socket.writable) socket.write('1');
    }, 2_000);
    const ended = await Promise.all(requests.map(({ closed }) => closed));
    clearInterval(trickle);
    for (const ms of ended) {
      expect(ms).toBeGreaterThan(8_000);
      expect(ms).toBeLessThan(25_000);
    }
    expect(requests.map(({ received }) => received.split(' ')[1])).toEqual(['408', '408', '408', '408']);
    expect(codeOf(requests[0]?.answers[0]?.body ?? '')).toBe('request_timeout');
    expect([api.deps.quotas.bodies.used, api.deps.quotas.largeBodies.used]).toEqual([0, 0]);
  });

  test('after its answer is cut within seconds', async () => {
    const request = await openRaw(api.url);
    request.send(head('POST /api/v1/auth/login', { ...JSON_TYPE, 'Content-Length': 100_000 }));
    expect((await request.answer()).status).toBe(413);
    expect(await request.closed).toBeLessThan(15_000);
  });
});

test.each([
  ['a length that is not a number', { 'Content-Length': '12x' }],
  ['a negative length', { 'Content-Length': '-1' }],
  ['a length and chunks', { 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }],
  ['an unknown encoding', { 'Transfer-Encoding': 'chunky' }],
])('%s ends the connection with a 400', async (_, headers) => {
  const request = await openRaw(api.url);
  request.send(head('POST /api/v1/auth/login', { ...JSON_TYPE, ...(headers as Record<string, string>) }));
  request.send('0\r\n\r\n');
  await request.closed;
  expect(request.received).toMatch(/^HTTP\/1\.1 400 /);
});

describe('a route that declares no body', () => {
  test('takes none or an empty one, and refuses any other', async () => {
    const { program } = await buildOwner(api);
    const post = (body?: string, headers = {}) => program.raw.post('/activity/check-in', body, headers);
    expect((await post()).status).toBe(200);
    expect((await post('')).status).toBe(200);
    expect((await post('{}')).status).toBe(200);
    await expectProblem(post('{"deadline":"never"}'), '400 validation_failed');
    await expectProblem(post('{'), '400 malformed_json');
    await expectProblem(post('now', { 'Content-Type': 'text/plain' }), '415 unsupported_media_type');
  });

  test('takes none by GET', async () => {
    const owner = await buildOwner(api);
    const request = await openRaw(api.url);
    request.send(`${head('GET /api/v1/vault/entries', { ...cookie(owner), 'Content-Length': 2 })}{}`);
    const refused = await request.answer();
    expect([refused.status, codeOf(refused.body)]).toEqual([400, 'validation_failed']);
  });
});

test('a client that goes away while it sends leaves nothing behind', async () => {
  const owner = await buildOwner(api);
  const request = await unfinished(owner);
  await underWay();
  request.socket.destroy();
  await once(request.socket, 'close');
  await over();
});

test('a malformed request leaves the strict limits alone, and is limited like most others', async () => {
  // One request for a mail, and six others.
  await using limited = await startApi({ RATE_LIMIT_SCALE: '0.01' });
  const forgot = (body: unknown) => client(limited).raw.post('/auth/forgot-password', body);
  for (const body of [{}, { email: 'ada@' }, [], { email: 'ada@example.test', more: 1 }])
    await expectProblem(forgot(body), '400 validation_failed');
  expect((await forgot({ email: 'ada@example.test' })).status).toBe(200);
  await expectProblem(forgot({}), '429 rate_limited');
  await expectProblem(forgot({ email: 'ada@example.test' }), '429 rate_limited');
});
