/** What changes after someone is ready: a lying service, a rehearsal, and taking something away from successors. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { openAsSuccessor } from '../../crypto/index.ts';
import { ContactQuestion } from '../../db/entities/contact-question.ts';
import { answer } from '../../dev/api-client.ts';
import type { components } from '../../docs/openapi.d.ts';
import { alter, holdBack, refuse } from '../support/browser/answers.ts';
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { whileFailing } from '../support/browser/failing.ts';
import { inspect } from '../support/browser/inspect.ts';
import { choose, press, type } from '../support/browser/keyboard.ts';
import { asksBeforeClosing, heading, waitForFocus } from '../support/browser/page-steps.ts';
import { cardOf, save } from '../support/browser/successors-page.ts';
import { logInAt, unlockWith } from '../support/browser/web-owner.ts';
import { letter } from '../support/builders/leaving-owner.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import {
  confirmAddress,
  type KitHolder,
  makeKit,
  nameSuccessor,
  playRehearsal,
} from '../support/clients/successor.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';
import { makePeopleReady, type ReadyPeople, storedEntries } from './ready-people.ts';

type Successor = components['schemas']['Successor'];

/** More than the page shows at once. */
const MANY = 50;

const environment = await useBrowserEnvironment();
let ready: ReadyPeople;
/** Grace's address in the end. */
const moved = uniqueEmail('grace');
let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  ready = await makePeopleReady(environment);
  await ready.ada.writeAll(
    Array.from({ length: MANY }, (_, index) => ({
      ...letter(`Letter ${index}`, 'Written later.'),
      category: index < 3 ? 'Papers of the house' : '',
    })),
  );
  browser = await openBrowser(environment.origin);
  page = browser.page;
  await logInAt(page, '/successors', ready.ada);
});

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const follow = (name: string) => press(page.getByRole('link', { name }));
const toList = async () => {
  await press(page.getByRole('link', { name: 'Successors', exact: true }));
  await heading(page, 'Successors');
};

/** A copy of everything that was sealed to a successor, as they could make it with the server's help. */
async function copyOf({ id, kit }: KitHolder) {
  const params = { path: { id } };
  const { encryptedShare } = (await answer(ready.ada.call.GET('/successors/{id}', { params }))).successor;
  const given = { encryptedShare, reshares: [] };
  return openAsSuccessor({ code: kit.code, salt: kit.salt, successorId: id }, given);
}

async function opensNothing(copy: Awaited<ReturnType<typeof copyOf>>): Promise<void> {
  const entries = await storedEntries(ready.ada);
  expect(entries).toHaveLength(MANY + 2);
  for (const entry of entries)
    await expect(copy.open({ ...entry, envelope: null })).rejects.toMatchObject({ code: 'entry_refused' });
}

/** Changes what the service says about successors, and lets the page know of a change to one of them. */
async function lie(
  change: (successor: Successor) => void,
  { id }: { id: string } = ready.alan,
): Promise<() => Promise<void>> {
  const poke = (handoverDelayDays: number) =>
    answer(ready.ada.call.PUT('/successors/{id}', { params: { path: { id } }, body: { handoverDelayDays } }));
  const end = await alter<{ successors: Successor[] }>(browser.context, '/successors', (body) => {
    body.successors.forEach(change);
    return body;
  });
  await poke(3);
  return async () => {
    await end();
    await poke(0);
  };
}

