/** Logging in with a second factor, an address that is not confirmed yet, and being asked for the password again. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Session } from '../../db/entities/session.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { openWebOwner, ownProgram, typeLogIn } from '../support/browser/web-owner.ts';
import { buildSuccessor } from '../support/builders/owner.ts';
import { client } from '../support/clients/client.ts';
import { codeOf, withTwoFactor } from '../support/clients/totp.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

const HOUR = 3_600_000;

test('with a code or a recovery code, what weakens the switch asks for both again, and can be left', async () => {
  const ada = await openWebOwner(environment);
  await buildSuccessor(environment, ada);
  const { program, logIn } = await ownProgram(environment, ada, ada.password);
  const { secret, recoveryCodes } = await withTwoFactor(environment, program, logIn);
  const { page, recorder } = await openBrowser(environment.origin);
  await page.goto('/log-in');
  await press(page.getByRole('button', { name: 'Log in' }));
  await inspect(page);
  const email = page.getByLabel('Email address');
  const password = page.getByRole('textbox', { name: 'Password' });
  const code = page.getByLabel('Code from your authenticator app');
  const logOut = page.getByRole('button', { name: 'Log out' });
  await type(email, ada.email);
  await type(password, ada.password);
  await page.keyboard.press('Enter');
  await type(code, '000000');
  await page.keyboard.press('Enter');
  await page.getByText('That code is wrong').waitFor();
  await inspect(page);
  await type(code, await codeOf(environment, secret, 1));
  await page.keyboard.press('Enter');
  await press(logOut);
  await page.getByText('You’re logged out').waitFor();
  await inspect(page);
  await type(email, ada.email);
  await type(password, ada.password);
  await page.keyboard.press('Enter');
  await type(code, recoveryCodes[1]!);
  await page.keyboard.press('Enter');
  await logOut.waitFor();

  const longAgo = new Date(Date.now() - HOUR);
  await environment.orm.em.fork().nativeUpdate(Session, { userId: ada.id }, { confirmedAt: longAgo });
  await page.goto('/switch');
  await type(page.getByRole('textbox', { name: 'Days of silence' }), '30');
  const save = page.getByRole('button', { name: 'Save' });
  await press(save);
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await save.evaluate((button) => button.matches(':focus'))).toBe(true);

  await page.keyboard.press('Enter');
  await type(dialog.getByRole('textbox', { name: 'Password' }), 'not the password');
  await type(dialog.getByLabel('Code from your authenticator app'), recoveryCodes[0]!);
  await page.keyboard.press('Enter');
  await dialog.getByText('That’s not the password for this account').waitFor();
  await inspect(page);
  await type(dialog.getByRole('textbox', { name: 'Password' }), ada.password);
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  recorder.neverSends({ password: ada.password });
});

test('an account whose address is not confirmed says so, and sends the email again', async () => {
  const ada = await openWebOwner(environment, 'Ada Owner', { isVerified: false });
  const { page } = await openBrowser(environment.origin);
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await page.getByText('This address isn’t confirmed yet').waitFor();
  const before = (await environment.mailFor(ada.email)).length;
  await press(page.getByRole('button', { name: 'Send the email again' }));
  await page.getByText('a new email is on its way').waitFor();
  await inspect(page);
  await environment.rest();
  expect((await environment.mailFor(ada.email)).length).toBe(before + 1);
});

test('too many wrong passwords say how long to wait', async () => {
  const ada = await openWebOwner(environment);
  const guess = { email: ada.email, password: Buffer.alloc(32).toString('base64') };
  for (let tries = 0; tries < 4; tries += 1) await client(environment).post('/auth/login', guess);
  const { page } = await openBrowser(environment.origin);
  await page.goto('/log-in');
  await typeLogIn(page, { ...ada, password: 'wrong password' });
  await page.getByText('That address and password don’t match').waitFor();
  await typeLogIn(page, ada);
  await page.getByText(/this account is locked for a while. Try again in 1\d minutes/).waitFor();
  await inspect(page);
});
