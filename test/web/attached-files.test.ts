/** Files of entries in the page: interrupted and continued, shown or only saved, and received on a phone. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { encryptedSize } from '../../crypto/index.ts';
import { alter, refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { dropFiles } from '../support/browser/drop-files.ts';
import { inspect } from '../support/browser/inspect.ts';
import { button, chooseFiles, follow, heading, press, savedFile } from '../support/browser/page-steps.ts';
import { unlockWith } from '../support/browser/web-owner.ts';
import { openVault } from '../support/browser/web-vault.ts';
import { type LeavingOwner, letter, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { findAge } from '../support/clients/age.ts';
import { linkTo } from '../support/clients/caught-mail.ts';
import { accept, type NamedSuccessor, nameSuccessor } from '../support/clients/successor.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/use.ts';

const environment = await useBrowserEnvironment();
let owner: LeavingOwner;
let bea: NamedSuccessor;
let letterId: string;
const folder = useFolder('attached-');
beforeAll(async () => {
  owner = await openLeavingOwner(environment);
  letterId = await owner.write(letter('For Bea', 'Listen to what I sang for you.'));
  bea = await nameSuccessor(environment, owner, 'Bea');
  await owner.leave(1, new Map([[bea, [letterId]]]));
});

/** Half a minute that sounds like rain, as WAV: 16 bits, mono, 44.1 kHz. */
function voice(): Buffer {
  const sound = randomBytes(2_600_000);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 44_100],
    [28, 88_200],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

const VOICE = voice();
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SCRIPT = Buffer.from('<script>parent.seen = true</script>');
const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>parent.seen = true</script></svg>',
);

/** A name that leads out of the folder that it is saved in, and has two lines. */
const HOSTILE_NAME = '../../.ssh/keys\n.txt';

const add = (page: Page, ...files: [name: string, mimeType: string, buffer: Buffer][]) =>
  chooseFiles(
    page,
    () => press(page, 'Add files'),
    files.map(([name, mimeType, buffer]) => ({ name, mimeType, buffer })),
  );

const isPlayed = (page: Page, name: string) =>
  page.evaluate(
    `(async () => {
      const element = document.querySelector('[aria-label="${name}"]');
      element.muted = true;
      await element.play();
      return element.duration;
    })()`,
  ) as Promise<number>;

test('an upload that a closed tab cut off goes on the next time the vault is opened, where it was', async () => {
  const { page, context, recorder } = await openVault(environment, {
    owner,
    path: `/vault/${letterId}`,
    tolerate: [/ERR_CONNECTION_RESET/],
  });
  const sentBytes = () =>
    recorder.sent
      .filter(({ what }) => /^PATCH .*\/files\//.test(what))
      .reduce((sum, { body }) => sum + body.length, 0);
  const reached = Promise.withResolvers<void>();
  let parts = 0;
  await context.route('**/api/v1/files/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    parts += 1;
    if (parts === 1) return route.fallback();
    reached.resolve();
    await route.abort('connectionreset');
  });
  await page.getByText('Your plan has room for another 100 GB of files.').waitFor();
  await inspect(page);
  await add(page, ['voice.wav', 'audio/wav', VOICE]);
  await reached.promise;
  await page.getByText('a second, about').first().waitFor();
  await inspect(page);
  await page.close();
  await context.unroute('**/api/v1/files/*');
  expect(sentBytes()).toBe(1024 * 1024);

  // The entry has had so many files, those in the trash included, that a list of them has more than one page.
  await context.route(/\/api\/v1\/files\?/, (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.get('cursor') !== 'next')
      return route.fulfill({ json: { files: [], nextCursor: 'next' } });
    url.searchParams.delete('cursor');
    return route.fallback({ url: url.href });
  });
  const again = await context.newPage();
  await again.goto(`/vault/${letterId}`);
  await unlockWith(again, owner.password);
  await button(again, 'Play voice.wav').waitFor();
  // What had arrived was not sent again.
  expect(sentBytes()).toBe(encryptedSize(VOICE.length));
  const saved = await savedFile(again, () => press(again, 'Save voice.wav'));
  expect(saved.name).toBe('voice.wav');
  expect(saved.bytes.equals(VOICE)).toBe(true);
  recorder.neverSends({ voice: VOICE.subarray(1_000, 1_100), 'file name': 'voice.wav' });
});

