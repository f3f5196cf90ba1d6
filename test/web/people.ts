/** What people do on the pages, with nothing but their mails and what they see. */
import type { Page } from 'playwright-core';
import { type OpenOptions, openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { button, copyGroups, follow, goTo, press, sheetGroups } from '../support/browser/page-steps.ts';
import { logInHere, type WebOwner } from '../support/browser/web-owner.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import type { BrowserEnvironment } from '../support/servers/browser-environment.ts';

export type OwnerAtPage = TestBrowser & Omit<WebOwner, 'id'>;

export interface SuccessorAtPage extends TestBrowser {
  name: string;
  email: string;
  /** The code of the kit, and the words that are read out on the telephone. */
  kit: { code: string; words: string };
}

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).waitFor();

/** Opens an account, keeps the recovery code, confirms the address by the mail, and logs in. */
export async function register(environment: BrowserEnvironment, name: string): Promise<OwnerAtPage> {
  const browser = await openBrowser(environment.origin, { sharedWorker: true });
  const { page } = browser;
  const email = uniqueEmail(name.toLowerCase());
  const password = `${name} quarry oboe lantern`;
  await page.goto('/');
  await follow(page, 'Open an account');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByLabel('The same password again').fill(password);
  await press(page, 'Continue');
  await heading(page, 'Your recovery code');
  const groups = await sheetGroups(page.getByRole('main'));
  await press(page, 'I have it on paper');
  await copyGroups(page, groups);
  await press(page, 'Continue');
  await heading(page, 'Check your email');
  await page.goto(await environment.followMail(email, 'Confirm your email address', '/verify-email'));
  await press(page, 'Confirm my address');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logInHere(page, { email, password });
  return { ...browser, name, email, password, recoveryCode: groups.join('-') };
}

/** Names a successor, from the invitation to the comparison. */
export async function nameSuccessor(
  environment: BrowserEnvironment,
  { page: owners, name: ownerName }: OwnerAtPage,
  name: string,
  options: OpenOptions = {},
): Promise<SuccessorAtPage> {
  const email = uniqueEmail(name.toLowerCase());
  await goTo(owners, 'Successors');
  await follow(owners, 'Invite a successor');
  await owners.getByLabel('Name').fill(name);
  await owners.getByLabel('Email address').fill(email);
  await press(owners, 'Send the invitation');
  await heading(owners, `${name} has been invited`);
  await follow(owners, 'Back to your successors');

  const browser = await openBrowser(environment.origin, { sharedWorker: true, ...options });
  const { page } = browser;
  await page.goto(await environment.followMail(email, 'would like to leave you something', '/successor'));
  await press(page, 'Yes, you can reach me here');
  await press(page, 'Make my kit');
  await heading(page, 'Print your recovery kit');
  const sheet = page.getByRole('article', { name: `Recovery kit of ${name} for what ${ownerName} leaves` });
  const groups = await sheetGroups(sheet);
  await press(page, 'I have it on paper');
  await copyGroups(page, groups);
  await press(page, 'Continue');
  await heading(page, 'Your kit is ready. Now for a phone call');
  const spoken = page.getByRole('list', { name: 'The six words' }).getByRole('listitem');
  await spoken.nth(5).waitFor();
  const kit = { code: groups.join('-'), words: (await spoken.allTextContents()).join(' ') };

  await goTo(owners, 'Successors');
  await follow(owners, `Compare the words with ${name}`);
  await owners.getByLabel(`What ${name} reads out`).fill(kit.words);
  await press(owners, 'Compare');
  await heading(owners, 'The words match');
  return { ...browser, name, email, kit };
}

/** Leaves everything to these people. Each of them opens it alone. */
export async function leaveEverything({ page }: OwnerAtPage, ...names: string[]): Promise<void> {
  await goTo(page, 'Successors');
  await follow(page, 'Who gets what');
  for (const name of names) {
    await page
      .getByRole('checkbox', { name: `Everything for ${name}, including later entries`, exact: true })
      .check();
  }
  await press(page, 'Check and save');
  await button(page.getByRole('alertdialog', { name: 'Save this?' }), 'Save').click();
  await page.getByText('Each of your successors will get exactly what you chose').waitFor();
}

/** Lets an owner be silent, past each mail, until the successors are asked. Nobody opens anything. */
export async function fallSilent(
  environment: BrowserEnvironment,
  { email }: Pick<OwnerAtPage, 'email'>,
): Promise<void> {
  for (const [days, subject] of [
    [68, 'reminder 1 of 3'],
    [10, 'reminder 2 of 3'],
    [10, 'reminder 3 of 3'],
    [6, 'Final notice'],
  ] as const) {
    await environment.passOwnerDays(email, days);
    await environment.followMail(email, subject, '/check-in');
  }
  await environment.passOwnerDays(email, 3);
}

/** The secrets of a code, which nobody may send: the code as it is printed, and its bytes. */
export const secretsOfCode = (name: string, code: string): Record<string, string | Uint8Array> => ({
  [name]: code,
  [`${name}, its bytes`]: Buffer.from(code.replaceAll('-', '').slice(0, 32), 'hex'),
});
