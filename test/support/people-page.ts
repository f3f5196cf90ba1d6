/** The pages of an owner's successors, in English, as a person uses them. */
import type { Locator, Page } from 'playwright-core';
import { type LeavingOwner, PASSWORD } from './leaving-owner.ts';

export async function logInAs({ email }: LeavingOwner, page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}

/** Somebody on the list. */
export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Saves who gets what. @returns what the page said before */
export async function save(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Check and save' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Save this?' });
  const said = (await dialog.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Everybody can open exactly what you chose').waitFor();
  return said;
}
