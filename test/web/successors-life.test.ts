/** An owner's successors on the page: from the invitation to a handover that opens exactly what was chosen. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { uniqueEmail } from '../support/builders.ts';
import { type FakeCamera, fakeCamera } from '../support/camera.ts';
import { fitsAt360 } from '../support/layout.ts';
import { type LeavingOwner, letter, openLeavingOwner, PASSWORD } from '../support/leaving-owner.ts';
import { cardOf, logInAs, save } from '../support/people-page.ts';
import { accept, type Holder, inherit, makeKit, waitToBeAsked } from '../support/successor-kit.ts';
import { startTown, type Town } from '../support/town.ts';

let town: Town;
let ada: LeavingOwner;
let camera: FakeCamera;
beforeAll(async () => {
  town = await startTown();
  camera = await fakeCamera();
  ada = await openLeavingOwner(town);
  await ada.write(letter('The garden', 'Water the roses at dusk.'));
  await ada.write(letter('The bank', 'Account 0815 4711 beside the station.'));
  await ada.write(letter('The diary', 'On Tuesday it rained all day long.'));
}, 60_000);
afterAll(async () => {
  await town.close();
  await camera.remove();
});

/** @param isCutOff whether the connection is lost when it is to be sent, and comes back */
async function invite(page: Page, name: string, isCutOff: boolean): Promise<{ email: string }> {
  const email = uniqueEmail(name.toLowerCase());
  await page.getByRole('link', { name: 'Invite a successor' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email address').fill(email);
  const send = page.getByRole('button', { name: 'Send the invitation' });
  if (isCutOff) {
    await page.context().setOffline(true);
    await send.click();
    await page.getByRole('alert').getByText('We can’t reach the service.').waitFor();
    await page.context().setOffline(false);
  }
  await send.click();
  await page.getByRole('heading', { name: `${name} is invited` }).waitFor();
  return { email };
}

async function compare(page: Page, name: string, heard: string): Promise<void> {
  await page.getByRole('link', { name: `Compare the number with ${name}` }).click();
  await page.getByLabel(`What ${name} reads out`).fill(heard);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
}

test('three people are invited, compared and left something, and two of them open exactly that', async () => {
  const { page, recorder } = await openBrowser(town.origin, {
    camera,
    tolerate: [/ERR_INTERNET_DISCONNECTED|WebSocket/],
  });
  await logInAs(ada, page, '/successors');
  await page.getByRole('heading', { name: 'You haven’t named anybody yet' }).waitFor();
  const people: Record<string, Holder> = {};
  for (const name of ['Grace', 'Alan', 'Edsger']) {
    const invited = await invite(page, name, name === 'Grace');
    if (name === 'Grace') {
      expect(await page.getByLabel('Your message').inputValue()).toContain('Dear Grace');
      await checkAccessible(page);
    }
    people[name] = await makeKit(town, invited);
    await page.getByRole('link', { name: 'Back to your successors' }).click();
  }
  const { Grace: grace, Alan: alan, Edsger: edsger } = people as Record<'Grace' | 'Alan' | 'Edsger', Holder>;

  // Wrong at first: nothing is trusted, and the right number stays unsaid.
  const right = grace.kit.comparison;
  await compare(page, 'Grace', alan.kit.comparison);
  await page.getByRole('alert').getByText('These are different numbers').waitFor();
  const shown = await page.getByRole('main').textContent();
  for (const group of right.split(' ')) expect(shown).not.toContain(group);
  const slip = right.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  await page.getByLabel('What Grace reads out').fill(slip);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('alert').getByText('These groups differ: 1.').waitFor();
  await page.getByLabel('What Grace reads out').fill(right.toLowerCase().replaceAll(' ', ''));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('heading', { name: 'The numbers match' }).waitFor();
  await page.getByRole('link', { name: 'Successors' }).click();
  await compare(page, 'Alan', alan.kit.comparison);
  await page.getByRole('heading', { name: 'The numbers match' }).waitFor();

  await page.getByRole('link', { name: 'Successors' }).click();
  await page.getByRole('link', { name: 'Compare the number with Edsger' }).click();
  await camera.shows(edsger.kit.code);
  await page.getByRole('button', { name: 'Scan a QR code instead' }).click();
  await page.getByRole('alert').getByText('That is the secret code of the kit.').waitFor();
  await checkAccessible(page);
  await page.getByRole('button', { name: 'Close the camera' }).click();
  await camera.shows(edsger.kit.comparison);
  await page.getByRole('button', { name: 'Scan a QR code instead' }).click();
  await page.getByRole('heading', { name: 'The numbers match' }).waitFor();

  await page.getByRole('link', { name: /^Choose what/ }).click();
  await page.getByRole('checkbox', { name: 'The garden for Grace' }).check();
  await page.getByRole('checkbox', { name: 'The bank for Grace' }).check();
  await page.getByRole('checkbox', { name: 'The bank for Alan' }).check();
  await page.getByRole('checkbox', { name: 'Everything for Edsger, later entries too' }).check();
  const quorum = page.getByRole('textbox', { name: 'How many of your 3 successors must accept' });
  await quorum.fill('2');
  await quorum.press('Tab');
  await page.getByText('One may die or lose their kit').waitFor();
  await checkAccessible(page);
  const said = await save(page);
  expect(said).toContain('Grace gets exactly “The garden”, “The bank”.');
  expect(said).toContain('Edsger gets everything, and whatever you add later.');
  expect(said).toContain('2 of your 3 successors must accept');
  expect(said).not.toContain('new keys');

  await page.getByRole('link', { name: 'Successors' }).click();
  for (const name of ['Grace', 'Alan', 'Edsger'])
    await cardOf(page, name).getByText('Ready').first().waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  const { successors } = (await ada.call.GET('/successors')).data ?? { successors: [] };
  expect(successors.map(({ sharesStale, encryptedShare }) => sharesStale || !encryptedShare)).toEqual([
    false,
    false,
    false,
  ]);

  recorder.onlyTo(town.origin);
  recorder.neverSends({
    password: PASSWORD,
    title: 'The garden',
    text: 'Water the roses at dusk.',
    'a kit': grace.kit.code,
  });
  await ada.fallSilent();
  await waitToBeAsked(town, ada.email, grace);
  await accept(town, grace);
  await accept(town, edsger);
  expect(await inherit(town, grace)).toEqual(['The bank', 'The garden']);
  expect(await inherit(town, edsger)).toEqual(['The bank', 'The diary', 'The garden']);
}, 120_000);
