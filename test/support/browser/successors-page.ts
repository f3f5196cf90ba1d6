/** The pages of an owner's successors, in English, as a person uses them. */
import type { Locator, Page } from 'playwright-core';
import { press } from './keyboard.ts';

/** Someone on the list. */
export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

const nothing = async (): Promise<void> => {};

/** Saves who gets what. @param look is called while the page asks for confirmation. @returns what the page asks */
export async function save(page: Page, look = nothing, whileSaving = nothing): Promise<string> {
  await press(page.getByRole('button', { name: 'Check and save' }));
  const dialog = page.getByRole('alertdialog', { name: 'Save this?' });
  const said = (await dialog.textContent()) ?? '';
  await look();
  await press(dialog.getByRole('button', { name: 'Save', exact: true }));
  await whileSaving();
  await page.getByText('Each of your successors will get exactly what you chose').waitFor();
  return said;
}
