/** An open session: it locks, spans tabs, ends elsewhere, loses its connection, and meets keys that do not open at once. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { LIVE_LIMITS } from '../../api/live/limits.ts';
import { KDF_V1, renewRecoveryCode, unlock } from '../../crypto/index.ts';
import { KeyBundleArchive } from '../../db/entities/key-bundle-archive.ts';
import { Session } from '../../db/entities/session.ts';
import { User } from '../../db/entities/user.ts';
import { checkAccessible } from '../support/browser/accessible.ts';
import { holdBack, refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { enter, press, type } from '../support/browser/keyboard.ts';
import { fitsAt360 } from '../support/browser/layout.ts';
import { heading, waitForFocus } from '../support/browser/page-steps.ts';
import { save } from '../support/browser/successors-page.ts';
import {
  enterAs,
  logInAt,
  openWebOwner,
  ownProgram,
  typeLogIn,
  unlockWith,
  type WebOwner,
} from '../support/browser/web-owner.ts';
import { letter, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { openPage } from '../support/clients/live.ts';
import { nameSuccessor } from '../support/clients/successor.ts';
import { withTwoFactor, wrongCode } from '../support/clients/totp.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';

const environment = await useBrowserEnvironment();

let ada: WebOwner;
beforeAll(async () => {
  ada = await openWebOwner(environment);
});

test('a reload locks the vault, a wrong password leaves it locked, and the right one opens it', async () => {
  const { page, recorder, expectProblem } = await openBrowser(environment.origin);
  expectProblem(/status of 404 .*no-such-page/);
  await page.goto('/unlock?next=/unlock');
  await typeLogIn(page, ada);
  await page.waitForURL((url) => url.pathname !== '/log-in');
  await page.goto('/unlock?next=/no-such-page');
  await page.getByRole('heading', { name: 'Unlock your vault' }).waitFor();
  await waitForFocus(page.getByRole('textbox', { name: 'Password' }));
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.goBack();
  const password = page.getByRole('textbox', { name: 'Password' });
  await enter(password, 'not the password');
  await page.getByRole('alert').getByText('That password doesn’t open this vault').waitFor();
  await inspect(page);
  await type(password, ada.password);
  await press(page.getByRole('button', { name: 'Unlock', exact: true }));
  await page.waitForURL('**/no-such-page');
  recorder.neverSends({ password: ada.password });
  recorder.onlyTo(environment.origin);
});

test('fifteen minutes without input lock the vault in every tab, and one tab in use keeps it open', async () => {
  const { page, context } = await openBrowser(environment.origin, { sharedWorker: true });
  await context.clock.install();
  await logInAt(page, '/log-in', ada);
  const other = await context.newPage();
  await other.goto('/');
  const isOpen = other.getByRole('button', { name: 'Lock the vault' });
  await isOpen.waitFor();
  await context.clock.fastForward('10:00');
  const lastInput = () => other.evaluate<string | null>(`localStorage.getItem('last-input')`);
  const before = await lastInput();
  await page.mouse.move(20, 20);
  // The tabs are in processes of their own.
  await until('the other tab to find the input', async () => (await lastInput()) !== before);
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
  await other.getByRole('button', { name: 'Log out' }).click();
  await heading(other, 'Log in');
  expect(await other.evaluate(`localStorage.getItem('locked-when-idle')`)).toBeNull();
});

test('a new tab locks the vault if nobody used the suspended others for fifteen minutes', async () => {
  const { page, context } = await openBrowser(environment.origin, { sharedWorker: true });
  // As in a tab that the browser suspends.
  await page.addInitScript('globalThis.setInterval = () => 0');
  await logInAt(page, '/log-in', ada);
  const lock = page.getByRole('button', { name: 'Lock the vault' });
  await lock.waitFor();
  await page.evaluate(`localStorage.setItem('last-input', Date.now() - 20 * 60_000)`);
  const other = await context.newPage();
  await other.goto('/unlock');
  await other.getByText('Nobody used this page for 15 minutes').waitFor();
  await lock.waitFor({ state: 'hidden' });
  await unlockWith(other, ada.password);
  await lock.waitFor();
});

