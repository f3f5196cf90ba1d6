/** A forgotten password: the recovery code opens the vault again, and nothing is lost. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openEntry, sealEntry } from '../../crypto/index.ts';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { openWebOwner, ownProgram, typeLogIn, type WebOwner } from '../support/web-owner.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

const CHOSEN = 'quarry oboe lantern heron';
const LETTER = 'The key is under the third flowerpot';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** Asks for the link, follows it, and chooses a new password. */
async function reset(page: Page, { email }: WebOwner): Promise<void> {
  await page.goto('/log-in');
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  await heading(page, 'Forgot your password?');
  await page.getByLabel('Email address').fill(email);
  await press(page, 'Send me the link');
  await heading(page, 'Check your email');
  await page.goto(await town.followMail(email, /password/i));
  await heading(page, 'Choose a new password');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'New password' }).fill(CHOSEN);
  await page.getByLabel('The same password again').fill(CHOSEN);
  await press(page, 'Change my password');
  await heading(page, 'Your password has been changed');
  await page.getByRole('link', { name: 'Log in' }).click();
}

test('the recovery code opens the vault under the new password, mistyped at first', async () => {
  const ada = await openWebOwner(town.life);
  const before = await ownProgram(town.life, ada, ada.password);
  const sealed = await sealEntry(before.vault, { id: randomUUID(), text: LETTER });
  const { page, recorder } = await openBrowser(town.origin);
  await reset(page, ada);
  await typeLogIn(page, { ...ada, password: CHOSEN });
  await heading(page, 'Type your recovery code');
  await checkAccessible(page);
  await fitsAt360(page);
  const field = page.getByLabel('Recovery code');
  const mistyped = ada.recoveryCode.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  await field.fill(mistyped);
  await press(page, 'Open the vault');
  await page.getByText('There is a typing mistake in the code').waitFor();
  await field.fill(ada.recoveryCode.toLowerCase().replaceAll('-', ' '));
  await press(page, 'Open the vault');
  await heading(page, 'Your vault is open');
  await page.getByText('nothing was lost').waitFor();
  await checkAccessible(page);
  await press(page, 'Continue');

  const after = await ownProgram(town.life, ada, CHOSEN);
  expect(after.vault.ownerKey).toBe(before.vault.ownerKey);
  expect(await openEntry(after.vault, sealed)).toBe(LETTER);
  recorder.neverSends({ password: CHOSEN, 'recovery code': ada.recoveryCode });
  recorder.onlyTo(town.origin);
});

test('without the code, an empty vault begins, after saying what that means', async () => {
  const ada = await openWebOwner(town.life);
  const before = await ownProgram(town.life, ada, ada.password);
  const { page } = await openBrowser(town.origin);
  await reset(page, ada);
  await typeLogIn(page, { ...ada, password: CHOSEN });
  await heading(page, 'Type your recovery code');
  await press(page, 'I no longer have the code');
  await heading(page, 'Start with an empty vault');
  await checkAccessible(page);
  await fitsAt360(page);
  const begin = page.getByRole('button', { name: 'Start with an empty vault' });
  expect(await begin.isDisabled()).toBe(true);
  await page.getByText('I understand that').click();
  await begin.click();
  await heading(page, 'Your recovery code');
  const groups = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  await press(page, 'I have it on paper');
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const field = page.getByRole('textbox', { name: `Group ${number}` });
    if (await field.isVisible()) await field.fill(groups[number - 1]!);
  }
  await press(page, 'Continue');
  await page.waitForURL((url) => url.pathname !== '/log-in');
  const after = await ownProgram(town.life, ada, CHOSEN);
  expect(after.vault.ownerKey).not.toBe(before.vault.ownerKey);
});

test.each([
  ['/verify-email', 'This link doesn’t work', 'Ask for a new link'],
  ['/reset-password', 'This link doesn’t work', 'Ask for a new link'],
])('a torn link to %s says so, and leads on', async (path, title, way) => {
  const { page } = await openBrowser(town.origin);
  await page.goto(path);
  await heading(page, title);
  await page.getByText(way).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
});
