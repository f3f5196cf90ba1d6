/** Files, the trash, and whole vaults that come in or go out, by keyboard alone. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { alter, holdBack, refuse } from '../support/browser/answers.ts';
import { countBlobs } from '../support/browser/blobs.ts';
import { dropFiles } from '../support/browser/drop-files.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { button, chooseFiles, savedFile } from '../support/browser/page-steps.ts';
import { openWebOwner, unlockWith } from '../support/browser/web-owner.ts';
import { fillVault, openVault, readVault } from '../support/browser/web-vault.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { useFolder } from '../support/use.ts';

const environment = await useBrowserEnvironment();

const folder = useFolder('files-');

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('several files are saved at once, small ones within their entries, shown, and come back byte for byte', async () => {
  const { page, context, owner, recorder } = await openVault(environment, { path: '/vault/new/file' });
  const bytes = randomBytes(700_000);
  const tooLarge = {
    name: 'too large.bin',
    mimeType: 'application/octet-stream',
    buffer: randomBytes(1_000_000),
  };
  const text = Buffer.from('The deed is at the notary in Harbour Street.\n');
  await chooseFiles(page, () => press(button(page, 'Choose files')), [
    { name: 'where it is.txt', mimeType: 'text/plain', buffer: text },
    { name: 'portrait.png', mimeType: 'image/png', buffer: PIXEL },
    { name: 'by mistake.txt', mimeType: 'text/plain', buffer: text },
  ]);
  const dropped = [join(folder, 'deed.bin'), join(folder, 'plan.bin')];
  await writeFile(dropped[0]!, bytes);
  await writeFile(dropped[1]!, tooLarge.buffer);
  await dropFiles(page.getByText('Drag files or folders here, or choose them.'), dropped);
  await page.getByText('plan.bin').waitFor();
  await press(button(page, 'Leave out by mistake.txt'));
  await type(page.getByLabel('Category'), 'Papers of the house');
  await press(button(page, 'Lock the vault'));
  await page.getByText('What you haven’t saved yet is still in this tab.').waitFor();
  await unlockWith(page, owner.password);
  await page.getByText('plan.bin').waitFor();
  await inspect(page);
  const goOn = await holdBack(context, '/vault/entries');
  await press(button(page, 'Save 4 files'));
  await page.getByText('Encrypting and saving').waitFor();
  // Files added now would be lost with the page, and files left out now would be saved all the same.
  for (const name of ['Choose files', 'Choose a folder', 'Leave out plan.bin'])
    expect([name, await button(page, name).isDisabled()]).toEqual([name, true]);
  await inspect(page);
  // Going back in the browser isn't prevented. An owner who returns can't save the same files a second time.
  await page.evaluate(`history.pushState(null, '', '/vault')`);
  await page.getByText('Your vault is empty').waitFor();
  await page.evaluate('history.back()');
  const stillSaved = page.getByText('Your earlier changes here are still being saved.');
  await stillSaved.waitFor();
  await inspect(page);
  goOn();
  await stillSaved.waitFor({ state: 'detached' });
  expect(await page.getByText('plan.bin').count()).toBe(0);
  await press(page.getByRole('link', { name: 'All entries' }));
  await page.getByText('4 entries').waitFor();

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
  const saved = await savedFile(page, () => press(button(page, 'Save file')));
  expect(saved.name).toBe('deed.bin');
  expect(saved.bytes.equals(bytes)).toBe(true);
  await press(button(page, 'Edit'));
  const replace = () => press(button(page, 'Replace with another file'));
  await chooseFiles(page, replace, [tooLarge]);
  await page.getByText('“too large.bin” has 1 MB').waitFor();
  await inspect(page);
  const newer = randomBytes(1_000);
  const scan = { name: 'deed, signed.bin', mimeType: 'application/octet-stream', buffer: newer };
  await chooseFiles(page, replace, [scan]);
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await page.getByLabel('File name').inputValue()).toBe('deed, signed.bin');
  await type(page.getByLabel('Notes'), 'The notary has the original.');
  await press(button(page, 'Save'));
  await button(page, 'Edit').waitFor();
  await page.getByText('1 kB').last().waitFor();
  const all = await readVault(environment, owner);
  expect(all.find(({ title }) => title === 'plan')?.files).toMatchObject([
    { name: 'plan.bin', size: 1_000_000 },
  ]);
  const stored = all.find(({ title }) => title === 'deed');
  expect(stored).toMatchObject({
    kind: 'file',
    category: 'Papers of the house',
    fields: {
      name: 'deed, signed.bin',
      data: newer.toString('base64'),
      notes: 'The notary has the original.',
    },
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
  const { page, context, expectProblem } = await openVault(environment, { owner });
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
  // The answer gets lost, and what was done is found out all the same.
  expectProblem(/ERR_FAILED/);
  await context.route(
    /\/restore$/,
    async (route) => {
      await route.fetch({ maxRetries: 3 });
      await route.abort();
    },
    { times: 1 },
  );
  await press(button(page, 'Restore “Kept after all”'));
  await page.getByRole('status').getByText('“Kept after all” is no longer in the trash.').waitFor();
  await inspect(page);
  await press(page.getByRole('link', { name: 'All entries' }));
  await press(page.getByRole('link', { name: 'Kept after all' }));
  await press(button(page, 'Remove'));
  await press(button(page, 'Move to the trash'));
  await page.getByText('1 entry').waitFor();
  await press(page.getByRole('link', { name: 'Trash' }));
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

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Entries of all kinds, with much that can't be imported, and one that is there already with another password. */
const various = JSON.parse(
  readFileSync(new URL('../client/samples/bitwarden.json', import.meta.url), 'utf8'),
);
const [similar] = items.slice(7);
various.items.push({ ...similar, login: { ...similar!.login, password: 'another' } });

