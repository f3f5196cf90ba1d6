/** An owner's successors on the page: from the invitation to a handover that opens exactly what was chosen. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { answer } from '../../dev/api-client.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { fakeCamera } from '../support/browser/camera.ts';
import { whileFailing } from '../support/browser/failing.ts';
import { inspect } from '../support/browser/inspect.ts';
import { choose, press, type } from '../support/browser/keyboard.ts';
import { waitForFocus } from '../support/browser/page-steps.ts';
import { cardOf, save } from '../support/browser/successors-page.ts';
import { logInAt } from '../support/browser/web-owner.ts';
import { type LeavingOwner, letter, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import {
  accept,
  confirmAddress,
  inherit,
  type KitHolder,
  makeKit,
  waitToBeAsked,
} from '../support/clients/successor.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const environment = await useBrowserEnvironment();
let ada: LeavingOwner;
const camera = await use(fakeCamera, (it) => it.remove());
beforeAll(async () => {
  ada = await openLeavingOwner(environment);
  await ada.write(letter('The garden', 'Water the roses at dusk.'));
  await ada.write(letter('The bank', 'Account 0815 4711 beside the station.'));
  await ada.write(letter('The diary', 'On Tuesday it rained all day long.'));
});

/** @param isCutOff whether the connection is lost when the invitation is sent, and comes back */
async function invite(page: Page, name: string, isCutOff = false): Promise<{ email: string }> {
  const email = uniqueEmail(name.toLowerCase());
  await press(page.getByRole('link', { name: 'Invite a successor' }));
  await type(page.getByLabel('Name'), name);
  await type(page.getByLabel('Email address'), email);
  const send = page.getByRole('button', { name: 'Send the invitation' });
  if (isCutOff) {
    await page.context().setOffline(true);
    await press(send);
    await page.getByRole('alert').getByText('We can’t reach the service.').waitFor();
    await inspect(page);
    await page.context().setOffline(false);
  }
  await press(send);
  await page.getByRole('heading', { name: `${name} has been invited` }).waitFor();
  return { email };
}

/** Refuses the camera, as a person would. A headless browser asks nobody. */
const FORBID_CAMERA = `navigator.mediaDevices.getUserMedia =
  () => Promise.reject(new DOMException('', 'NotAllowedError'))`;

async function compare(page: Page, name: string, heard: string): Promise<void> {
  await type(page.getByLabel(`What ${name} reads out`), heard);
  await press(page.getByRole('button', { name: 'Compare', exact: true }));
}

