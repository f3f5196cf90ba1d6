/** What people do on any page, in the words that they read. */
import type { Page } from 'playwright-core';

/** Waits for a page by its title. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Follows a link of the page, which keeps the vault open. */
export const follow = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('link', { name }).click();
