/** What people do on any page, in the words that they read. */
import { buffer } from 'node:stream/consumers';
import type { FileChooser, Locator, Page } from 'playwright-core';

/** Waits for a page by its title. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** Waits for the focus, which a page may set only once it has been painted. */
export const waitForFocus = (target: Locator): Promise<void> =>
  target.and(target.page().locator(':focus')).waitFor({ state: 'attached' });

/** A field to type into. */
export const field = (within: Page | Locator, name: string): Locator =>
  within.getByRole('textbox', { name, exact: true });

export const press = (page: Page, name: string): Promise<void> => button(page, name).click();

/** Follows a link of the page, which keeps the vault open. */
export const follow = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('link', { name }).click();

/** One of the places in the navigation, which keeps the vault open. */
export const goTo = (page: Page, place: 'Home' | 'Vault' | 'Successors' | 'Account'): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();

/** The groups of a code, or the codes, on a sheet that the page shows. They are its first list. */
export async function sheetGroups(sheet: Locator): Promise<string[]> {
  const groups = sheet.getByRole('list').first().getByRole('listitem');
  await groups.first().waitFor();
  return (await groups.allInnerTexts()).map((text) => text.trim());
}

/** Copies the groups that the page asks for from a sheet. @param write how a field is filled in */
export async function copyGroups(
  page: Page,
  groups: readonly string[],
  write = (field: Locator, text: string): Promise<void> => field.fill(text),
): Promise<void> {
  await page
    .getByRole('textbox', { name: /^Group \d$/ })
    .first()
    .waitFor();
  for (const [at, group] of groups.entries()) {
    const next = field(page, `Group ${at + 1}`);
    if (await next.isVisible()) await write(next, group.toLowerCase());
  }
}

/** Tries to close the tab, and stays. */
export async function asksBeforeClosing(page: Page): Promise<void> {
  const nextDialog = page.waitForEvent('dialog', (dialog) => dialog.type() === 'beforeunload');
  await page.close({ runBeforeUnload: true });
  await (await nextDialog).dismiss();
}

/** Chooses files where a page asks for them. @param ask what opens the browser's dialog */
export async function chooseFiles(
  page: Page,
  ask: () => Promise<void>,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), ask()]);
  await chooser.setFiles(files);
}

/** Reads a file that the browser saves. @param save what makes the page hand it over */
export async function savedFile(
  page: Page,
  save: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), save()]);
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}