const pick = (page: Page, name: string, text: string): Promise<void> =>
  chooseFiles(page, () => press(button(page, 'Choose a file')), {
    ...{ name, mimeType: 'application/json' },
    buffer: Buffer.from(text),
  });

async function saved(page: Page, name: string): Promise<string> {
  return (await savedFile(page, () => press(button(page, name)))).bytes.toString();
}

type Billing = { limits: object; plans: { free: object } };

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
  expect(await page.getByText('the import would be refused').count()).toBe(0);
  const small = await alter<Billing>(context, '/billing/status', (body) => ({
    ...body,
    limits: body.plans.free,
  }));
  await press(button(page, 'Choose another file'));
  await pick(page, 'bitwarden.json', bitwarden);
  await page.getByText('Your plan allows 50 entries. Your vault has 0, and 1,000 would be added').waitFor();
  await inspect(page);
  await small();
  const goOn = await holdBack(context, '/vault/import');
  await press(button(page, 'Import 1,000 entries'));
  await page.getByText('Encrypting and saving').waitFor();
  await inspect(page);
  goOn();
  await page.getByText('1,000 entries were added.').waitFor();
  await inspect(page);
  await press(link(page, 'Go to your vault'));
  await page.getByText('1,000 entries', { exact: true }).waitFor();
  const stored = await readVault(environment, owner);
  expect(stored).toHaveLength(COUNT);
  expect(stored.find(({ title }) => title === 'Account number 7')).toMatchObject({
    kind: 'login',
    category: 'Folder of the family',
    fields: { username: 'ada.7@example.com', password: 'imported-secret-7', url: 'https://site-7.example' },
  });

  await press(link(page, 'Export'));
  const encrypted = await saved(page, 'Save an encrypted copy');
  expect(encrypted).not.toContain('imported-secret');
  await press(page.getByRole('checkbox', { name: 'I’ll keep the file where nobody else can find it.' }));
  const exportOn = await holdBack(context, '/vault/export');
  const copy = saved(page, 'Save a readable copy');
  await page.getByText('0 entries opened').waitFor();
  await inspect(page);
  exportOn();
  const readable = await copy;
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
  await press(page.getByRole('checkbox', { name: 'Also add 1 entry that looks like another one' }));
  await page.getByRole('heading', { name: 'Can’t be imported' }).waitFor();
  await inspect(page);
  await press(page.getByRole('button', { name: /^Import \d/ }));
  await page.getByText(/entr(y was|ies were) added/).waitFor();
  // What was skipped may be nowhere else.
  expect(await page.getByText('Delete the file now').count()).toBe(0);
  // Nor what an entry lost on the way, nor an entry that wasn't chosen.
  const note = (name: string) => ({ type: 2, name, notes: name, secureNote: { type: 0 } });
  const another = { ...similar, login: { ...similar!.login, password: 'a third' } };
  for (const [entries, mayBeDeleted] of [
    [[note('Complete')], true],
    [[{ ...note('With a linked field'), fields: [{ name: 'User', type: 3, linkedId: 100 }] }], false],
    [[note('Beside another'), another], false],
  ] as const) {
    await press(link(page, 'All entries'));
    await press(link(page, 'Import'));
    await pick(page, 'few.json', exported([...entries]));
    await press(button(page, 'Import 1 entry'));
    await page.getByText('1 entry was added.').waitFor();
    expect(await page.getByText('Delete the file now').isVisible()).toBe(mayBeDeleted);
  }
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
  const hasStayed = Promise.withResolvers<void>();
  await page.context().route('**/api/v1/vault/import', async (route) => {
    requests += 1;
    await hasStayed.promise;
    // The second is carried out, and its answer gets lost.
    if (requests === 2) {
      await route.fetch({ maxRetries: 3 });
      await route.abort();
    } else await route.continue();
  });
  type Billing = { limits: object };
  await alter(page.context(), '/billing/status', ({ limits, ...rest }: Billing) => ({
    ...rest,
    limits: { ...limits, entries: TWO_BATCHES - 1 },
  }));
  await pick(page, 'bitwarden.json', exported(items.slice(0, TWO_BATCHES)));
  await page.getByText('so the import would be refused').waitFor();
  await press(button(page, `Import ${TWO_BATCHES} entries`));
  await press(link(page, 'All entries'));
  const question = page.getByRole('alertdialog', { name: 'Leave during the import?' });
  await question.waitFor();
  await inspect(page);
  await press(button(page, 'Stay here'));
  await question.waitFor({ state: 'detached' });
  hasStayed.resolve();
  await page.getByText('nothing will be added twice').waitFor();
  // Otherwise what is stored already would be counted twice.
  expect(await page.getByText('so the import would be refused').count()).toBe(0);
  await inspect(page);
  await press(button(page, `Import ${TWO_BATCHES} entries`));
  await page.getByText(/entries were added/).waitFor();
  expect(requests).toBe(3);
  expect(await readVault(environment, owner)).toHaveLength(TWO_BATCHES);
});

