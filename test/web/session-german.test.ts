/** Coming in in German, in the dark, on a small phone, and by keyboard alone. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { uniqueEmail } from '../support/builders.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { openWebOwner } from '../support/web-owner.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

const PASSWORD = 'Reiher Laterne Oboe Steinbruch';
const SMALL_AND_DARK = { language: 'de', theme: 'dark', width: 360 } as const;

/** Waits for a page, and looks at it. */
async function arriveAt(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${target}`);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label, exact: true }));
  await page.keyboard.type(text);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

test('registers by keyboard, although the connection breaks just then', async () => {
  const email = uniqueEmail('ada');
  const { page, context, expectProblem } = await openBrowser(town.origin, SMALL_AND_DARK);
  expectProblem(/auth\/register/);
  await page.goto('/register');
  await arriveAt(page, 'Konto eröffnen');
  await type(page, 'Ihr Name', 'Ada Müller');
  await type(page, 'E-Mail-Adresse', email);
  await type(page, 'Passwort', 'passwort1234');
  await type(page, 'Dasselbe Passwort noch einmal', 'passwort1234');
  await press(page, 'Weiter');
  await page.getByText('Das ist zu leicht zu erraten').waitFor();
  await checkAccessible(page);
  for (const label of ['Passwort', 'Dasselbe Passwort noch einmal']) {
    await tabTo(page, page.getByRole('textbox', { name: label, exact: true }));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(PASSWORD);
  }
  await press(page, 'Weiter');

  await arriveAt(page, 'Ihr Wiederherstellungscode');
  const groups = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  await press(page, 'Ich habe ihn auf Papier');
  await arriveAt(page, 'Haben Sie ihn?');
  for (const [index, group] of groups.entries()) {
    const field = page.getByRole('textbox', { name: `Gruppe ${index + 1}` });
    if (!(await field.isVisible())) continue;
    await tabTo(page, field);
    await page.keyboard.type(group);
  }
  await context.route('**/auth/register', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await page.getByText('Wir wissen nicht, ob Ihr Konto eröffnet wurde').waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await press(page, 'Weiter');
  await arriveAt(page, 'Sehen Sie in Ihr Postfach');

  await page.goto(await town.followMail(email, /bestätig/i));
  await arriveAt(page, 'E-Mail-Adresse bestätigen');
  await press(page, 'Adresse bestätigen');
  await arriveAt(page, 'Danke, Ihre Adresse ist bestätigt');
  await tabTo(page, page.getByRole('link', { name: 'Anmelden', exact: true }));
  await page.keyboard.press('Enter');
  await arriveAt(page, 'Anmelden');
  await type(page, 'E-Mail-Adresse', email);
  await type(page, 'Passwort', PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Abmelden' }).waitFor();
  await page.goto('/unlock');
  await arriveAt(page, 'Tresor öffnen');
});

test('resets a password by keyboard', async () => {
  const ada = await openWebOwner(town.life, 'Ada Owner', { language: 'de' });
  const { page } = await openBrowser(town.origin, SMALL_AND_DARK);
  await page.goto('/forgot-password');
  await arriveAt(page, 'Passwort vergessen?');
  await type(page, 'E-Mail-Adresse', ada.email);
  await page.keyboard.press('Enter');
  await arriveAt(page, 'Sehen Sie in Ihr Postfach');
  await page.goto(await town.followMail(ada.email, /passwort/i));
  await arriveAt(page, 'Neues Passwort wählen');
  await type(page, 'E-Mail-Adresse', uniqueEmail('other'));
  await type(page, 'Neues Passwort', PASSWORD);
  await type(page, 'Dasselbe Passwort noch einmal', PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Der Link ging an eine andere Adresse').waitFor();
  await checkAccessible(page);
  await tabTo(page, page.getByRole('textbox', { name: 'E-Mail-Adresse' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(ada.email);
  await page.keyboard.press('Enter');
  await arriveAt(page, 'Ihr Passwort wurde geändert');
  await page.goto('/log-in');
  await type(page, 'E-Mail-Adresse', ada.email);
  await type(page, 'Passwort', PASSWORD);
  await page.keyboard.press('Enter');
  await arriveAt(page, 'Wiederherstellungscode eingeben');
  await type(page, 'Wiederherstellungscode', `${ada.recoveryCode.slice(0, 8)}X`);
  await page.getByText('Gruppe 2').waitFor();
  await press(page, 'Ich habe den Code nicht mehr');
  await arriveAt(page, 'Mit einem leeren Tresor beginnen');
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
});
