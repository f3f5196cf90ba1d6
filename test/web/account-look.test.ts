/** The pages of the account in both languages and themes, on a phone and with assistive technology. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { openWebOwner, typeLogIn, type WebOwner } from '../support/web-owner.ts';

let town: Town;
let ada: WebOwner;
beforeAll(async () => {
  town = await startTown();
  ada = await openWebOwner(town.life);
});
afterAll(() => town.close());

const TITLES = {
  '/account': ['Your account', 'Ihr Konto'],
  '/account/address': ['Change your email address', 'E-Mail-Adresse ändern'],
  '/account/password': ['Change your password', 'Passwort ändern'],
  '/account/recovery-code': ['A new recovery code', 'Ein neuer Wiederherstellungscode'],
  '/account/two-factor': ['Two-factor authentication', 'Zwei-Faktor-Authentifizierung'],
  '/account/sessions': ['Devices', 'Geräte'],
  '/account/activity': ['Activity', 'Protokoll'],
  '/account/plan': ['Plan', 'Tarif'],
  '/account/delete': ['Delete the account', 'Konto löschen'],
} as const;

test.each([
  { language: 'en', theme: 'light' },
  { language: 'de', theme: 'dark' },
] as const)('every page can be read and used in $language, in the $theme theme', async (look) => {
  const { page, recorder } = await openBrowser(town.origin, look);
  // The log-in speaks English in the test's words.
  await page.goto('/log-in?next=/account');
  await page.getByRole('button', { name: 'English' }).click();
  await typeLogIn(page, ada);
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  if (look.language === 'de') await page.getByRole('button', { name: 'Deutsch' }).click();
  for (const [path, [english, german]] of Object.entries(TITLES)) {
    await page.setViewportSize({ width: 1200, height: 800 });
    // Without loading the page again, which would lock the vault.
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    await page.getByRole('heading', { level: 1, name: look.language === 'de' ? german : english }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await checkAccessible(page);
    await fitsAt360(page);
  }
  expect(recorder.sent.length).toBeGreaterThan(0);
  recorder.neverSends({ password: ada.password, 'recovery code': ada.recoveryCode });
  recorder.onlyTo(town.origin);
});