test('a swapped key, and a list that is not the owner’s, are refused in words', async () => {
  const { alan, bank, grace, edsger } = ready;
  const endSwap = await lie((each) => {
    if (each.id === alan.id) each.publicKey = grace.kit.publicKey;
  });
  await cardOf(page, 'Alan').getByText('Alan’s key has been swapped').waitFor();
  await inspect(page);
  await endSwap();
  await cardOf(page, 'Alan').getByText('has been swapped').waitFor({ state: 'detached' });

  const endStates = await lie((each) => {
    if (each.id === alan.id) each.mailProblem = { since: '2026-11-20T12:00:00.000Z', permanent: true };
    if (each.id === grace.id) each.optedOut = true;
    if (each.id === edsger.id) each.ownerKey = grace.kit.publicKey;
  });
  await cardOf(page, 'Grace').getByText('The service says that Grace doesn’t want to be').waitFor();
  await cardOf(page, 'Alan').getByText('Alan’s mailbox is rejecting our emails').waitFor();
  await cardOf(page, 'Edsger').getByText('Edsger was given a key that isn’t yours').waitFor();
  await inspect(page);
  await endStates();
  await cardOf(page, 'Edsger').getByText('a key that isn’t yours').waitFor({ state: 'detached' });

  interface Left {
    entryIds: string[];
    entries: object[];
  }
  const endList = await alter<Left>(browser.context, `/successors/${alan.id}/assigned-entries`, (body) => ({
    ...body,
    entryIds: [...body.entryIds, bank],
    entries: [...body.entries, { entryId: bank, hasEnvelope: false, envelopeStale: false }],
  }));
  const endScope = await lie((each) => {
    if (each.id === grace.id) each.restrictToAssignedEntries = true;
    if (each.id === edsger.id) each.name = 'Edsger W.';
  });
  await page.getByText('Is this what you want for Alan?').waitFor();
  await follow('Who gets what');
  await page.getByText('you leave exactly this to Alan: “The garden”, “The bank”').waitFor();
  await page.getByText('You decided differently').waitFor();
  await page.getByText('You decided to leave them everything.').waitFor();
  await page.getByText('You compared the words with “Edsger”.').waitFor();
  expect(await button('Check and save').isDisabled()).toBe(true);
  await button('Show more entries').waitFor();
  await inspect(page);
  expect(browser.recorder.sent.filter(({ what }) => /rotate|PUT .*assigned/.test(what))).toEqual([]);
  await endList();
  await endScope();
  await page
    .getByText(/^Is this what you want/)
    .first()
    .waitFor({ state: 'detached' });

  // Changed by another program of the owner's, which kept no record of it.
  const params = { path: { id: edsger.id } };
  await answer(ready.ada.call.PUT('/successors/{id}', { params, body: { name: 'Edsger D.' } }));
  await press(button('Yes, what the service says is right'));
  await page
    .getByText(/^Is this what you want/)
    .first()
    .waitFor({ state: 'detached' });
  // The button has gone. The focus is still there.
  await page.locator('h1:focus, h2:focus').waitFor();

  await choose(page.getByRole('button', { name: /Category$/ }), 'Papers of the house');
  await page.getByText('All 3 entries found').waitFor();
  await inspect(page);
  const endEmpty = await alter(browser.context, '/vault/entries', (body: object) => ({
    ...body,
    entries: [],
  }));
  await toList();
  await follow('Who gets what');
  await page.getByText('Your vault is empty.').waitFor();
  await inspect(page);
  await endEmpty();
});

test('entries that the service keeps back are noticed, and stay on the lists unless the owner agrees', async () => {
  const end = await alter<{ entries: object[] }>(browser.context, '/vault/entries', (body) => ({
    ...body,
    entries: body.entries.slice(1),
  }));
  await page.goto('/unlock?next=%2Fsuccessors');
  await unlockWith(page, ready.ada.password);
  await page.getByText('Something may be wrong with what you leave').waitFor();
  await page.getByText('1 entry is no longer in your vault.').first().waitFor();
  await inspect(page);
  await end();
  await press(button('It’s right: sign again'));
  await page.getByText('Something may be wrong').waitFor({ state: 'detached' });
});

