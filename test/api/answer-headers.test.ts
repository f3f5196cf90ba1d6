/** What answers say in their headers: how many requests are left, how to authenticate, what an address takes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import { uniqueEmail } from '../support/builders.ts';
import { client } from '../support/client.ts';
import { closeRawRequests, head, openRaw } from '../support/raw-request.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_SCALE: '1' });
});
afterAll(async () => {
  closeRawRequests();
  await api.close();
});

test('RateLimit-* tells of the counter with the fewest left, of all that a request counts against', async () => {
  const nobody = client(api);
  const left = async (email: string) => {
    const { headers } = await nobody.post('/auth/forgot-password', { email });
    return [headers.get('RateLimit-Limit'), headers.get('RateLimit-Remaining')];
  };
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  expect(await left(first)).toEqual(['5', '4']);
  expect(await left(first)).toEqual(['5', '3']);
  // Four are left for this mailbox, and two for the address that asks.
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
