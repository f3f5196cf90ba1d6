/** A whole life as a successor sees it: from the invitation to what is kept of a letter, every link from its mail. */

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { printCode } from '../../crypto/codes.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { checkAccessible } from '../support/browser/accessible.ts';
import { alter } from '../support/browser/answers.ts';
import { countBlobs } from '../support/browser/blobs.ts';
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { fakeCamera } from '../support/browser/camera.ts';
import { dropFiles } from '../support/browser/drop-files.ts';
import { inspect } from '../support/browser/inspect.ts';
import { enter, press, type } from '../support/browser/keyboard.ts';
import { fitsAt360 } from '../support/browser/layout.ts';
import {
  button,
  chooseFiles,
  copyGroups,
  heading,
  savedFile,
  sheetGroups,
} from '../support/browser/page-steps.ts';
import { type Invited, letter, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { slipIn } from '../support/builders/slip.ts';
import { linkTo } from '../support/clients/caught-mail.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';
import { use, useFolder } from '../support/use.ts';

const LETTER = 'Dear Bea,\n\n\tthe garden is yours now — and “the gate” too.\n  Water the roses.';
const PASSWORD = 'correct horse <battery> & staple';
const PHOTO = randomBytes(40_000);

const environment = await useBrowserEnvironment();
let bea: Invited;
let browser: TestBrowser;
let page: Page;
const folder = useFolder('successor-');
const camera = await use(fakeCamera, (it) => it.remove());
beforeAll(async () => {
  browser = await openBrowser(environment.origin, { permissions: ['clipboard-write'] });
  page = browser.page;
});

/** What Bea has made and kept. */
const sheet: { code: string; photo: Buffer; file: Buffer } = {
  code: '',
  photo: Buffer.alloc(0),
  file: Buffer.alloc(0),
};

const pressButton = (name: string) => press(button(page, name));
const code = () => page.getByLabel('Code on your recovery kit');
const saved = (name: string) => savedFile(page, () => pressButton(name));

test('Bea makes a kit, is asked, and accepts', async () => {
  const owner = await openLeavingOwner(environment);
  const ids = [
    await owner.write(letter('For Bea', LETTER)),
    await owner.write({
      kind: 'login',
      title: 'Bank of the north',
      category: 'money',
      tags: [],
      fields: { username: 'ada.lovelace', password: PASSWORD, url: 'https://bank.example/log-in' },
    }),
    await owner.write({
      ...letter('The house', ''),
      kind: 'file',
      fields: { name: 'house.jpg', data: PHOTO.toString('base64') },
    }),
    await owner.write({
      ...letter('Where things are', ''),
      kind: 'note',
      fields: { text: 'The keys are with Mme Lefèvre.', Lock: 'left, right, left' },
      hidden: ['Lock'],
    }),
    await owner.write({ ...letter('Scan of the deed', ''), kind: 'file', fields: { data: 'torn!' } }),
    await owner.write(letter('Damaged on the way', 'Nobody will read this.')),
  ];
  bea = await owner.invite('Bea');
  await page.goto(await linkTo(bea, '/successor'));
  await pressButton('Yes, you can reach me here');
  await pressButton('Make my kit');
  await heading(page, 'Print your recovery kit');
  const paper = page.getByRole('article', { name: 'Recovery kit of Bea for what Ada leaves' });
  const groups = await sheetGroups(paper);
  sheet.code = groups.join('-');
  sheet.photo = await paper.screenshot();
  sheet.file = (await saved('Save as a file')).bytes;
  await pressButton('I have it on paper');
  await heading(page, 'Is the code on your sheet?');
  await copyGroups(page, groups, type);
  await pressButton('Continue');
  const spoken = page.getByRole('list', { name: 'The six words' }).getByRole('listitem');
  await spoken.nth(5).waitFor();
  await owner.compare(bea, (await spoken.allTextContents()).join(' '));
  await owner.leave(1, new Map([[bea, ids]]));
  const em = environment.em();
  await em.nativeUpdate(VaultEntry, { id: ids.at(-1)! }, { iv: randomBytes(12).toString('base64') });

  await owner.fallSilent();
  await page.goto(await linkTo(bea, '/respond'));
  await press(page.getByRole('radio', { name: /^I accept/ }));
  await pressButton('Send my answer');
  await heading(page, 'Thank you. It’s now open to you');
});

test('a wrong, torn or mistyped kit says what is wrong with it, and what to do', async () => {
  await page.goto(await linkTo(bea, '/access'));
  await pressButton('Scan it with the camera');
  await page.getByText('The camera can’t be used here. Choose a photo of the sheet').waitFor();
  await pressButton('Close the camera');
  // Opened before anything else, because Chromium forgets a change of theme within what is closed.
  await press(page.getByText('My sheet is torn, or I can’t find it'));
  await page.getByText('You need all nine groups.').waitFor();
  const says = async (typed: string, sentence: string) => {
    await type(code(), typed);
    await pressButton('Open');
    await page.getByText(sentence).waitFor();
  };
  await says('', 'Please enter the code from your sheet, all nine groups.');
  await says('hafen teppich apfel käse wolke zug', 'Those are the six words from your sheet.');
  expect(await page.locator('.typed-groups .good').count()).toBe(0);
  await says(`2.${sheet.code}`, 'This was written by a newer version of this page.');
  await says(sheet.code.slice(0, -7), 'Group 8 isn’t complete yet.');
  await says(sheet.code.replace(/-.{4}/, '-12G4'), 'Group 2 has a character that can’t be in a code.');
  await inspect(page);
  // A digit of the checksum, which would fit another code by chance.
  const mistyped = await slipIn('kit-code-v1', sheet.code);
  await says(mistyped, 'There’s a typing mistake in one of the groups.');
  await says(await printCode('recovery-code-v1', new Uint8Array(16)), 'That’s the recovery code for a vault');
  const accessCalls = () =>
    browser.recorder.sent.filter(({ url }) => url.pathname.endsWith('/successor-access')).length;
  expect(accessCalls()).toBe(0);
  const ofOther = await printCode('kit-code-v1', new Uint8Array(16));
  await browser.context.setOffline(true);
  browser.expectProblem(/ERR_INTERNET_DISCONNECTED/);
  await says(ofOther, 'We can’t reach the service. Check your connection and try again.');
  await browser.context.setOffline(false);
  await pressButton('Open');
  await page.getByText('This code is complete, but it belongs to another sheet').waitFor();
  await page.getByText('Recovery kit of Bea for what Ada leaves').waitFor();
});

test('a sheet is read from a photo or the saved file, and what was left opens except what is damaged', async () => {
  const choose = (name: string, mimeType: string, bytes: Buffer) =>
    chooseFiles(page, () => pressButton('Choose a photo or the saved file'), {
      name,
      mimeType,
      buffer: bytes,
    });
  await choose('blank.png', 'image/png', await page.screenshot());
  await page.getByText('We couldn’t find a code in this file.').waitFor();
  await inspect(page);
  for (const [name, mimeType, bytes] of [
    ['sheet.png', 'image/png', sheet.photo],
    ['kit.html', 'text/html', sheet.file],
  ] as const) {
    await type(code(), '');
    await choose(name, mimeType, bytes);
    await page.getByText('The code has been read from your sheet.').waitFor();
    expect(await code().inputValue()).toBe(sheet.code);
  }
  const place = page.getByText('Or drop the photo or the file here.');
  const [torn, whole] = [join(folder, 'torn.html'), join(folder, 'whole.html')];
  await writeFile(torn, `<ol data-code="${sheet.code.slice(0, 20)}">`);
  await writeFile(whole, sheet.file);
  await dropFiles(place, [torn]);
  await page.getByText('We couldn’t find a code in this file.').waitFor();
  await dropFiles(place, [whole]);
  await page.getByText('The code has been read from your sheet.').waitFor();
  // A file that misses its place does not open in place of the page.
  await dropFiles(page.getByRole('heading', { level: 1 }), [whole]);
  // As it is typed from paper.
  await enter(code(), sheet.code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'));
  await heading(page, 'What Ada left to you');
  await page.getByText('One entry couldn’t be opened').waitFor();
  // What was fetched for the wrong sheet is opened with the right one.
  const accessRequests = browser.recorder.sent.filter(({ url }) =>
    url.pathname.endsWith('/successor-access'),
  );
  expect(accessRequests.length).toBe(1);
  const shown = page.getByRole('article').filter({ hasText: 'For Bea' });
  expect(await shown.getByText('Dear Bea').evaluate((element) => element.textContent)).toBe(LETTER);
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.slice(0, 4)).toEqual(['Letters', 'Log-ins', 'Notes', 'Files']);
});

test('a log-in can be copied, and a file is saved byte for byte', async () => {
  expect(await page.getByText(PASSWORD).count()).toBe(0);
  await press(page.getByText('Bank of the north'));
  await pressButton('Show: Password');
  await page.getByText(PASSWORD).waitFor();
  expect(await page.getByText('left, right, left').count()).toBe(0);
  await pressButton('Show: Lock');
  await page.getByText('left, right, left').waitFor();
  await page.clock.install();
  await pressButton('Copy: Password');
  await page.getByText('Copied. It will be removed from the clipboard after a minute.').waitFor();
  // The page itself may not read the clipboard, so another tab pastes it.
  const other = await browser.context.newPage();
  await other.setContent('<textarea></textarea>');
  const clipboard = async () => {
    await other.getByRole('textbox').fill('');
    await other.getByRole('textbox').press('Control+V');
    return other.getByRole('textbox').inputValue();
  };
  expect(await clipboard()).toBe(PASSWORD);
  // Nothing is selected, so this copies nothing, and the secret is still there.
  await page.keyboard.press('Control+C');
  await page.clock.fastForward(61_000);
  await until('the clipboard to be empty', async () => (await clipboard()) === '');
  await other.close();
  const blobsInHand = await countBlobs(page);
  const download = await saved('Save house.jpg');
  expect(download).toEqual({ name: 'house.jpg', bytes: PHOTO });
  // The tab lets go of the bytes, but not before the browser has them.
  expect(await blobsInHand()).toBe(1);
  await page.clock.fastForward(61_000);
  expect(await blobsInHand()).toBe(0);
  await page.getByText('This file is damaged, so it can’t be saved.').waitFor();
});

test('a letter is printed alone', async () => {
  await page.evaluate('window.print = () => {}');
  await pressButton('Print this letter: For Bea');
  await page.emulateMedia({ media: 'print' });
  const printed = async () => (await page.locator('body').allInnerTexts()).join('').trim();
  expect(await printed()).toMatch(/^For Bea\s+Dear Bea,.*Water the roses\.$/s);
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  // The page shows the rest again a moment after the printing has ended.
  await page.getByText('Bank of the north').first().waitFor();
  await page.emulateMedia({ media: 'screen' });
});

test('a sheet is scanned, or the page says why it can’t be', async () => {
  await camera.shows('https://example.com');
  const { page: own, expectProblem } = await openBrowser(environment.origin, { camera });
  expectProblem(/camera is not allowed/);
  const link = await linkTo(bea, '/access');
  await own.route('**/access*', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const headers = { ...response.headers(), 'permissions-policy': 'camera=()' };
    await route.fulfill({ response, headers });
  });
  const pressOwn = (name: string) => press(button(own, name));
  await own.goto(link);
  await pressOwn('Scan it with the camera');
  await own.getByText('Your browser isn’t letting this page use the camera.').waitFor();
  await inspect(own);
  await own.unroute('**/access*');
  await own.reload();
  await pressOwn('Scan it with the camera');
  await own.getByText('That’s a different square pattern.').waitFor();
  await inspect(own);
  await pressOwn('Close the camera');
  await camera.shows(sheet.code);
  await pressOwn('Scan it with the camera');
  await own.getByText('The code has been read from your sheet.').waitFor();
  await pressOwn('Open');
  await own.getByRole('heading', { name: 'Letters' }).waitFor();
});