test('a rehearsal begins with a button, and its result appears without a reload', async () => {
  await toList();
  await press(cardOf(page, 'Alan').getByRole('link', { name: 'Rehearse with Alan' }));
  await page.getByText('This is only a rehearsal.').waitFor();
  await press(button('Start the rehearsal'));
  await button('Rehearse again').waitFor();
  expect(await playRehearsal(environment, ready.alan)).toContain('Nothing has happened to Ada.');
  await page.getByText(/Last rehearsal: Opened the sample/).waitFor();
  await inspect(page);
  browser.recorder.neverSends({ 'the sample': 'Nothing has happened to Ada.' });

  await toList();
  const [at, later] = ['2026-11-20T12:00:00.000Z', '2099-01-01T12:00:00.000Z'];
  const rehearsal = { mailAcceptedAt: at, expiresAt: later, respondedAt: at, openedAt: null };
  const responses = ['accept', 'decline', 'owner_alive'] as const;
  const end = await lie((each) => {
    const response = responses[each.name.length % 3]!;
    each.rehearsal = { ...each.rehearsal, ...rehearsal, response } as Successor['rehearsal'];
  });
  await page.getByText('hasn’t opened the sample yet').first().waitFor();
  await inspect(page);
  await end();
});

test('name and delay of someone are changed, and what cannot be read or saved says so', async () => {
  await toList();
  await follow('Change or remove Grace');
  await heading(page, 'Grace');
  const save = button('Save').first();
  const days = page.getByRole('textbox', { name: 'Days to wait' });
  await type(days, '12');
  await whileFailing(page, `/successors/${ready.grace.id}`, () => press(save));
  await press(save);
  const saved = page.getByText('Saved.', { exact: true });
  await saved.waitFor();
  await type(days, '13');
  await follow('Successors');
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  expect(await saved.count()).toBe(0);
  await press(button('Stay here'));
  await type(days, '12');
  await type(page.getByLabel('The name you know them by'), '');
  await press(button('Save').last());
  await inspect(page);

  await whileFailing(page, '/successors', () => page.goto('/successors'), { loads: true });
  await press(button('Try again'));
  await cardOf(page, 'Grace').getByText('12 days after the grace period').waitFor();
  // The vault is locked, so this is what the service says.
  await inspect(page);
  await page.goto(`/successors/${ready.grace.id}`);
  // Without the owner's own record, nobody may be removed: how many had to accept would be anyone's guess.
  const given = { code: 'forbidden', status: 403 };
  const readRecord = await refuse(browser.context, '/successors/[^/]+/assigned-entries', given);
  await page.getByRole('textbox', { name: 'Password' }).fill(ready.ada.password);
  await whileFailing(page, '/successors', async () => {
    await press(button('Unlock'));
    await heading(page, 'Successors');
  });
  await press(button('Try again'));
  await page.getByRole('alert').getByText('You don’t have permission').waitFor();
  expect(await button('Remove Grace').count()).toBe(0);
  await readRecord();
  await press(button('Try again'));
  await heading(page, 'Grace');
});

test('someone is written to at two addresses once they confirm the second, and asked again if they are silent', async () => {
  const second = uniqueEmail('grace');
  const add = button('Add the address');
  await type(page.getByLabel('Another address for Grace'), ready.ada.email);
  await press(add);
  await page.getByText('That’s your own address.').waitFor();
  await inspect(page);
  await type(page.getByLabel('Another address for Grace'), second);
  await press(add);
  await page.getByText(`We’ve written to ${second}.`).waitFor();
  await inspect(page);
  await press(button('Send the email again'));
  await page.getByText(`We’re writing to ${second} again.`).waitFor();
  const reader = await openBrowser(environment.origin, { width: 360 });
  await reader.page.goto(await environment.followMail(second, '', '/second-address'));
  await heading(reader.page, 'Can we reach you here too?');
  await inspect(reader.page);
  await press(button('Confirm this address', reader.page));
  await heading(reader.page, 'Thank you');
  await inspect(reader.page);
  reader.recorder.onlyTo(environment.origin);
  await page.getByText(`Our emails also go to ${second}.`).waitFor();
  await inspect(page);
  // It may become the first.
  await type(page.getByLabel('New address'), second);
  await press(button('Change the address'));
  await page.getByRole('alertdialog', { name: `Write to Grace at ${second} from now on?` }).waitFor();
  await press(button('Keep the old address'));
  await press(button('Remove the second address'));
  await add.waitFor();

  const [askedAt, nothing] = ['2026-01-01T12:00:00.000Z', null];
  const end = await lie((each) => {
    if (each.id !== ready.grace.id) return;
    each.contact = {
      askedAt,
      mailAcceptedAt: askedAt,
      answer: nothing,
      newEmail: nothing,
      answeredAt: nothing,
      confirmedAt: nothing,
    };
  });
  await toList();
  await press(button('Ask again', cardOf(page, 'Grace')));
  await page.getByText('We’re asking Grace again.').waitFor();
  await inspect(page);

  // Someone else answers that Grace has moved. She says that she hasn't, and is asked once more.
  const wrong = { answer: 'moved', newEmail: second, answeredAt: new Date() } as const;
  const asked = { successorId: ready.grace.id };
  await environment.em().nativeUpdate(ContactQuestion, asked, wrong);
  await end();
  await follow('Change or remove Grace');
  const claim = page.getByText(`Grace asked us to write to ${second} instead`);
  await claim.waitFor();
  await inspect(page);
  await press(button('Ask again'));
  await page.getByText('We’re asking Grace again.').waitFor();
  expect(await claim.count()).toBe(0);
  await inspect(page);
});