/** Five kinds of items, in turn. */
const KINDS_THERE = [
  (index: number) => ({
    type: 1,
    login: {
      username: `ada.${index}`,
      password: `s3cret-${index}`,
      totp: 'JBSWY3DPEHPK3PXP',
      uris: [{ uri: `https://${index}.example` }, { uri: `https://app.${index}.example` }],
    },
    fields: [
      { name: 'PIN', value: `${1000 + index}`, type: 1 },
      { name: 'Branch', value: 'harbour', type: 0 },
      { name: 'Paperless', value: 'true', type: 2 },
    ],
  }),
  (index: number) => ({
    type: 2,
    notes: `Under pot number ${index}`,
    secureNote: { type: 0 },
  }),
  (index: number) => ({
    type: 3,
    card: {
      cardholderName: 'Ada Lovelace',
      brand: 'Visa',
      number: `41111111111${10_000 + index}`,
      expMonth: '3',
      expYear: '2031',
      code: '123',
    },
  }),
  (index: number) => ({
    type: 4,
    identity: {
      firstName: 'Ada',
      lastName: `Number ${index}`,
      address1: 'St James’s Square',
      passportNumber: 'C01X0006H',
    },
  }),
  (index: number) => ({
    type: 5,
    sshKey: { privateKey: `-----BEGIN\n${index}`, publicKey: 'ssh-ed25519 AAAA', keyFingerprint: 'SHA256:x' },
  }),
];

