/** How the API serves the built page, with a build as small as can be. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Koa from 'koa';
import { OVERSCROLL_STYLE } from '../../api/http/page-policy.ts';
import { webApp } from '../../api/http/web-app.ts';
import { TINY_FILES, type TinyBuild, tinyBuild } from './tiny-build.ts';

const TOKEN_PAGES = [
  '/verify-email',
  '/reset-password',
  '/check-in',
  '/successor',
  '/respond',
  '/access',
  '/opt-out',
  '/no-mail',
  '/remove-second-factor',
];
const ORIGIN = 'https://vault.example';
const PAGES = ['/', '/help', '/log-in', '/vault', '/vault/*'];
const SCRIPT = '/assets/main-Ab12.js';
const WORKER = '/assets/vault-worker-Cd34.js';
const FILM_WORKER = '/assets/film-worker-Ij90.js';
const { 'index.html': INDEX, 'check-in.en.html': CHECK_IN, 'check-in.de.html': GERMAN } = TINY_FILES;

let server: Server;
let port: number;
let build: TinyBuild;
/** Requests that reached the middleware behind the pages. */
const fellThrough: string[] = [];
/** The bodies of all responses, as Koa sends them. */
const bodies: unknown[] = [];

beforeAll(async () => {
  build = await tinyBuild({ pages: PAGES, token: TOKEN_PAGES });
  const app = new Koa();
  app.use(async (ctx, next) => {
    await next();
    bodies.push(ctx.body);
  });
  app.use(webApp(ORIGIN, build.folder));
  app.use((ctx) => {
    fellThrough.push(`${ctx.method} ${ctx.path}`);
    if (ctx.path === '/api/v1/thing') ctx.body = { thing: true };
    if (ctx.path.endsWith('/thrown')) ctx.throw(404, 'nothing at this address');
    if (ctx.path.endsWith('/refused')) ctx.throw(403, 'not for you');
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  port = (server.address() as { port: number }).port;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await build.remove();
});

interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** Asks with exactly these headers, and leaves the body as it was sent: `fetch` would do neither. */
const sendRequest = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    request({ port, path, method, headers }, async (reply) => {
      const body = await buffer(reply);
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers as Answer['headers'], body });
    })
      .once('error', reject)
      .end();
  });

const browse = (path: string) => sendRequest(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });

