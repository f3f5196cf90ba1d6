/** Owners at their vault in the page. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import {
  type Content,
  KDF_V1,
  openEntry,
  prepareLogIn,
  readContent,
  sealEntry,
  unlock,
  type Vault,
  writeContent,
} from '../../../crypto/index.ts';
import { client, type TestClient } from '../clients/client.ts';
import type { TestApi } from '../servers/api.ts';
import { type OpenOptions, openBrowser, type TestBrowser } from './browser.ts';
import { openWebOwner, typeLogIn, type WebOwner } from './web-owner.ts';

export interface AtVault extends TestBrowser {
  owner: WebOwner;
}

/** A new owner's browser, logged in and at the vault. The page speaks English while they log in. */
export async function openVault(
  api: TestApi,
  { owner, path = '/vault', ...options }: OpenOptions & { owner?: WebOwner; path?: string } = {},
): Promise<AtVault> {
  const who = owner ?? (await openWebOwner(api));
  const browser = await openBrowser(api.origin, options);
  await browser.page.goto(path);
  await typeLogIn(browser.page, who);
  await browser.page.getByRole('heading', { level: 1 }).waitFor();
  return { ...browser, owner: who };
}

/** Starts a new entry of a kind from the list. */
export async function startNew(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: kind }).click();
}

/** Saves, and waits until the entry is shown. */
export async function saveEntry(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}

/** The owner's vault as another program opens it. */
export async function atHome(
  environment: TestApi,
  { email, password }: WebOwner,
): Promise<{ vault: Vault; api: TestClient }> {
  const logIn = await prepareLogIn({ email, password, kdf: KDF_V1 });
  // Its cookies are the session from now on.
  const api = client(environment);
  const { body } = await api.post('/auth/login', { email, password: logIn.password });
  return { vault: await unlock(logIn, body.user), api };
}

/** Puts entries into the vault as an import does. @returns their IDs */
export async function fillVault(
  environment: TestApi,
  owner: WebOwner,
  contents: readonly Omit<Content, 'version'>[],
): Promise<string[]> {
  const { vault, api } = await atHome(environment, owner);
  const entries = await Promise.all(
    contents.map(async (content) => {
      const sealed = await sealEntry(vault, { id: randomUUID(), text: writeContent(content) });
      return { ...sealed, category: '', tags: [] };
    }),
  );
  const reply = await api.post('/vault/import', {
    version: 1,
    mode: 'merge',
    entryCount: entries.length,
    entries,
  });
  if (reply.status !== 200) throw new Error(`import answered ${reply.status}`);
  return entries.map(({ id }) => id);
}

/** What is stored, read without the page. */
export async function readVault(environment: TestApi, owner: WebOwner): Promise<Content[]> {
  const { vault, api } = await atHome(environment, owner);
  const { entries } = (await api.get('/vault/export')).body;
  return Promise.all(entries.map(async (entry) => readContent(await openEntry(vault, entry))));
}

/** Presses a button, and reads the file that the browser saves. */
export async function savedFile(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}