test('three people are invited, compared and left something, and two of them open exactly that', async () => {
  const { page, recorder } = await openBrowser(environment.origin, {
    camera,
    tolerate: [/ERR_INTERNET_DISCONNECTED|WebSocket/],
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const follow = (name: string | RegExp) => press(page.getByRole('link', { name }));
  await logInAt(page, '/successors', ada);
  await page.getByRole('heading', { name: 'You haven’t named anyone yet' }).waitFor();
  await inspect(page);

  await follow('Invite a successor');
  await press(button('Send the invitation'));
  await inspect(page);
  await type(page.getByLabel('Email address'), ada.email);
  await press(button('Send the invitation'));
  await page.getByText('That’s your own address.').waitFor();
  await choose(page.getByRole('button', { name: /^English Language/ }), 'Deutsch');
  await press(page.getByRole('radio', { name: /^Everything/ }));
  await type(page.getByRole('textbox', { name: /^Days to wait/ }), '3');
  await follow('Successors');
  const { email } = await invite(page, 'Grace', true);
  expect(await page.getByLabel('Your message').inputValue()).toContain('Dear Grace');
  await press(button('Copy the message'));
  await page.getByText('Your browser isn’t letting us copy.').waitFor();
  await inspect(page);
  await follow('Back to your successors');
  await press(button('Send the email again'));
  await page.getByText(/^We’re writing to Grace at .* again/).waitFor();
  await inspect(page);
  await until('a second email to Grace', async () => (await environment.mailFor(email)).length === 2);
  const { id } = (await confirmAddress(environment, { email })).successor;
  await page.getByText('Grace has confirmed the address.').waitFor();
  await inspect(page);
  await page.evaluate(`history.pushState(null, '', '/successors/${id}/compare')`);
  await page.getByText('There’s nothing to compare yet').waitFor();
  await inspect(page);
  await follow('Successors');
  const grace = await makeKit(environment, { email });
  const people: Record<string, KitHolder> = { Grace: grace };
  for (const name of ['Alan', 'Edsger']) {
    people[name] = await makeKit(environment, await invite(page, name));
    await follow('Back to your successors');
  }
  const { Alan: alan, Edsger: edsger } = people as Record<'Alan' | 'Edsger', KitHolder>;

  // Wrong at first: nothing is trusted, and the right words are not shown.
  const right = grace.kit.words;
  await follow('Compare the words with Grace');
  await compare(page, 'Grace', alan.kit.words);
  await page.getByRole('alert').getByText('These are different words').waitFor();
  const shown = (await page.getByRole('main').allInnerTexts()).flatMap((text) =>
    text.toLowerCase().split(/[^a-z]+/),
  );
  // Some are on the page by chance.
  expect(right.split(' ').filter((word) => !shown.includes(word)).length).toBeGreaterThan(2);
  await inspect(page);
  await type(page.getByRole('textbox', { name: 'What Grace reads out' }), grace.kit.code);
  await page.getByRole('alert').getByText('That looks like the secret code from the sheet.').waitFor();
  const [first, second, third, ...rest] = right.split(' ');
  await compare(page, 'Grace', [first, second, third === 'zoo' ? 'able' : 'zoo', ...rest].join(' '));
  await page.getByRole('alert').getByText('The third word differs.').waitFor();
  await type(page.getByLabel('What Grace reads out'), `${first} ${second} xyzzy`);
  await page.keyboard.press('Tab');
  await page.getByText('The third word isn’t one of ours. Ask Grace to spell it.').waitFor();
  // The suggestions stay where they are pressed, though leaving the field completes the word.
  await type(page.getByLabel('What Grace reads out'), `${first} ${second} zoq`);
  await button('zoo').click({ delay: 100 });
  expect(await page.getByLabel('What Grace reads out').inputValue()).toBe(`${first} ${second} zoo `);
  await type(page.getByLabel('What Grace reads out'), `${first} ${second} zoq `);
  await page.getByText('The third word isn’t one of ours.').waitFor();
  await inspect(page);
  await press(button('zoo'));
  expect(await page.getByLabel('What Grace reads out').inputValue()).toBe(`${first} ${second} zoo `);
  await inspect(page);
  await compare(page, 'Grace', right.toUpperCase().replaceAll(' ', ' – '));
  await page.getByRole('heading', { name: 'The words match' }).waitFor();
  await inspect(page);
  // The quorum that the switch was set to is not lowered silently.
  await answer(ada.call.PUT('/inactivity/settings', { body: { quorum: 2 } }));
  await follow('Successors');
  await follow('Who gets what');
  const tick = (name: string) => press(page.getByRole('checkbox', { name }));
  await tick('The garden for Grace');
  await press(button('Check and save'));
  const dialog = page.getByRole('alertdialog', { name: 'Save this?' });
  await dialog.getByText('Previously, 2 successors had to accept. From now on, 1 is enough.').waitFor();
  await inspect(page);
  await press(button('Back'));
  await tick('The garden for Grace');
  await follow('Successors');
  await follow('Compare the words with Alan');
  await compare(page, 'Alan', alan.kit.words);
  await page.getByRole('heading', { name: 'The words match' }).waitFor();
  // As the browser's history may do.
  await page.evaluate(`history.pushState(null, '', '/successors/${id}/compare')`);
  await page.getByRole('heading', { name: 'Compare the words with Grace' }).waitFor();

  await follow('Successors');
  await follow('Compare the words with Edsger');
  await camera.shows(edsger.kit.code);
  await press(button('Scan a QR code instead'));
  await page.getByRole('alert').getByText('That’s the secret code of the kit.').waitFor();
  await inspect(page);
  await press(button('Close the camera'));
  await page.evaluate(FORBID_CAMERA);
  await press(button('Scan a QR code instead'));
  await page.getByText('isn’t letting this page use the camera').waitFor();
  await inspect(page);
  await press(button('Close the camera'));
  await page.evaluate('delete navigator.mediaDevices.getUserMedia');
  await camera.shows(edsger.kit.words);
  await press(button('Scan a QR code instead'));
  await page.getByRole('heading', { name: 'The words match' }).waitFor();

  await follow(/^Choose what/);
  await tick('The garden for Grace');
  await tick('The bank for Grace');
  await tick('The bank for Alan');
  await tick('Everything for Edsger, including later entries');
  const quorum = page.getByRole('textbox', { name: 'How many of your 3 successors must accept' });
  expect(await quorum.inputValue()).toBe('2');
  await page.getByText('If one dies or loses their kit').waitFor();
  await inspect(page);
  await type(page.getByLabel('Search your entries'), 'nothing like it');
  await page.getByText('No entry matches your search.').waitFor();
  await inspect(page);
  await whileFailing(
    page,
    '/vault/rotate',
    async () => {
      await press(button('Check and save'));
      await press(button('Save'));
    },
    { says: page.getByRole('alertdialog').getByRole('alert') },
  );
  await press(button('Back'));
  // Nobody tabs through all entries.
  await press(page.getByRole('link', { name: 'Skip to “Check and save”' }));
  await page.keyboard.press('Tab');
  await waitForFocus(button('Check and save'));
  const said = await save(page);
  expect(said).toContain('Grace gets exactly “The garden”, “The bank”.');
  expect(said).toContain('Edsger gets everything, including anything you add later.');
  expect(said).toContain('2 of your 3 successors must accept');
  expect(said).not.toContain('new keys');
  await inspect(page);

  await follow('Successors');
  for (const name of ['Grace', 'Alan', 'Edsger'])
    await cardOf(page, name).getByText('Ready').first().waitFor();
  await inspect(page);
  const { successors } = (await ada.call.GET('/successors')).data ?? { successors: [] };
  expect(successors.map(({ sharesStale, encryptedShare }) => sharesStale || !encryptedShare)).toEqual([
    false,
    false,
    false,
  ]);

  recorder.onlyTo(environment.origin);
  recorder.neverSends({
    password: ada.password,
    title: 'The garden',
    text: 'Water the roses at dusk.',
    'a kit': grace.kit.code,
  });
  await ada.fallSilent();
  await waitToBeAsked(environment, ada.email, grace);
  await accept(environment, grace);
  await accept(environment, edsger);
  expect(await inherit(environment, grace)).toEqual(['The bank', 'The garden']);
  expect(await inherit(environment, edsger)).toEqual(['The bank', 'The diary', 'The garden']);
}, 480_000);
