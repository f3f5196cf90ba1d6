/** Passkeys on Chromium's virtual authenticators: logging in, the vault, a device that can't open it, and a lost one. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { freePort } from '../../dev/processes/ports.ts';
import { holdBack } from '../support/browser/answers.ts';
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { heading } from '../support/browser/page-steps.ts';
import {
  logInAt,
  openWebOwner,
  submitButton,
  unlockWith,
  type WebOwner,
} from '../support/browser/web-owner.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

// A passkey belongs to a host name, which an IP address isn't.
const port = await freePort();
const environment = await useBrowserEnvironment({
  API_PORT: String(port),
  FRONTEND_URL: `http://localhost:${port}`,
});
let ada: WebOwner;
let laptop: TestBrowser;
let phone: TestBrowser;
beforeAll(async () => {
  ada = await openWebOwner(environment);
  laptop = await openBrowser(environment.origin);
  phone = await openBrowser(environment.origin);
});

/** Gives a browser an authenticator that recognises its user's finger, and is touched whenever it asks. */
async function withAuthenticator({ context, page }: TestBrowser, hasPrf: boolean): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf,
    },
  });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
async function usePasskey(page: Page): Promise<void> {
  await submitButton(page).waitFor();
  await press(button(page, 'Use a passkey'));
}

async function logOut(page: Page): Promise<void> {
  await press(button(page, 'Log out'));
  await page.getByText('You’re logged out').waitFor();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await type(page.getByLabel('Name of the passkey'), name);
  await page.keyboard.press('Enter');
  await page.getByText(`You can log in with “${name}” now.`).waitFor();
}

/** The vault's first entry, which only an open vault shows. */
async function showsVault(page: Page): Promise<void> {
  await page.getByText('For Bea').first().waitFor();
}

test('a passkey is added, and then one touch logs in and opens the vault', async () => {
  const { page, recorder } = laptop;
  await withAuthenticator(laptop, true);
  await logInAt(page, '/vault/new/note', ada);
  await type(page.getByLabel('Title'), 'For Bea');
  await press(button(page, 'Save'));
  await showsVault(page);

  await page.goto('/account');
  await press(page.getByRole('link', { name: /^Passkeys/ }));
  await unlockWith(page, ada.password);
  await heading(page, 'Passkeys');
  await inspect(page);
  await addPasskey(page, 'Laptop');
  const dialog = page.getByRole('dialog', { name: 'Let “Laptop” open your vault' });
  await inspect(page);
  await type(dialog.getByLabel('Your password'), ada.password);
  await page.keyboard.press('Enter');
  await page.getByText('“Laptop” opens your vault now.').waitFor();
  await inspect(page);
  await logOut(page);
  await inspect(page);

  await page.goto('/log-in?next=%2Fvault');
  await usePasskey(page);
  await showsVault(page);
  await page.reload();
  await heading(page, 'Unlock your vault');
  await inspect(page);
  // Another tab locks the vault while the passkey opens it.
  const goOn = await holdBack(laptop.context, '/auth/confirm/passkey');
  await Promise.all([page.waitForRequest(/\/auth\/confirm\/passkey$/), usePasskey(page)]);
  await page.evaluate(`new BroadcastChannel('vault-keys').postMessage(null)`);
  goOn();
  await page.getByRole('alert').getByText('Your vault is locked.').waitFor();
  await usePasskey(page);
  await showsVault(page);
  recorder.neverSends({ password: ada.password });
});

test('a second device without PRF logs in, and asks for the password to open the vault', async () => {
  const { page } = phone;
  await withAuthenticator(phone, false);
  await logInAt(page, '/account/passkeys', ada);
  await heading(page, 'Passkeys');
  await addPasskey(page, 'Phone');
  await press(button(page, 'Rename “Phone”'));
  await type(page.getByRole('dialog').getByLabel('Name of the passkey'), 'Old phone');
  await page.keyboard.press('Enter');
  await page.getByText('The passkey is called “Old phone” now.').waitFor();
  await press(button(page, 'Let “Old phone” open your vault'));
  await type(page.getByRole('dialog').getByLabel('Your password'), ada.password);
  await page.keyboard.press('Enter');
  await page.getByText('This passkey doesn’t open your vault.').waitFor();
  await inspect(page);
  await page.keyboard.press('Escape');
  await logOut(page);

  await page.goto('/log-in?next=%2Fvault');
  await usePasskey(page);
  await heading(page, 'Unlock your vault');
  await unlockWith(page, ada.password);
  await showsVault(page);
});

test('a lost passkey is removed after a log-in by password, and logs nobody in any more', async () => {
  const { page } = laptop;
  await page.goto('/account/passkeys');
  await unlockWith(page, ada.password);
  await press(button(page, 'Remove “Old phone”'));
  await inspect(page);
  await press(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
  await page.getByText('“Old phone” is removed.').waitFor();
  expect(await page.getByRole('heading', { name: 'Laptop' }).count()).toBe(1);

  await phone.page.goto('/log-in');
  await usePasskey(phone.page);
  await phone.page.getByText('That passkey wasn’t accepted.').waitFor();
  await inspect(phone.page);
});
