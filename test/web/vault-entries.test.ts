/** Entries of a vault, by keyboard alone: added, found, changed, removed, in thousands, and with who gets them. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hashLeft, KDF_V1, prepareLogIn, readSuccessorKeys, unlock } from '../../crypto/index.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { answer } from '../../dev/api-client.ts';
import { holdBack, refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { choose, enter, press, reach, type } from '../support/browser/keyboard.ts';
import { asksBeforeClosing, button } from '../support/browser/page-steps.ts';
import { openWebOwner, typeLogIn, unlockWith } from '../support/browser/web-owner.ts';
import { fillVault, openVault, readVault } from '../support/browser/web-vault.ts';
import { beginSealedScenario, PASSWORD } from '../support/clients/sealed-scenario.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';

const environment = await useBrowserEnvironment();

const SECRETS = {
  title: 'Harbour bank of Ada',
  'user name': 'ada.lovelace.1815',
  password: 'quiet-otter-42-lantern',
  category: 'Money matters',
  tag: 'important papers',
  notes: 'The branch at the old harbour',
  letter: 'Dear Ben, the key is under the third stone.',
};

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const search = (page: Page) => page.getByLabel('Search your entries');
const add = (page: Page, kind: string) => choose(button(page, 'Add'), kind);

async function save(page: Page, title: string): Promise<void> {
  await press(button(page, 'Save'));
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await button(page, 'Edit').waitFor();
}

/** What is in the clipboard, as someone would find out. */
async function pasted(page: Page): Promise<string> {
  await reach(search(page));
  await page.keyboard.press('Control+V');
  const text = await search(page).inputValue();
  await type(search(page), '');
  return text;
}

