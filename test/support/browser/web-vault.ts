/** Owners at their vault in the page. */
import type { Locator, Page } from 'playwright-core';
import { logIn, type Owner, openOwner, openStored, storedPages } from '../../../client/index.ts';
import type { Content } from '../../../crypto/index.ts';
import { browser } from '../../../dev/callers.ts';
import { importContents } from '../clients/import-contents.ts';
import { serviceAccess } from '../clients/service-access.ts';
import type { TestApi } from '../servers/api.ts';
import { type OpenOptions, openBrowser, type TestBrowser } from './browser.ts';
import { button } from './page-steps.ts';
import { openWebOwner, typeLogIn, type WebOwner } from './web-owner.ts';

/** An owner, as far as the page needs one. */
type Person = Pick<WebOwner, 'email' | 'password'>;

export interface AtVault<Owner extends Person = WebOwner> extends TestBrowser {
  owner: Owner;
}

/** A new owner's browser, logged in and at the vault. The page speaks English while they log in. */
export async function openVault<Owner extends Person = WebOwner>(
  api: TestApi,
  { owner, path = '/vault', ...options }: OpenOptions & { owner?: Owner; path?: string } = {},
): Promise<AtVault<Owner>> {
  const who = owner ?? ((await openWebOwner(api)) as Person as Owner);
  const browser = await openBrowser(api.origin, options);
  await browser.page.goto(path);
  await typeLogIn(browser.page, who);
  await browser.page.getByRole('heading', { level: 1 }).waitFor();
  return { ...browser, owner: who };
}

/** Starts a new entry of a kind from the list. */
export async function startNew(page: Page, kind: string): Promise<void> {
  await button(page, 'Add').click();
  await page.getByRole('menuitem', { name: kind }).click();
}

const click = (it: Locator): Promise<void> => it.click();

/** Saves, and waits until the entry is shown. @param press how a button is used */
export async function saveEntry(page: Page, title: string, press = click): Promise<void> {
  await press(button(page, 'Save'));
  await button(page, 'Edit').waitFor();
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}

/** Changes the entry that another tab shows, as someone else would. */
export async function changeElsewhere(page: Page, changes: Record<string, string>): Promise<void> {
  await button(page, 'Edit').click();
  for (const [name, value] of Object.entries(changes)) await page.getByRole('textbox', { name }).fill(value);
  await button(page, 'Save').click();
  await button(page, 'Edit').waitFor();
}

/** The owner's vault as another browser opens it. */
async function openElsewhere(api: TestApi, { email, password }: Person): Promise<Owner> {
  const call = browser(serviceAccess(api));
  const { opened } = await logIn(call, { email, password });
  if (opened.state !== 'open') throw new Error(`the vault is ${opened.state}`);
  return openOwner(call, opened.unlocked);
}

/** Puts entries into the vault as an import does. @returns their IDs */
export async function fillVault(
  api: TestApi,
  owner: WebOwner,
  contents: readonly Omit<Content, 'version'>[],
): Promise<string[]> {
  return importContents(await openElsewhere(api, owner), contents);
}

/** Everything that is stored, read without the web app. */
export async function readVault(api: TestApi, owner: Person): Promise<Content[]> {
  const elsewhere = await openElsewhere(api, owner);
  const contents: Content[] = [];
  for await (const page of storedPages(elsewhere.api)) {
    for (const stored of page) {
      const { content, refused } = await openStored(elsewhere, stored);
      if (!content) throw new Error(`${stored.id} was refused: ${refused}`);
      contents.push(content);
    }
  }
  return contents;
}