test('a copy of everything opens offline: to anybody if it is readable, with the code if it is sealed', async () => {
  const keep = async (how: string, label = 'Save the file') => {
    await press(page.getByRole('radio', { name: how }));
    const { name, bytes } = await saved(label);
    const path = join(folder, `${how}.html`);
    await writeFile(path, bytes);
    return [name, pathToFileURL(path).href] as const;
  };
  const [plainName, plain] = await keep('Readable');
  const [sealedName, sealed] = await keep('Sealed');
  await page.getByText('Your browser is saving').waitFor();
  await inspect(page);
  expect([sealedName, plainName]).toEqual([
    'What Ada left to you (sealed).html',
    'What Ada left to you.html',
  ]);
  await pressButton('Deutsch');
  const [, german] = await keep('Versiegelt', 'Datei speichern');
  await browser.context.setOffline(true);
  const offline = await browser.context.newPage();
  const look = async () => {
    await fitsAt360(offline);
    for (const colorScheme of ['light', 'dark'] as const) {
      await offline.emulateMedia({ colorScheme });
      await checkAccessible(offline);
    }
  };
  const open = async (code: string, label: string, opens: string) => {
    expect(await offline.content()).not.toContain('roses');
    await type(offline.getByLabel(label), code);
    await press(offline.getByRole('button', { name: opens }));
  };
  const reads = async (title: string) => {
    await offline.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await offline.getByText('Dear Bea').evaluate((element) => element.textContent)).toBe(LETTER);
    expect(await offline.getByText(PASSWORD).isVisible()).toBe(false);
    await press(offline.locator('details', { hasText: PASSWORD }).locator('summary'));
    await offline.getByText(PASSWORD).waitFor();
  };
  await offline.goto(plain);
  await reads('What Ada left to you');
  await offline.goto(sealed);
  await open(sheet.code, 'Code on your recovery kit', 'Open');
  await reads('What Ada left to you');
  // In German, which needs most room.
  const labels = ['Code auf Ihrem Schlüsselblatt', 'Öffnen'] as const;
  await offline.goto(german);
  await open('cat zoo able fog area bag', ...labels);
  await offline.getByText('Das sind die sechs Wörter').waitFor();
  await look();
  await open(sheet.code, ...labels);
  await reads('Was Ada für Sie hinterlegt hat');
  await look();
  await press(offline.getByRole('link', { name: 'Diesen Brief drucken' }));
  await offline.getByText('Jetzt ist nur dieser Brief zu sehen.').waitFor();
  expect(await offline.getByRole('heading').allTextContents()).toEqual(['For Bea']);
  await look();
  browser.recorder.onlyTo(environment.origin);
  browser.recorder.neverSends({
    code: sheet.code,
    LETTER,
    PASSWORD,
    photo: PHOTO.subarray(0, 64),
    sheet: sheet.file.subarray(-400),
    title: 'Bank of the north',
  });
});