/** A tab on an owner's page. The vault is locked there, because it was loaded by itself. */
async function openTab(page: Page): Promise<void> {
  await page.goto('/unlock');
  await heading(page, 'Unlock your vault');
}

test('logging out in one tab shows in the other, and so does logging in', async () => {
  const { page, context } = await openBrowser(environment.origin, { sharedWorker: true });
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
  const { page, context } = await openBrowser(environment.origin, { sharedWorker: true });
  await logInAt(page, '/log-in', ada);
  const other = await context.newPage();
  await page.goto('/unlock');
  await openTab(other);
  await unlockWith(page, ada.password);
  const locks = [page, other].map((tab) => tab.getByRole('button', { name: 'Lock the vault' }));
  // Each goes on to home, whose button is a different one.
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
  // A page that the browser kept, and shows again to someone who goes back, starts afresh.
  const again = `setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))`;
  await Promise.all([third.waitForEvent('load'), third.evaluate(again)]);
  // A tab that locks the vault while its worker is busy, and is closed at once, still locks the others.
  await third.getByRole('button', { name: 'Lock the vault' }).waitFor();
  await third.evaluate('MessagePort.prototype.postMessage = () => {}');
  await third.getByRole('button', { name: 'Lock the vault' }).click();
  await third.close();
  for (const lock of locks) await lock.waitFor({ state: 'hidden' });
});

test('where tabs share no worker, each asks for the password, and locking one still locks all', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  const other = await context.newPage();
  await openTab(other);
  await unlockWith(other, ada.password);
  const locks = [page, other].map((tab) => tab.getByRole('button', { name: 'Lock the vault' }));
  for (const lock of locks) await lock.waitFor();
  await locks[0]?.click();
  for (const lock of locks) await lock.waitFor({ state: 'hidden' });
});

test('a browser that refuses a shared worker, or can’t load a worker’s script, still asks for the password', async () => {
  const { page, context, expectProblem } = await openBrowser(environment.origin, { sharedWorker: true });
  await logInAt(page, '/log-in', ada);
  await context.addInitScript(`globalThis.SharedWorker = class {
    port = new MessageChannel().port1;
    set onerror(listener) { setTimeout(listener); }
  };`);
  await openTab(page);
  await unlockWith(page, ada.password);
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  expectProblem(/status of 404 .*\/assets\/worker-/);
  await context.route(/\/assets\/worker-/, (route) => route.fulfill({ status: 404 }));
  await openTab(page);
  await unlockWith(page, ada.password);
  await page.getByText('This page is out of date. Please reload it.').waitFor();
});

test('an unlock during which another tab locks the vault says so, and the next one opens it', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  await openTab(page);
  const other = await context.newPage();
  await openTab(other);
  const goOn = await holdBack(context, '/auth/kdf');
  await Promise.all([page.waitForRequest(/\/auth\/kdf$/), unlockWith(page, ada.password)]);
  await other.evaluate(`new BroadcastChannel('vault-keys').postMessage(null)`);
  goOn();
  await page
    .getByRole('alert')
    .getByText('Your vault is locked. Please enter your password again.')
    .waitFor();
  await unlockWith(page, ada.password);
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
});

test('no script of a page can read the keys, whatever it listens to', async () => {
  const { page, context } = await openBrowser(environment.origin, { sharedWorker: true });
  const spy = await context.newPage();
  await spy.goto('/log-in');
  await spy.evaluate(`globalThis.heard = [];
    new BroadcastChannel('vault-keys').onmessage = ({ data }) => heard.push(data);`);
  await logInAt(page, '/log-in', ada);
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await spy.waitForFunction('heard.length > 0');
  // The page and its worker both announce the lock.
  expect(new Set(await spy.evaluate<unknown[]>('heard'))).toEqual(new Set([null]));
});

test('a session that is ended elsewhere leads to the log-in, and back to where the owner was', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  const answerAgain = await refuse(context, '/auth/profile');
  await page.goto('/unlock');
  await page.getByText('Too many attempts').waitFor();
  await inspect(page);
  await answerAgain();
  await press(page.getByRole('button', { name: 'Try again' }));
  await heading(page, 'Unlock your vault');
  const { program } = await ownProgram(environment, ada);
  expect((await program.post('/sessions/invalidate-others')).status).toBe(200);
  await heading(page, 'Log in');
  await page.getByText('Your session has ended. Log in again').waitFor();
  await inspect(page);
  await typeLogIn(page, ada);
  await page.waitForURL('**/unlock');
});

