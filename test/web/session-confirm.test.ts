/** Logging in with a second factor, an address that is not confirmed yet, and being asked for the password again. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Session } from '../../db/entities/session.ts';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { buildSuccessor } from '../support/builders.ts';
import { fitsAt360 } from '../support/layout.ts';
import { codeOf, withTwoFactor } from '../support/totp.ts';
import { startTown, type Town } from '../support/town.ts';
import { logInAt, openWebOwner, ownProgram, typeLogIn } from '../support/web-owner.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

const HOUR = 3_600_000;

test('what weakens the switch asks for password and code first, and can be left', async () => {
  const ada = await openWebOwner(town.life);
  await buildSuccessor(town.life, ada);
  const { program, logIn } = await ownProgram(town.life, ada, ada.password);
  const { secret, recoveryCodes } = await withTwoFactor(town.life, program, logIn);
  const { page, recorder } = await openBrowser(town.origin);
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  const code = page.getByLabel('Code from your authenticator app');
  await code.waitFor();
  await checkAccessible(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('That code is wrong').waitFor();
  await code.fill(await codeOf(town.life, secret, 1));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();

  const longAgo = new Date(Date.now() - HOUR);
  await town.life.orm.em.fork().nativeUpdate(Session, { userId: ada.id }, { confirmedAt: longAgo });
  await page.goto('/switch');
  const days = page.getByRole('textbox', { name: 'Days of silence' });
  await days.fill('30');
  await days.press('Tab');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await dialog.waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await save.evaluate((button) => button.matches(':focus'))).toBe(true);

  await save.click();
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await password.fill('not the password');
  await dialog.getByLabel('Code from your authenticator app').fill(recoveryCodes[0]!);
  await page.keyboard.press('Enter');
  await dialog.getByText('That is not the password of this account').waitFor();
  await password.fill(ada.password);
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  recorder.neverSends({ password: ada.password });
});

test('an account whose address is not confirmed says so, and sends the email again', async () => {
  const ada = await openWebOwner(town.life, 'Ada Owner', { isVerified: false });
  const { page } = await openBrowser(town.origin);
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await page.getByText('This address isn’t confirmed yet').waitFor();
  const before = (await town.mailFor(ada.email)).length;
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await page.getByText('a new email is on its way').waitFor();
  await checkAccessible(page);
  await town.life.rest();
  expect((await town.mailFor(ada.email)).length).toBe(before + 1);
  await page.goto(await town.followMail(ada.email, /confirm/i));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logInAt(page, '/log-in', ada);
});

test('too many wrong passwords say how long to wait', async () => {
  const ada = await openWebOwner(town.life);
  const { page } = await openBrowser(town.origin);
  await page.goto('/log-in');
  for (let tries = 0; tries < 5; tries += 1) {
    await typeLogIn(page, { ...ada, password: 'wrong password' });
    await page.getByRole('alert').waitFor();
  }
  await typeLogIn(page, { ...ada, password: 'wrong password' });
  await page.getByText(/this account is locked for a while. Try again in 1\d minutes/).waitFor();
});
