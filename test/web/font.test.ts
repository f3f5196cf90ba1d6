/** The font of headings and letters, which ships with the web app. */
import { readdirSync, statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { openBrowser } from '../support/browser/browser.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const environment = await useBrowserEnvironment();

const ASSETS = new URL('../../web/dist/assets/', import.meta.url);
const FONT = /\/source-serif-4-.*\.woff2$/;

test('no file of the font is larger than 25 kB, and its licence is beside it', async () => {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith('.woff2'));
  expect(files).toHaveLength(4);
  for (const name of files)
    expect([name, statSync(new URL(name, ASSETS)).size < 25_000]).toEqual([name, true]);
  const licence = await (await fetch(`${environment.origin}/source-serif-4.txt`)).text();
  expect(licence).toMatch(/^© [\d -]+ Adobe .*\n[\s\S]*SIL OPEN FONT LICENSE Version 1\.1/);
});

test('a page shows before the font, loads one file of it, and nothing on the screen moves when it arrives', async () => {
  const { page } = await openBrowser(environment.origin, { width: 360 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const requested: string[] = [];
  await page.route(FONT, async (route) => {
    requested.push(route.request().url());
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByText('It costs nothing.').waitFor();
  const places = async () => {
    const all = await page
      .locator('h1, h2, p')
      .evaluateAll((them) => them.map((each) => each.getBoundingClientRect().top));
    return all.filter((top) => top < page.viewportSize()!.height);
  };
  const before = await places();
  expect(before.length).toBeGreaterThan(2);
  expect(await page.evaluate(`document.fonts.check('600 1em "Source Serif 4"')`)).toBe(false);
  release();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  expect(await page.evaluate(`document.fonts.check('600 1em "Source Serif 4"')`)).toBe(true);
  expect(await places()).toEqual(before);
  expect(requested).toHaveLength(1);
});
