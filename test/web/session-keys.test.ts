/** Keys that do not open at once: replaced by someone, never made, or derived in an older way. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { KDF_V1, renewRecoveryCode, unlock } from '../../crypto/index.ts';
import { KeyBundleArchive } from '../../db/entities/key-bundle-archive.ts';
import { Session } from '../../db/entities/session.ts';
import { User } from '../../db/entities/user.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import {
  enterAs,
  logInAt,
  openWebOwner,
  ownProgram,
  typeLogIn,
  unlockWith,
} from '../support/browser/web-owner.ts';
import { withTwoFactor } from '../support/clients/totp.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

test('keys that someone replaced are put back from the archive, after asking; without any, new ones are made', async () => {
  const ada = await openWebOwner(environment);
  const { program, logIn, user, vault } = await ownProgram(environment, ada, ada.password);
  const stranger = await openWebOwner(environment);
  const { keyBundle } = (await ownProgram(environment, stranger, stranger.password)).user;
  const { keyBundleVersion } = user;
  expect((await program.put('/auth/profile', { keyBundle, keyBundleVersion })).status).toBe(200);
  const { recoveryCodes } = await withTwoFactor(environment, program, logIn);

  const browser = await openBrowser(environment.origin);
  const { page } = browser;
  await enterAs(browser, environment.origin, { browser: program });
  await page.goto('/unlock');
  await unlockWith(page, ada.password);
  // Keys are about to be stored, so the password alone is not enough.
  const code = page.getByLabel('Code from your authenticator app');
  await code.waitFor();
  await inspect(page);
  await type(code, '000000');
  await page.keyboard.press('Enter');
  await page.getByText('That code is wrong').waitFor();
  await type(code, recoveryCodes[0]!);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your keys were changed' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: 'Put the older keys back' }));
  await page.getByRole('heading', { name: 'The older keys are back' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  const after = (await program.get('/auth/profile')).body.user;
  expect((await unlock(logIn, after)).ownerKey).toBe(vault.ownerKey);

  await environment.orm.em.fork().nativeUpdate(User, { id: stranger.id }, { keyBundle: null });
  await browser.context.clearCookies();
  await page.goto('/log-in');
  await typeLogIn(page, stranger);
  await page.getByRole('heading', { name: 'Your vault needs keys' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: 'Create my keys' }));
  await page.getByRole('heading', { level: 1, name: 'Your recovery code' }).waitFor();
});

test('older keys than the browser has seen are used only if a backup was restored; a session of earlier asks the password', async () => {
  const ada = await openWebOwner(environment);
  const { program, user, vault } = await ownProgram(environment, ada, ada.password);
  const em = environment.orm.em.fork();
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
  const before = await ownProgram(environment, ada, ada.password);
  const newest = { ...KDF_V1, version: 2, passes: 4 };
  Object.assign(environment.deps, { keyDerivations: [KDF_V1, newest] });
  const { page, recorder } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  const after = await ownProgram(environment, ada, ada.password);
  expect(after.logIn.kdf).toEqual(newest);
  expect(after.vault.ownerKey).toBe(before.vault.ownerKey);
  await page.goto('/unlock');
  await unlockWith(page, ada.password);
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  recorder.neverSends({ password: ada.password });
});