describe('an address of the page', () => {
  test.each(['/', '/?lang=de', '/vault', '/vault?next=%2Fvault', '/vault/settings', '/vault/a/b'])(
    '%s is the page, which browsers check for changes every time',
    async (path) => {
      const { status, headers, body } = await sendRequest(path);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(String(body)).toBe(INDEX);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  test.each(TOKEN_PAGES)('%s, behind a mailed link, is neither cached nor indexed', async (path) => {
    const { status, headers, body } = await sendRequest(`${path}?token=abc`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(String(body)).toBe(path === '/check-in' ? CHECK_IN : INDEX);
  });

  test.each<[string, string | undefined, string]>([
    ['', undefined, CHECK_IN],
    ['', 'de', GERMAN],
    ['', 'de-AT,de;q=0.9,en;q=0.8', GERMAN],
    ['', 'fr, en-US;q=0.5', CHECK_IN],
    ['', 'fr', INDEX],
    ['?token=abc&lang=de', 'en', GERMAN],
    ['?lang=en', 'de', CHECK_IN],
    ['?lang=fr', 'de', GERMAN],
    ['?lang=__proto__', 'fr', INDEX],
  ])(
    'that was rendered ahead of time is in the reader’s language: %s, %s',
    async (query, accepted, expected) => {
      const { headers, body } = await sendRequest(
        `/check-in${query}`,
        accepted ? { 'accept-language': accepted } : {},
      );
      expect(String(body)).toBe(expected);
      expect(headers.vary).toContain('Accept-Language');
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  test('that was rendered and has no token is checked for changes, in each language on its own', async () => {
    const english = await sendRequest('/log-in?next=%2Fvault', { 'accept-language': 'en' });
    expect([english.headers['cache-control'], String(english.body)]).toEqual([
      'no-cache',
      TINY_FILES['log-in.en.html'],
    ]);
    const again = { 'if-none-match': english.headers.etag ?? '' };
    expect((await sendRequest('/log-in', { ...again, 'accept-language': 'en' })).status).toBe(304);
    expect((await sendRequest('/log-in', { ...again, 'accept-language': 'de' })).status).toBe(200);
  });

  test('is the same whatever the token: a GET can have no effect', async () => {
    const before = fellThrough.length;
    const queries = ['', '?token=', '?token=abc', '?token=%3Cscript%3E', '?token=a&token=b'];
    const bodies = await Promise.all(
      queries.map(async (query) => String((await sendRequest(`/access${query}`)).body)),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(fellThrough.length).toBe(before);
  });

  test.each(['/', '/check-in', SCRIPT])('%s is the same with HEAD, without its body', async (path) => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const full = await sendRequest(path, { 'accept-encoding': encoding });
      const head = await sendRequest(path, { 'accept-encoding': encoding }, 'HEAD');
      expect(head.status).toBe(200);
      expect(head.headers['content-length']).toBe(String(full.body.length));
      expect(head.headers.etag).toBe(full.headers.etag);
      expect(head.body).toHaveLength(0);
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s and passes nothing on', async (method) => {
    const before = fellThrough.length;
    for (const path of ['/', '/vault/a', '/check-in', SCRIPT]) {
      const { status, headers } = await sendRequest(path, {}, method);
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD']);
    }
    expect(fellThrough.length).toBe(before);
  });
});

describe('the policy', () => {
  const policyOf = async (path: string) =>
    Object.fromEntries(
      ((await sendRequest(path)).headers['content-security-policy'] ?? '').split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values.join(' ')];
      }),
    );

  test.each(['/', '/check-in', SCRIPT])(
    'of %s allows only our own files, and no string as a script',
    async (path) => {
      expect(await policyOf(path)).toEqual({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': `'self' '${OVERSCROLL_STYLE}'`,
        'connect-src': "'self'",
        'img-src': "'self' data: blob:",
        'media-src': 'blob:',
        'object-src': 'blob:',
        'font-src': "'self'",
        'manifest-src': "'self'",
        'worker-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
        'require-trusted-types-for': "'script'",
        'trusted-types': 'vault-worker film-worker push-worker',
      });
    },
  );

  test('allows the one style that React Aria adds on iOS, as the installed version writes it', () => {
    const file = 'react-aria/dist/private/overlays/usePreventScroll.mjs';
    const source = readFileSync(new URL(`../../node_modules/${file}`, import.meta.url), 'utf8');
    const [, style = ''] = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(source) ?? [];
    const hash = createHash('sha256').update(style.trim()).digest('base64');
    expect(OVERSCROLL_STYLE).toBe(`sha256-${hash}`);
  });

  test('of the worker allows WebAssembly and our own API, and nothing else', async () => {
    expect(await policyOf(WORKER)).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  test('of the worker that reads films allows nothing', async () => {
    expect(await policyOf(FILM_WORKER)).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  test('turns off what the page does not use, and leaves it the camera and the microphone', async () => {
    const { headers } = await sendRequest('/');
    const permissions = headers['permissions-policy']?.split(', ') ?? [];
    expect(permissions.filter((each) => !each.endsWith('=()'))).toEqual([
      'camera=(self)',
      'clipboard-write=(self)',
      'microphone=(self)',
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ]);
    for (const off of ['display-capture', 'geolocation', 'usb', 'payment']) {
      expect(permissions).toContain(`${off}=()`);
    }
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

describe('the files', () => {
  test.each([
    [SCRIPT, 'text/javascript; charset=utf-8'],
    [WORKER, 'text/javascript; charset=utf-8'],
    ['/assets/main-Ef56.css', 'text/css; charset=utf-8'],
  ])('%s has a hash in its name, so it is kept for good', async (path, type) => {
    const { headers } = await sendRequest(path);
    expect(headers['content-type']).toBe(type);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('without a hash are checked for changes every time', async () => {
    const { headers } = await sendRequest('/mark.svg');
    expect([headers['content-type'], headers['cache-control']]).toEqual(['image/svg+xml', 'no-cache']);
  });

  test.each<[string | undefined, 'br' | 'gzip' | undefined]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'br'],
    ['*', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
    [undefined, undefined],
  ])('to a client that takes %s, text is sent as %s', async (accepted, sent) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await sendRequest(SCRIPT, headers);
    expect(answer.headers['content-encoding']).toBe(sent);
    expect(answer.headers.vary).toContain('Accept-Encoding');
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, plain: (body: Buffer) => body };
    expect(String(unpack[sent ?? 'plain'](answer.body))).toBe(TINY_FILES['assets/main-Ab12.js']);
  });

  test('too small to gain anything are sent as they are', async () => {
    const { headers, body } = await sendRequest('/assets/small-Gh78.js', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(String(body)).toBe(TINY_FILES['assets/small-Gh78.js']);
  });

  test.each([
    ...['br', 'gzip', 'identity'].map((encoding) => [SCRIPT, encoding] as const),
    ['/assets/small-Gh78.js', 'identity'],
    ['/', 'br'],
    ['/check-in', 'br'],
  ] as const)('are sent from the same bytes to every client: %s as %s', async (path, encoding) => {
    const before = bodies.length;
    for (const _ of ['once', 'again']) await sendRequest(path, { 'accept-encoding': encoding });
    const [first, second, ...more] = bodies.slice(before);
    expect(first).toBeInstanceOf(Buffer);
    expect(second).toBe(first);
    expect(more).toEqual([]);
  });

  test('are sent again only when they have changed, in each encoding on its own', async () => {
    const etags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const wanted = { 'accept-encoding': encoding };
      const { etag = '' } = (await sendRequest(SCRIPT, wanted)).headers;
      expect(etag).toMatch(/^"[\w-]{43}(-\w+)?"$/);
      etags.add(etag);
      const again = await sendRequest(SCRIPT, { ...wanted, 'if-none-match': etag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers.vary).toContain('Accept-Encoding');
      expect((await sendRequest(SCRIPT, { ...wanted, 'if-none-match': '"other"' })).status).toBe(200);
    }
    expect(etags.size).toBe(3);
  });
});

describe('every other path', () => {
  test.each(['/api/v1/nothing', '/health/x', '/metrics', '/ws', '/docs'])(
    '%s falls through',
    async (path) => {
      const before = fellThrough.length;
      const { headers } = await browse(path);
      expect(fellThrough.slice(before)).toEqual([`GET ${path}`]);
      expect(headers['content-type']).not.toContain('html');
    },
  );

  test('with an answer of its own is left alone', async () => {
    const { headers, body } = await browse('/api/v1/thing');
    expect(JSON.parse(String(body))).toEqual({ thing: true });
    expect(headers['content-security-policy']).toBeUndefined();
  });

  test.each([
    '/no-such-page',
    '/check-in/',
    '/CHECK-IN',
    '/vault/',
    '/vaults',
    '/index',
    '/index.html',
    '/check-in.en.html',
    '/check-in.en',
    '/paths.json',
    '/assets/main-Ab12.js.br',
    '/assets/',
    '/assets/gone-Zz99.js',
    '/thrown',
  ])('without an answer shows a browser the page, which says so: %s', async (path) => {
    const { status, headers, body } = await browse(path);
    expect([status, headers['cache-control']]).toEqual([404, 'no-cache']);
    expect(headers['content-security-policy']).toContain('trusted-types');
    expect(String(body)).toBe(INDEX);
  });

  test('that is refused, or missing in the API, is left to the error handling', async () => {
    expect(String((await browse('/refused')).body)).toBe('not for you');
    expect(String((await browse('/api/v1/thrown')).body)).toBe('nothing at this address');
  });

  test('without an answer shows a program no page', async () => {
    const { status, body } = await sendRequest('/no-such-page', { accept: 'application/json' });
    expect([status, String(body)]).toEqual([404, 'Not Found']);
  });

  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    `${SCRIPT}/../../config.ts`,
    '/..\\config.ts',
    '//etc/passwd',
    '/assets/main-Ab12.js%00.html',
    '/__proto__',
    '/constructor',
  ])('leads nowhere on the disk: %s', async (path) => {
    const socket = connect(port, '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[04] /);
  });
});

test.each(['identity', 'gzip', 'br'] as const)(
  'a page has the address of the service, and the list of hashes knows: %s',
  async (encoding) => {
    const unpack = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };
    const { headers, body } = await sendRequest('/help?lang=en', { 'accept-encoding': encoding });
    const page = unpack[encoding](body);
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(String(page)).toBe(TINY_FILES['help.en.html'].replace('https://frontend.invalid', ORIGIN));
    const hash = createHash('sha256').update(page).digest('hex');
    expect(String((await sendRequest('/hashes.txt')).body)).toBe(`${hash}  /help?lang=en\n`);
  },
);

test('without a build the start fails, and says what to do', () => {
  expect(() => webApp(ORIGIN, new URL('./nothing/', import.meta.url))).toThrow(
    'web/dist, the web app, is missing: run `npm run build`',
  );
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(scripts)).toContain('build');
});
