/** The first five minutes: one letter, one person, one interval, by keyboard alone. */
import { expect, test } from '@jest/globals';
import { holdBack, refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { button, heading } from '../support/browser/page-steps.ts';
import { logInAt, openWebOwner, unlockWith } from '../support/browser/web-owner.ts';
import { readVault } from '../support/browser/web-vault.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const environment = await useBrowserEnvironment();

test('a new owner is led to one letter, one person and one interval, and can leave out any of them', async () => {
  const ada = await openWebOwner(environment);
  const { page, context, recorder } = await openBrowser(environment.origin, { width: 360 });
  const answerAgain = await refuse(context, '/billing/status');
  await logInAt(page, '/log-in', ada);
  await press(page.getByRole('link', { name: 'Begin: it takes five minutes' }));
  await page.getByRole('alert').waitFor();
  await answerAgain();
  await press(button(page, 'Try again'));
  await heading(page, 'A few lines to someone');
  await inspect(page);
  // What was typed and deleted isn't kept.
  await type(page.getByLabel('To'), 'Bea');
  await type(page.getByLabel('To'), '');
  await press(button(page, 'Lock the vault'));
  await heading(page, 'Unlock your vault');
  expect(await page.getByText('What you haven’t saved yet').count()).toBe(0);
  await unlockWith(page, ada.password);
  await type(page.getByLabel('To'), 'Grace');
  await type(page.getByLabel('Your letter'), 'The spare key is under the oak.');
  await press(page.getByRole('link', { name: 'Vault', exact: true }));
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await inspect(page);
  await press(button(page, 'Stay here'));
  await press(button(page, 'Lock the vault'));
  await unlockWith(page, ada.password);
  await heading(page, 'A few lines to someone');
  // A vault that was listed before shows the letter too.
  await page.evaluate(`history.pushState(null, '', '/vault')`);
  await page.getByText('Not saved yet: Letter').waitFor();
  await page.goBack();
  await heading(page, 'A few lines to someone');
  expect(await page.getByLabel('Your letter').inputValue()).toBe('The spare key is under the oak.');
  await press(button(page, 'Save and continue'));
  await heading(page, 'Who should receive it?');
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace');
  await inspect(page);
  const email = uniqueEmail('grace');
  await type(page.getByLabel('Email address'), email);
  await press(button(page, 'Send the invitation'));
  await heading(page, 'How long should we wait?');
  await inspect(page);
  await press(page.getByRole('radio', { name: 'Six months' }));
  await press(button(page, 'Save and continue'));
  await heading(page, 'You’ve begun');
  await page.getByText('Grace gets an email from us').waitFor();
  await inspect(page);
  expect(await environment.followMail(email, 'would like to leave you something')).toContain('/successor?');
  await press(page.getByRole('link', { name: 'Go to the home page' }));
  await heading(page, 'Your switch is off');
  await page.getByText('Still has to open the link in our email').waitFor();
  expect(await page.getByRole('link', { name: 'Begin: it takes five minutes' }).count()).toBe(0);

  // An owner who comes back goes on where they were.
  await page.evaluate(`history.pushState(null, '', '/start')`);
  await heading(page, 'How long should we wait?');
  expect(await page.getByRole('radio', { name: 'Six months' }).isChecked()).toBe(true);
  await press(button(page, 'Do this later'));
  await page.getByText('The home page shows what’s still missing').waitFor();
  await inspect(page);
  await press(page.getByRole('link', { name: 'Vault', exact: true }));
  await page.getByRole('link', { name: /A letter to Grace/ }).waitFor();
  recorder.neverSends({ letter: 'The spare key is under the oak.', title: 'A letter to Grace' });
});

test('a first letter that is still being saved is not replaced by a second one', async () => {
  const ada = await openWebOwner(environment);
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/start', ada);
  await type(page.getByLabel('To'), 'Grace');
  await type(page.getByLabel('Your letter'), 'The spare key is under the oak.');
  const goOn = await holdBack(context, '/vault/entries');
  await press(button(page, 'Save and continue'));
  await page.locator('button[data-pending]').waitFor();
  const stillSaving = page.getByText('Your earlier changes here are still being saved.');
  await page.evaluate(`history.pushState(null, '', '/vault/new/letter')`);
  await heading(page, 'New letter');
  await stillSaving.waitFor();
  await page.evaluate(`history.pushState(null, '', '/start')`);
  await heading(page, 'A few lines to someone');
  await stillSaving.waitFor();
  await inspect(page);
  goOn();
  // The letter is there, so the next step follows.
  await heading(page, 'Who should receive it?');
  expect((await readVault(environment, ada)).map(({ fields }) => fields.to)).toEqual(['Grace']);
});

test('an idea becomes an entry with its questions', async () => {
  const ada = await openWebOwner(environment);
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/vault', ada);
  await press(page.getByText('Ideas for your vault'));
  await inspect(page);
  await press(page.getByRole('link', { name: 'My insurance' }));
  await heading(page, 'New note');
  expect(await page.getByLabel('Title').inputValue()).toBe('My insurance');
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('Number of the policy:');
  // Going back in the browser asks nothing. What was typed is still there.
  await type(page.getByRole('textbox', { name: 'Text' }), 'Number of the policy: 12');
  await page.goBack();
  await page.getByText('Not saved yet: Note').waitFor();
  await inspect(page);
  await press(page.getByRole('link', { name: 'Continue' }));
  await page.getByText('This is what you wrote earlier but didn’t save.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Number of the policy: 12');
  await press(button(page, 'Save'));
  await page.getByRole('heading', { name: 'My insurance' }).waitFor();
});