test('a log-in, a note and a letter are added, found, changed and removed, and nothing readable leaves', async () => {
  const owner = await openWebOwner(environment);
  const { page, context, recorder } = await openBrowser(environment.origin, {
    permissions: ['clipboard-write'],
  });
  const openAgain = await refuse(context, '/vault/entries');
  await page.goto('/vault');
  await typeLogIn(page, owner);
  await page.getByText('Too many attempts').waitFor();
  await inspect(page);
  await openAgain();
  // The worker waits for a list that the service asks to ask for again.
  await refuse(context, '/vault/entries', { times: 1, retryAfter: 2 });
  await press(button(page, 'Try again'));
  await page.getByText('The service is busy. We’ll try again in a moment.').waitFor();
  await page.getByText('Opening your vault').waitFor();
  await inspect(page);
  await page.getByRole('heading', { name: 'Your vault is empty' }).waitFor();
  await press(button(page, 'Add'));
  await page.getByRole('menu').waitFor();
  await inspect(page);
  await press(page.getByRole('menuitem', { name: 'Log-in' }));

  await page.getByRole('heading', { level: 1, name: 'New log-in' }).waitFor();
  await press(button(page, 'Generate a password'));
  await press(page.getByRole('checkbox', { name: 'Avoid characters that look alike' }));
  await press(button(page, 'Use a new password'));
  expect(await field(page, 'Password').inputValue()).toHaveLength(20);
  await press(button(page, 'Save'));
  expect(await field(page, 'Title').evaluate((input) => input.matches(':focus'))).toBe(true);
  await inspect(page);
  await type(field(page, 'Title'), SECRETS.title);
  await type(field(page, 'User name'), SECRETS['user name']);
  await type(field(page, 'Password'), SECRETS.password);
  await type(field(page, 'Website'), 'https://bank.example/log-in');
  await type(field(page, 'Authenticator secret'), 'GEZD GNBV GY3T QOJQ');
  await type(field(page, 'Notes'), SECRETS.notes);
  await type(page.getByRole('combobox', { name: 'Category' }), SECRETS.category);
  await enter(page.getByRole('combobox', { name: 'Tags' }), SECRETS.tag);
  const storeAgain = await refuse(context, '/vault/entries', {
    code: 'plan_limit',
    status: 403,
    method: 'POST',
  });
  await press(button(page, 'Save'));
  await page.getByText('Your plan has no room for more.').waitFor();
  await inspect(page);
  await storeAgain();
  await save(page, SECRETS.title);

  await page.getByText(/^\d{3} \d{3}$/).waitFor();
  expect(await page.getByText(SECRETS.password).count()).toBe(0);
  await press(button(page, 'Show: Password'));
  await page.getByText(SECRETS.password).waitFor();
  await press(button(page, 'Copy: Password'));
  await page.getByText('It will be removed from the clipboard in').waitFor();
  await inspect(page);
  expect(await pasted(page)).toBe(SECRETS.password);
  await press(button(page, 'Clear now'));
  await page.getByText('It will be removed from the clipboard in').waitFor({ state: 'detached' });
  expect(await pasted(page)).toBe('');

  await page.clock.install();
  await press(button(page, 'Copy: Password'));
  await page.getByText('It will be removed from the clipboard in').waitFor();
  await page.clock.fastForward(60_000);
  await page.getByText('It will be removed from the clipboard in').waitFor({ state: 'detached' });
  expect(await pasted(page)).toBe('');

  // Someone leaves the page right after copying.
  await press(button(page, 'Copy: Password'));
  await page.getByText('It will be removed from the clipboard in').waitFor();
  await page.evaluate(
    `addEventListener('keydown', () => dispatchEvent(new Event('pagehide')), { once: true })`,
  );
  expect(await pasted(page)).toBe('');

  await add(page, 'Letter');
  await type(field(page, 'Title'), 'A letter for later');
  await type(page.getByRole('combobox', { name: 'To' }), 'Ben');
  await type(field(page, 'Your letter'), SECRETS.letter);
  await page.getByText('Nobody yet: you haven’t named a successor.').waitFor();
  await inspect(page);
  await save(page, 'A letter for later');
  await inspect(page);
  await add(page, 'Note');
  await type(field(page, 'Title'), 'Spare keys');
  await reach(field(page, 'Text'));
  await page.keyboard.insertText('far too long '.repeat(100_000));
  await page.getByText('This is too long for one entry.').waitFor();
  await inspect(page);
  await type(field(page, 'Text'), 'With the neighbours');
  await save(page, 'Spare keys');

  await press(page.getByRole('link', { name: 'Vault', exact: true }));
  await type(search(page), 'harbour');
  await page.getByText('1 entry').waitFor();
  await type(search(page), SECRETS.password);
  await page.getByText('No matching entries').waitFor();
  await inspect(page);
  await press(button(page, 'Show all entries'));
  await page.getByText('3 entries').waitFor();
  await press(button(page, 'Filter'));
  const kind = page.getByRole('button', { name: /Kind$/ });
  await press(kind);
  await page.getByRole('listbox').waitFor();
  await inspect(page);
  await press(page.getByRole('option', { name: 'Log-ins' }));
  await choose(page.getByRole('button', { name: /Category$/ }), `${SECRETS.category} (1)`);
  await choose(page.getByRole('button', { name: /Tag$/ }), `${SECRETS.tag} (1)`);
  await page.getByText('1 entry').waitFor();
  await inspect(page);
  await press(button(page, 'Remove all filters'));
  await page.getByText('3 entries').waitFor();

  await press(page.getByRole('link', { name: /Harbour bank/ }));
  // What has the focus is never under the notice.
  await press(button(page, 'Copy: Password'));
  await page.getByText('It will be removed from the clipboard in').waitFor();
  await press(button(page, 'Edit'));
  await type(field(page, 'User name'), 'ada.king.1835');
  await save(page, SECRETS.title);
  await page.getByText('ada.king.1835').first().waitFor();

  await press(button(page, 'Remove'));
  await press(button(page, 'Keep it'));
  const removeAgain = await refuse(context, '/vault/entries/[^/]+', { method: 'DELETE' });
  await press(button(page, 'Remove'));
  await press(button(page, 'Move to the trash'));
  await page.getByRole('alertdialog').getByRole('alert').waitFor();
  await inspect(page);
  await removeAgain();
  // Nobody misses whether it worked.
  const answer = await holdBack(context, '/vault/entries/[^/]+');
  await press(button(page, 'Move to the trash'));
  await page.keyboard.press('Escape');
  expect(await page.getByRole('alertdialog').count()).toBe(1);
  answer();
  await page.getByText('2 entries').waitFor();
  recorder.neverSends({ ...SECRETS, 'password of the account': owner.password });
  recorder.onlyTo(environment.origin);
});

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

const userName = (page: Page) => page.getByLabel('User name');

/** Someone else's hands, in the other tab. */
async function changeElsewhere(page: Page, changes: Record<string, string>): Promise<void> {
  await button(page, 'Edit').click();
  for (const [name, value] of Object.entries(changes)) await page.getByRole('textbox', { name }).fill(value);
  await button(page, 'Save').click();
  await button(page, 'Edit').waitFor();
}

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
  await changeElsewhere(other, {
    'User name': 'ada of the other tab',
    Password: 'secret-of-the-other-tab',
  });
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
  await unlockWith(other, owner.password);
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
});

