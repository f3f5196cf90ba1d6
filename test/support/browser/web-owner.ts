/** Owners who can log in to the web app, and at the command line. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { prepareAccount, register, verifyAddress } from '../../../client/index.ts';
import { type Credentials, type LogIn, prepareLogIn, unlock } from '../../../crypto/index.ts';
import { visitor } from '../../../dev/callers.ts';
import { userOf, verificationToken } from '../builders/account.ts';
import { uniqueEmail } from '../builders/owner.ts';
import { client, type TestClient } from '../clients/client.ts';
import { serviceAccess } from '../clients/service-access.ts';
import type { TestApi } from '../servers/api.ts';
import type { TestBrowser } from './browser.ts';

export interface WebOwner {
  id: string;
  email: string;
  name: string;
  password: string;
  recoveryCode: string;
}

/** An owner with an empty vault, and a confirmed address unless told otherwise. */
export async function openWebOwner(
  api: TestApi,
  name = 'Ada Owner',
  {
    isVerified = true,
    email = uniqueEmail('owner'),
    language = 'en',
    password = `heron tide ${randomUUID()}`,
  }: { isVerified?: boolean; email?: string; language?: 'en' | 'de'; password?: string } = {},
): Promise<WebOwner> {
  const call = visitor(serviceAccess(api));
  const account = { email, name, language, password };
  const { recoveryCode, registration } = await prepareAccount(call, account);
  await register(call, registration);
  const { id } = await userOf(api, email);
  if (isVerified) await verifyAddress(call, await verificationToken(api, id));
  return { id, email, name, password, recoveryCode };
}

/** Gives a browser the session of an owner who was built, for pages that need no keys. */
export async function enterAs(
  { context }: TestBrowser,
  origin: string,
  owner: { browser: Pick<TestClient, 'cookies'> },
): Promise<void> {
  const value = owner.browser.cookies.get('accessToken') ?? '';
  await context.addCookies([{ name: 'accessToken', value, url: origin }]);
}

/** A form's button. Until the scripts of a prerendered page are there, it is a button that does nothing. */
export const submitButton = (page: Page): Locator => page.locator('button[type=submit]');

/** Fills in the log-in that the page shows, in English. */
export async function typeLogIn(
  page: Page,
  { email, password }: Pick<WebOwner, 'email' | 'password'>,
): Promise<void> {
  // Until someone is logged out, the page before may have a field for a new email address.
  await page.getByLabel('Email address', { exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).and(submitButton(page)).click();
}

/** Logs in at the page that is shown. */
export async function logInHere(page: Page, who: Parameters<typeof typeLogIn>[1]): Promise<void> {
  await typeLogIn(page, who);
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
}

/** Goes to a page that requires a log-in, and logs in there. */
export async function logInAt(page: Page, path: string, who: Parameters<typeof typeLogIn>[1]): Promise<void> {
  await page.goto(path);
  await logInHere(page, who);
}

/** Types the password of a vault that is locked. */
export async function unlockWith(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** Log-ins by their credentials. Deriving one takes half a second. */
const derived = new Map<string, Promise<LogIn>>();

function derive(who: Credentials): Promise<LogIn> {
  const key = JSON.stringify(who);
  const logIn = derived.get(key) ?? prepareLogIn(who);
  derived.set(key, logIn);
  return logIn;
}

/** The owner's own program, beside the page: logged in by a browser's cookies, with the same keys. */
export async function ownProgram(api: TestApi, { email, password }: Pick<WebOwner, 'email' | 'password'>) {
  const program = client(api);
  const { kdf } = (await program.post('/auth/kdf', { email })).body;
  const logIn = await derive({ email, password, kdf });
  const { user } = (await program.post('/auth/login', { email, password: logIn.password })).body;
  return { program, logIn, user, vault: await unlock(logIn, user) };
}
