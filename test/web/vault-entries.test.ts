/** Log-ins, notes and letters in the page: added, found, changed, removed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { openVault, saveEntry, startNew } from '../support/web-vault.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

const SECRETS = {
  title: 'Harbour bank of Ada',
  'user name': 'ada.lovelace.1815',
  password: 'quiet-otter-42-lantern',
  category: 'Money matters',
  tag: 'important papers',
  notes: 'The branch at the old harbour',
  letter: 'Dear Ben, the key is under the third stone.',
};

/** What is in the clipboard, as somebody would find out. */
async function pasted(page: Page): Promise<string> {
  const field = page.getByLabel('Search your entries');
  await field.focus();
  await page.keyboard.press('Control+V');
  const text = await field.inputValue();
  await field.fill('');
  return text;
}

test('a log-in, a note and a letter are added, found, changed and removed, and nothing readable leaves', async () => {
  const { page, recorder, owner } = await openVault(town, { permissions: ['clipboard-write'] });
  await page.getByRole('heading', { name: 'Nothing is in your vault yet' }).waitFor();
  await startNew(page, 'Log-in');
  await page.getByLabel('Title').fill(SECRETS.title);
  await page.getByLabel('User name').fill(SECRETS['user name']);
  await page.getByRole('textbox', { name: 'Password' }).fill(SECRETS.password);
  await page.getByLabel('Address', { exact: true }).fill('https://bank.example/log-in');
  await page.getByLabel('Secret of the authenticator app').fill('GEZD GNBV GY3T QOJQ');
  await page.getByLabel('Notes').fill(SECRETS.notes);
  await page.getByLabel('Category').fill(SECRETS.category);
  await page.getByLabel('Tags').fill(SECRETS.tag);
  await page.getByLabel('Tags').press('Enter');
  await saveEntry(page, SECRETS.title);
  await page.getByText(/^\d{3} \d{3}$/).waitFor();
  expect(await page.getByText(SECRETS.password).count()).toBe(0);
  await page.getByRole('button', { name: 'Copy: Password' }).click();
  await page.getByText('It leaves the clipboard in').waitFor();
  expect(await pasted(page)).toBe(SECRETS.password);
  await page.getByRole('button', { name: 'Clear now' }).click();
  await page.getByText('It leaves the clipboard in').waitFor({ state: 'detached' });
  expect(await pasted(page)).toBe('');

  await startNew(page, 'Letter');
  await page.getByLabel('Title').fill('A letter for later');
  await page.getByLabel('To', { exact: true }).fill('Ben');
  await page.getByLabel('Your letter').fill(SECRETS.letter);
  await saveEntry(page, 'A letter for later');
  await page.getByText('Nobody yet: you have named no successor.').waitFor();
  await startNew(page, 'Note');
  await page.getByLabel('Title').fill('Spare keys');
  await page.getByLabel('Text').fill('With the neighbours');
  await saveEntry(page, 'Spare keys');

  await page.getByLabel('Search your entries').fill('harbour');
  await page.getByText('1 entry').waitFor();
  await page.getByLabel('Search your entries').fill(SECRETS.password);
  await page.getByText('No entry fits').waitFor();
  await page.getByRole('button', { name: 'Show all entries' }).click();
  await page.getByText('3 entries').waitFor();
  await page.getByRole('link', { name: /Harbour bank/ }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('User name').fill('ada.king.1835');
  await saveEntry(page, SECRETS.title);
  await page.getByText('ada.king.1835').first().waitFor();

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Move to the trash' }).click();
  await page.getByText('2 entries').waitFor();
  recorder.neverSends({ ...SECRETS, 'password of the account': owner.password });
  recorder.onlyTo(town.origin);
});

test.each([
  ['en', 'light'],
  ['de', 'dark'],
] as const)('everybody can use it, also on a phone: %s, %s', async (language, theme) => {
  const { page } = await openVault(town, { theme });
  await page.getByRole('button', { name: 'Deutsch' }).waitFor();
  if (language === 'de') await page.getByRole('button', { name: 'Deutsch' }).click();
  for (const kind of ['login', 'note', 'letter', 'file']) {
    await page.evaluate(`history.pushState(null, '', '/vault/new/${kind}')`);
    await page.locator('form').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await checkAccessible(page);
    await fitsAt360(page);
  }
});
