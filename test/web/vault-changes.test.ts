/** Two versions of one entry, and what was typed and not saved. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { openWebOwner, unlockWith } from '../support/web-owner.ts';
import { fillVault, openVault, readVault } from '../support/web-vault.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

async function withOneLogIn() {
  const owner = await openWebOwner(town.life);
  const fields = { username: 'ada', password: 'before-the-change', url: 'https://bank.example' };
  const [id = ''] = await fillVault(town.life, owner, [
    { kind: 'login', title: 'Bank', category: '', tags: [], fields },
  ]);
  return { ...(await openVault(town, { owner, path: `/vault/${id}` })), id };
}

/** As if the worker were busy: it hears a little late that it should lock. */
const SLOW_LOCK = `{
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (asked) {
    setTimeout(() => postMessage.call(this, asked), asked.task === 'lock' ? 300 : 0);
  };
}`;

const edit = (page: Page) => page.getByRole('button', { name: 'Edit' }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('two tabs change one entry: both versions are shown, and each field is chosen', async () => {
  const { page, context, owner, id } = await withOneLogIn();
  await edit(page);
  const other = await context.newPage();
  await other.goto(`/vault/${id}`);
  await edit(other);
  await other.getByLabel('User name').fill('ada of the other tab');
  await other.getByRole('textbox', { name: 'Password' }).fill('secret-of-the-other-tab');
  await save(other);
  await other.getByRole('button', { name: 'Edit' }).waitFor();
  await page.getByLabel('User name').fill('ada of this tab');
  await page.getByLabel('Notes').fill('Written here');
  await save(page);
  await page.getByRole('heading', { name: 'This entry was changed twice' }).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await page.getByRole('radiogroup', { name: 'User name' }).getByText('The other version').click();
  await page.getByRole('radiogroup', { name: 'Password' }).getByText('The other version').click();
  await page.getByRole('button', { name: 'Save what I chose' }).click();
  await page.getByText('ada of the other tab').first().waitFor();
  expect((await readVault(town.life, owner)).map(({ fields }) => fields)).toEqual([
    {
      username: 'ada of the other tab',
      password: 'secret-of-the-other-tab',
      url: 'https://bank.example',
      notes: 'Written here',
    },
  ]);
});

test('or both versions are kept as two entries', async () => {
  const { page, context, owner, id } = await withOneLogIn();
  await edit(page);
  const other = await context.newPage();
  await other.goto(`/vault/${id}`);
  await edit(other);
  await other.getByLabel('User name').fill('theirs');
  await save(other);
  await other.getByRole('button', { name: 'Edit' }).waitFor();
  await page.getByLabel('User name').fill('mine');
  await save(page);
  await page.getByRole('button', { name: 'Keep both as two entries' }).click();
  await page.getByText('2 entries').waitFor();
  await other.getByText('2 entries').waitFor();
  const stored = (await readVault(town.life, owner)).map(({ title, fields }) => [title, fields.username]);
  expect(stored.toSorted()).toEqual([
    ['Bank (my version)', 'mine'],
    ['Bank', 'theirs'],
  ]);
});

test('what is not saved is asked about before leaving, and outlives a locked vault and a lost connection', async () => {
  const { page, context, owner, expectProblem } = await withOneLogIn();
  await edit(page);
  await page.getByLabel('User name').fill('half-typed');
  await page.getByRole('link', { name: 'Vault', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.evaluate(SLOW_LOCK);
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  // The entry has a password too. If it were still there, this would be typed into it.
  await unlockWith(page, owner.password);
  await page.getByText('This is what you wrote before and did not save.').waitFor();
  expect(await page.getByLabel('User name').inputValue()).toBe('half-typed');
  await page.getByRole('link', { name: 'Vault', exact: true }).click();
  await page.getByRole('button', { name: 'Discard the changes' }).last().click();
  await page.getByRole('link', { name: /Bank/ }).getByText('ada').click();

  await edit(page);
  await page.getByLabel('User name').fill('typed without a connection');
  await context.setOffline(true);
  expectProblem(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await save(page);
  await page.getByRole('alert').getByText('We can’t reach the service.').waitFor();
  await context.setOffline(false);
  await save(page);
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  const [stored] = await readVault(town.life, owner);
  expect(stored?.fields.username).toBe('typed without a connection');
});
