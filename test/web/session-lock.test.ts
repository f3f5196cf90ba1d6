/** The vault locks itself, and the password opens it again. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { openWebOwner, typeLogIn, type WebOwner } from '../support/web-owner.ts';

let town: Town;
let ada: WebOwner;
beforeAll(async () => {
  town = await startTown();
  ada = await openWebOwner(town.life);
}, 60_000);
afterAll(() => town.close());

const unlockField = (page: Page) => page.getByRole('textbox', { name: 'Password' });

async function unlock(page: Page, password: string): Promise<void> {
  await unlockField(page).fill(password);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

test('a reload locks the vault, a wrong password leaves it locked, and the right one opens it', async () => {
  const { page, recorder, expectProblem } = await openBrowser(town.origin);
  expectProblem(/status of 404 .*no-such-page/);
  await page.goto('/unlock?next=/unlock');
  await typeLogIn(page, ada);
  await page.waitForURL((url) => url.pathname !== '/log-in');
  await page.goto('/unlock?next=/no-such-page');
  await page.getByRole('heading', { name: 'Unlock your vault' }).waitFor();
  expect(await unlockField(page).evaluate((field) => field.matches(':focus'))).toBe(true);
  await checkAccessible(page);
  await fitsAt360(page);
  await unlock(page, 'not the password');
  await page.getByRole('alert').getByText('That password doesn’t open this vault').waitFor();
  await unlock(page, ada.password);
  await page.waitForURL('**/no-such-page');
  recorder.neverSends({ password: ada.password });
  recorder.onlyTo(town.origin);
});