/** Ticks or unticks what Alan gets. */
async function chooseBank(): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/vault/${ready.bank}')`);
  await follow('Choose who receives this letter');
  await press(page.getByRole('checkbox', { name: 'The bank for Alan' }));
}

test('an entry that the service withholds is not left out silently', async () => {
  await chooseBank();
  const end = await alter<{ entries: { id: string }[] }>(browser.context, '/vault/entries', (body) => ({
    ...body,
    entries: body.entries.filter(({ id }) => id !== ready.garden),
  }));
  await press(button('Check and save'));
  const dialog = page.getByRole('alertdialog', { name: 'Save this?' });
  await press(button('Save', dialog));
  await page.getByRole('alert').getByText('An entry is missing or was altered').waitFor();
  await inspect(page);
  // If the owner goes on, they see what goes missing.
  await press(button('Check and save'));
  await dialog.getByText('Alan no longer gets').waitFor();
  await page.keyboard.press('Escape');
  await end();
  // What is chosen stays while others come and go.
  const endOut = await lie((each) => {
    if (each.id === ready.grace.id) each.optedOut = true;
  });
  await page.getByText('Is this what you want for Grace?').waitFor();
  expect(await page.getByRole('checkbox', { name: 'The bank for Alan' }).isChecked()).toBe(true);
  await endOut();
  await page.getByText('Is this what you want for Grace?').waitFor({ state: 'detached' });
  const params = { path: { id: ready.alan.id } };
  const left = await answer(ready.ada.call.GET('/successors/{id}/assigned-entries', { params }));
  expect(left.entryIds).toEqual([ready.garden]);
});

test('what another program decides while the owner is asked, or later, is not lowered silently', async () => {
  await chooseBank();
  await press(button('Check and save'));
  const dialog = page.getByRole('alertdialog', { name: 'Save this?' });
  await dialog.getByText('Alan also gets “The bank”').waitFor();
  await ready.ada.leave(2, new Map());
  await press(button('Save', dialog));
  await page.getByRole('alert').getByText('Another device has changed who gets what').waitFor();
  await inspect(page);
  await press(page.getByRole('checkbox', { name: 'The bank for Alan' }));
  await type(page.getByRole('textbox', { name: 'How many of your 3 successors must accept' }), '1');
  await page.keyboard.press('Tab');
  expect(await save(page)).toContain('Previously, 2 successors had to accept. From now on, 1 is enough.');
  await ready.ada.leave(1, new Map([[ready.alan, [ready.garden, ready.bank]]]));
  await page.getByRole('checkbox', { name: 'The bank for Alan', checked: true }).waitFor();
  await page.getByText('Everything is saved').waitFor();
});

