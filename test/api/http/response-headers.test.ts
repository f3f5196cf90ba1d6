/** What the headers of answers say: how many requests are left, how to authenticate, which methods an address takes. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import Koa from 'koa';
import helmet from 'koa-helmet';
import { buildOwner, uniqueEmail } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { served } from '../../support/clients/health.ts';
import { openPage, refusedPage } from '../../support/clients/live.ts';
import { closeRawRequests, head, openRaw } from '../../support/clients/raw-request.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi({ RATE_LIMIT_SCALE: '1' });
afterAll(closeRawRequests);

test('RateLimit-* reports the counter with the fewest requests left', async () => {
  const nobody = client(api);
  const left = async (email: string) => {
    const { headers } = await nobody.post('/auth/forgot-password', { email });
    return [headers.get('RateLimit-Limit'), headers.get('RateLimit-Remaining')];
  };
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  expect(await left(first)).toEqual(['5', '4']);
  expect(await left(first)).toEqual(['5', '3']);
  // Four are left for this mailbox, and two for the client's address.
  expect(await left(second)).toEqual(['5', '2']);
});

test('every 401 says how to authenticate', async () => {
  const nobody = client(api);
  const refused = [
    await nobody.raw.get('/vault/entries'),
    await nobody.raw.get('/vault/entries', { Authorization: 'Bearer nothing' }),
    await nobody.raw.post('/auth/login', { email: uniqueEmail(), password: 'x' }),
  ];
  for (const { status, headers } of refused) {
    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="vault"']);
  }
  const upgrade = await openRaw(api.url);
  upgrade.send(
    head('GET /ws', {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': 13,
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      Origin: api.origin,
    }),
  );
  const { status, headers } = await upgrade.answer();
  expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="vault"']);
});

test('a method that an address does not take is answered with those that it takes', async () => {
  for (const method of ['PATCH', 'DELETE', 'PROPFIND']) {
    const reply = await fetch(`${api.url}/vault/entries`, { method });
    expect([reply.status, reply.headers.get('Allow')]).toEqual([405, 'POST, HEAD, GET']);
    expect(await reply.json()).toMatchObject({ code: 'method_not_allowed' });
  }
});

test('an idle connection is kept for longer than proxies keep theirs, which is 60 s', async () => {
  const { headers } = await fetch(`${api.url}/health`);
  expect(headers.get('Keep-Alive')).toBe('timeout=65');
});

test('every answer carries the headers of helmet', async () => {
  const bare = new Koa().use(helmet()).listen(0, '127.0.0.1');
  try {
    await once(bare, 'listening');
    const { port } = bare.address() as AddressInfo;
    const { headers } = await fetch(`http://127.0.0.1:${port}`);
    const changing = ['date', 'content-type', 'content-length', 'connection', 'keep-alive'];
    const ofHelmet = [...headers].filter(([name]) => !changing.includes(name));
    expect(ofHelmet.length).toBeGreaterThan(10);
    for (const [path, status] of [
      ['/health', 200],
      ['/vault/entries', 401],
      ['/nothing', 404],
    ] as const) {
      const reply = await served(() => fetch(api.url + path));
      expect(reply.status).toBe(status);
      expect([...reply.headers]).toEqual(expect.arrayContaining(ofHelmet));
    }
  } finally {
    bare.close();
  }
});

test('an answer has the same headers for a program, for a page and for HEAD', async () => {
  const names = async (init: RequestInit) => {
    const { status, headers } = await served(() => fetch(`${api.url}/health`, init));
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    // CORS answers only pages, and fetch closes the connection after HEAD.
    return [...headers.keys()].filter((name) => !/^(access-control-|connection|keep-alive)/.test(name));
  };
  const program = await names({});
  expect(program).toEqual(expect.arrayContaining(['content-length', 'vary', 'x-request-id']));
  expect(await names({ headers: { Origin: api.origin } })).toEqual(program);
  expect(await names({ method: 'HEAD' })).toEqual(program);
});

test('only the pages of FRONTEND_URL may read answers from elsewhere', async () => {
  const from = async (origin: string) => {
    const { headers } = await fetch(`${api.url}/health`, { headers: { Origin: origin } });
    return [
      headers.get('Vary'),
      headers.get('Access-Control-Allow-Origin'),
      headers.get('Access-Control-Allow-Credentials'),
    ];
  };
  expect(await from(api.origin)).toEqual(['Origin', api.origin, 'true']);
  expect(await from('https://elsewhere.test')).toEqual(['Origin', null, null]);
  expect((await fetch(`${api.url}/health`)).headers.get('Vary')).toBe('Origin');
});

test('a page of CORS_ORIGINS reads, writes and listens, and no other page does', async () => {
  await using open = await startApi({ CORS_ORIGINS: 'https://app.test' });
  const owner = await buildOwner(open);
  const from = async (origin: string) => {
    const headers = { Origin: origin };
    const read = await owner.browser.raw.get('/vault/entries', headers);
    const write = await owner.browser.raw.post('/activity/check-in', undefined, headers);
    return [
      read.headers.get('Access-Control-Allow-Origin'),
      read.headers.get('Access-Control-Allow-Credentials'),
      write.status,
    ];
  };
  expect(await from('https://app.test')).toEqual(['https://app.test', 'true', 200]);
  expect(await from('https://other.test')).toEqual([null, null, 403]);
  const page = await openPage({ ...open, origin: 'https://app.test' }, owner.browser);
  await page.close();
  const refused = await refusedPage({ ...open, origin: 'https://other.test' }, owner.browser);
  expect(refused).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
  const preflight = await fetch(`${open.url}/activity/check-in`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.test', 'Access-Control-Request-Method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([
    204,
    'https://app.test',
  ]);
});

test.each([
  ['/health', 200],
  ['/HEALTH', 200],
  ['/health/', 200],
  ['/Vault/Entries', 401],
  ['/vault/entries/', 401],
  ['//health', 404],
  ['/health/health', 404],
  ['/vault', 404],
  ['/', 404],
])('%s below the base address is answered with %s', async (path, status) => {
  for (const base of [api.url, api.url.toUpperCase().replace('HTTP', 'http')]) {
    expect((await served(() => fetch(base + path))).status).toBe(status);
  }
});
