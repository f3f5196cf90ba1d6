import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Koa from 'koa';
import { pages } from '../../api/http/pages.ts';
import { emptyPromises } from '../support/promised.ts';
import { tinyBuild } from '../support/tiny-build.ts';

const WEB = new URL('../../web/', import.meta.url);
const TOKEN_PAGES = ['/respond'];
const PAGES = TOKEN_PAGES;
const ASSETS = readdirSync(WEB)
  .filter((name) => /\.(css|js|svg)$/.test(name))
  .map((name) => `/${name}`);
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

let server: Server;
let build: Awaited<ReturnType<typeof tinyBuild>>;
let origin: string;
/** Requests that reached the middleware behind the pages. */
const fellThrough: string[] = [];

beforeAll(async () => {
  const app = new Koa();
  build = await tinyBuild({ pages: [], token: [] });
  app.use(pages(build.folder));
  app.use((ctx) => {
    fellThrough.push(`${ctx.method} ${ctx.path}`);
    if (ctx.path === '/api/v1/thing') ctx.body = { thing: true };
    if (ctx.path.endsWith('/thrown')) ctx.throw(404, 'nothing at this address');
    if (ctx.path.endsWith('/refused')) ctx.throw(403, 'not for you');
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  origin = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await build.remove();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });

/** The value of an attribute in every tag of a kind that has it. */
const attributes = (html: string, tag: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*?\\s${name}="([^"]*)"`, 'g'))].map((match) => match[1]!);

describe.each(PAGES)('the page %s', (path) => {
  let answer: Response;
  let html: string;

  beforeAll(async () => {
    answer = await get(`${path}?token=abc`);
    html = await answer.text();
  });

  test('is HTML with a policy that allows only our own files', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('holds no script or style of its own, and no form', () => {
    expect(html.match(/<script\b[^>]*>[^<]/)).toBeNull();
    expect(attributes(html, 'script', 'src')).toHaveLength(html.split('<script').length - 1);
    expect(html).not.toMatch(/<style|<form|<iframe|<object|<base|\sstyle=|\son\w+=|javascript:|http-equiv/i);
  });

  test('loads only our own files, and they exist', async () => {
    const loaded = ['script', 'img', 'source', 'video'].flatMap((tag) => attributes(html, tag, 'src'));
    for (const reference of [...loaded, ...attributes(html, 'link', 'href')]) {
      expect(ASSETS).toContain(reference);
      expect((await get(reference)).status).toBe(200);
    }
  });

  test('links only to our own pages and to what the API answers', () => {
    for (const href of attributes(html, 'a', 'href')) {
      expect([...PAGES, '/', '/access', '/docs', '/health', '/api/v1/openapi.json']).toContain(href);
    }
  });

  test('relies on nothing that its reader may not have', () => {
    expect(emptyPromises(html)).toEqual([]);
  });

  test('can be used with a screen reader and on a phone', () => {
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('width=device-width, initial-scale=1');
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    for (const landmark of ['<header', '<main', '<footer', '<title>']) expect(html).toContain(landmark);
    const ids = attributes(html, '\\w+', 'id');
    expect(new Set(ids).size).toBe(ids.length);
    for (const field of attributes(html, 'textarea', 'id')) expect(html).toContain(`for="${field}"`);
  });

  test('is the same with HEAD, without its body', async () => {
    const head = await fetch(origin + path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(html)));
    expect(await head.text()).toBe('');
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s and passes nothing on', async (method) => {
    const before = fellThrough.length;
    const refused = await fetch(origin + path, { method });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('GET, HEAD');
    expect(fellThrough.length).toBe(before);
  });
});

describe.each(TOKEN_PAGES)('the page behind a mailed link, %s', (path) => {
  test('is neither cached nor indexed', async () => {
    const answer = await get(`${path}?token=abc`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    expect(await answer.text()).toContain('<meta name="referrer" content="no-referrer"');
  });

  test('is the same whatever the token: a GET can have no effect', async () => {
    const before = fellThrough.length;
    const bodies = await Promise.all(
      ['', '?token=', '?token=abc', '?token=%3Cscript%3E', '?token=a&token=b'].map(async (query) =>
        (await get(path + query)).text(),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(fellThrough.length).toBe(before);
  });

  test('asks for a press, reports the result, and says what it needs where scripts are off', async () => {
    const html = await (await get(path)).text();
    expect(attributes(html, 'script', 'src').at(-1)).toBe(`${path}.js`);
    expect(attributes(html, 'button', 'data-act').length).toBeGreaterThan(0);
    expect(attributes(html, 'button', 'type').every((type) => type === 'button')).toBe(true);
    expect(html).toContain('role="status"');
    expect(html).toContain('<template data-advice="link">');
    expect(html).toContain('<noscript>');
  });

  test('has a script for each of its buttons', async () => {
    const html = await (await get(path)).text();
    const script = readFileSync(new URL(`.${path}.js`, WEB), 'utf8');
    const acts = script.slice(script.indexOf('startPage({'));
    for (const act of attributes(html, 'button', 'data-act')) {
      expect(acts).toMatch(new RegExp(`[ {]'?${act}'?:`));
    }
  });
});

describe('the files', () => {
  const TYPES: Record<string, string> = {
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    svg: 'image/svg+xml',
  };

  test.each(ASSETS)('%s has its type, and is sent again only when it has changed', async (path) => {
    const first = await get(path);
    expect(first.headers.get('content-type')).toBe(TYPES[path.split('.')[1]!]);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-security-policy')).toBe(POLICY);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await get(path, { 'If-None-Match': etag, 'Cache-Control': '' });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await get(path, { 'If-None-Match': '"other"', 'Cache-Control': '' })).status).toBe(200);
  });

  test('are all used', async () => {
    const pages = await Promise.all(PAGES.map(async (path) => (await get(path)).text()));
    const used = [...pages, ...ASSETS.map((name) => readFileSync(new URL(`.${name}`, WEB), 'utf8'))].join(
      '\n',
    );
    for (const name of ASSETS) expect([name, used.includes(name)]).toEqual([name, true]);
  });

  test('the scripts write text only, never markup, and call only our own API', async () => {
    const scripts = ASSETS.filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(new URL(`.${name}`, WEB), 'utf8'))
      .join('\n');
    expect(scripts).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/,
    );
    expect(scripts).not.toMatch(/https?:\/\//);
    expect(scripts.match(/\bfetch\(/g)).toHaveLength(1);
    expect(scripts).toContain("credentials: 'omit'");
  });
});

describe('the colours', () => {
  const css = readFileSync(new URL('style.css', WEB), 'utf8');
  const palette = (block: string) =>
    Object.fromEntries(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name!, hex!]),
    );
  const [light = {}, dark = {}] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => palette(block!));

  /** Relative luminance and contrast, WCAG 2.2. */
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };

  test.each([
    ['light', light],
    ['dark', dark],
  ])('can be read by day and by night: %s', (_, colours) => {
    const text = [
      ...['sheet', 'ground', 'wash', 'alarm-wash'].map((ground) => ['ink', ground]),
      ...['sheet', 'ground', 'wash'].map((ground) => ['quiet', ground]),
      ...['sheet', 'wash'].flatMap((ground) => [
        ['accent', ground],
        ['accent-deep', ground],
      ]),
      ['on-accent', 'accent'],
      ['on-accent', 'accent-deep'],
      ['alarm', 'alarm-wash'],
    ];
    for (const [front, ground] of text) {
      expect([front, ground, contrast(colours[front!]!, colours[ground!]!) >= 4.5]).toEqual([
        front,
        ground,
        true,
      ]);
    }
    expect(contrast(colours.edge!, colours.sheet!)).toBeGreaterThanOrEqual(3);
  });
});
