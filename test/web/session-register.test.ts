/** From the first visit to an open vault, by the link in the real mail. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { uniqueEmail } from '../support/builders.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

const PASSWORD = 'heron lantern oboe quarry';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** The code on the sheet that the page shows. */
async function readSheet(page: Page): Promise<string[]> {
  const groups = page.getByRole('main').getByRole('listitem');
  return groups.allInnerTexts();
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByLabel('The same password again').fill(PASSWORD);
}

async function prove(page: Page, groups: readonly string[]): Promise<void> {
  for (const field of await page.getByRole('textbox', { name: /^Group / }).all()) {
    const label = await field.evaluate(
      (input: { labels?: { textContent: string }[] }) => input.labels?.[0]?.textContent,
    );
    await field.fill(groups[Number(label?.match(/\d+/)?.[0]) - 1]!.toLowerCase());
  }
}

test('registers, keeps the code, confirms the address, and finds the vault open', async () => {
  const { page, recorder } = await openBrowser(town.origin, { width: 360 });
  const email = uniqueEmail('ada');
  await page.goto('/log-in');
  await page.getByRole('link', { name: 'Open an account' }).click();
  await heading(page, 'Open an account');
  await checkAccessible(page);
  await fitsAt360(page);
  await fillIn(page, email);
  await press(page, 'Continue');

  await heading(page, 'Your recovery code');
  const groups = await readSheet(page);
  expect(groups).toHaveLength(9);
  await checkAccessible(page);
  await fitsAt360(page);
  await press(page, 'I have it on paper');

  await heading(page, 'Do you have it?');
  await checkAccessible(page);
  await page
    .getByRole('textbox', { name: /^Group / })
    .first()
    .fill('zzzz');
  await page
    .getByRole('textbox', { name: /^Group / })
    .last()
    .fill('zzzz');
  await press(page, 'Continue');
  await page.getByText('That differs from the code').first().waitFor();
  await prove(page, groups);
  await press(page, 'Continue');

  await heading(page, 'Check your email');
  await fitsAt360(page);
  await checkAccessible(page);
  await page.goto(await town.followMail(email, /confirm|verify/i));
  await heading(page, 'Confirm your email address');
  expect(page.url()).not.toContain('token');
  await checkAccessible(page);
  await page.reload();
  await press(page, 'Confirm my address');
  await heading(page, 'Thank you, your address is confirmed');
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await press(page, 'Log in');
  await page.waitForURL((url) => url.pathname !== '/log-in');

  const code = groups.join('-');
  recorder.neverSends({ password: PASSWORD, 'recovery code': code });
  recorder.onlyTo(town.origin);
});
