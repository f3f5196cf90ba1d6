/** Who the owner is, where they are logged in, and what happened. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { follow, heading, press } from '../support/page-steps.ts';
import { startTown, type Town } from '../support/town.ts';
import { logInAt, openWebOwner, ownProgram } from '../support/web-owner.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

/** Goes on with the Tab key until something has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'combobox', name: string | RegExp) {
  const wanted = page.getByRole(role, { name });
  await wanted.waitFor();
  for (let keys = 0; keys < 60; keys += 1) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key never came to "${name}"`);
}

test('name, language and time zone are changed by keyboard alone, and mails follow', async () => {
  const ada = await openWebOwner(town.life);
  const { page } = await openBrowser(town.origin);
  await logInAt(page, '/account', ada);
  await heading(page, 'Your account');
  await tabTo(page, 'textbox', 'Your name');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Ada Lovelace');
  await tabTo(page, 'button', 'English Language');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Deutsch' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Use this device’s: Berlin');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await tabTo(page, 'button', 'Save');
  await page.keyboard.press('Enter');
  await page.getByText('Gespeichert.').waitFor();
  const { user } = await ownProgram(town.life, ada, ada.password);
  expect(user).toMatchObject({ name: 'Ada Lovelace', language: 'de', timeZone: 'Europe/Berlin' });
});

test('one device is logged out, then all others, and each of them shows it', async () => {
  const ada = await openWebOwner(town.life);
  const [here, phone, laptop] = [
    await openBrowser(town.origin),
    await openBrowser(town.origin, { width: 360 }),
    await openBrowser(town.origin),
  ];
  await logInAt(laptop.page, '/account', ada);
  await logInAt(phone.page, '/account', ada);
  await logInAt(here.page, '/account/sessions', ada);
  await here.page.getByText('This device').waitFor();
  await here.page
    .getByRole('button', { name: /^Log out Chrome/ })
    .first()
    .click();
  const said = here.page.getByRole('status').getByText(/is logged out\.$/);
  await said.waitFor();
  expect(await here.page.getByRole('button', { name: /^Log out Chrome/ }).count()).toBe(1);
  await phone.page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();

  await press(here.page, 'Log out all other devices');
  await here.page.getByText('One other device then has to log in again').waitFor();
  await checkAccessible(here.page);
  await press(here.page, 'Log out all others');
  await here.page.getByText('You are logged in nowhere else.').waitFor();
  await laptop.page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
});

test('what happened is read in words, by kind, and further back', async () => {
  const ada = await openWebOwner(town.life);
  const { program } = await ownProgram(town.life, ada, ada.password);
  const added = await program.post('/successors', { name: 'Bea', email: 'bea@example.test' });
  expect(added.status).toBe(201);
  await program.put('/inactivity/settings', { thresholdDays: 120 });
  for (let times = 0; times < 55; times += 1) await program.post('/activity/check-in');
  const { page } = await openBrowser(town.origin);
  await logInAt(page, '/account', ada);
  await follow(page, /^Activity/);
  await heading(page, 'Activity');
  await page.getByText('Logged in with a browser.').first().waitFor();
  await page.getByText('Chrome on Linux, from 127.0.0.1').first().waitFor();
  expect(await page.getByText('Bea was named as a successor.').count()).toBe(0);
  await press(page, 'Show older activity');
  await page.getByText('Bea was named as a successor.').waitFor();
  await page.getByText(/^Days without a sign of life: \d+ → 120$/).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await page.getByLabel('Show only').selectOption({ label: 'A successor was named' });
  await page.getByText('Logged in with a browser.').waitFor({ state: 'detached' });
  await page.getByText('Bea was named as a successor.').waitFor();
  expect(await page.locator('[data-record]').count()).toBe(1);
  await page.getByLabel('Show only').selectOption({ label: 'The handover was cancelled' });
  await page.getByText('Nothing of this kind has happened yet.').waitFor();
  await page.getByLabel('Show only').selectOption({ label: 'Everything' });
  await press(page, 'Deutsch');
  await page.getByText('Lebenszeichen gegeben.').first().waitFor();
  await fitsAt360(page);
});
