/** What administrators see, and what nobody else sees. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { countAgain } from '../../db/counts.ts';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { uniqueEmail } from '../support/builders.ts';
import { client } from '../support/client.ts';
import { fitsAt360 } from '../support/layout.ts';
import { follow, heading, press } from '../support/page-steps.ts';
import { startTown, type Town } from '../support/town.ts';
import { logInAt, openWebOwner, type WebOwner } from '../support/web-owner.ts';

let town: Town;
let boss: WebOwner;
let ada: WebOwner;
beforeAll(async () => {
  const email = uniqueEmail('boss');
  town = await startTown({ ADMIN_EMAILS: email });
  boss = await openWebOwner(town.life, 'Grace Admin', { email });
  ada = await openWebOwner(town.life, 'Ada Locked');
  await countAgain(town.life.orm.em.fork(), new Date(), town.life.deps.rules, 0);
});
afterAll(() => town.close());

/** As somebody who guesses does. */
async function lockOut({ email }: WebOwner): Promise<void> {
  for (let guess = 0; guess < 5; guess += 1)
    await client(town.life).post('/auth/login', { email, password: `guess ${guess}` });
}

const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);

test('an administrator finds a locked account and unlocks it, after a question', async () => {
  await lockOut(ada);
  const { page } = await openBrowser(town.origin);
  await logInAt(page, '/admin', boss);
  await heading(page, 'Administration');
  await page.getByText('1 account is locked after failed log-ins.').waitFor();
  await page.getByRole('row', { name: /^Waiting for a sign of life/ }).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);

  await follow(page, 'unlock them here');
  await heading(page, 'Accounts');
  const account = page.getByRole('listitem').filter({ hasText: ada.email });
  await account.getByText('Locked', { exact: true }).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await account.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('dialog', { name: 'Unlock the account of Ada Locked?' }).waitFor();
  await checkAccessible(page);
  await press(page, 'Unlock the account');
  await page.getByText('Nobody was found.').waitFor();
  const { page: hers } = await openBrowser(town.origin);
  await logInAt(hers, '/account', ada);

  await page.getByLabel('Name or address').fill('grace adm');
  await page.getByRole('button', { name: /^Locked Which/ }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await press(page, 'Search');
  await page.getByText(boss.email).waitFor();
  expect(await page.getByText(ada.email).count()).toBe(0);
});

test('in German and in the dark, everything fits too', async () => {
  const { page } = await openBrowser(town.origin, { theme: 'dark' });
  await logInAt(page, '/admin', boss);
  await press(page, 'Deutsch');
  for (const [path, title] of [
    ['/admin', 'Verwaltung'],
    ['/admin/users', 'Konten'],
  ] as const) {
    await goTo(page, path);
    await heading(page, title);
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await checkAccessible(page);
    await fitsAt360(page);
    await page.screenshot({
      fullPage: true,
    });
  }
});

test('for everybody else there is no such page', async () => {
  const { page, recorder } = await openBrowser(town.origin);
  await logInAt(page, '/admin', ada);
  await heading(page, 'There is no page here');
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  await goTo(page, '/admin/users');
  await heading(page, 'There is no page here');
  expect(recorder.sent.filter(({ url }) => url.pathname.startsWith('/api/v1/admin'))).toEqual([]);
});