const ofEveryKind = Array.from({ length: 300 }, (_, index) => ({
  id: randomUUID(),
  folderId: 'f1',
  favorite: index === 0,
  name: `Thing ${index}`,
  notes: null,
  ...KINDS_THERE[index % 5]!(index),
}));

test('300 entries of Bitwarden arrive as what they were, are undone but for one that was changed, and come in again', async () => {
  const { page, context, owner } = await openVault(environment, { path: '/vault/import' });
  await pick(page, 'bitwarden.json', exported(ofEveryKind));
  await page.getByRole('heading', { name: '300 entries in the file' }).waitFor();
  for (const kind of ['Log-ins: 60', 'Notes: 120', 'Cards: 60', 'Identities: 60'])
    await page.getByText(kind).waitFor();
  await inspect(page);
  await press(button(page, 'Import 300 entries'));
  await page.getByText('300 entries were added.').waitFor();
  const stored = await readVault(environment, owner);
  const thing = (index: number) => stored.find(({ title }) => title === `Thing ${index}`);
  const shared = { version: 1, category: 'Folder of the family', tags: [] };
  expect(stored).toHaveLength(300);
  expect(thing(0)).toEqual({
    ...shared,
    kind: 'login',
    title: 'Thing 0',
    tags: ['Favourite'],
    fields: {
      username: 'ada.0',
      password: 's3cret-0',
      url: 'https://0.example',
      'url (2)': 'https://app.0.example',
      totp: 'JBSWY3DPEHPK3PXP',
      PIN: '1000',
      Branch: 'harbour',
      Paperless: 'true',
    },
    hidden: ['PIN'],
  });
  expect(thing(1)).toEqual({
    ...shared,
    kind: 'note',
    title: 'Thing 1',
    fields: { text: 'Under pot number 1' },
  });
  expect(thing(2)).toMatchObject({
    kind: 'card',
    fields: {
      cardholder: 'Ada Lovelace',
      number: '4111111111110002',
      expiry: '03/2031',
      code: '123',
      brand: 'Visa',
    },
  });
  expect(thing(3)).toMatchObject({
    kind: 'identity',
    fields: {
      firstName: 'Ada',
      lastName: 'Number 3',
      address: 'St James’s Square',
      passportNumber: 'C01X0006H',
    },
  });
  expect(thing(4)).toMatchObject({
    kind: 'note',
    fields: { privateKey: '-----BEGIN\n4', publicKey: 'ssh-ed25519 AAAA', fingerprint: 'SHA256:x' },
    hidden: ['privateKey'],
  });

  await press(link(page, 'Go to your vault'));
  await page.getByText(/^Last import, on/).waitFor();
  await inspect(page);
  await type(page.getByLabel('Search your entries'), 'Thing 299');
  await press(page.getByRole('link', { name: /Thing 299/ }));
  await press(button(page, 'Edit'));
  await type(page.getByRole('textbox', { name: 'Title' }), 'Mine since');
  await press(button(page, 'Save'));
  await page.getByRole('heading', { name: 'Mine since' }).waitFor();

  // It outlives a reload, and another tab offers it too.
  const other = await context.newPage();
  await other.goto('/vault');
  await unlockWith(other, owner.password);
  await other.getByText(/^Last import, on/).waitFor();
  await page.goto('/vault');
  await unlockWith(page, owner.password);
  await button(page, 'Undo this import').waitFor();
  const goOn = await refuse(context, '/vault/entries/[^/]+', { method: 'DELETE' });
  await press(button(page, 'Undo this import'));
  await page.getByRole('alert').waitFor();
  await goOn();
  await press(button(page, 'Undo this import'));
  await page.getByText('299 entries are in the trash now.').waitFor();
  await page.getByText('1 entry has changed since the import, and stays.').waitFor();
  await inspect(page);
  expect((await readVault(environment, owner)).map(({ title }) => title)).toEqual(['Mine since']);
  await other.getByText(/^Last import, on/).waitFor({ state: 'detached' });

  await press(link(page, 'Import'));
  await pick(page, 'bitwarden.json', exported(ofEveryKind));
  await press(button(page, 'Import 300 entries'));
  await page.getByText('300 entries were added.').waitFor();
  expect(await readVault(environment, owner)).toHaveLength(301);
});
