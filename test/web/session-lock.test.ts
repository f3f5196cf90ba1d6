/** The vault locks itself, and the password opens it again. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { logInAt, openWebOwner, typeLogIn, type WebOwner } from '../support/browser/web-owner.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
let ada: WebOwner;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
  ada = await openWebOwner(environment);
});
afterAll(() => environment.close());

test('a reload locks the vault, a wrong password leaves it locked, and the right one opens it', async () => {
  const { page, recorder, expectProblem } = await openBrowser(environment.origin);
  expectProblem(/status of 404 .*no-such-page/);
  await page.goto('/unlock?next=/unlock');
  await typeLogIn(page, ada);
  await page.waitForURL((url) => url.pathname !== '/log-in');
  await page.goto('/unlock?next=/no-such-page');
  await page.getByRole('heading', { name: 'Unlock your vault' }).waitFor();
  expect(
    await page.getByRole('textbox', { name: 'Password' }).evaluate((field) => field.matches(':focus')),
  ).toBe(true);
  const password = page.getByRole('textbox', { name: 'Password' });
  await type(password, 'not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('That password doesn’t open this vault').waitFor();
  await inspect(page);
  await type(password, ada.password);
  await press(page.getByRole('button', { name: 'Unlock', exact: true }));
  await page.waitForURL('**/no-such-page');
  recorder.neverSends({ password: ada.password });
  recorder.onlyTo(environment.origin);
});

test('fifteen minutes without input lock the vault in every tab, and one tab in use keeps it open', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await context.clock.install();
  await logInAt(page, '/log-in', ada);
  const other = await context.newPage();
  await other.goto('/');
  const isOpen = other.getByRole('button', { name: 'Lock the vault' });
  await isOpen.waitFor();
  await context.clock.fastForward('10:00');
  await page.mouse.move(20, 20);
  await context.clock.fastForward('10:00');
  expect(await isOpen.isVisible()).toBe(true);
  await context.clock.fastForward('04:20');
  const warning = other.getByText('your vault will lock within a minute');
  await warning.waitFor();
  await inspect(other);
  await other.keyboard.press('Shift');
  await warning.waitFor({ state: 'hidden' });
  await context.clock.fastForward('15:30');
  await isOpen.waitFor({ state: 'hidden' });
  await other.goto('/unlock');
  await other.getByText('Nobody used this page for 15 minutes').waitFor();
  await inspect(other);
});