test('a log-in does not wait for ever for an exchange that hangs in another tab', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  await holdBack(context, '/auth/refresh');
  const { program } = await ownProgram(environment, ada);
  const asked = page.waitForRequest(/\/auth\/refresh$/);
  expect((await program.post('/sessions/invalidate-others')).status).toBe(200);
  await asked;
  const other = await context.newPage();
  await other.goto('/log-in');
  await typeLogIn(other, ada);
  await other.getByRole('button', { name: 'Lock the vault' }).waitFor();
});

test('a tab that hears late of an ended session leaves the one that has begun since', async () => {
  const { page, context } = await openBrowser(environment.origin, { sharedWorker: true });
  // Pages learn of the end by their requests only.
  await context.addInitScript('WebSocket = class { close() {} }');
  await logInAt(page, '/log-in', ada);
  await openTab(page);
  const late = await context.newPage();
  await late.addInitScript(`
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      set(listener) {
        set.call(this, (event) => {
          if (event.data?.kind === 'ended') globalThis.hear = () => listener(event);
          else listener(event);
        });
      },
    });
  `);
  await openTab(late);
  const { program } = await ownProgram(environment, ada);
  expect((await program.post('/sessions/invalidate-others')).status).toBe(200);
  await unlockWith(page, ada.password);
  await heading(page, 'Log in');
  await typeLogIn(page, ada);
  const tabs = [page, late].map((tab) => tab.getByRole('button', { name: 'Lock the vault' }));
  for (const tab of tabs) await tab.waitFor();
  await late.evaluate('hear()');
  await page.reload();
  for (const tab of tabs) await tab.waitFor();
});

test('another account that logs in elsewhere is not asked to confirm what this one wanted, and gets its own pushes', async () => {
  const grace = await openWebOwner(environment, 'Grace Owner');
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/account/address', ada);
  await refuse(context, '/auth/profile', { code: 'confirmation_required', status: 403, method: 'PUT' });
  await page.getByLabel('New email address').fill('ada@new.test');
  await page.getByRole('textbox', { name: 'Password' }).fill(ada.password);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await question.waitFor();
  await context.clearCookies();
  const other = await context.newPage();
  await other.goto('/log-in');
  const connects = page.waitForEvent('websocket');
  await typeLogIn(other, grace);
  await question.waitFor({ state: 'detached' });
  await connects;
});