test('what was opened is closed by a button, and after fifteen minutes without input', async () => {
  await browser.context.setOffline(false);
  await pressButton('English');
  await pressButton('Close it again');
  await page.getByText('None of it remains in this tab.').waitFor();
  expect(await page.content()).not.toContain('roses');
  await pressButton('Open');
  await page.getByText('Please enter the code from your sheet, all nine groups.').waitFor();
  await type(code(), sheet.code);
  const endLie = await alter(
    browser.context,
    '/vault/successor-access',
    (access: { entries: object[]; list: string }) => ({ ...access, entries: access.entries.slice(1) }),
  );
  await pressButton('Open');
  await page.getByText('One entry on the list is missing here').waitFor();
  // A copy is read when this page is gone.
  await press(page.getByRole('radio', { name: 'Readable' }));
  const copy = String((await saved('Save the file')).bytes);
  expect(copy).toMatch(
    /One entry on the list is missing here.*keeping it from you.*The entry last changed on /,
  );
  await inspect(page);
  await endLie();
  await pressButton('Close it again');
  await type(code(), sheet.code);
  await pressButton('Open');
  await page.getByRole('heading', { name: 'Letters' }).waitFor();
  await page.getByText('Ada signed a list of what you get').waitFor();
  expect(await page.getByText('on the list is missing').count()).toBe(0);

  const lookAtTheClock = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await page.clock.fastForward('14:30');
  await lookAtTheClock();
  await page.getByText('it will close within a minute').waitFor();
  await inspect(page);
  await page.clock.fastForward('00:40');
  await lookAtTheClock();
  await page.getByText('Nobody used this page for 15 minutes').waitFor();
  expect(await page.content()).not.toContain('roses');
  await inspect(page);
});
