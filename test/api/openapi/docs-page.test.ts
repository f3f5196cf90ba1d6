import { beforeAll, describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../../api/openapi/document.ts';
import { routes } from '../../../api/routes/index.ts';
import { checkAccessible } from '../../support/browser/accessible.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { fitsAt360 } from '../../support/browser/layout.ts';
import { useApi } from '../../support/servers/use-api.ts';

// The pages are on another host. The documentation is the API's own.
const api = await useApi({ FRONTEND_URL: 'https://vault.example.test' });
let origin: string;
let html: string;
beforeAll(async () => {
  origin = new URL(api.url).origin;
  html = await (await get('/docs')).text();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });

describe('/docs', () => {
  test('is one page that may run, load and send nothing', async () => {
    const { status, headers } = await get('/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox$/,
    );
    expect(headers.get('set-cookie')).toBeNull();
    expect(html.match(/<(script|link|img|iframe|form)\b|\sstyle=|\son\w+=|javascript:/i)).toBeNull();
    expect(Buffer.byteLength(html)).toBeLessThan(700_000);
  });

  test('shows every operation of this API’s own document, with all its parameters, answers and codes', () => {
    const document = openApiDocument(routes, '0') as unknown as {
      paths: Record<string, Record<string, { operationId: string; summary: string; responses: object }>>;
      tags: { name: string }[];
    };
    const shown = new Map(
      html
        .split('<details class="operation"')
        .slice(1)
        .map((each) => [/ id="(\w+)"/.exec(each)?.[1], each]),
    );
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    expect(operations.length).toBeGreaterThan(70);
    expect([...shown.keys()].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
    for (const { operationId, path, method, responses } of operations) {
      const text = shown.get(operationId) ?? '';
      expect(text).toContain(`<b>${method.toUpperCase()}</b> <code>${path}</code>`);
      const statuses = [...text.matchAll(/<dt>(\d{3})<\/dt>/g)].map(([, status]) => status);
      expect([operationId, statuses]).toEqual([operationId, Object.keys(responses)]);
      expect(html).toContain(`<a href="#${operationId}">`);
    }
    for (const { name } of document.tags) expect(html).toContain(`>${name}</h3>`);
    const logIn = shown.get('logIn');
    for (const part of [
      '<code>invalid_credentials</code>',
      '<code>email</code>',
      '&quot;password&quot;: &quot;',
    ]) {
      expect(logIn).toContain(part);
    }
    expect(shown.get('listEntries')).toContain('query, integer, 1 to 200, <code>50</code> by default');
  });

  test('has no broken links', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, to]) => to!);
    expect(links.length).toBeGreaterThan(100);
    const outside = new Set(links.filter((to) => !to.startsWith('#')));
    expect([...outside]).toEqual(['/api/v1/openapi.json']);
    for (const to of links.filter((each) => each.startsWith('#'))) expect(ids).toContain(to.slice(1));
  });

  test('leaves no Markdown unrendered', () => {
    const text = html.replace(/<(pre|code)>.*?<\/\1>/gs, '');
    expect(text.match(/\*\*|`|^#|^\||\]\(/m)).toBeNull();
  });

  test('is cached by browsers, compressed, and the same with a slash at its end; nothing else is there', async () => {
    const { headers } = await get('/docs');
    const etag = headers.get('etag')!;
    expect((await get('/docs', { 'If-None-Match': etag, 'Cache-Control': '' })).status).toBe(304);
    expect(await (await get('/docs/')).text()).toBe(html);
    expect(await (await get('/docs', { 'Accept-Encoding': 'identity' })).text()).toBe(html);
    for (const path of ['/docs/page.css', '/docs/..%2fopenapi.ts', '/docs/index.html', '/docs/page.js']) {
      expect((await get(path)).status).toBe(404);
    }
  });

  test.each(['POST', 'PUT', 'DELETE'])('takes no %s', async (method) => {
    const answer = await fetch(`${origin}/docs`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('in a browser, /docs', () => {
  /** Opens the page with a script in it that asks for `/script-ran` once it has read the storage of this address. */
  async function withScript(change: (policy: string) => string) {
    const { page, expectProblem } = await openBrowser(origin);
    expectProblem(/Refused by|Content Security Policy|sandboxed|script-ran/);
    const ran: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/script-ran')) ran.push(new URL(request.url()).search);
    });
    await page.route('**/docs', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const script = `<script>
        let storage; try { storage = String(localStorage.length); } catch (error) { storage = error.name; }
        new Image().src = '/script-ran?' + storage;
      </script>`;
      const policy = change(answer.headers()['content-security-policy']!);
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': policy },
        body: (await answer.text()).replace('<h1>', `${script}<h1>`),
      });
    });
    await page.goto('/docs');
    // Playwright asks a page before it closes it, and one without scripts never answers.
    await page.goto('about:blank');
    return ran;
  }

  test('runs no script, and could not read the storage of its address if it did', async () => {
    const allowed = (policy: string) => `${policy} allow-scripts`.replace("'none'", "* 'unsafe-inline'");
    expect(await withScript((policy) => allowed(policy).replace(/sandbox.*/, ''))).toEqual(['?0']);
    expect(await withScript(allowed)).toEqual(['?SecurityError']);
    expect(await withScript((policy) => policy)).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('is accessible and fits on a phone: %s', async (theme) => {
    const { page } = await openBrowser(origin, { theme });
    await page.route('**/docs', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      // For axe, which is a script.
      const policy = `${answer.headers()['content-security-policy']} allow-scripts`;
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': policy },
      });
    });
    await page.goto('/docs');
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    await checkAccessible(page);
    await fitsAt360(page);
  });
});