test('the number of a card, and what its owner covered, are shown only when asked for, and stay covered', async () => {
  const owner = await openWebOwner(environment);
  const fields = {
    cardholder: 'Ada Lovelace',
    number: '4111111111111111',
    expiry: '12/2030',
    Vault: '1842\nleft',
  };
  const card = { kind: 'card', title: 'Visa', category: '', tags: [], fields, hidden: ['Vault'] } as const;
  const [id = ''] = await fillVault(environment, owner, [{ ...card, tags: [], hidden: ['Vault'] }]);
  const { page, context } = await openVault(environment, { owner, path: `/vault/${id}` });
  await page.getByText('12/2030').waitFor();
  for (const secret of [fields.number, '1842']) expect(await page.getByText(secret).count()).toBe(0);
  await press(button(page, 'Show: Vault'));
  await page.getByText('1842').waitFor();
  await inspect(page);

  await press(button(page, 'Edit'));
  expect(await field(page, 'Number').getAttribute('type')).toBe('password');
  expect(await field(page, 'Vault').inputValue()).not.toContain('1842');
  await inspect(page);
  await press(button(page, 'Show: Vault'));
  await type(field(page, 'Vault'), 'three turns');
  const other = await context.newPage();
  await other.goto(`/vault/${id}`);
  await unlockWith(other, owner.password);
  await changeElsewhere(other, { Number: '5500000000000004' });
  await press(button(page, 'Save'));
  await page.getByRole('heading', { name: 'This entry was changed in two places' }).waitFor();
  for (const secret of [/5500/, /three turns/, /1842/]) expect(await page.getByText(secret).count()).toBe(0);
  await inspect(page);
  await press(button(page, 'Show secret values'));
  await page.getByText('5500000000000004').waitFor();
  await press(page.getByRole('radiogroup', { name: 'Number' }).getByRole('radio', { name: /^The other/ }));
  await press(button(page, 'Save my selection'));
  await button(page, 'Edit').waitFor();
  const changed = { ...fields, number: '5500000000000004', Vault: 'three turns' };
  expect(await readVault(environment, owner)).toMatchObject([{ ...card, fields: changed }]);

  await add(page, 'Identity');
  await page.getByRole('heading', { level: 1, name: 'New identity' }).waitFor();
  await inspect(page);
  await type(field(page, 'Title'), 'My papers');
  await type(field(page, 'First name'), 'Ada');
  await type(field(page, 'Passport number'), 'C01X0006H');
  await save(page, 'My papers');
  expect(await page.getByText('C01X0006H').count()).toBe(0);
  await inspect(page);
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
});

test('whoever goes elsewhere while an entry is saved stays there', async () => {
  const { page, context, owner } = await openVault(environment);
  await add(page, 'Note');
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
    const response = await route.fetch();
    read.resolve();
    await goOn.promise;
    await route.fulfill({ response });
  });
  await page.evaluate(`new BroadcastChannel('vault-entries').postMessage({ everything: true })`);
  await read.promise;
  await press(link('Harbour'));
  await press(button(page, 'Edit'));
  await type(field(page, 'Title'), 'Lighthouse');
  await save(page, 'Lighthouse');
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

test('the page says who gets an entry, and removing it takes it out of the owner’s own lists too', async () => {
  const scenario = await beginSealedScenario(environment);
  const [grace, alan] = scenario.people;
  const house = grace!.left!.find((id) => alan!.left!.includes(id))!;
  const { page, context } = await openBrowser(environment.origin);
  // The service says that nothing is left to Grace.
  const lists = `**/api/v1/successors/${grace!.id}/assigned-entries`;
  await context.route(lists, (route) => route.fulfill({ json: { entryIds: [], entries: [] } }));
  await page.goto(`/vault/${house}`);
  await typeLogIn(page, { email: scenario.email, password: PASSWORD });
  // Another program wrote these entries, so the page says that it can't read them.
  await page.getByText('4 entries can’t be opened').waitFor();
  await page.getByText('After a handover: Alan. As part of the whole vault: Edsger.').waitFor();
  await page.getByText('What the service says about Grace differs').waitFor();
  await inspect(page);
  await context.unroute(lists);
  await page.goto(`/vault/${house}`);
  await unlockWith(page, PASSWORD);
  await page.getByText('After a handover: Grace and Alan. As part of the whole vault: Edsger.').waitFor();
  // Looking at one entry after the other asks for nobody's list again: the service counts requests.
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const show = (id: string) => page.evaluate(`history.pushState(null, '', '/vault/${id}')`);
  await show([...scenario.entries.keys()].find((id) => id !== house)!);
  await page
    .getByText('After a handover: Grace and Alan. As part of the whole vault: Edsger.')
    .waitFor({ state: 'detached' });
  await page.getByText('As part of the whole vault: Edsger.').waitFor();
  expect(asked.filter((url) => url.endsWith('/assigned-entries'))).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
  await show(house);
  await page.getByText('After a handover: Grace and Alan. As part of the whole vault: Edsger.').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Move to the trash' }).click();
  await page.getByText('3 entries can’t be opened').waitFor();

  const logIn = await prepareLogIn({ email: scenario.email, password: PASSWORD, kdf: KDF_V1 });
  const { user } = await answer(scenario.call.GET('/auth/profile'));
  const { pins } = await readSuccessorKeys(await unlock(logIn, user));
  for (const { id, left } of [grace!, alan!]) {
    const rest = left!.filter((each) => each !== house);
    expect(pins[id]?.left).toBe(await hashLeft(rest));
    const params = { path: { id } };
    const { entryIds } = await answer(scenario.call.GET('/successors/{id}/assigned-entries', { params }));
    expect(entryIds).toEqual(rest);
  }
});
