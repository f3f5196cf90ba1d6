/** Bringing entries in, and taking them out, by keyboard alone. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdBack } from '../support/browser/answers.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press } from '../support/browser/keyboard.ts';
import { openVault, readVault } from '../support/browser/web-vault.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

const COUNT = 1_000;
/** So many that they take two requests. */
const TWO_BATCHES = 501;

const items = Array.from({ length: COUNT }, (_, index) => ({
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
}));

const exported = (some: unknown[]): string =>
  JSON.stringify({ encrypted: false, folders: [{ id: 'f1', name: 'Folder of the family' }], items: some });

const bitwarden = exported(items);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Of all kinds, with much that cannot come along, and one that is there already with another password. */
const various = JSON.parse(readFileSync(new URL('samples/bitwarden.json', import.meta.url), 'utf8'));
const [similar] = items.slice(7);
various.items.push({ ...similar, login: { ...similar!.login, password: 'another' } });

async function pick(page: Page, name: string, text: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(button(page, 'Choose a file')),
  ]);
  await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

async function saved(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(button(page, name))]);
  return buffer(await file.createReadStream());
}

test('a thousand entries of Bitwarden come in, go out readable and encrypted, and never come in twice', async () => {
  const { page, context, owner, recorder } = await openVault(environment, { path: '/vault/import' });
  await pick(page, 'holiday.json', '{"photos":[]}');
  await page.getByRole('alert').getByText('We don’t recognise the program that wrote this file').waitFor();
  await inspect(page);
  const readOn = await holdBack(context, '/vault/entries');
  await pick(page, 'bitwarden.json', bitwarden);
  await page.getByText('Reading bitwarden.json …').waitFor();
  await inspect(page);
  readOn();
  await page.getByRole('heading', { name: '1,000 entries in the file' }).waitFor();
  const goOn = await holdBack(context, '/vault/import');
  await press(button(page, 'Import 1,000 entries'));
  await page.getByText('Encrypting and saving').waitFor();
  await inspect(page);
  goOn();
  await page.getByText('1,000 entries were added.').waitFor();
  await inspect(page);
  await press(link(page, 'To your vault'));
  await page.getByText('1,000 entries').waitFor();
  const stored = await readVault(environment, owner);
  expect(stored).toHaveLength(COUNT);
  expect(stored.find(({ title }) => title === 'Account number 7')).toMatchObject({
    kind: 'login',
    category: 'Folder of the family',
    fields: { username: 'ada.7@example.com', password: 'imported-secret-7', url: 'https://site-7.example' },
  });

  await press(link(page, 'Export'));
  const encrypted = (await saved(page, 'Save an encrypted copy')).toString();
  expect(encrypted).not.toContain('imported-secret');
  await press(page.getByRole('checkbox', { name: 'I’ll keep the file where nobody else can find it.' }));
  const exportOn = await holdBack(context, '/vault/export');
  const copy = saved(page, 'Save a readable copy');
  await page.getByText('0 entries opened').waitFor();
  await inspect(page);
  exportOn();
  const readable = (await copy).toString();
  expect(JSON.parse(readable).entries).toHaveLength(COUNT);
  await page.getByRole('status').getByText('1,000 entries are in').waitFor();
  await inspect(page);

  await press(link(page, 'All entries'));
  await press(link(page, 'Import'));
  for (const [name, text] of [
    ['readable.json', readable],
    ['encrypted.ndjson', encrypted],
    ['bitwarden.json', bitwarden],
  ] as const) {
    await pick(page, name, text);
    await page.getByText('1,000 entries are already in your vault').waitFor();
    expect(await button(page, 'Nothing to import').isDisabled()).toBe(true);
    await press(button(page, 'Choose another file'));
  }
  await pick(page, 'various.json', JSON.stringify(various));
  await press(page.getByRole('checkbox', { name: 'Also add 1 entry that has the same title' }));
  await page.getByRole('heading', { name: 'Can’t be imported' }).waitFor();
  await inspect(page);
  recorder.neverSends({
    title: 'Account number 7',
    password: 'imported-secret-7',
    category: 'Folder of the family',
    'user name': 'ada.7@example.com',
  });
});

test('an import that fails half-way goes on where it was, and nothing is stored twice', async () => {
  const { page, owner } = await openVault(environment, {
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
  await pick(page, 'bitwarden.json', exported(items.slice(0, TWO_BATCHES)));
  await press(button(page, `Import ${TWO_BATCHES} entries`));
  await page.getByText('nothing will be added twice').waitFor();
  await inspect(page);
  await press(button(page, `Import ${TWO_BATCHES} entries`));
  await page.getByText(/entries were added/).waitFor();
  expect(requests).toBe(3);
  expect(await readVault(environment, owner)).toHaveLength(TWO_BATCHES);
});