/** A place that the reader chooses, as `showSaveFilePicker` gives it, because headless Chromium asks nobody. */
const CHOSEN_PLACE = `globalThis.showSaveFilePicker = async ({ suggestedName }) =>
  (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`;

/** The SHA-256 of what was written there. */
const written = (page: Page, name: string): Promise<string> =>
  page.evaluate(`(async () => {
    const file = await (await (await navigator.storage.getDirectory()).getFileHandle('${name}')).getFile();
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  })()`);

test('a large file is written to the disk while it arrives, through a shared worker, until its tab is closed', async () => {
  const id = await owner.write(letter('With a film', 'Look.'));
  const path = `/vault/${id}`;
  const { page, context } = await openVault(environment, { owner, path, sharedWorker: true });
  const film = randomBytes(17_000_000);
  await page.getByText('Your plan has room for another').waitFor();
  await add(page, ['film.bin', '', film]);
  await button(page, 'Save film.bin').waitFor();
  await page.evaluate(CHOSEN_PLACE);
  await press(page, 'Save film.bin');
  const hash = createHash('sha256').update(film).digest('hex');
  await until('the file is written', async () => (await written(page, 'film.bin').catch(() => '')) === hash);

  // A tab that is closed in the meantime ends its download, and leaves nothing under the file's name.
  const { files, quotas } = environment.deps;
  const store = files!.current;
  const { read } = store;
  const goOn = Promise.withResolvers<void>();
  store.read = async (...range) => {
    const bytes = await read(...range);
    async function* halfOf() {
      for await (const chunk of bytes) {
        yield chunk;
        await goOn.promise;
      }
    }
    return Readable.from(halfOf());
  };
  const other = await context.newPage();
  await other.goto(path);
  await button(other, 'Save film.bin').waitFor();
  await other.evaluate(CHOSEN_PLACE.replace('suggestedName, {', "'cut.bin', {"));
  await press(other, 'Save film.bin');
  try {
    await until('it is on its way', () => quotas.downloads.used === 1);
    await other.close();
    await until('the download ends', () => quotas.downloads.used === 0, 30_000);
  } finally {
    goOn.resolve();
    store.read = read;
  }
  expect(await written(page, 'cut.bin')).toBe(createHash('sha256').digest('hex'));
});

