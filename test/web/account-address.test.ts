/** Another address for the account, by the real mails; and the end of an account. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { uniqueEmail } from '../support/builders.ts';
import { client } from '../support/client.ts';
import { fitsAt360 } from '../support/layout.ts';
import { follow, heading, press } from '../support/page-steps.ts';
import { startTown, type Town } from '../support/town.ts';
import { logInAt, openWebOwner, typeLogIn } from '../support/web-owner.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

test('a new address counts once its mailbox has confirmed it, with the same password', async () => {
  const ada = await openWebOwner(town.life);
  const email = uniqueEmail('ada');
  const { page, context, recorder } = await openBrowser(town.origin);
  await logInAt(page, '/account', ada);
  await follow(page, /^Email address/);
  await heading(page, 'Change your email address');
  await page.getByLabel('New email address').fill(ada.email);
  await page.getByRole('textbox', { name: 'Your password' }).fill(ada.password);
  await press(page, 'Send the link');
  await page.getByText('That is the address you have already.').waitFor();
  await page.getByLabel('New email address').fill(email);
  await press(page, 'Send the link');
  await heading(page, 'Check the new mailbox');
  await checkAccessible(page);
  await fitsAt360(page);

  const warning = await town.mailFor(ada.email);
  expect(warning.map(({ subject }) => subject)).toContain(
    'Your Vault Handover account is about to get another email address',
  );
  const mailbox = await context.newPage();
  await mailbox.goto(await town.followMail(email, 'Confirm your new email address'));
  await press(mailbox, 'Confirm my address');
  await heading(mailbox, /your address is confirmed/);

  // The page that asked has the former keys, so it asks for the password before it changes anything.
  await follow(page, 'Back to your account');
  await press(page, 'Log out');
  await typeLogIn(page, { ...ada, email });
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  recorder.neverSends({ password: ada.password, 'recovery code': ada.recoveryCode });
});

test('an account is deleted with its address typed and the password, and not by mistake', async () => {
  const ada = await openWebOwner(town.life);
  const { page, recorder } = await openBrowser(town.origin);
  await logInAt(page, '/account/delete', ada);
  await heading(page, 'Delete the account');
  const remove = () => press(page, 'Delete the account and everything in it');
  await page.getByLabel(/^To delete this account/).fill('somebody@else.test');
  await page.getByRole('textbox', { name: 'Your password' }).fill('not the password');
  await remove();
  await page.getByText('That is not the address of this account.').waitFor();
  await page.getByLabel(/^To delete this account/).fill(ada.email);
  await remove();
  await page.getByRole('alert').getByText('That is not the password of this account').waitFor();
  await checkAccessible(page);
  await page.getByRole('textbox', { name: 'Your password' }).fill(ada.password);
  await remove();
  await heading(page, 'Your account is deleted');
  await checkAccessible(page);
  await fitsAt360(page);
  expect((await client(town.life).get('/auth/profile')).status).toBe(401);
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await page.getByRole('alert').getByText('That address and password don’t belong together').waitFor();
  recorder.neverSends({ password: ada.password });
});
