/** Thousands of entries, by keyboard alone. Figures are in bench/web.ts. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inspect } from '../support/browser/inspect.ts';
import { press, reach } from '../support/browser/keyboard.ts';
import { openWebOwner } from '../support/browser/web-owner.ts';
import { fillVault, openVault } from '../support/browser/web-vault.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

const COUNT = 5_000;

test('five thousand entries are listed and searched, the page stays light, and keys go everywhere', async () => {
  const owner = await openWebOwner(environment);
  const name = (index: number) => `Entry ${String(index).padStart(4, '0')}`;
  await fillVault(
    environment,
    owner,
    Array.from({ length: COUNT }, (_, index) => ({
      kind: 'login' as const,
      title: name(index),
      category: `Category ${index % 7}`,
      tags: [`tag ${index % 11}`],
      fields: { username: `user ${index}`, password: `secret ${index}`, url: 'https://example.com' },
    })),
  );
  const { page } = await openVault(environment, { owner });
  await page.getByText('5,000 entries').waitFor();
  const rows = page.getByRole('list', { name: 'Entries' }).getByRole('link');
  expect(await rows.count()).toBeLessThan(60);
  await inspect(page);

  await reach(page.getByLabel('Search your entries'));
  await page.keyboard.type('user 4321');
  await page.getByText('1 entry').waitFor();
  expect(await rows.first().textContent()).toContain(name(4321));
  await page.keyboard.press('Escape');
  await page.getByText('5,000 entries').waitFor();

  await reach(rows.first());
  await page.keyboard.press('End');
  await page.getByRole('link', { name: name(COUNT - 1) }).waitFor();
  const focused = () => page.evaluate('document.activeElement.textContent');
  expect(await focused()).toContain(name(COUNT - 1));
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toContain(name(COUNT - 2));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: name(COUNT - 2) }).waitFor();
  expect(await focused()).toBe(name(COUNT - 2));
  await page.setViewportSize({ width: 360, height: 800 });
  await press(page.getByRole('link', { name: 'All entries' }));
  await page.getByText('5,000 entries').waitFor();
  await inspect(page);
});
