/** A second factor that someone else switched on: mailbox and recovery code begin its removal. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SecondFactorRemoval } from '../../db/entities/second-factor-removal.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { openWebOwner, ownProgram, typeLogIn } from '../support/browser/web-owner.ts';
import { withTwoFactor } from '../support/clients/totp.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

test('the log-in leads there, the code is proven twice with three days between, and the password is enough again', async () => {
  const ada = await openWebOwner(environment);
  const { program, logIn } = await ownProgram(environment, ada, ada.password);
  await withTwoFactor(environment, program, logIn);
  const { page, recorder } = await openBrowser(environment.origin);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await press(page.getByRole('link', { name: 'I have neither the app nor its codes' }));
  await heading('Remove your second factor');
  await inspect(page);
  await type(page.getByLabel('Email address'), ada.email);
  await page.keyboard.press('Enter');
  await heading('Check your email');

  const link = await environment.followMail(ada.email, 'Remove the second factor');
  const prove = async () => {
    await page.goto(link);
    await heading('Enter your recovery code');
    await inspect(page);
    await type(page.getByLabel('Recovery code'), ada.recoveryCode);
    await page.keyboard.press('Enter');
  };
  await prove();
  await heading('Please come back in three days');
  await inspect(page);
  // As if three days had passed.
  const startedAt = new Date(Date.now() - 3 * 86_400_000);
  const passed = await environment.orm.em
    .fork()
    .nativeUpdate(SecondFactorRemoval, { userId: ada.id }, { startedAt });
  expect(passed).toBe(1);
  await prove();
  await heading('Your second factor has been removed');
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
  recorder.neverSends({ 'recovery code': ada.recoveryCode, password: ada.password });
});