test('only what can run nothing is shown, whatever a file says it is; files without room are refused before they are sent', async () => {
  const { page, context } = await openVault(environment, { owner, path: `/vault/${letterId}` });
  await page.getByText('Your plan has room for another').waitFor();
  const nearlyFull = await alter<{ limits: object; usage: { fileBytes: number } }>(
    context,
    '/billing/status',
    (body) => ({ ...body, limits: { ...body.limits, fileBytes: body.usage.fileBytes + 5_000_000 } }),
  );
  await add(
    page,
    ['portrait.png', 'image/png', PIXEL],
    ['drawing.svg', 'image/svg+xml', DRAWING],
    ['page.html', 'text/html', SCRIPT],
    ['not a picture.png', 'image/png', SCRIPT],
    ['Christmas 1998.avi', 'video/x-msvideo', SCRIPT],
    [HOSTILE_NAME, 'text/plain', SCRIPT],
  );
  await page.getByRole('img', { name: 'portrait.png' }).waitFor();
  await page.getByText('We can’t show “not a picture.png” here.').waitFor();
  await page.getByText('Your plan has room for another 5 MB of files.').waitFor();
  await nearlyFull();
  for (const name of ['drawing.svg', 'page.html', 'Christmas 1998.avi']) {
    await button(page, `Save ${name}`).waitFor();
    expect(await page.getByRole('button', { name: new RegExp(`(Open|Play) ${name}`) }).count()).toBe(0);
  }
  expect(await page.evaluate('globalThis.seen')).toBeUndefined();
  await inspect(page);
  // One is added while another is removed.
  const [saving, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  await context.route(`**/api/v1/vault/entries/${letterId}`, async (route) => {
    if (!isHeld && route.request().method() === 'PUT') {
      isHeld = true;
      saving.resolve();
      await goOn.promise;
    }
    await route.fallback();
  });
  const remove = async (name: string) => {
    await press(page, `Remove ${name}`);
    await press(page, 'Remove the file');
    await button(page, `Save ${name}`).waitFor({ state: 'detached' });
  };
  await add(page, ['late.html', 'text/html', SCRIPT]);
  await saving.promise;
  await remove('drawing.svg');
  goOn.resolve();
  await button(page, 'Save late.html').waitFor();
  for (const name of ['late.html', 'page.html', 'not a picture.png', 'Christmas 1998.avi'])
    await remove(name);

  const huge = join(folder, 'huge.mp4');
  await writeFile(huge, '');
  await truncate(huge, 2_200_000_000);
  await dropFiles(page.getByRole('heading', { name: 'For Bea' }), [huge]);
  await page.getByRole('alert').getByText('“huge.mp4” has 2.2 GB').waitFor();
  const full = await alter<{ limits: object }>(context, '/billing/status', (body) => ({
    ...body,
    limits: { ...body.limits, fileBytes: VOICE.length + 10_000 },
  }));
  await page.reload();
  await unlockWith(page, owner.password);
  await page.getByText('Your plan has room for another').waitFor();
  await add(page, ['again.wav', 'audio/wav', VOICE]);
  await page.getByRole('alert').getByText('Nothing has been sent.').waitFor();
  await inspect(page);
  await full();
  await page.goto('/vault/export');
  await unlockWith(page, owner.password);
  await page.getByText('each copy is an archive (ZIP) with all of them').waitFor();
  await inspect(page);
});

test('an export of the page is an archive with all files, and another vault imports it with them', async () => {
  const { page, context } = await openVault(environment, { owner, path: '/vault/export' });
  const withFiles = page.getByText('each copy is an archive (ZIP)');
  await withFiles.waitFor();
  const answerAgain = await refuse(context, '/billing/status');
  await page.reload();
  await unlockWith(page, owner.password);
  await page.getByRole('alert').getByText('Too many attempts').waitFor();
  expect(await button(page, 'Save an encrypted copy').isDisabled()).toBe(true);
  await inspect(page);
  await answerAgain();
  await press(page, 'Try again');
  await withFiles.waitFor();
  // As in browsers that can't write to a chosen place.
  await page.evaluate('globalThis.showSaveFilePicker = undefined');
  const sealed = await savedFile(page, () => press(page, 'Save an encrypted copy'));
  const names = Object.keys(unzipSync(sealed.bytes));
  expect(names.filter((name) => /^Files\/[0-9a-f-]{36}\.age$/.test(name))).toHaveLength(4);
  expect(names.at(-1)).toMatch(/^vault-export-.*\.ndjson$/);
  await page.getByRole('checkbox', { name: 'I’ll keep the file where nobody' }).press('Space');
  const plain = await savedFile(page, () => press(page, 'Save a readable copy'));
  expect(Object.keys(unzipSync(plain.bytes))).toContain('Files/voice.wav');

  const other = await openVault(environment, { path: '/vault/import' });
  await chooseFiles(other.page, () => press(other.page, 'Choose a file'), {
    ...{ name: plain.name, mimeType: 'application/zip', buffer: plain.bytes },
  });
  await other.page.getByText('Its entries refer to 4 files.').waitFor();
  await inspect(other.page);
  await press(other.page, 'Import 2 entries');
  await other.page.getByText('2 entries were added. 4 files were sent.').waitFor();
  await other.page.getByText('Delete the file now').waitFor();
  await inspect(other.page);
  await follow(other.page, 'Go to your vault');
  await follow(other.page, /For Bea/);
  const voice = await savedFile(other.page, () => press(other.page, 'Save voice.wav'));
  expect(voice.bytes.equals(VOICE)).toBe(true);

  // The same folder, unpacked: everything is there.
  await other.page.goto('/vault/import');
  await unlockWith(other.page, other.owner.password);
  const unpacked = join(folder, 'unpacked');
  for (const [name, bytes] of Object.entries(unzipSync(plain.bytes)))
    await write(join(unpacked, name), bytes);
  await chooseFiles(other.page, () => press(other.page, 'Choose a folder'), unpacked);
  await other.page.getByText('Its entries refer to 4 files.').waitFor();
  await press(other.page, 'Send the files');
  await other.page.getByText('No entry was added.').waitFor();
  expect(await other.page.getByText('weren’t sent').count()).toBe(0);

  // Where the files have no room, the archive may be the only copy of them.
  const full = await openVault(environment, { path: '/vault/import' });
  await refuse(full.context, '/files', { code: 'plan_limit', status: 403, method: 'POST' });
  await chooseFiles(full.page, () => press(full.page, 'Choose a file'), {
    ...{ name: plain.name, mimeType: 'application/zip', buffer: plain.bytes },
  });
  await press(full.page, 'Import 2 entries');
  await full.page.getByText('4 files weren’t sent.').waitFor();
  expect(await full.page.getByText('Delete the file now').count()).toBe(0);
});

test('a successor opens a letter with a voice and a picture on a phone, without an account', async () => {
  await owner.fallSilent();
  await accept(environment, bea);
  const { page } = await openBrowser(environment.origin, { width: 360 });
  await page.goto(await linkTo(bea, '/access'));
  await page.getByLabel('Code on your recovery kit').fill(bea.kit.code);
  await press(page, 'Open');
  await page.getByText('3 files').waitFor();
  await inspect(page);
  await press(page, 'Open “For Bea”');
  await heading(page, 'For Bea');
  await page.getByText('Listen to what I sang for you.').waitFor();
  await page.getByRole('img', { name: 'portrait.png' }).waitFor();
  await press(page, 'Play voice.wav');
  await page.locator('audio').waitFor();
  expect(await isPlayed(page, 'voice.wav')).toBeCloseTo(VOICE.length / 88_200, 0);
  await inspect(page);
  const saved = await savedFile(page, () => press(page, 'Save voice.wav'));
  expect(saved.bytes.equals(VOICE)).toBe(true);
  // Going back in the browser forgets nothing.
  await page.goBack();
  await heading(page, 'What Ada left to you');

  await page.goForward();
  await heading(page, 'For Bea');
  await page.goBack();

  // Reloaded there, even after a link within the page, the page begins again, and the way back is the same.
  await follow(page, 'keep a copy');
  await press(page, 'Open “For Bea”');
  await heading(page, 'For Bea');
  await page.reload();
  await page.getByLabel('Code on your recovery kit').fill(bea.kit.code);
  await press(page, 'Open');
  await press(page, 'Open “For Bea”');
  await press(page, 'All that Ada left to you');
  await heading(page, 'What Ada left to you');
});

test('an archive of everything opens without us: readable, or sealed and with the age command', async () => {
  const { page } = await openBrowser(environment.origin);
  await page.goto(await linkTo(bea, '/access'));
  await page.getByLabel('Code on your recovery kit').fill(bea.kit.code);
  await press(page, 'Open');
  const kept = async (how: string) => {
    await page.getByRole('radio', { name: how }).press('Space');
    const { name, bytes } = await savedFile(page, () => press(page, 'Save the file'));
    await page.getByText(`Your browser is saving “${name}”`).waitFor();
    return unzipSync(bytes);
  };
  const plain = await kept('Readable');
  await inspect(page);
  expect(Object.keys(plain).sort()).toEqual([
    // No name leads out of the folder.
    'Files/__.._.ssh_keys_.txt',
    'Files/portrait.png',
    'Files/voice.wav',
    'Read me first.txt',
    'What Ada left to you.html',
  ]);
  expect(Buffer.from(plain['Files/voice.wav']!).equals(VOICE)).toBe(true);
  expect(Buffer.from(plain['What Ada left to you.html']!).toString()).toContain('<a href="Files/voice.wav">');

  const sealed = await kept('Sealed');
  expect(Object.keys(sealed).sort()).toEqual([
    'Files/1.age',
    'Files/2.age',
    'Files/3.age',
    'Read me first.txt',
    'What Ada left to you (sealed).html',
  ]);
  for (const [name, bytes] of Object.entries(sealed)) await write(join(folder, 'sealed', name), bytes);
  const offline = await page.context().newPage();
  await offline.goto(pathToFileURL(join(folder, 'sealed', 'What Ada left to you (sealed).html')).href);
  await offline.getByLabel('Code on your recovery kit').fill(bea.kit.code);
  await press(offline, 'Open');
  const keys = offline.getByText(/^AGE-SECRET-KEY-1/);
  await offline.getByRole('link', { name: 'voice.wav' }).waitFor();
  await write(join(folder, 'key.txt'), Buffer.from((await keys.first().textContent()) ?? ''));
  const age = await findAge();
  if ('missing' in age) return;
  await age.decrypt(join(folder, 'sealed', 'Files/1.age'), join(folder, 'key.txt'), join(folder, 'opened'));
  expect((await readFile(join(folder, 'opened'))).equals(VOICE)).toBe(true);
});
