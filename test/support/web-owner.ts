/** Owners who can log in to the page: their keys are made as the page makes them. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createAccount, KDF_V1 } from '../../crypto/index.ts';
import { userOf, verificationToken } from './account.ts';
import type { TestApi } from './api.ts';
import { uniqueEmail } from './builders.ts';
import { client } from './client.ts';

export interface WebOwner {
  id: string;
  email: string;
  name: string;
  password: string;
  recoveryCode: string;
}

/** An owner with a confirmed address and an empty vault. */
export async function openWebOwner(api: TestApi, name = 'Ada Owner'): Promise<WebOwner> {
  const email = uniqueEmail('owner');
  const password = `heron tide ${randomUUID()}`;
  const { recoveryCode, keyBundle, ...keys } = await createAccount({ email, password, kdf: KDF_V1 });
  const registered = await client(api).post('/auth/register', {
    email,
    name,
    ...keys,
    keyBundle: { ...keyBundle },
  });
  if (registered.status !== 201) throw new Error(`register answered ${registered.status}`);
  const { id } = await userOf(api, email);
  const verified = await client(api).get(`/auth/verify-email?token=${await verificationToken(api, id)}`);
  if (verified.status !== 200) throw new Error(`verify-email answered ${verified.status}`);
  return { id, email, name, password, recoveryCode };
}

/** Fills in the log-in that the page shows, in English. */
export async function typeLogIn(page: Page, { email, password }: WebOwner): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs in at an address that asks who it is. */
export async function logInAt(page: Page, path: string, owner: WebOwner): Promise<void> {
  await page.goto(path);
  await typeLogIn(page, owner);
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}
