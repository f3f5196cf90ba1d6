/** The page as people get it: the real build, from the real service, in a real browser. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

const DIST = new URL('../../web/dist/', import.meta.url);
const assets = readdirSync(new URL('assets/', DIST));
const { pages } = JSON.parse(readFileSync(new URL('paths.json', DIST), 'utf8')) as { pages: string[] };

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(environment.origin + path, { headers });

test('every text of the build that is worth it is there compressed, and Brotli is smaller', () => {
  const size = (name: string) => readFileSync(new URL(`assets/${name}`, DIST)).length;
  const texts = assets.filter((name) => /\.(js|css)$/.test(name) && size(name) >= 1_024);
  expect(texts.length).toBeGreaterThan(3);
  for (const name of texts) {
    expect([name, size(`${name}.br`) < size(`${name}.gz`)]).toEqual([name, true]);
    expect([name, size(`${name}.gz`) < size(name)]).toEqual([name, true]);
  }
});

test('the hashes of the build are there to compare: each names an address that answers with that file', async () => {
  const listed = (await (await get('/hashes.txt')).text()).trimEnd().split('\n');
  for (const line of listed) {
    const [hash, address = ''] = line.split('  ');
    const answer = await get(address);
    const served = Buffer.from(await answer.arrayBuffer());
    const { status } = answer;
    expect([address, status, createHash('sha256').update(served).digest('hex')]).toEqual([
      address,
      200,
      hash,
    ]);
  }
  const addresses = listed.map((line) => line.split('  ')[1]);
  const whole = assets.filter((name) => !/\.(br|gz)$/.test(name)).map((name) => `/assets/${name}`);
  expect(addresses).toEqual(expect.arrayContaining([...whole, '/', '/log-in?lang=de']));
});

test('only the worker that holds the keys may run WebAssembly', async () => {
  const scripts = assets.filter((name) => name.endsWith('.js'));
  const policies = await Promise.all(
    scripts.map(async (name) => {
      const { headers } = await get(`/assets/${name}`);
      return [name, headers.get('content-security-policy') ?? ''] as const;
    }),
  );
  const mayRunWasm = policies.filter(([, policy]) => policy.includes('wasm-unsafe-eval'));
  expect(mayRunWasm.map(([name]) => name)).toEqual([expect.stringMatching(/^worker-[\w-]+\.js$/)]);
  for (const [, policy] of policies) expect(policy).not.toContain('unsafe-inline');
});

test.each(['en', 'de'] as const)(
  'opens in a browser without a complaint, and loads nothing twice: %s',
  async (language) => {
    const { page, recorder } = await openBrowser(environment.origin, { language });
    await page.goto('/log-in');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const before = recorder.sent.length;
    recorder.onlyTo(environment.origin);
    expect(recorder.sent.filter(({ url }) => url.pathname.startsWith('/assets/')).length).toBeGreaterThan(1);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const again = recorder.sent
      .slice(before)
      // Chromium asks for a page's icon whenever it likes.
      .filter(({ url }) => url.pathname.startsWith('/assets/') && !/\/(worker|icon)-/.test(url.pathname));
    expect(again.map(({ what }) => what)).toEqual([]);
  },
);

test('an address that nobody has shows that there is nothing, as a page and not as an error', async () => {
  expect(pages).toContain('/log-in');
  const { page, expectProblem } = await openBrowser(environment.origin);
  expectProblem(/status of 404 .*no-such-page/);
  const reply = await page.goto('/no-such-page');
  expect(reply?.status()).toBe(404);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await inspect(page);
});
