/** Two versions of one entry, and what was typed and not saved, by keyboard alone. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { refuse } from '../support/browser/answers.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, reach, type } from '../support/browser/keyboard.ts';
import { openWebOwner, unlockWith } from '../support/browser/web-owner.ts';
import { fillVault, openVault, readVault } from '../support/browser/web-vault.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

async function withOneLogIn() {
  const owner = await openWebOwner(environment);
  const fields = { username: 'ada', password: 'before-the-change', url: 'https://bank.example' };
  const [id = ''] = await fillVault(environment, owner, [
    { kind: 'login', title: 'Bank', category: '', tags: [], fields },
  ]);
  const options = { owner, path: `/vault/${id}`, permissions: ['clipboard-write'] };
  return { ...(await openVault(environment, options)), id };
}

/** As if the worker were busy: it hears a little late that it should lock. */
const SLOW_LOCK = `{
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (asked) {
    setTimeout(() => postMessage.call(this, asked), asked.task === 'lock' ? 300 : 0);
  };
}`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const userName = (page: Page) => page.getByLabel('User name');

/** Someone else's hands, in the other tab. */
async function changeElsewhere(page: Page, changes: Record<string, string>): Promise<void> {
  await button(page, 'Edit').click();
  for (const [name, value] of Object.entries(changes)) await page.getByRole('textbox', { name }).fill(value);
  await button(page, 'Save').click();
  await button(page, 'Edit').waitFor();
}

test('two tabs change one entry: both versions are shown, and each field is chosen, or both are kept', async () => {
  const { page, context, owner, id } = await withOneLogIn();
  await press(button(page, 'Edit'));
  const other = await context.newPage();
  await other.goto(`/vault/${id}`);
  await changeElsewhere(other, {
    'User name': 'ada of the other tab',
    Password: 'secret-of-the-other-tab',
  });
  await type(userName(page), 'ada of this tab');
  await type(page.getByLabel('Notes'), 'Written here');
  await press(button(page, 'Save'));
  await page.getByRole('heading', { name: 'This entry was changed in two places' }).waitFor();
  const saveAgain = await refuse(context, '/vault/entries/[^/]+', { method: 'PUT' });
  const theOther = (name: string) =>
    page.getByRole('radiogroup', { name }).getByRole('radio', { name: /^The other version/ });
  await press(theOther('User name'));
  await press(theOther('Password'));
  await press(button(page, 'Save my selection'));
  await page.getByRole('alert').waitFor();
  await inspect(page);
  await saveAgain();
  await press(button(page, 'Save my selection'));
  await page.getByText('ada of the other tab').first().waitFor();
  expect((await readVault(environment, owner)).map(({ fields }) => fields)).toEqual([
    {
      username: 'ada of the other tab',
      password: 'secret-of-the-other-tab',
      url: 'https://bank.example',
      notes: 'Written here',
    },
  ]);

  await press(button(page, 'Edit'));
  await other.reload();
  await other.getByText('Written here').waitFor();
  await changeElsewhere(other, { 'User name': 'theirs' });
  await type(userName(page), 'mine');
  await press(button(page, 'Save'));
  await press(button(page, 'Keep both as two entries'));
  await page.getByText('2 entries').waitFor();
  await other.getByText('2 entries').waitFor();
  const stored = (await readVault(environment, owner)).map(({ title, fields }) => [title, fields.username]);
  expect(stored.toSorted()).toEqual([
    ['Bank (my version)', 'mine'],
    ['Bank', 'theirs'],
  ]);
});

test('what is not saved is asked about before leaving, and outlives a locked vault and a lost connection', async () => {
  const { page, context, owner, expectProblem } = await withOneLogIn();
  const vault = page.getByRole('link', { name: 'Vault', exact: true });
  await press(button(page, 'Copy: Password'));
  await page.getByText('It will be removed from the clipboard in').waitFor();
  await press(button(page, 'Edit'));
  await type(userName(page), 'half-typed');
  await press(vault);
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await inspect(page);
  await press(button(page, 'Stay here'));
  await page.evaluate(SLOW_LOCK);
  await press(button(page, 'Lock the vault'));
  // The copied password has gone with the keys.
  const password = page.getByRole('textbox', { name: 'Password' });
  await reach(password);
  await page.keyboard.press('Control+V');
  expect(await password.inputValue()).toBe('');
  // Nor does the page hold anything of the entry, or of what was typed.
  const left = await page.content();
  for (const secret of ['Bank', 'bank.example', 'half-typed']) expect(left).not.toContain(secret);
  // The entry has a password too. If it were still there, this would be typed into it.
  await unlockWith(page, owner.password);
  await page.getByText('This is what you wrote earlier but didn’t save.').waitFor();
  expect(await userName(page).inputValue()).toBe('half-typed');
  await inspect(page);
  await press(vault);
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Discard the changes' }));
  await page.getByRole('link', { name: /Bank/ }).getByText('ada').waitFor();
  await press(page.getByRole('link', { name: /Bank/ }));

  await press(button(page, 'Edit'));
  const title = page.getByRole('textbox', { name: 'Title' });
  const saveAndContinue = page.getByRole('alertdialog').getByRole('button', { name: 'Save and continue' });
  await type(title, '');
  await press(vault);
  await press(saveAndContinue);
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await title.and(page.locator(':focus')).waitFor();
  await type(title, 'Our bank');
  await press(vault);
  await press(saveAndContinue);
  await page.waitForURL(`${environment.origin}/vault`);
  await press(page.getByRole('link', { name: /Our bank/ }));

  await press(button(page, 'Edit'));
  await type(userName(page), 'typed without a connection');
  await context.setOffline(true);
  expectProblem(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await press(button(page, 'Save'));
  await page.getByRole('alert').getByText('We can’t reach the service.').waitFor();
  await inspect(page);
  await context.setOffline(false);
  await press(button(page, 'Save'));
  await button(page, 'Edit').waitFor();
  const [stored] = await readVault(environment, owner);
  expect(stored?.fields.username).toBe('typed without a connection');
});
