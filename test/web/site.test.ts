/** The first page and the pages about the service, as seen by someone who does not trust it yet. */
import { expect, test } from '@jest/globals';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { heading } from '../support/browser/page-steps.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const environment = await useBrowserEnvironment({ SITE_OPERATOR: 'Vaults & Co.', SITE_PLACE: 'Bern' });

test('a visitor reads who runs the service, and finds an answer and the other pages', async () => {
  const { page } = await openBrowser(environment.origin, { width: 360 });
  await page.goto('/');
  await page.getByText('Vaults & Co. runs this service in Bern.').waitFor();
  await page.getByText('It costs nothing.').waitFor();
  await inspect(page);
  await press(page.getByRole('link', { name: 'Help' }));
  await heading(page, 'Help');
  await inspect(page);
  await type(page.getByRole('searchbox', { name: 'Search the questions' }), 'lost sheet');
  await page.getByRole('heading', { name: 'What is this for?' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'My successor has lost the sheet' }).waitFor();
  await type(page.getByRole('searchbox', { name: 'Search the questions' }), 'nothing like it');
  await page.getByText('Nothing was found.').waitFor();
  await inspect(page);
  for (const [name, text] of [
    ['Privacy', 'What we can’t see'],
    ['Terms', 'What you can rely on'],
    ['Contact', 'Write to the operator'],
  ] as const) {
    await press(page.getByRole('link', { name, exact: true }));
    await heading(page, name);
    await page.getByText(text).waitFor();
    await inspect(page);
  }
  expect(page.url()).toBe(`${environment.origin}/contact`);
});
