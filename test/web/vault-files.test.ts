/** Files in the page, and the trash, by keyboard alone. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdBack, refuse } from '../support/browser/answers.ts';
import { countBlobs } from '../support/browser/blobs.ts';
import { dropFiles } from '../support/browser/drop-files.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { openWebOwner } from '../support/browser/web-owner.ts';
import { fillVault, openVault, readVault, savedFile } from '../support/browser/web-vault.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
let folder: string;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(async () => {
  await environment.close();
  await rm(folder, { recursive: true });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(
  page: Page,
  name: string,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(button(page, name))]);
  await chooser.setFiles(files);
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('several files are saved at once, shown, and come back byte for byte; one that is too large says so', async () => {
  const { page, context, owner, recorder } = await openVault(environment, { path: '/vault/new/file' });
  const bytes = randomBytes(700_000);
  const tooLarge = {
    name: 'too large.bin',
    mimeType: 'application/octet-stream',
    buffer: randomBytes(1_000_000),
  };
  const text = Buffer.from('The deed is at the notary in Harbour Street.\n');
  await choose(page, 'Choose files', [
    { name: 'where it is.txt', mimeType: 'text/plain', buffer: text },
    { name: 'portrait.png', mimeType: 'image/png', buffer: PIXEL },
    { name: 'by mistake.txt', mimeType: 'text/plain', buffer: text },
  ]);
  const dropped = [join(folder, 'deed.bin'), join(folder, 'too large.bin')];
  await writeFile(dropped[0]!, bytes);
  await writeFile(dropped[1]!, tooLarge.buffer);
  await dropFiles(page.getByText('Drag files here, or choose them. Each can be'), dropped);
  await page
    .getByRole('alert')
    .getByText('“too large.bin” has 1 MB, but an entry can hold only 780 kB')
    .waitFor();
  await press(button(page, 'Leave out by mistake.txt'));
  await type(page.getByLabel('Category'), 'Papers of the house');
  await inspect(page);
  const goOn = await holdBack(context, '/vault/entries');
  await press(button(page, 'Save 3 files'));
  await page.getByText('Encrypting and saving').waitFor();
  await inspect(page);
  goOn();
  await page.getByText('3 entries').waitFor();

  await press(page.getByRole('link', { name: /where it is/ }));
  await page.getByRole('region', { name: 'Preview of where it is.txt' }).getByText('at the notary').waitFor();
  await inspect(page);
  const blobsInHand = await countBlobs(page);
  await press(page.getByRole('link', { name: /portrait/ }));
  await page.getByRole('img', { name: 'Preview of portrait.png' }).waitFor();
  expect(await blobsInHand()).toBe(1);
  await inspect(page);
  await press(page.getByRole('link', { name: /deed/ }));
  await page.getByText('700 kB').last().waitFor();
  // A picture that nobody looks at any more does not stay in the tab.
  expect(await blobsInHand()).toBe(0);
  const saved = await savedFile(page, 'Save file');
  expect(saved.name).toBe('deed.bin');
  expect(saved.bytes.equals(bytes)).toBe(true);
  await press(button(page, 'Edit'));
  await choose(page, 'Replace with another file', [tooLarge]);
  await page.getByText('“too large.bin” has 1 MB').waitFor();
  await inspect(page);
  const newer = randomBytes(1_000);
  const scan = { name: 'deed, signed.bin', mimeType: 'application/octet-stream', buffer: newer };
  await choose(page, 'Replace with another file', [scan]);
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await page.getByLabel('File name').inputValue()).toBe('deed, signed.bin');
  await press(button(page, 'Save'));
  await page.getByText('1 kB').last().waitFor();
  const stored = (await readVault(environment, owner)).find(({ title }) => title === 'deed');
  expect(stored).toMatchObject({
    kind: 'file',
    category: 'Papers of the house',
    fields: { name: 'deed, signed.bin', data: newer.toString('base64') },
  });
  recorder.neverSends({
    'a file': bytes.subarray(1_000, 1_100),
    newer,
    text,
    'file name': 'where it is.txt',
    category: 'Papers of the house',
  });
});

test('the trash shows what goes when, brings back what was removed, and forgets for good what it is told to', async () => {
  const owner = await openWebOwner(environment);
  const [, , torn] = await fillVault(environment, owner, [
    { kind: 'note', title: 'Kept after all', category: '', tags: [], fields: { text: 'Once' } },
    { kind: 'note', title: 'Away with it', category: '', tags: [], fields: { text: 'Gone' } },
    { kind: 'file', title: 'Torn', category: '', tags: [], fields: { data: 'torn!', totp: '0189!' } },
  ]);
  const { page, context } = await openVault(environment, { owner });
  await press(page.getByRole('link', { name: 'Torn' }));
  await page.getByText('This file is damaged.').waitFor();
  await page.getByText('This isn’t a secret an authenticator app can use.').waitFor();
  await inspect(page);
  for (const [title, left] of [
    ['Kept after all', '2 entries'],
    ['Away with it', '1 entry'],
  ] as const) {
    await press(page.getByRole('link', { name: title }));
    await page.getByRole('heading', { name: title }).waitFor();
    await press(button(page, 'Remove'));
    await press(button(page, 'Move to the trash'));
    await page.getByText(left).waitFor();
  }
  const readAgain = await refuse(context, '/vault/trash');
  await press(page.getByRole('link', { name: 'Trash' }));
  await page.getByRole('alert').waitFor();
  await inspect(page);
  await readAgain();
  await press(button(page, 'Try again'));
  await page
    .getByText(/^Will be deleted for good on/)
    .first()
    .waitFor();
  await press(button(page, 'Restore “Kept after all”'));
  await page.getByRole('status').getByText('“Kept after all” is back in your vault.').waitFor();
  await press(button(page, 'Delete for good: “Away with it”'));
  await page.getByRole('alertdialog').waitFor();
  await inspect(page);
  await press(button(page, 'Keep it'));
  await inspect(page);
  await press(button(page, 'Delete for good: “Away with it”'));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }));
  await page.getByRole('status').getByText('“Away with it” has been deleted for good.').waitFor();
  await page.getByText('The trash is empty.').waitFor();
  await inspect(page);
  expect((await readVault(environment, owner)).map(({ title }) => title).toSorted()).toEqual([
    'Kept after all',
    'Torn',
  ]);

  // Removed by another device, which this one learns when it opens the entry.
  const gone = await refuse(context, `/vault/entries/${torn}`, { code: 'not_found', status: 404 });
  await press(page.getByRole('link', { name: 'All entries' }));
  await press(page.getByRole('link', { name: 'Torn' }));
  await page.getByText('This no longer exists.').waitFor();
  await inspect(page);
  await gone();
});
