/** What people do on the pages, with nothing but their mails and what they see. */
import type { Page } from 'playwright-core';
import { uniqueEmail } from '../builders/owner.ts';
import type { BrowserEnvironment } from '../servers/browser-environment.ts';
import { type OpenOptions, openBrowser, type TestBrowser } from './browser.ts';

export interface OwnerAtPage extends TestBrowser {
  name: string;
  email: string;
  password: string;
  recoveryCode: string;
}

export interface MadeKit {
  code: string;
  /** What is read out on the telephone. */
  number: string;
}

export interface SuccessorAtPage extends TestBrowser {
  name: string;
  email: string;
  kit: MadeKit;
}

const ANY_GROUP = /^Group \d$/;

export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).waitFor();
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click();
export const follow = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('link', { name }).click();

/** One of the places in the navigation, which keeps the vault open. */
export const goTo = (page: Page, place: 'Home' | 'Vault' | 'Successors' | 'Account'): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();

/** Copies the groups that the page asks for from a sheet. */
async function proveGroups(page: Page, groups: readonly string[]): Promise<void> {
  await page.getByRole('textbox', { name: ANY_GROUP }).first().waitFor();
  for (const [at, group] of groups.entries()) {
    const field = page.getByRole('textbox', { name: `Group ${at + 1}`, exact: true });
    if (await field.isVisible()) await field.fill(group.toLowerCase());
  }
}

/** Logs in at a page that asks for it. */
export async function logIn(
  page: Page,
  { email, password }: Pick<OwnerAtPage, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await press(page, 'Log in');
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}

/** Opens an account, keeps the recovery code, confirms the address by the mail, and logs in. */
export async function register(
  environment: BrowserEnvironment,
  name: string,
  options: OpenOptions = {},
): Promise<OwnerAtPage> {
  const browser = await openBrowser(environment.origin, options);
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
  const groups = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  await press(page, 'I have it on paper');
  await proveGroups(page, groups);
  await press(page, 'Continue');
  await heading(page, 'Check your email');
  await page.goto(await environment.followMail(email, 'Confirm your email address', '/verify-email'));
  await press(page, 'Confirm my address');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logIn(page, { email, password });
  return { ...browser, name, email, password, recoveryCode: groups.join('-') };
}

/** Invites somebody from the page of successors, and returns to it. */
export async function invite({ page }: OwnerAtPage, name: string): Promise<string> {
  const email = uniqueEmail(name.toLowerCase());
  await goTo(page, 'Successors');
  await follow(page, 'Invite a successor');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await press(page, 'Send the invitation');
  await heading(page, `${name} has been invited`);
  await follow(page, 'Back to your successors');
  return email;
}

/** Makes the first kit behind an invitation, copies the code onto paper and proves it. */
export async function makeKit(page: Page, name: string, ownerName: string): Promise<MadeKit> {
  await press(page, 'Make my kit');
  await heading(page, 'Print your recovery kit');
  const sheet = page.getByRole('article', { name: `Recovery kit of ${name} for what ${ownerName} leaves` });
  const groups = await sheet.getByRole('listitem').allTextContents();
  await press(page, 'I have it on paper');
  await proveGroups(page, groups);
  await press(page, 'Continue');
  await heading(page, 'Your kit is ready. Now for a phone call');
  const number = page.getByRole('list', { name: 'The comparison number' }).getByRole('listitem');
  await number.nth(9).waitFor();
  return { code: groups.join('-'), number: (await number.allTextContents()).join(' ') };
}

/** Follows the invitation, confirms the address and makes a kit. */
export async function becomeSuccessor(
  environment: BrowserEnvironment,
  { name: ownerName }: Pick<OwnerAtPage, 'name'>,
  { name, email }: Pick<SuccessorAtPage, 'name' | 'email'>,
  options: OpenOptions = {},
): Promise<SuccessorAtPage> {
  const browser = await openBrowser(environment.origin, options);
  const { page } = browser;
  await page.goto(await environment.followMail(email, 'named as a successor', '/successor'));
  await press(page, 'Yes, you can reach me here');
  return { ...browser, name, email, kit: await makeKit(page, name, ownerName) };
}

/** Types in what a successor reads out. */
export async function compare({ page }: OwnerAtPage, { name, kit }: SuccessorAtPage): Promise<void> {
  await goTo(page, 'Successors');
  await follow(page, `Compare the number with ${name}`);
  await page.getByLabel(`What ${name} reads out`).fill(kit.number);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await heading(page, 'The numbers match');
}

/** An owner's successor from the invitation to the comparison. */
export async function nameSuccessor(
  environment: BrowserEnvironment,
  owner: OwnerAtPage,
  name: string,
  options: OpenOptions = {},
): Promise<SuccessorAtPage> {
  const email = await invite(owner, name);
  const successor = await becomeSuccessor(environment, owner, { name, email }, options);
  await compare(owner, successor);
  return successor;
}

/** Ticks what the page of who gets what calls by these names, and saves. */
export async function leave({ page }: OwnerAtPage, ticks: readonly string[], quorum?: number): Promise<void> {
  await goTo(page, 'Successors');
  await follow(page, 'Who gets what');
  for (const name of ticks) await page.getByRole('checkbox', { name, exact: true }).check();
  if (quorum !== undefined) {
    const field = page.getByRole('textbox', { name: /^How many of your \d successors must accept$/ });
    await field.fill(String(quorum));
    await field.press('Tab');
  }
  await press(page, 'Check and save');
  const dialog = page.getByRole('alertdialog', { name: 'Save this?' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Each of your successors will get exactly what you chose').waitFor();
}

export const everythingFor = (name: string): string => `Everything for ${name}, including later entries`;

/** Lets an owner be silent, past each mail, until the successors are asked. Nobody opens anything. */
export async function fallSilent(
  environment: BrowserEnvironment,
  { email }: Pick<OwnerAtPage, 'email'>,
): Promise<void> {
  const steps: [number, string][] = [
    [68, 'Reminder 1 of 3'],
    [10, 'Reminder 2 of 3'],
    [10, 'Reminder 3 of 3'],
    [6, 'Final notice'],
  ];
  for (const [days, subject] of steps) {
    await environment.passOwnerDays(email, days);
    await environment.followMail(email, subject, '/check-in');
  }
  await environment.passOwnerDays(email, 3);
}

/** Types the code from the sheet where a page asks for it. */
export const typeCode = (page: Page, code: string): Promise<void> =>
  page.getByLabel('Code on your recovery kit').fill(code);

/** What nobody may send, of a code: as it is printed, and the bytes that it says. */
export const secretsOfCode = (name: string, code: string): Record<string, string | Uint8Array> => ({
  [name]: code,
  [`${name}, its bytes`]: Buffer.from(code.replaceAll('-', '').slice(0, 32), 'hex'),
});
