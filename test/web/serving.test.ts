/** The web app as people get it: the real build, from the real service, in a real browser, and what shows before its script. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { openWebOwner, submitButton } from '../support/browser/web-owner.ts';
import { openVault } from '../support/browser/web-vault.ts';
import { credentials } from '../support/builders/account.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { tokenIn } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { edgeOf, longestAnimation } from './gallery-checks.js';

const environment = await useBrowserEnvironment();

const DIST = new URL('../../web/dist/', import.meta.url);
const assets = readdirSync(new URL('assets/', DIST));
const { pages } = JSON.parse(readFileSync(new URL('paths.json', DIST), 'utf8')) as { pages: string[] };

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(environment.origin + path, { headers });

test('every text of the build that is worth compressing is there compressed, and Brotli is smaller', () => {
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

test('every page names an icon and a manifest, and both arrive with the files that they name', async () => {
  const links = [
    ...String(read('index.html')).matchAll(/rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g),
  ];
  expect(links.map(([, href]) => href)).toEqual(['/icon.svg', '/icon-180.png', '/site.webmanifest']);
  const { headers } = await get('/site.webmanifest');
  expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const manifest = (await (await get('/site.webmanifest')).json()) as {
    icons: { src: string; type: string }[];
  };
  const named = manifest.icons.map(({ src, type }) => [src, 200, type]);
  expect(named).toHaveLength(3);
  const served = manifest.icons.map(async ({ src }) => {
    const { status, headers } = await get(src);
    return [src, status, headers.get('content-type')];
  });
  expect(await Promise.all(served)).toEqual(named);
});

test('every page names a picture for previews by its whole address, in the size that they take', async () => {
  const html = await (await get('/')).text();
  const meta = Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)"\s+content="([^"]+)"/g)].map(
      ([, name, content]) => [name, content],
    ),
  );
  expect(meta).toMatchObject({
    'og:title': 'Vault Handover',
    'og:image': `${environment.origin}/social.png`,
    'twitter:card': 'summary_large_image',
  });
  const answer = await fetch(String(meta['og:image']));
  const picture = Buffer.from(await answer.arrayBuffer());
  expect([answer.headers.get('content-type'), picture.length < 60_000]).toEqual(['image/png', true]);
  // The header of a PNG has its width and its height.
  const size = [picture.readUInt32BE(16), picture.readUInt32BE(20)].map(String);
  expect(size).toEqual([meta['og:image:width'], meta['og:image:height']]);
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
    await page.waitForLoadState('networkidle');
    const loaded = recorder.sent.map(({ what }) => what);
    recorder.onlyTo(environment.origin);
    expect(recorder.sent.filter(({ url }) => url.pathname.startsWith('/assets/')).length).toBeGreaterThan(1);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const again = recorder.sent
      .slice(loaded.length)
      .filter(({ url }) => url.pathname.startsWith('/assets/') && !/\/worker-/.test(url.pathname))
      .map(({ what }) => what);
    // A busy machine may load something for the first time only now.
    expect(again.filter((what) => loaded.includes(what))).toEqual([]);
  },
);

test('an unknown address shows a page that says so, and no error', async () => {
  expect(pages).toContain('/log-in');
  const { page, expectProblem } = await openBrowser(environment.origin);
  expectProblem(/status of 404 .*no-such-page/);
  const reply = await page.goto('/no-such-page');
  expect(reply?.status()).toBe(404);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await inspect(page);
});

const KB = 1_000;

const html = readdirSync(DIST).filter((name) => name.endsWith('.html'));
const rendered = html.filter((name) => name !== 'index.html');
const read = (name: string): Buffer => readFileSync(new URL(name, DIST));

/** Holds every script back until it is told to let them through. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const weigh = (name: string): number => {
  const scripts = [...String(read(name)).matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)];
  expect(scripts.length).toBeGreaterThan(1);
  return scripts.reduce((sum, [, script = '']) => sum + gzipSync(read(script)).length, 0);
};

test('the first script is at most 130 kB, compressed, and 145 kB with a first page and its words', () => {
  expect(weigh('index.html')).toBeLessThanOrEqual(130 * KB);
  expect(rendered).toContain('check-in.de.html');
  for (const name of rendered) expect([name, weigh(name) <= 145 * KB]).toEqual([name, true]);
});

test.each(rendered)(
  '%s has a heading, a title and words in its language, and no script or style within',
  (name) => {
    const text = String(read(name));
    const [, language] = /\.(\w+)\.html$/.exec(name) ?? [];
    expect(text).toContain(`<html lang="${language}">`);
    const [, heading = ''] = /<h1[^>]*>([^<]+)<\/h1>/.exec(text) ?? [];
    expect(heading).not.toBe('');
    expect(text).toContain(`<title>${heading} · Vault Handover</title>`);
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|<template/);
  },
);

describe('the log-in', () => {
  test('shows before its script, and keeps what was typed until then', async () => {
    const owner = await openWebOwner(environment);
    const { page, recorder } = await openBrowser(environment.origin);
    const release = await holdScripts(page);
    await page.goto('/log-in', { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
    release();
    await page.waitForEvent('worker');
    expect(await page.getByLabel('Email address').inputValue()).toBe(owner.email);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor({ state: 'detached' });
    recorder.neverSends({ password: owner.password });
  });

  test('sends nothing that was typed before its script, not even in the address', async () => {
    const { page, recorder } = await openBrowser(environment.origin);
    const release = await holdScripts(page);
    await page.goto('/log-in', { waitUntil: 'commit' });
    await page.getByLabel('Email address').fill('ada@example.test');
    await page.getByRole('textbox', { name: 'Password' }).fill('a password in a hurry');
    await page.keyboard.press('Enter');
    release();
    await page.waitForEvent('worker');
    expect(page.url()).toBe(`${environment.origin}/log-in`);
    recorder.neverSends({ password: 'a password in a hurry' });
  });
});

describe('the page speaks', () => {
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  test('the language of the mail whose link was opened, also after a reload', async () => {
    const { page } = await openBrowser(environment.origin, { language: 'en' });
    await Promise.all([page.waitForEvent('worker'), page.goto('/log-in?lang=de')]);
    expect(await heading(page).textContent()).toBe('Anmelden');
    expect(await page.title()).toBe('Anmelden · Vault Handover');
    await page.goto('/log-in');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  test('what this device has chosen, in every tab and whatever a link says', async () => {
    const { page, context } = await openBrowser(environment.origin, { language: 'en' });
    const other = await context.newPage();
    for (const tab of [other, page]) await tab.goto('/log-in');
    await submitButton(page).waitFor();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.title()).toBe('Anmelden · Vault Handover');
    await page.goto('/log-in?lang=en');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  test('the owner’s language, once they are logged in, and mails follow what they choose', async () => {
    const owner = await openWebOwner(environment);
    const { page } = await openBrowser(environment.origin, { language: 'de' });
    await page.goto('/log-in?next=%2Funlock');
    await page.getByLabel('E‑Mail-Adresse').fill(owner.email);
    await page.getByRole('textbox', { name: 'Passwort' }).fill(owner.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    const stored = page.waitForResponse((reply) => reply.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Deutsch' }).click();
    const { user } = (await (await stored).json()) as { user: { language: string } };
    expect(user.language).toBe('de');
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
  });
});

test('in tests, the link in a mail leads to the page of the same service, and works', async () => {
  const account = credentials();
  expect((await client(environment).post('/auth/register', account)).status).toBe(201);
  const link = await environment.followMail(account.email, 'Confirm your email address');
  expect(link).toMatch(new RegExp(`^${environment.origin}/verify-email\\?token=`));
  expect((await fetch(link)).status).toBe(200);
  const verified = await client(environment).get(`/auth/verify-email?token=${tokenIn(link)}`);
  expect(verified.status).toBe(200);
});

test('in tests, a silence of weeks passes at once, with the mails that belong to it, and for one owner alone', async () => {
  const [silent, other] = [await buildOwner(environment), await buildOwner(environment)];
  for (const owner of [silent, other]) await buildSuccessor(environment, owner);
  await environment.passOwnerDays(silent.email, 68);
  const first = await environment.followMail(silent.email, 'reminder 1 of 3', '/check-in');
  await environment.passOwnerDays(silent.email, 9);
  const second = await environment.followMail(silent.email, 'reminder', '/check-in');
  expect(second).not.toBe(first);
  expect((await environment.mailFor(silent.email)).map(({ subject }) => subject.slice(-15))).toEqual([
    'reminder 1 of 3',
    'reminder 2 of 3',
  ]);
  expect(await environment.mailFor(other.email)).toEqual([]);
});

test('the real build has no gallery', () => {
  expect(pages).not.toContain('/gallery');
  const hashes = String(read('hashes.txt'));
  expect(hashes).toContain('log-in');
  expect(hashes).not.toContain('gallery');
});

test('with forced colours every control has an edge, and with reduced motion nothing turns', async () => {
  const { page } = await openVault(environment, { path: '/vault/new/login' });
  await page.getByRole('button', { name: 'Generate a password' }).click();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const controls = await page.locator('button.button, input, textarea, .checkbox .box').all();
  expect(controls.length).toBeGreaterThan(10);
  for (const control of controls) {
    const edge = await control.evaluate(edgeOf);
    expect(['solid', 'dashed', 'hidden', 'solid none', 'none solid']).toContain(edge);
  }
  expect(await page.evaluate(longestAnimation)).toBeLessThan(1);
});
