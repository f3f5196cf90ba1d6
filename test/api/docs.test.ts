import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';

let api: TestApi;
let origin: string;
beforeAll(async () => {
  // The pages are on another host. The documentation is the API's own.
  api = await startApi({ FRONTEND_URL: 'https://vault.example.test' });
  origin = new URL(api.url).origin;
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });
/** What the page loads. */
const loaded = (html: string) =>
  [...html.matchAll(/<(?:script|link)\b[^>]*?\s(?:src|href)="([^"]*)"/g)].map((match) => match[1]!);

describe('/docs', () => {
  test('is a page whose policy allows only our own files and no inline code', async () => {
    const answer = await get('/docs');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('loads only files of this host, which exist and have the right type', async () => {
    const html = await (await get('/docs')).text();
    expect(html.match(/<script\b[^>]*>[^<]|<style|\sstyle=|\son\w+=/)).toBeNull();
    const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', png: 'image/png' };
    expect(loaded(html).length).toBeGreaterThan(3);
    for (const path of loaded(html)) {
      expect(path).toMatch(/^\/docs\//);
      const file = await get(path);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toContain(types[path.split('.').at(-1)!]);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      const etag = file.headers.get('etag')!;
      expect((await get(path, { 'If-None-Match': etag, 'Cache-Control': '' })).status).toBe(304);
    }
  });

  test('shows this API’s own document, and asks no outside validator', async () => {
    const script = await (await get('/docs/page.js')).text();
    expect(script).toContain("url: '/api/v1/openapi.json'");
    expect(script).toContain('validatorUrl: null');
    const document = await (await get('/api/v1/openapi.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/api/v1' }] });
  });

  test('is the same with a slash at its end, and reads nothing else from the disk', async () => {
    expect(await (await get('/docs/')).text()).toBe(await (await get('/docs')).text());
    for (const path of [
      '/docs/package.json',
      '/docs/..%2fopenapi.ts',
      '/docs/index.html',
      '/docs/swagger-ui',
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  test.each(['POST', 'PUT', 'DELETE'])('takes no %s', async (method) => {
    const answer = await fetch(`${origin}/docs`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
