/** Files in the page, and the trash. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { dropFiles } from '../support/drop-files.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { openWebOwner } from '../support/web-owner.ts';
import { fillVault, openVault, readVault, savedFile } from '../support/web-vault.ts';

let town: Town;
let folder: string;
beforeAll(async () => {
  town = await startTown();
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(async () => {
  await town.close();
  await rm(folder, { recursive: true });
});

const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(files);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('several files are saved at once, shown, and come back byte for byte; one that is too large says so', async () => {
  const { page, owner, recorder } = await openVault(town, { path: '/vault/new/file' });
  const bytes = randomBytes(700_000);
  const text = Buffer.from('The deed is at the notary in Harbour Street.\n');
  await choose(page, [
    { name: 'where it is.txt', mimeType: 'text/plain', buffer: text },
    { name: 'portrait.png', mimeType: 'image/png', buffer: PIXEL },
  ]);
  const dropped = [join(folder, 'deed.bin'), join(folder, 'too large.bin')];
  await writeFile(dropped[0]!, bytes);
  await writeFile(dropped[1]!, randomBytes(1_000_000));
  await dropFiles(page.getByText('Drop files here, each up to'), dropped);
  await page.getByRole('alert').getByText('“too large.bin” has 1 MB, and one entry holds 780 kB').waitFor();
  await page.getByLabel('Category').fill('Papers of the house');
  await page.getByRole('button', { name: 'Save 3 files' }).click();
  await page.getByText('3 entries').waitFor();

  await page.getByRole('link', { name: /where it is/ }).click();
  await page.getByRole('region', { name: 'Preview of where it is.txt' }).getByText('at the notary').waitFor();
  await page.getByRole('link', { name: /portrait/ }).click();
  await page.getByRole('img', { name: 'Preview of portrait.png' }).waitFor();
  await page.getByRole('link', { name: /deed/ }).click();
  await page.getByText('700 kB').last().waitFor();
  const saved = await savedFile(page, 'Save file');
  expect(saved.name).toBe('deed.bin');
  expect(saved.bytes.equals(bytes)).toBe(true);
  const stored = (await readVault(town.life, owner)).find(({ title }) => title === 'deed');
  expect(stored).toMatchObject({
    kind: 'file',
    category: 'Papers of the house',
    fields: { name: 'deed.bin' },
  });
  expect(stored?.fields.data).toBe(bytes.toString('base64'));
  recorder.neverSends({
    'a file': bytes.subarray(1_000, 1_100),
    text,
    'file name': 'where it is.txt',
    category: 'Papers of the house',
  });
});

test('the trash shows what goes when, brings back what was removed, and forgets for good what it is told to', async () => {
  const owner = await openWebOwner(town.life);
  await fillVault(town.life, owner, [
    { kind: 'note', title: 'Kept after all', category: '', tags: [], fields: { text: 'Once' } },
    { kind: 'note', title: 'Away with it', category: '', tags: [], fields: { text: 'Gone' } },
  ]);
  const { page } = await openVault(town, { owner });
  for (const [title, left] of [
    ['Kept after all', '1 entry'],
    ['Away with it', 'Nothing is in your vault yet'],
  ] as const) {
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    await page.getByText(left).waitFor();
  }
  await page.getByRole('link', { name: 'Trash' }).click();
  await page
    .getByText(/^Gone for good on/)
    .first()
    .waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await page.getByRole('button', { name: 'Restore “Kept after all”' }).click();
  await page.getByRole('status').getByText('“Kept after all” is back in your vault.').waitFor();
  await page.getByRole('button', { name: 'Delete for good: “Away with it”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await page.getByRole('status').getByText('“Away with it” is gone for good.').waitFor();
  await page.getByText('The trash is empty.').waitFor();
  expect((await readVault(town.life, owner)).map(({ title }) => title)).toEqual(['Kept after all']);
});
