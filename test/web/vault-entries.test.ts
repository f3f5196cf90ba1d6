/** Entries of a vault, by keyboard alone: added, found, changed, removed, in thousands, and with who gets them. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hashLeft, KDF_V1, prepareLogIn, readSuccessorKeys, unlock } from '../../crypto/index.ts';
import { answer } from '../../dev/api-client.ts';
import { holdBack, refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { choose, enter, press, reach, type } from '../support/browser/keyboard.ts';
import { button, field, waitForFocus } from '../support/browser/page-steps.ts';
import { openWebOwner, typeLogIn, unlockWith } from '../support/browser/web-owner.ts';
import { changeElsewhere, fillVault, openVault, readVault, saveEntry } from '../support/browser/web-vault.ts';
import { beginSealedScenario, PASSWORD } from '../support/clients/sealed-scenario.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

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

const search = (page: Page) => page.getByLabel('Search your entries');
const add = (page: Page, kind: string) => choose(button(page, 'Add'), kind);

/** What is in the clipboard, found out by pasting it. */
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
  // The worker waits if the service tells it to ask for a list again later, and says so only while it waits.
  await refuse(context, '/vault/entries', { times: 1, retryAfter: 20 });
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
  await waitForFocus(field(page, 'Title'));
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
  await saveEntry(page, SECRETS.title, press);

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
  await saveEntry(page, 'A letter for later', press);
  await inspect(page);
  await add(page, 'Note');
  await type(field(page, 'Title'), 'Spare keys');
  await reach(field(page, 'Text'));
  await page.keyboard.insertText('far too long '.repeat(100_000));
  await page.getByText('This is too long for one entry.').waitFor();
  await inspect(page);
  await type(field(page, 'Text'), 'With the neighbours');
  await saveEntry(page, 'Spare keys', press);

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
  await saveEntry(page, SECRETS.title, press);
  await page.getByText('ada.king.1835').first().waitFor();

  await press(button(page, 'Remove'));
  await press(button(page, 'Keep it'));
  const removeAgain = await refuse(context, '/vault/entries/[^/]+', { method: 'DELETE' });
  await press(button(page, 'Remove'));
  await press(button(page, 'Move to the trash'));
  await page.getByRole('alertdialog').getByRole('alert').waitFor();
  await inspect(page);
  await removeAgain();
  // Everybody sees whether it worked.
  const answer = await holdBack(context, '/vault/entries/[^/]+');
  await press(button(page, 'Move to the trash'));
  await page.keyboard.press('Escape');
  expect(await page.getByRole('alertdialog').count()).toBe(1);
  answer();
  await page.getByText('2 entries').waitFor();
  recorder.neverSends({ ...SECRETS, 'password of the account': owner.password });
  recorder.onlyTo(environment.origin);
});

test('the number of a card, and what its owner covered, are shown only when asked for, and stay covered', async () => {
  const owner = await openWebOwner(environment);
  const fields = {
    cardholder: 'Ada Lovelace',
    number: '4111111111111111',
    expiry: '12/2030',
    'pin (2)': '2718',
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
  await type(field(page, 'PIN (2)'), '3141');
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
  const changed = { ...fields, number: '5500000000000004', 'pin (2)': '3141', Vault: 'three turns' };
  expect(await readVault(environment, owner)).toMatchObject([{ ...card, fields: changed }]);

  await add(page, 'Identity');
  await page.getByRole('heading', { level: 1, name: 'New identity' }).waitFor();
  await inspect(page);
  await type(field(page, 'Title'), 'My papers');
  await type(field(page, 'First name'), 'Ada');
  await type(field(page, 'Passport number'), 'C01X0006H');
  await saveEntry(page, 'My papers', press);
  expect(await page.getByText('C01X0006H').count()).toBe(0);
  await inspect(page);
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
  const focused = page.locator(':focus');
  await focused.filter({ hasText: name(COUNT - 1) }).waitFor();
  await page.keyboard.press('ArrowUp');
  await focused.filter({ hasText: name(COUNT - 2) }).waitFor();
  await page.keyboard.press('Enter');
  await waitForFocus(page.getByRole('heading', { name: name(COUNT - 2), exact: true }));
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
  // Looking at one entry after another asks for no list again: the service counts requests.
  const requested: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  const show = (id: string) => page.evaluate(`history.pushState(null, '', '/vault/${id}')`);
  await show([...scenario.entries.keys()].find((id) => id !== house)!);
  await page
    .getByText('After a handover: Grace and Alan. As part of the whole vault: Edsger.')
    .waitFor({ state: 'detached' });
  await page.getByText('As part of the whole vault: Edsger.').waitFor();
  expect(requested.filter((url) => url.endsWith('/assigned-entries'))).toEqual([]);
  expect(requested.length).toBeGreaterThan(0);
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
