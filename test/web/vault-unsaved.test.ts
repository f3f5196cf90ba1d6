/** Changes that aren't saved yet, and those of other tabs and devices, by keyboard alone. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { holdBack, refuse } from '../support/browser/answers.ts';
import { inspect } from '../support/browser/inspect.ts';
import { choose, press, reach, type } from '../support/browser/keyboard.ts';
import { asksBeforeClosing, button, field, heading } from '../support/browser/page-steps.ts';
import { openWebOwner, unlockWith } from '../support/browser/web-owner.ts';
import { changeElsewhere, fillVault, openVault, readVault, saveEntry } from '../support/browser/web-vault.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';

const environment = await useBrowserEnvironment();

async function withOneLogIn() {
  const owner = await openWebOwner(environment);
  const fields = { username: 'ada', password: 'before-the-change', url: 'https://bank.example' };
  const [id = ''] = await fillVault(environment, owner, [
    { kind: 'login', title: 'Bank', category: '', tags: [], fields },
  ]);
  const options = { owner, path: `/vault/${id}`, permissions: ['clipboard-write'] };
  return { ...(await openVault(environment, options)), id };
}

/** As if the worker were busy: it is told to lock a little late. */
const SLOW_LOCK = `{
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (asked) {
    setTimeout(() => postMessage.call(this, asked), asked.task === 'lock' ? 300 : 0);
  };
}`;

const userName = (page: Page) => page.getByLabel('User name');

/** Follows a link, is asked, and stays. */
async function staysOnLeaving(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Vault', exact: true }));
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await press(button(page, 'Stay here'));
}

test('two tabs change one entry: both versions are shown, and each field is chosen, or both are kept', async () => {
  const { page, context, owner, id } = await withOneLogIn();
  await press(button(page, 'Edit'));
  const other = await context.newPage();
  await other.goto(`/vault/${id}`);
  await unlockWith(other, owner.password);
  await changeElsewhere(other, { 'User name': 'ada of the other tab', Password: 'secret-of-the-other-tab' });
  await type(userName(page), 'ada of this tab');
  await type(page.getByLabel('Notes'), 'Written here');
  await press(button(page, 'Save'));
  await page.getByRole('heading', { name: 'This entry was changed in two places' }).waitFor();
  await staysOnLeaving(page);
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
  await button(page, 'Edit').waitFor();
  await page.getByRole('article').getByText('ada of the other tab').waitFor();
  expect((await readVault(environment, owner)).map(({ fields }) => fields)).toEqual([
    {
      username: 'ada of the other tab',
      password: 'secret-of-the-other-tab',
      url: 'https://bank.example',
      notes: 'Written here',
    },
  ]);

  await press(button(page, 'Edit'));
  // The other tab follows.
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

  // Another device removes the entry while this one writes, and chooses between two versions.
  await press(button(page, 'Edit'));
  await type(userName(page), 'written too late');
  const conflict = { code: 'version_conflict', status: 409, method: 'PUT' };
  const settle = await refuse(context, '/vault/entries/[^/]+', conflict);
  await press(button(page, 'Save'));
  await page.getByRole('heading', { name: 'This entry was changed in two places' }).waitFor();
  await settle();
  await environment.em().nativeDelete(VaultEntry, { id });
  await press(button(page, 'Save my selection'));
  await page.getByText('This entry has been removed in another tab or on another device.').waitFor();
  await inspect(page);
  await staysOnLeaving(page);
  await page.evaluate(`history.pushState(null, '', '/vault/trash')`);
  await page.getByRole('heading', { name: 'Trash' }).waitFor();
  await page.goBack();
  await page.getByText('This entry has been removed in another tab or on another device.').waitFor();
  await press(button(page, 'Save as a new entry'));
  await button(page, 'Edit').waitFor();
  const kept = (await readVault(environment, owner)).map(({ title, fields }) => [title, fields.username]);
  expect(kept.toSorted()).toEqual([
    ['Bank (my version)', 'mine'],
    ['Bank', 'written too late'],
  ]);
  await other.getByRole('heading', { name: 'Entry', exact: true }).waitFor();
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
  const logOut = page.getByRole('alertdialog', { name: 'Log out without saving?' });
  await press(button(page, 'Log out'));
  await logOut.waitFor();
  await inspect(page);
  await press(button(page, 'Stay here'));
  expect(await userName(page).inputValue()).toBe('half-typed');
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
  // Closing the tab would lose it.
  await page.getByText('Unlock the vault and save it before you close this tab.').waitFor();
  await asksBeforeClosing(page);
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

  await press(button(page, 'Edit'));
  await type(userName(page), 'given up');
  // Logging out in another tab would lose it too.
  const other = await context.newPage();
  await other.goto('/unlock');
  await button(other, 'Log out').click();
  await other.getByRole('alertdialog', { name: 'Log out without saving?' }).waitFor();
  await inspect(other);
  await button(other, 'Stay here').click();
  await press(button(page, 'Log out'));
  await press(button(logOut, 'Log out'));
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
});