test('what is taken away from someone is taken by new keys, and the page says why', async () => {
  const copy = await copyOf(ready.grace);
  await page.evaluate(`history.pushState(null, '', '/vault/${ready.bank}')`);
  await page.getByText('As part of the whole vault: Grace and Edsger D..').waitFor();
  await follow('Choose who receives this letter');
  await page.getByRole('checkbox', { name: 'The bank for Grace' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(3);
  await inspect(page);
  await press(page.getByRole('checkbox', { name: 'Everything for Grace, including later entries' }));
  await press(page.getByRole('checkbox', { name: 'The bank for Grace' }));
  await press(button('Show all entries'));
  await waitForFocus(page.getByLabel('Search your entries'));
  // The lists come last. By then, the service already says what is being saved.
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const lists = /\/successors\/[^/]+\/list$/;
  await browser.context.route(lists, async (route) => {
    if (route.request().method() === 'PUT') await held;
    return route.fallback();
  });
  const said = await save(
    page,
    () => inspect(page),
    async () => {
      await page.getByText('Everything is saved').waitFor({ state: 'attached' });
      await page.getByRole('alertdialog').getByText('Grace no longer gets everything').waitFor();
      await asksBeforeClosing(page);
      const other = await browser.context.newPage();
      await other.goto('/unlock');
      await button('Log out', other).click();
      await other.getByRole('alertdialog', { name: 'Log out without saving?' }).waitFor();
      await other.close();
      goOn();
    },
  );
  await browser.context.unroute(lists);
  await page.getByRole('link', { name: 'Back to the entry' }).waitFor();
  // What is chosen after that isn't saved, and isn't lost without a question.
  await press(page.getByRole('checkbox', { name: 'Everything for Alan, including later entries' }));
  await page.getByText('Not saved yet').waitFor();
  expect(await page.getByRole('link', { name: 'Back to the entry' }).count()).toBe(0);
  await follow('Successors');
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await inspect(page);
  await press(button('Discard the changes'));
  await cardOf(page, 'Alan').waitFor();
  expect(said).toContain('Grace no longer gets everything, only “The bank”.');
  expect(said).toContain('The vault gets new keys');
  expect(said).toContain('Otherwise, Grace could still open what you’re taking away');
  await opensNothing(copy);
  const params = { path: { id: ready.grace.id } };
  const left = await answer(ready.ada.call.GET('/successors/{id}/assigned-entries', { params }));
  expect(left.entries).toEqual([
    { entryId: expect.not.stringContaining(ready.garden), hasEnvelope: true, envelopeStale: false },
  ]);
  expect(left.restrictToAssignedEntries).toBe(true);
});

test('someone is removed while the line is cut, and the page offers the new keys again', async () => {
  browser.expectProblem(/ERR_FAILED|ERR_CONNECTION/);
  const copy = await copyOf(ready.edsger);
  const before = await storedEntries(ready.ada);
  expect((await copy.open({ ...before[0]!, envelope: null })).text).toMatch(
    /The garden|The bank|Written later/,
  );
  const { promise: seen, resolve: cut } = Promise.withResolvers<void>();
  await page.route('**/api/v1/vault/rotate', async (route) => {
    if ((route.request().postDataBuffer()?.length ?? 0) === 0) return route.continue();
    await seen;
    return route.abort();
  });
  // Whatever the service says of someone for whom nothing is decided yet, the others' keys don't wait for it.
  const carol = await nameSuccessor(environment, ready.ada, 'Carol');
  const endScope = await lie((each) => {
    if (each.id === carol.id) each.restrictToAssignedEntries = false;
  });
  await toList();
  await cardOf(page, 'Carol').waitFor();
  await follow('Change or remove Edsger D.');
  await press(button('Remove Edsger D.'));
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('so your vault will get new keys').waitFor();
  const tell = dialog.getByRole('checkbox', { name: 'Tell Edsger D. by email' });
  expect(await tell.isChecked()).toBe(false);
  await press(tell);
  await inspect(page);
  await press(button('Remove Edsger D.', dialog));
  await dialog.getByText('Please leave this page open').waitFor();
  await inspect(page);
  await asksBeforeClosing(page);
  cut();
  await dialog.getByText('we couldn’t confirm that the vault has its new keys').waitFor();
  expect(await storedEntries(ready.ada)).toEqual(before);
  await inspect(page);
  await press(button('Later'));
  await page.getByText('Edsger D. still has keys to your vault').waitFor();
  await inspect(page);
  await page.unroute('**/api/v1/vault/rotate');
  const renew = await holdBack(browser.context, '/vault/rotate');
  await press(button('Give the vault new keys'));
  await page.getByText('Please leave this page open').waitFor();
  await asksBeforeClosing(page);
  renew();
  await page.getByText('Edsger D. still has keys to your vault').waitFor({ state: 'detached' });
  await page.locator('h1:focus, h2:focus').waitFor();
  await opensNothing(copy);
  for (const name of ['Grace', 'Alan']) await cardOf(page, name).getByText('Ready').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Edsger' }).count()).toBe(0);
  await page.getByText('Is this what you want for Carol?').waitFor();
  await endScope();
  await page.getByText('Is this what you want for Carol?').waitFor({ state: 'detached' });
  await follow('Change or remove Carol');
  await press(button('Remove Carol'));
  await press(button('Remove Carol', page.getByRole('alertdialog')));
  await page.getByRole('alertdialog', { name: 'Carol has been removed' }).waitFor();
  await press(button('Back to your successors'));
  const { email } = ready.edsger;
  await until('they are told', async () =>
    (await environment.mailFor(email)).some(({ subject }) =>
      /^You.re no longer a successor of /.test(subject),
    ),
  );
});

test('fewer successors are enough after a change of address only if the page has said so', async () => {
  await follow('Who gets what');
  const quorum = page.getByRole('textbox', { name: 'How many of your 2 successors must accept' });
  await type(quorum, '2');
  await page.keyboard.press('Tab');
  await page.getByText('All of them must accept.').waitFor();
  const said = await save(page, () => inspect(page));
  expect(said).toContain('What was prepared earlier can still be opened once 1 successor accepts.');

  await toList();
  await follow('Change or remove Alan');
  await press(button('Remove Alan'));
  await page.getByText('2 successors had to accept, but only 1 would be left.').waitFor();
  await inspect(page);
  await press(button('Keep Alan'));
  await press(button('Ask for a new sheet'));
  await page.getByRole('alertdialog', { name: 'Ask Alan for a new sheet?' }).waitFor();
  await inspect(page);
  await press(button('Keep the old sheet'));

  await toList();
  await follow('Change or remove Grace');
  await type(page.getByLabel('New address'), moved);
  await press(button('Change the address'));
  const dialog = page.getByRole('alertdialog', { name: /^Write to Grace at/ });
  await dialog.getByText('Previously, 2 successors had to accept. From now on, 1 is enough.').waitFor();
  await inspect(page);
  await press(button('Change the address', dialog));
  await page.getByRole('alertdialog', { name: 'The address has been changed' }).waitFor();
  await inspect(page);
  await press(button('Close'));
});

test('once the last of them is removed, nobody gets anything, and the page says so', async () => {
  await toList();
  await follow('Change or remove Alan');
  await press(button('Remove Alan'));
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('After that, nobody is left who is ready.').waitFor();
  await inspect(page);
  await press(button('Remove Alan', dialog));
  await page.getByRole('alertdialog', { name: 'Alan has been removed' }).getByText('new keys').waitFor();
  await inspect(page);
  await press(button('Back to your successors'));
  await page.getByText('Grace has an email from us with a link.').waitFor();
  expect(await page.getByRole('heading', { name: 'Alan' }).count()).toBe(0);
  await follow('Who gets what');
  await page.getByText('Not listed yet: Grace.').waitFor();
  await inspect(page);
  await page.evaluate(`history.pushState(null, '', '/successors/${ready.alan.id}')`);
  await heading(page, 'This person isn’t one of your successors');
  await inspect(page);
  browser.recorder.neverSends({
    title: 'The garden',
    text: 'Water the roses at dusk.',
    kit: ready.alan.kit.code,
    password: ready.ada.password,
  });
});

test('what was chosen for someone stays chosen while they have no kit, and the vault gets new keys twice', async () => {
  const { kit } = await makeKit(environment, { email: moved });
  await toList();
  await press(cardOf(page, 'Grace').getByRole('link', { name: 'Compare the words with Grace' }));
  await type(page.getByLabel('What Grace reads out'), kit.words);
  await press(button('Compare'));
  await heading(page, 'The words match');
  await page.getByText('Something has changed since you chose what Grace gets.').waitFor();
  await inspect(page);
  await follow('Check and save again');
  await press(button('Show more entries'));
  expect(await page.getByRole('checkbox', { name: 'The bank for Grace' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await save(page);
  const params = { path: { id: ready.grace.id } };
  const left = await answer(ready.ada.call.GET('/successors/{id}/assigned-entries', { params }));
  expect(left).toMatchObject({ entryIds: [ready.bank], restrictToAssignedEntries: true });
});

test('someone whom another program named without a key is asked for a new sheet, and can then make a kit', async () => {
  const hedy = { email: uniqueEmail('hedy') };
  await answer(ready.ada.call.POST('/successors', { body: { name: 'Hedy', email: hedy.email } }));
  await confirmAddress(environment, hedy);
  await toList();
  await cardOf(page, 'Hedy').getByText('Ask for a new sheet, and they’ll get a new link.').waitFor();
  await inspect(page);
  await press(cardOf(page, 'Hedy').getByRole('link', { name: 'Ask for a new sheet' }));
  await page.getByText('Hedy has no sheet yet.').waitFor();
  await press(button('Ask for a new sheet'));
  const asking = page.getByRole('alertdialog', { name: 'Ask Hedy for a new sheet?' });
  await asking.getByText('Hedy gets an email with a new link').waitFor();
  expect(await asking.textContent()).not.toContain('old sheet');
  await inspect(page);
  await press(button('Ask for a new sheet', asking));
  await page.getByRole('alertdialog', { name: 'Hedy has been asked' }).waitFor();
  await press(button('Close'));
  await until('a second email to Hedy', async () => (await environment.mailFor(hedy.email)).length === 2);
  await makeKit(environment, hedy);
  await page.getByText('Hedy has made a kit.').waitFor();
});

test('what another program decided since the page was read is never lowered silently by a removal', async () => {
  const dora = await nameSuccessor(environment, ready.ada, 'Dora');
  await toList();
  await follow('Change or remove Dora');
  await heading(page, 'Dora');
  const readAgain = await refuse(browser.context, '/successors/[^/]+/assigned-entries');
  await ready.ada.leave(2, new Map([[dora, [ready.bank]]]));
  await press(button('Remove Dora'));
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.textContent()).not.toContain('new keys');
  await readAgain();
  await press(button('Remove Dora', dialog));
  await dialog.getByText('we couldn’t confirm that the vault has its new keys').waitFor();
  await inspect(page);
  await press(button('Later'));
  await page.getByText('Previously, 2 successors had to accept. From now on, 1 is enough.').waitFor();
  await inspect(page);
  await press(button('Give the vault new keys'));
  await page.getByText('Dora still has keys to your vault').waitFor({ state: 'detached' });
});

test('fewer successors are not enough if the page had no reason to say so', async () => {
  const emil = await nameSuccessor(environment, ready.ada, 'Emil');
  await ready.ada.leave(2, new Map([[emil, [ready.bank]]]));
  const dora = await nameSuccessor(environment, ready.ada, 'Dora');
  const stays = await lie((each) => {
    if (each.id !== ready.grace.id && each.id !== dora.id) each.optedOut = true;
  }, dora);
  await toList();
  await cardOf(page, 'Emil').getByText('The service says that Emil doesn’t want to be').waitFor();
  await follow('Change or remove Dora');
  await heading(page, 'Dora');
  const readAgain = await refuse(browser.context, '/successors/[^/]+/assigned-entries');
  await ready.ada.leave(2, new Map([[dora, [ready.bank]]]));
  await press(button('Remove Dora'));
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.textContent()).not.toContain('had to accept');
  await readAgain();
  await stays();
  await press(button('Remove Dora', dialog));
  await page.getByRole('alertdialog', { name: 'Dora has been removed' }).waitFor();
  await press(button('Back to your successors'));
  await follow('Who gets what');
  expect(await page.getByRole('textbox', { name: /^How many of your/ }).inputValue()).toBe('2');
});
