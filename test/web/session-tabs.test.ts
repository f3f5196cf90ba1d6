/** One session in several tabs, one that ends elsewhere, and a connection that is lost. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/browser/accessible.ts';
import { refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press } from '../support/browser/keyboard.ts';
import { fitsAt360 } from '../support/browser/layout.ts';
import {
  logInAt,
  openWebOwner,
  ownProgram,
  typeLogIn,
  unlockWith,
  type WebOwner,
} from '../support/browser/web-owner.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
let ada: WebOwner;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
  ada = await openWebOwner(environment);
});
afterAll(() => environment.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** A tab on an owner's page. The vault is locked there, because it was loaded by itself. */
async function openTab(page: Page): Promise<void> {
  await page.goto('/unlock');
  await heading(page, 'Unlock your vault');
}

test('logging out in one tab shows in the other, and so does logging in', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  await openTab(page);
  const other = await context.newPage();
  await openTab(other);
  await page.getByRole('button', { name: 'Log out' }).click();
  for (const tab of [page, other]) {
    await heading(tab, 'Log in');
    await tab.getByText('You’re logged out, and the vault is locked.').waitFor();
  }
  await typeLogIn(page, ada);
  await other.waitForURL((url) => url.pathname !== '/log-in');
});

test('unlocking one tab unlocks the other, and locking one locks both', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  const other = await context.newPage();
  await page.goto('/unlock');
  await openTab(other);
  await unlockWith(page, ada.password);
  const locks = [page, other].map((tab) => tab.getByRole('button', { name: 'Lock the vault' }));
  // Each goes on to home, where the button is another one.
  for (const tab of [page, other]) await tab.waitForURL(`${environment.origin}/`);
  for (const lock of locks) await lock.waitFor();
  await locks[1]?.click();
  for (const lock of locks) await lock.waitFor({ state: 'hidden' });
  // A tab that opens later has the keys from one that is open.
  await openTab(other);
  await unlockWith(other, ada.password);
  await locks[0]?.waitFor();
  const third = await context.newPage();
  await third.goto('/');
  await third.getByRole('button', { name: 'Lock the vault' }).waitFor();
  // A page that the browser kept, and shows again to someone who goes back, starts anew.
  const again = `setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))`;
  await Promise.all([third.waitForEvent('load'), third.evaluate(again)]);
  // A tab that locks the vault while its worker is busy, and is closed at once, still locks the others.
  await third.getByRole('button', { name: 'Lock the vault' }).waitFor();
  await third.evaluate('Worker.prototype.postMessage = () => {}');
  await third.getByRole('button', { name: 'Lock the vault' }).click();
  await third.close();
  for (const lock of locks) await lock.waitFor({ state: 'hidden' });
});

test('a session that is ended elsewhere leads to the log-in, and back to where one was', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  const answerAgain = await refuse(context, '/auth/profile');
  await page.goto('/unlock');
  await page.getByText('Too many attempts').waitFor();
  await inspect(page);
  await answerAgain();
  await press(page.getByRole('button', { name: 'Try again' }));
  await heading(page, 'Unlock your vault');
  const { program } = await ownProgram(environment, ada, ada.password);
  expect((await program.post('/sessions/invalidate-others')).status).toBe(200);
  await heading(page, 'Log in');
  await page.getByText('Your session has ended. Log in again').waitFor();
  await inspect(page);
  await typeLogIn(page, ada);
  await page.waitForURL('**/unlock');
});

test('a lost connection shows, nothing typed is lost, and a page that did not arrive comes afterwards', async () => {
  const { page, context, expectProblem } = await openBrowser(environment.origin);
  expectProblem(/ERR_INTERNET_DISCONNECTED|WebSocket|NotLoaded/);
  await logInAt(page, '/log-in', ada);
  await openTab(page);
  // This also loads the other language, for the time without a connection.
  await inspect(page);
  const notice = page.getByText('No connection. This page may be out of date.');
  expect(await notice.isVisible()).toBe(false);
  await context.setOffline(true);
  await notice.waitFor();
  const unreachable = page.getByText('We can’t reach the service.');
  await unlockWith(page, ada.password);
  await unreachable.waitFor();
  await inspect(page);
  await context.setOffline(false);
  await notice.waitFor({ state: 'hidden' });
  await press(page.getByRole('button', { name: 'Unlock', exact: true }));
  const lock = page.getByRole('button', { name: 'Lock the vault' });
  await lock.waitFor();
  await page.waitForURL(`${environment.origin}/`);

  await context.setOffline(true);
  await press(page.getByRole('link', { name: 'Account' }));
  await heading(page, 'This page couldn’t be loaded');
  await press(page.getByRole('button', { name: 'Try again' }));
  await unreachable.waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await press(page.getByRole('link', { name: 'Successors' }));
  await unreachable.waitFor();
  await context.setOffline(false);
  // By itself, and the vault is still open.
  await heading(page, 'Successors');
  await press(page.getByRole('link', { name: 'Account' }));
  await heading(page, 'Your account');
  await lock.waitFor();
});
