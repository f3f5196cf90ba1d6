/** A forgotten password, by keyboard alone: the recovery code opens the vault again, and nothing is lost. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openEntry, renewRecoveryCode, sealEntry } from '../../crypto/index.ts';
import { refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { openWebOwner, ownProgram, typeLogIn } from '../support/browser/web-owner.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

const CHOSEN = 'quarry oboe lantern heron';
const LETTER = 'The key is under the third flowerpot';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

test('the recovery code opens the vault under the new password, after an earlier one and a mistyped one', async () => {
  const ada = await openWebOwner(environment);
  const before = await ownProgram(environment, ada, ada.password);
  const sealed = await sealEntry(before.vault, { id: randomUUID(), text: LETTER });
  const { vault, recoveryCode } = await renewRecoveryCode(before.vault);
  const { keyBundleVersion } = before.user;
  await before.program.put('/auth/profile', { keyBundle: { ...vault.keyBundle }, keyBundleVersion });

  const { page, context, recorder } = await openBrowser(environment.origin);
  await page.goto('/log-in');
  await press(link(page, 'I forgot my password'));
  await heading(page, 'Forgot your password?');
  const notSoOften = await refuse(context, '/auth/forgot-password');
  await type(page.getByLabel('Email address'), ada.email);
  await page.keyboard.press('Enter');
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
  await type(page.getByLabel('The same password again'), CHOSEN);
  await page.keyboard.press('Enter');
  await page.getByText('The link was sent to a different address').waitFor();
  await inspect(page);
  await type(page.getByLabel('Email address'), ada.email);
  await page.keyboard.press('Enter');
  await heading(page, 'Your password has been changed');
  await inspect(page);
  await press(link(page, 'Log in'));

  await type(page.getByLabel('Email address'), ada.email);
  await type(page.getByRole('textbox', { name: 'Password' }), CHOSEN);
  await page.keyboard.press('Enter');
  await heading(page, 'Enter your recovery code');
  const field = page.getByLabel('Recovery code');
  await type(field, `${ada.recoveryCode.slice(0, 8)}X`);
  await page.getByText('Group 2').waitFor();
  await inspect(page);
  await type(field, ada.recoveryCode);
  await page.keyboard.press('Enter');
  await heading(page, 'This is an earlier code');
  await inspect(page);
  await press(button(page, 'Enter the newer code'));
  await type(
    field,
    recoveryCode.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  );
  await page.keyboard.press('Enter');
  await page.getByText('There’s a typing mistake in the code').waitFor();
  await inspect(page);
  await type(field, recoveryCode.toLowerCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await heading(page, 'Your vault is open');
  await page.getByText('nothing was lost').waitFor();
  await inspect(page);
  await press(button(page, 'Continue'));

  const after = await ownProgram(environment, ada, CHOSEN);
  expect(after.vault.ownerKey).toBe(before.vault.ownerKey);
  expect(await openEntry(after.vault, sealed)).toBe(LETTER);
  recorder.neverSends({
    password: CHOSEN,
    'recovery code': recoveryCode,
    'earlier recovery code': ada.recoveryCode,
  });
  recorder.onlyTo(environment.origin);
});

test('without the code, an empty vault begins, after saying what that means', async () => {
  const ada = await openWebOwner(environment);
  const before = await ownProgram(environment, ada, ada.password);
  const { page } = await openBrowser(environment.origin);
  await page.goto('/forgot-password');
  await page.getByLabel('Email address').fill(ada.email);
  await button(page, 'Send me the link').click();
  await heading(page, 'Check your email');
  await page.goto(await environment.followMail(ada.email, /password/i));
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByRole('textbox', { name: 'New password' }).fill(CHOSEN);
  await page.getByLabel('The same password again').fill(CHOSEN);
  await button(page, 'Change my password').click();
  await heading(page, 'Your password has been changed');
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
  const groups = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  await press(button(page, 'I have it on paper'));
  for (const [index, group] of groups.entries()) {
    const field = page.getByRole('textbox', { name: `Group ${index + 1}` });
    if (await field.isVisible()) await type(field, group);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/log-in');
  const after = await ownProgram(environment, ada, CHOSEN);
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