test('a lost connection shows, nothing typed is lost, and a page that did not arrive comes afterwards', async () => {
  const { page, context, expectProblem } = await openBrowser(environment.origin);
  expectProblem(/ERR_INTERNET_DISCONNECTED|WebSocket|PartLoadError/);
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

test('a tab too many says why it isn’t updated, until others are closed', async () => {
  const owner = await openWebOwner(environment);
  const { program } = await ownProgram(environment, owner);
  const tabs = await Promise.all(
    Array.from({ length: LIVE_LIMITS.perUser }, () => openPage(environment, program)),
  );
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', owner);
  const notice = page.getByText('Too many tabs are open');
  await notice.waitFor();
  await page.getByText('So far, nobody would receive your vault.').waitFor();
  await inspect(page);
  await program.post('/successors', { name: 'Bea', email: 'bea@example.test' });
  for (const tab of tabs) await tab.close();
  // Its own next try may be more than a minute away.
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await notice.waitFor({ state: 'hidden' });
  await page.getByText('Nobody has confirmed their email address yet.').waitFor();
});

test('keys that someone replaced are put back from the archive, after asking; without any, new ones are made', async () => {
  const ada = await openLeavingOwner(environment);
  await ada.write(letter('The garden', 'Water the roses at dusk.'));
  const grace = await nameSuccessor(environment, ada, 'Grace');
  // The second time with keys that the archive doesn't have.
  for (const _ of ['first', 'second']) await ada.leave(1, new Map([[grace, null]]));
  const { program, logIn, user, vault } = await ownProgram(environment, ada);
  const stranger = await openWebOwner(environment);
  const { keyBundle } = (await ownProgram(environment, stranger)).user;
  const { keyBundleVersion } = user;
  expect((await program.put('/auth/profile', { keyBundle, keyBundleVersion })).status).toBe(200);
  const em = environment.em();
  const newest = { orderBy: { id: 'desc' } } as const;
  const { id } = await em.findOneOrFail(KeyBundleArchive, { userId: user.id }, newest);
  await em.nativeDelete(KeyBundleArchive, { id });
  const { secret, recoveryCodes } = await withTwoFactor(environment, program, logIn);

  const browser = await openBrowser(environment.origin);
  const { page } = browser;
  await enterAs(browser, environment.origin, { browser: program });
  await page.goto('/unlock');
  await unlockWith(page, ada.password);
  // Keys are about to be stored, so the password alone is not enough.
  const code = page.getByLabel('Code from your authenticator app');
  await code.waitFor();
  await inspect(page);
  await enter(code, await wrongCode(environment, secret));
  await page.getByText('That code is wrong').waitFor();
  await enter(code, recoveryCodes[0]!);
  await page.getByRole('heading', { name: 'Your keys were changed' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: 'Put the older keys back' }));
  await page.getByRole('heading', { name: 'The older keys are back' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  const after = (await program.get('/auth/profile')).body.user;
  expect((await unlock(logIn, after)).ownerKey).toBe(vault.ownerKey);

  await page.waitForURL(`${environment.origin}/`);
  await heading(page, 'All is well');
  await press(page.getByRole('link', { name: 'Successors', exact: true }));
  await page.getByText('the list itself is missing').waitFor();
  await press(page.getByRole('button', { name: 'It’s right: sign again' }));
  await page.getByText('Now save “Who gets what” once more').waitFor();
  await inspect(page);
  await press(page.getByRole('link', { name: 'Check and save again' }));
  await page.getByText('Everything is saved').waitFor();
  expect(await save(page)).toContain('Nobody gets anything different.');

  await environment.em().nativeUpdate(User, { id: stranger.id }, { keyBundle: null });
  await browser.context.clearCookies();
  await page.goto('/log-in');
  await typeLogIn(page, stranger);
  await page.getByRole('heading', { name: 'Your vault needs keys' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: 'Create my keys' }));
  await page.getByRole('heading', { level: 1, name: 'Your recovery code' }).waitFor();
});

test('older keys than the browser has seen are used only if a backup was restored; an earlier session asks for the password', async () => {
  const ada = await openWebOwner(environment);
  const { program, user, vault } = await ownProgram(environment, ada);
  const em = environment.em();
  const { keyBundle: first, keyBundleVersion } = user;
  const { vault: renewed } = await renewRecoveryCode(vault);
  const body = { keyBundle: { ...renewed.keyBundle }, keyBundleVersion };
  expect((await program.put('/auth/profile', body)).status).toBe(200);
  const { page, recorder } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();

  // The password was shown long ago, so the service withholds the keys until it is typed.
  await em.nativeUpdate(Session, { userId: ada.id }, { confirmedAt: null });
  await page.goto('/unlock');
  await unlockWith(page, ada.password);
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();

  await em.nativeDelete(KeyBundleArchive, { userId: ada.id });
  await em.nativeUpdate(User, { id: ada.id }, { keyBundle: first });
  await page.goto('/unlock');
  await unlockWith(page, ada.password);
  await page.getByRole('heading', { name: 'Your keys are older than before' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: 'A backup was restored: use the older keys' }));
  await page.getByRole('heading', { name: 'The older keys are in use' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  recorder.neverSends({ password: ada.password });
});

test('an older derivation of the password gives way to the newest, without a question', async () => {
  const ada = await openWebOwner(environment);
  const before = await ownProgram(environment, ada);
  const newest = { ...KDF_V1, version: 2, passes: 4 };
  Object.assign(environment.deps, { keyDerivations: [KDF_V1, newest] });
  const { page, recorder } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  const after = await ownProgram(environment, ada);
  expect(after.logIn.kdf).toEqual(newest);
  expect(after.vault.ownerKey).toBe(before.vault.ownerKey);
  await page.goto('/unlock');
  await unlockWith(page, ada.password);
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  recorder.neverSends({ password: ada.password });
});
