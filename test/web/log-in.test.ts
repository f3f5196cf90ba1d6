/** From the first visit to an open vault: by keyboard alone, with a second factor, a forgotten password, or none of it. */

import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { openEntry, renewRecoveryCode, sealEntry } from '../../crypto/index.ts';
import { KeyBundleArchive } from '../../db/entities/key-bundle-archive.ts';
import { SecondFactorRemoval } from '../../db/entities/second-factor-removal.ts';
import { Session } from '../../db/entities/session.ts';
import { Successor } from '../../db/entities/successor.ts';
import { refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { enter, press, type } from '../support/browser/keyboard.ts';
import { button, copyGroups, heading, sheetGroups, waitForFocus } from '../support/browser/page-steps.ts';
import { openWebOwner, ownProgram, typeLogIn } from '../support/browser/web-owner.ts';
import { buildSuccessor, uniqueEmail } from '../support/builders/owner.ts';
import { slipIn } from '../support/builders/slip.ts';
import { client } from '../support/clients/client.ts';
import { codeOf, withTwoFactor, wrongCode } from '../support/clients/totp.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const environment = await useBrowserEnvironment();

const PASSWORD = 'heron lantern oboe quarry';
const CHOSEN = 'quarry oboe lantern heron';
const LETTER = 'The key is under the third flowerpot';
const HOUR = 3_600_000;

const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

async function choosePassword(page: Page, password: string): Promise<void> {
  await type(page.getByRole('textbox', { name: 'Password', exact: true }), password);
  await type(page.getByLabel('The same password again'), password);
}

test('registers, keeps the code although the connection breaks, confirms the address, and finds the vault open', async () => {
  const { page, context, recorder, expectProblem } = await openBrowser(environment.origin, { width: 360 });
  expectProblem(/auth\/register/);
  const email = uniqueEmail('ada');
  await page.goto('/');
  await heading(page, 'What matters, in the right hands, when the time comes');
  await inspect(page);
  await press(link(page, 'Open an account'));
  await heading(page, 'Open an account');
  await press(button(page, 'Continue'));
  await page.getByText('Please fill this in.').first().waitFor();
  await inspect(page);
  await type(page.getByLabel('Your name'), 'Ada Lovelace');
  // In the words of the page, not of the browser.
  await type(page.getByLabel('Email address'), 'ada');
  await page.getByText('That isn’t a complete email address.').waitFor();
  await type(page.getByLabel('Email address'), email);
  await choosePassword(page, 'password1234');
  await press(button(page, 'Continue'));
  await page.getByText('That’s too easy to guess').waitFor();
  await inspect(page);
  await choosePassword(page, PASSWORD);
  await page.keyboard.press('Enter');

  await heading(page, 'Your recovery code');
  const refused = await sheetGroups(page.getByRole('main'));
  await press(button(page, 'Copy'));
  await page.getByText('Please write the code down').waitFor();
  await inspect(page);
  await press(button(page, 'I have it on paper'));
  await heading(page, 'Is the code on your sheet?');
  await copyGroups(page, Array(9).fill('zzzz'), type);
  await press(button(page, 'Continue'));
  await page.getByText('This doesn’t match the code.').first().waitFor();
  await inspect(page);
  const acceptNames = await refuse(context, '/auth/register', { code: 'validation_failed', status: 400 });
  await copyGroups(page, refused, type);
  await press(button(page, 'Continue'));
  await page.getByText('The service doesn’t accept this name').waitFor();
  await inspect(page);
  await acceptNames();

  // A reload loses the code, and nothing else.
  await choosePassword(page, PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Your recovery code');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('This page was reloaded before your account was opened').waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace');
  expect(await page.getByLabel('Email address').inputValue()).toBe(email);
  await inspect(page);

  await choosePassword(page, PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Your recovery code');
  const groups = await sheetGroups(page.getByRole('main'));
  expect(groups).toHaveLength(9);
  expect(groups).not.toEqual(refused);
  await press(button(page, 'I have it on paper'));
  const notSoOften = await refuse(context, '/auth/register');
  await copyGroups(page, groups, type);
  await press(button(page, 'Continue'));
  await page.getByText('Nothing has been saved').waitFor();
  await inspect(page);
  await notSoOften();
  await context.route('**/auth/register', (route) => route.abort(), { times: 1 });
  await press(button(page, 'Continue'));
  await page.getByText('We don’t know whether your account was opened').waitFor();
  await inspect(page);
  await press(button(page, 'Continue'));

  await heading(page, 'Check your email');
  await press(button(page, 'Send the email again'));
  await page.getByText('a new email is on its way').waitFor();
  await inspect(page);
  const mail = await environment.followMail(email, /confirm|verify/i);
  await page.goto(mail);
  await heading(page, 'Confirm your email address');
  expect(page.url()).not.toContain('token');
  await inspect(page);
  await page.reload();
  await press(button(page, 'Confirm my address'));
  await heading(page, 'Thank you, your address is confirmed');
  await inspect(page);
  await page.goto(mail);
  await press(button(page, 'Confirm my address'));
  await heading(page, 'This link has already been used');
  await enter(page.getByLabel('Email address'), email);
  await page.getByText('a new email is on its way').waitFor();
  await inspect(page);
  await press(link(page, 'Go to the log-in page'));
  await type(page.getByLabel('Email address'), email);
  await enter(page.getByRole('textbox', { name: 'Password' }), PASSWORD);
  await button(page, 'Lock the vault').waitFor();

  recorder.neverSends({
    password: PASSWORD,
    'recovery code': groups.join('-'),
    'first code': refused.join('-'),
  });
  recorder.onlyTo(environment.origin);
});

test('after a log-in with a code or a recovery code, a weakening of the switch asks for password and code again, and can be left', async () => {
  const ada = await openWebOwner(environment);
  await buildSuccessor(environment, ada);
  const { program, logIn } = await ownProgram(environment, ada);
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
  await enter(password, ada.password);
  await enter(code, await wrongCode(environment, secret));
  await page.getByText('That code is wrong').waitFor();
  await inspect(page);
  await enter(code, await codeOf(environment, secret, 1));
  await press(logOut);
  await page.getByText('You’re logged out').waitFor();
  await inspect(page);
  await type(email, ada.email);
  await enter(password, ada.password);
  await enter(code, recoveryCodes[1]!);
  await logOut.waitFor();

  const longAgo = new Date(Date.now() - HOUR);
  await environment.em().nativeUpdate(Session, { userId: ada.id }, { confirmedAt: longAgo });
  await page.goto('/switch');
  await press(page.getByRole('radio', { name: 'One month' }));
  const save = page.getByRole('button', { name: 'Save' });
  await press(save);
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await waitForFocus(save);

  await page.keyboard.press('Enter');
  await type(dialog.getByRole('textbox', { name: 'Password' }), 'not the password');
  await enter(dialog.getByLabel('Code from your authenticator app'), recoveryCodes[0]!);
  await dialog.getByText('That’s not the password for this account').waitFor();
  await inspect(page);
  await enter(dialog.getByRole('textbox', { name: 'Password' }), ada.password);
  await page.getByText('Saved.').waitFor();
  recorder.neverSends({ password: ada.password });
});

test('an account whose address is not confirmed says so, and sends the email again', async () => {
  const ada = await openWebOwner(environment, 'Ada Owner', { isVerified: false });
  const { page } = await openBrowser(environment.origin);
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await page.getByText('This address isn’t confirmed yet').waitFor();
  // The email of the registration may still be on its way.
  await environment.rest();
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

test('a second factor is removed by mailbox and recovery code, which is entered twice with three days between', async () => {
  const ada = await openWebOwner(environment);
  const { program, logIn } = await ownProgram(environment, ada);
  await withTwoFactor(environment, program, logIn);
  const { page, recorder } = await openBrowser(environment.origin);
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await press(page.getByRole('link', { name: 'I have neither the app nor its codes' }));
  await heading(page, 'Remove your second factor');
  await inspect(page);
  await enter(page.getByLabel('Email address'), ada.email);
  await heading(page, 'Check your email');

  const mailed = await environment.followMail(ada.email, 'Remove the second factor');
  const prove = async () => {
    await page.goto(mailed);
    await heading(page, 'Enter your recovery code');
    await inspect(page);
    await enter(page.getByLabel('Recovery code'), ada.recoveryCode);
  };
  await prove();
  await heading(page, 'Please come back in three days');
  await inspect(page);
  // As if three days had passed.
  const startedAt = new Date(Date.now() - 72 * HOUR);
  const passed = await environment.em().nativeUpdate(SecondFactorRemoval, { userId: ada.id }, { startedAt });
  expect(passed).toBe(1);
  await prove();
  await heading(page, 'Your second factor has been removed');
  await prove();
  await heading(page, 'This link doesn’t work');
  await inspect(page);
  await press(button(page, 'Ask for a new link'));
  await heading(page, 'Remove your second factor');
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
  recorder.neverSends({ 'recovery code': ada.recoveryCode, password: ada.password });
});

test('the recovery code opens the vault under the new password, after an earlier one and a mistyped one', async () => {
  const ada = await openWebOwner(environment);
  const before = await ownProgram(environment, ada);
  const sealed = await sealEntry(before.vault, { id: randomUUID(), text: LETTER });
  const { vault, recoveryCode } = await renewRecoveryCode(before.vault);
  const { keyBundleVersion } = before.user;
  await before.program.put('/auth/profile', { keyBundle: { ...vault.keyBundle }, keyBundleVersion });

  const { page, context, recorder } = await openBrowser(environment.origin);
  await page.goto('/log-in');
  await press(link(page, 'I forgot my password'));
  await heading(page, 'Forgot your password?');
  const notSoOften = await refuse(context, '/auth/forgot-password');
  await enter(page.getByLabel('Email address'), ada.email);
  await page.getByRole('alert').waitFor();
  await inspect(page);
  await notSoOften();
  await press(button(page, 'Send me the link'));
  await heading(page, 'Check your email');
  await inspect(page);
  await page.goto(await environment.followMail(ada.email, /password/i));
  await heading(page, 'Choose a new password');
  await press(button(page, 'Change my password'));
  await inspect(page);
  await type(page.getByLabel('Email address'), uniqueEmail('other'));
  await type(page.getByRole('textbox', { name: 'New password' }), CHOSEN);
  await enter(page.getByLabel('The same password again'), CHOSEN);
  await page.getByText('The link was sent to a different address').waitFor();
  await inspect(page);
  await enter(page.getByLabel('Email address'), ada.email);
  await heading(page, 'Your password has been changed');
  await inspect(page);
  await press(link(page, 'Log in'));

  await type(page.getByLabel('Email address'), ada.email);
  await enter(page.getByRole('textbox', { name: 'Password' }), CHOSEN);
  await heading(page, 'Enter your recovery code');
  const field = page.getByLabel('Recovery code');
  await type(field, `${ada.recoveryCode.slice(0, 8)}X`);
  await page.getByText('Group 2').waitFor();
  await inspect(page);
  await enter(field, ada.recoveryCode);
  await heading(page, 'This is an earlier code');
  await inspect(page);
  await press(button(page, 'Enter the newer code'));
  await type(field, await slipIn('recovery-code-v1', recoveryCode));
  await page.keyboard.press('Enter');
  await page.getByText('There’s a typing mistake in the code').waitFor();
  await inspect(page);
  await enter(field, `2.${recoveryCode}`);
  // Below the field, and as the result.
  await page.getByText('This was written by a newer version of this page').nth(1).waitFor();
  // As if a page of a later version had changed the keys since.
  const later = {
    ...{ id: randomUUIDv7(), userId: ada.id, email: ada.email, salt: before.user.salt },
    ...{ keyBundle: { ...vault.keyBundle, version: 3 }, archivedAt: new Date() },
  };
  await environment.em().insert(KeyBundleArchive, later);
  await enter(field, recoveryCode);
  await heading(page, 'Your keys were changed');
  await inspect(page);
  await environment.em().nativeDelete(KeyBundleArchive, { id: later.id });
  await press(button(page, 'Reload'));
  // The session is still open, and the vault locked.
  await page.waitForURL(`${environment.origin}/`);
  await page.goto('/unlock');
  await enter(page.getByRole('textbox', { name: 'Password' }), CHOSEN);
  await enter(field, recoveryCode.toLowerCase().replaceAll('-', ' '));
  await heading(page, 'Your vault is open');
  await page.getByText('nothing was lost').waitFor();
  await inspect(page);
  await press(button(page, 'Continue'));

  const after = await ownProgram(environment, { ...ada, password: CHOSEN });
  expect(after.vault.ownerKey).toBe(before.vault.ownerKey);
  expect((await openEntry(after.vault, sealed)).text).toBe(LETTER);
  recorder.neverSends({
    password: CHOSEN,
    'recovery code': recoveryCode,
    'earlier recovery code': ada.recoveryCode,
  });
  recorder.onlyTo(environment.origin);
});

test('without the code, an empty vault begins, after saying what that means', async () => {
  const ada = await openWebOwner(environment);
  const before = await ownProgram(environment, ada);
  const grace = await buildSuccessor(environment, before.user, { name: 'Grace' });
  const { ownerKey } = before.vault;
  await environment.em().nativeUpdate(Successor, { id: grace.id }, { ownerKey });
  const { page, context, expectProblem } = await openBrowser(environment.origin);
  await page.goto('/forgot-password');
  await page.getByLabel('Email address').fill(ada.email);
  await button(page, 'Send me the link').click();
  await heading(page, 'Check your email');
  await page.goto(await environment.followMail(ada.email, /password/i));
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByRole('textbox', { name: 'New password' }).fill(CHOSEN);
  await page.getByLabel('The same password again').fill(CHOSEN);
  // The password is changed, and the answer gets lost.
  expectProblem(/ERR_FAILED/);
  const losing = async (route: Route) => {
    await route.fetch({ maxRetries: 3 });
    await route.abort();
  };
  await context.route('**/auth/reset-password', losing, { times: 1 });
  await button(page, 'Change my password').click();
  await page.getByText('We couldn’t confirm that your password was changed.').waitFor();
  await inspect(page);
  await button(page, 'Change my password').click();
  await heading(page, 'This link has already been used');
  await page.getByText('Your new password may already be valid').waitFor();
  await inspect(page);
  await link(page, 'Log in').click();
  await typeLogIn(page, { ...ada, password: CHOSEN });
  await heading(page, 'Enter your recovery code');
  await press(button(page, 'I no longer have the code'));
  await heading(page, 'Start with an empty vault');
  await inspect(page);
  const begin = button(page, 'Start with an empty vault');
  expect(await begin.isDisabled()).toBe(true);
  await press(page.getByRole('checkbox', { name: 'I understand that' }));
  await press(begin);
  await heading(page, 'Your recovery code');
  const groups = await sheetGroups(page.getByRole('main'));
  await press(button(page, 'I have it on paper'));
  await copyGroups(page, groups, type);
  await page.keyboard.press('Enter');
  await heading(page, 'Your vault has new keys');
  await page.getByText('Their sheets open only what the vault held before').waitFor();
  await inspect(page);
  await press(button(page, 'Ask Grace for a new sheet'));
  await page.getByText('We’ve written to Grace').waitFor();
  await inspect(page);
  expect(await environment.followMail(grace.email, /make a new recovery kit/i)).toContain('/successor?');
  const after = await ownProgram(environment, { ...ada, password: CHOSEN });
  expect(after.vault.ownerKey).not.toBe(before.vault.ownerKey);
});

test('a torn link says so, and leads on', async () => {
  const { page } = await openBrowser(environment.origin);
  for (const path of ['/verify-email', '/reset-password']) {
    await page.goto(path);
    await heading(page, 'This link doesn’t work');
    await page.getByText('Ask for a new link').waitFor();
    await inspect(page);
  }
});
