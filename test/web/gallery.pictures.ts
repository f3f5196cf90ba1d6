/**
 * The components of the web app, on their own page, in every theme, language and width, and photographs of them. Run it with
 * `KEEP_PICTURES_IN=<folder> npx jest gallery` after changing a component.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Koa from 'koa';
import type { Page } from 'playwright-core';
import { webApp } from '../../api/http/web-app.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { runProgram } from '../../dev/programs/run-program.ts';
import { type OpenOptions, openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press } from '../support/browser/keyboard.ts';
import { edgeOf, isFocused, longestAnimation, outlineOf } from './gallery-checks.js';

let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gallery-'));
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--mode', 'gallery', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' };
  await runProgram(process.execPath, [vite, 'build', 'web', ...options], { cwd: checkout, env });
  await writeFile(join(folder, 'paths.json'), JSON.stringify({ pages: ['/gallery'], token: [] }));
  const app = new Koa().use(webApp('http://gallery.test', pathToFileURL(`${folder}/`)));
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const TITLES = { en: 'Components', de: 'Bausteine' };

async function openGallery(options: OpenOptions = {}): Promise<Page> {
  const { page } = await openBrowser(origin, options);
  await page.goto('/gallery');
  await page.getByRole('heading', { level: 1, name: TITLES[options.language ?? 'en'] }).waitFor();
  return page;
}

/** For people to look at: fonts differ from machine to machine, so nothing compares them. */
async function photograph(page: Page, name: string): Promise<void> {
  await page.screenshot({
    fullPage: true,
    path: join(process.env.KEEP_PICTURES_IN ?? '', `gallery-${name}.png`),
  });
}

test('everybody can use every component, on desk and phone, and a dialog gives the focus back', async () => {
  const page = await openGallery();
  await inspect(page);
  const list = page.getByRole('button', { name: /\(9\)$/ });
  await press(list);
  await page.getByRole('listbox').waitFor();
  await inspect(page);
  await page.keyboard.press('Escape');
  const opener = page.getByRole('button', { name: 'Ask for the invitation to be sent again' }).last();
  await press(opener);
  await page.getByRole('dialog', { name: 'Check in' }).waitFor();
  await inspect(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await opener.evaluate(isFocused)).toBe(true);
});

test.each([
  ['en', 'light'],
  ['de', 'dark'],
] as const)('a photograph of everything: %s, %s', async (language, theme) => {
  const page = await openGallery({ language, theme });
  await photograph(page, `${theme}-${language}-1280`);
  await page.setViewportSize({ width: 360, height: 800 });
  await photograph(page, `${theme}-${language}-360`);
});

test('the focus is visible on every control that the keyboard reaches', async () => {
  const page = await openGallery();
  const controls = new Set<string>();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) break;
    const what = await focused.evaluate((element) => element.outerHTML.slice(0, 120));
    expect([what, await focused.evaluate(outlineOf)]).toEqual([what, expect.stringContaining('solid')]);
    controls.add(what);
  }
  expect(controls.size).toBeGreaterThan(30);
});

test('with forced colours every control has an edge, and with reduced motion nothing turns', async () => {
  const page = await openGallery();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const control of await page.locator('button.button, input, textarea, .checkbox .box').all()) {
    const edge = await control.evaluate(edgeOf);
    expect(['solid', 'dashed', 'hidden', 'solid none', 'none solid']).toContain(edge);
  }
  expect(await page.evaluate(longestAnimation)).toBeLessThan(1);
  await photograph(page, 'forced-colours');
});
