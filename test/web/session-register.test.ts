/** From the first visit to an open vault, by keyboard alone and by the link in the real mail. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

const PASSWORD = 'heron lantern oboe quarry';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

async function choosePassword(page: Page, password: string): Promise<void> {
  await type(page.getByRole('textbox', { name: 'Password', exact: true }), password);
  await type(page.getByLabel('The same password again'), password);
}

/** The code on the sheet that the page shows. */
async function readSheet(page: Page): Promise<string[]> {
  const groups = page.getByRole('main').getByRole('listitem');
  return groups.allInnerTexts();
}

async function prove(page: Page, groups: readonly string[]): Promise<void> {
  for (const [index, group] of groups.entries()) {
    const field = page.getByRole('textbox', { name: `Group ${index + 1}` });
    if (await field.isVisible()) await type(field, group.toLowerCase());
  }
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
  await inspect(page);
  await type(page.getByLabel('Your name'), 'Ada Lovelace');
  await type(page.getByLabel('Email address'), email);
  await choosePassword(page, 'password1234');
  await press(button(page, 'Continue'));
  await page.getByText('That’s too easy to guess').waitFor();
  await inspect(page);
  await choosePassword(page, PASSWORD);
  await page.keyboard.press('Enter');

  await heading(page, 'Your recovery code');
  const refused = await readSheet(page);
  await press(button(page, 'Copy'));
  await page.getByText('Please write the code down').waitFor();
  await inspect(page);
  await press(button(page, 'I have it on paper'));
  await heading(page, 'Is the code on your sheet?');
  await prove(page, Array(9).fill('zzzz'));
  await press(button(page, 'Continue'));
  await page.getByText('This doesn’t match the code.').first().waitFor();
  await inspect(page);
  const acceptNames = await refuse(context, '/auth/register', { code: 'validation_failed', status: 400 });
  await prove(page, refused);
  await press(button(page, 'Continue'));
  await page.getByText('The service doesn’t accept this name').waitFor();
  await inspect(page);
  await acceptNames();

  await choosePassword(page, PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Your recovery code');
  const groups = await readSheet(page);
  expect(groups).toHaveLength(9);
  expect(groups).not.toEqual(refused);
  await press(button(page, 'I have it on paper'));
  const notSoOften = await refuse(context, '/auth/register');
  await prove(page, groups);
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
  await type(page.getByLabel('Email address'), email);
  await page.keyboard.press('Enter');
  await page.getByText('a new email is on its way').waitFor();
  await inspect(page);
  await press(link(page, 'Go to the log-in page'));
  await type(page.getByLabel('Email address'), email);
  await type(page.getByRole('textbox', { name: 'Password' }), PASSWORD);
  await page.keyboard.press('Enter');
  await button(page, 'Lock the vault').waitFor();

  recorder.neverSends({
    password: PASSWORD,
    'recovery code': groups.join('-'),
    'first code': refused.join('-'),
  });
  recorder.onlyTo(environment.origin);
});
