/** Owners at their vault in the page. */
import type { Page } from 'playwright-core';
import type { TestApi } from './api.ts';
import { type OpenOptions, openBrowser, type TestBrowser } from './browser.ts';
import type { Town } from './town.ts';
import { openWebOwner, typeLogIn, type WebOwner } from './web-owner.ts';

export interface AtVault extends TestBrowser {
  owner: WebOwner;
}

/** A new owner's browser, logged in and at the vault. The page speaks English while they log in. */
export async function openVault(
  town: Pick<Town, 'origin'> & { life: TestApi },
  { owner, path = '/vault', ...options }: OpenOptions & { owner?: WebOwner; path?: string } = {},
): Promise<AtVault> {
  const who = owner ?? (await openWebOwner(town.life));
  const browser = await openBrowser(town.origin, options);
  await browser.page.goto(path);
  await typeLogIn(browser.page, who);
  await browser.page.getByRole('heading', { level: 1 }).waitFor();
  return { ...browser, owner: who };
}

/** Starts a new entry of a kind from the list. */
export async function startNew(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: kind }).click();
}

/** Saves, and waits until the entry is shown. */
export async function saveEntry(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}