test('an owner who goes elsewhere while an entry is saved stays there, and its form waits for it', async () => {
  const { page, context, owner } = await openVault(environment);
  await choose(button(page, 'Add'), 'Note');
  await type(field(page, 'Title'), 'Saved late');
  const goOn = await holdBack(context, '/vault/entries');
  await press(button(page, 'Save'));
  await page.locator('button[data-pending]').waitFor();
  await press(page.getByRole('link', { name: 'Account', exact: true }));
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  const { pathname } = new URL(page.url());
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/vault/entries'),
  );
  goOn();
  await (await answered).finished();
  await until('it is saved', async () => (await readVault(environment, owner)).length === 1);
  expect(new URL(page.url()).pathname).toBe(pathname);

  // Nor can a new one replace an earlier one that is still being saved.
  const titles = async () => (await readVault(environment, owner)).map(({ title }) => title).toSorted();
  const stillSaving = page.getByText('Your earlier changes here are still being saved.');
  const toVault = () => press(page.getByRole('link', { name: 'Vault', exact: true }));
  await toVault();
  await choose(button(page, 'Add'), 'Note');
  await type(field(page, 'Title'), 'Saved second');
  const addOn = await holdBack(context, '/vault/entries');
  await press(button(page, 'Save'));
  await page.locator('button[data-pending]').waitFor();
  await toVault();
  await choose(button(page, 'Add'), 'Note');
  await heading(page, 'New note');
  await stillSaving.waitFor();
  await inspect(page);
  addOn();
  await stillSaving.waitFor({ state: 'detached' });
  expect(await field(page, 'Title').inputValue()).toBe('');
  await type(field(page, 'Title'), 'Saved third');
  await saveEntry(page, 'Saved third', press);
  expect(await titles()).toEqual(['Saved late', 'Saved second', 'Saved third']);

  await press(button(page, 'Edit'));
  await type(field(page, 'Title'), 'Changed late');
  const changeOn = await holdBack(context, '/vault/entries/[^/]+');
  await press(button(page, 'Save'));
  await page.locator('button[data-pending]').waitFor();
  // It is too late to discard them, and what is written next would be lost with the form.
  expect(await button(page, 'Discard the changes').isDisabled()).toBe(true);
  await toVault();
  await press(page.getByRole('link', { name: /Saved third/ }));
  await stillSaving.waitFor();
  await inspect(page);
  changeOn();
  await button(page, 'Edit').waitFor();
  expect(await titles()).toEqual(['Changed late', 'Saved late', 'Saved second']);
});

test('the buttons of an entry stay in place when it becomes known who receives it', async () => {
  const owner = await openWebOwner(environment);
  await fillVault(environment, owner, [
    { kind: 'login', title: 'Bank', category: '', tags: [], fields: { username: 'ada' } },
  ]);
  const { page, context } = await openVault(environment, { owner, path: '/vault' });
  const answer = await holdBack(context, '/successors');
  await press(page.getByRole('link', { name: /Bank/ }));
  const edit = button(page, 'Edit');
  await edit.waitFor();
  const before = await edit.boundingBox();
  const receives = page.getByText('Who will receive this');
  expect(await receives.count()).toBe(0);
  answer();
  await receives.waitFor();
  expect(await edit.boundingBox()).toEqual(before);
});

test('what is changed or removed while all entries are read again stays so', async () => {
  const owner = await openWebOwner(environment);
  const note = (title: string) => ({ kind: 'note' as const, title, category: '', tags: [], fields: {} });
  await fillVault(environment, owner, [note('Harbour'), note('Station')]);
  const { page, context } = await openVault(environment, { owner });
  const link = (name: string) => page.getByRole('link', { name });
  await link('Harbour').waitFor();
  await fillVault(environment, owner, [note('From elsewhere')]);
  const [read, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await context.route(/\/api\/v1\/vault\/entries(\?.*)?$/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    read.resolve();
    await goOn.promise;
    await route.fulfill({ response });
  });
  await page.evaluate(`new BroadcastChannel('vault-entries').postMessage({ everything: true })`);
  await read.promise;
  await press(link('Harbour'));
  await press(button(page, 'Edit'));
  await type(field(page, 'Title'), 'Lighthouse');
  await saveEntry(page, 'Lighthouse', press);
  await press(link('Station'));
  await page.getByRole('heading', { name: 'Station' }).waitFor();
  await press(button(page, 'Remove'));
  await press(button(page, 'Move to the trash'));
  await link('Station').waitFor({ state: 'detached' });
  goOn.resolve();
  await link('From elsewhere').waitFor();
  await link('Lighthouse').waitFor();
  expect(await link('Station').count()).toBe(0);
});
