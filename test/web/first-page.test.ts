/** Pages that show before their script has arrived, and what the first script may weigh. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser/browser.ts';
import { openWebOwner } from '../support/browser/web-owner.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

const DIST = new URL('../../web/dist/', import.meta.url);
const KB = 1_000;

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

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
    await page.goto('/log-in?lang=de');
    await page.waitForEvent('worker');
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
    await page.getByRole('button', { name: 'Deutsch' }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.title()).toBe('Anmelden · Vault Handover');
    await page.goto('/log-in?lang=en');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  test('as the owner reads, once they are logged in, and mails follow what they choose', async () => {
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
