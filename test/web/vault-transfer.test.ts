/** Bringing entries in, and taking them out. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { openVault, readVault, savedFile } from '../support/web-vault.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

const COUNT = 1_000;

const bitwarden = JSON.stringify({
  encrypted: false,
  folders: [{ id: 'f1', name: 'Folder of the family' }],
  items: Array.from({ length: COUNT }, (_, index) => ({
    id: randomUUID(),
    folderId: index % 2 ? 'f1' : null,
    type: 1,
    name: `Account number ${index}`,
    notes: null,
    creationDate: '2024-01-02T03:04:05.678Z',
    revisionDate: '2025-01-02T03:04:05.678Z',
    login: {
      username: `ada.${index}@example.com`,
      password: `imported-secret-${index}`,
      uris: [{ match: null, uri: `https://site-${index}.example` }],
    },
  })),
});

const pick = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

test('a thousand entries of Bitwarden come in, go out readable and encrypted, and never come in twice', async () => {
  const { page, owner, recorder } = await openVault(town, { path: '/vault/import' });
  await pick(page, 'holiday.json', '{"photos":[]}');
  await page.getByRole('alert').getByText('We don’t know the program that wrote this file').waitFor();
  await pick(page, 'bitwarden.json', bitwarden);
  await page.getByRole('heading', { name: '1,000 entries in the file' }).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await page.getByRole('button', { name: 'Import 1,000 entries' }).click();
  await page.getByText('1,000 entries were added.').waitFor();
  await page.getByRole('link', { name: 'To your vault' }).click();
  await page.getByText('1,000 entries').waitFor();
  const stored = await readVault(town.life, owner);
  expect(stored).toHaveLength(COUNT);
  expect(stored.find(({ title }) => title === 'Account number 7')).toMatchObject({
    kind: 'login',
    category: 'Folder of the family',
    fields: { username: 'ada.7@example.com', password: 'imported-secret-7', url: 'https://site-7.example' },
  });

  await page.getByRole('link', { name: 'Export' }).click();
  const encrypted = (await savedFile(page, 'Save an encrypted copy')).bytes.toString();
  expect(encrypted).not.toContain('imported-secret');
  await page.getByText('I will keep the file where nobody else finds it.').click();
  const readable = (await savedFile(page, 'Save a readable copy')).bytes.toString();
  expect(JSON.parse(readable).entries).toHaveLength(COUNT);
  await page.getByRole('status').getByText('1,000 entries are in').waitFor();
  await checkAccessible(page);
  await fitsAt360(page);

  await page.getByRole('link', { name: 'All entries' }).click();
  await page.getByRole('link', { name: 'Import' }).click();
  for (const [name, text] of [
    ['readable.json', readable],
    ['encrypted.ndjson', encrypted],
    ['bitwarden.json', bitwarden],
  ] as const) {
    await pick(page, name, text);
    await page.getByText('1,000 are in your vault already').waitFor();
    expect(await page.getByRole('button', { name: 'Nothing to import' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Choose another file' }).click();
  }
  recorder.neverSends({
    title: 'Account number 7',
    password: 'imported-secret-7',
    category: 'Folder of the family',
    'user name': 'ada.7@example.com',
  });
});

test('an import that fails half-way goes on where it was, and nothing is stored twice', async () => {
  const { page, owner } = await openVault(town, {
    path: '/vault/import',
    tolerate: [/ERR_CONNECTION|ERR_FAILED/],
  });
  let requests = 0;
  await page.context().route('**/api/v1/vault/import', async (route) => {
    requests += 1;
    // The second is carried out, and its answer gets lost.
    if (requests === 2) {
      await route.fetch();
      await route.abort();
    } else await route.continue();
  });
  await pick(page, 'bitwarden.json', bitwarden);
  await page.getByRole('button', { name: 'Import 1,000 entries' }).click();
  await page.getByText('nothing is added twice').waitFor();
  await page.getByRole('button', { name: 'Import 1,000 entries' }).click();
  await page.getByText(/entries were added/).waitFor();
  expect(requests).toBe(3);
  expect(await readVault(town.life, owner)).toHaveLength(COUNT);
});
