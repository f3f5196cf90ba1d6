import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { useApi } from '../support/servers/use-api.ts';

const api = await useApi({ FRONTEND_URL: 'https://vault.example.org', TRUST_PROXY: '1' });

/** Requests a page as a browser does, through a proxy that passes the host on. */
const getPage = (path: string, host: string): Promise<{ status: number; type: string; body: string }> =>
  new Promise((resolve, reject) => {
    const asking = request(
      new URL(path, api.url),
      { headers: { Host: host, Accept: 'text/html' } },
      (reply) =>
        text(reply).then(
          (body) =>
            resolve({ status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', body }),
          reject,
        ),
    );
    asking.on('error', reject).end();
  });

describe('behind a proxy that ends TLS at FRONTEND_URL', () => {
  test.each(['/check-in', '/verify-email', '/successor', '/respond', '/access', '/opt-out'])(
    'the page %s, which mails link to, is shown',
    async (path) => {
      const page = await getPage(`${path}?token=x`, 'vault.example.org');
      expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toMatch(/<script type="module"/);
    },
  );

  test('the API answers there too', async () => {
    expect((await getPage('/api/v1/auth/profile', 'vault.example.org')).status).toBe(401);
  });

  test('under another name there is only the API', async () => {
    const page = await getPage('/check-in?token=x', 'api.example.org');
    expect([page.status, page.type]).toEqual([404, 'application/problem+json']);
  });
});
