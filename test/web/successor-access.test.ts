/** What a successor opens with their kit, and what they keep of it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Download, Page } from 'playwright-core';
import { printCode } from '../../crypto/codes.ts';
import type { Kit } from '../../crypto/index.ts';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { type FakeCamera, fakeCamera } from '../support/camera.ts';
import { dropFiles } from '../support/drop-files.ts';
import { accept, linkTo, makeKit } from '../support/kit-holder.ts';
import { fitsAt360 } from '../support/layout.ts';
import { type Invited, type LeavingOwner, letter, openLeavingOwner } from '../support/leaving-owner.ts';
import { startTown, type Town } from '../support/town.ts';

const LETTER = 'Dear Bea,\n\n\tthe garden is yours now — and “the gate” too.\n  Water the roses.';
const PASSWORD = 'correct horse <battery> & staple';
const PHOTO = randomBytes(40_000);

let town: Town;
let owner: LeavingOwner;
let bea: Invited;
let kit: Kit;
let link: string;
let folder: string;
let camera: FakeCamera;
beforeAll(async () => {
  town = await startTown();
  camera = await fakeCamera();
  folder = await mkdtemp(join(tmpdir(), 'successor-'));
  owner = await openLeavingOwner(town);
  bea = await owner.invite('Bea');
  const ids = [
    await owner.write({
      kind: 'login',
      title: 'Bank of the north',
      category: 'money',
      tags: [],
      fields: { username: 'ada.lovelace', password: PASSWORD, url: 'https://bank.example/log-in' },
    }),
    await owner.write(letter('For Bea', LETTER)),
    await owner.write({
      kind: 'file',
      title: 'The house',
      category: '',
      tags: [],
      fields: { name: 'house.jpg', data: PHOTO.toString('base64') },
    }),
    await owner.write({
      ...letter('Where things are', 'The spare keys are with Mme Lefèvre.'),
      kind: 'note',
    }),
  ];
  kit = await makeKit(town, owner, bea);
  await owner.leave(1, new Map([[bea, ids]]));
  await owner.fallSilent();
  await accept(town, bea);
  link = await linkTo(town, bea, '/access');
});
afterAll(async () => {
  await town.close();
  await camera.remove();
  await rm(folder, { recursive: true });
});

const type = (page: Page, code: string) => page.getByLabel('Code on your recovery kit').fill(code);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const bytesOf = async (download: Download) => buffer(await download.createReadStream());

async function open(page: Page, code = kit.code): Promise<void> {
  await page.goto(link);
  await type(page, code);
  await press(page, 'Open');
  await page.getByRole('heading', { name: 'Letters' }).waitFor();
}

test('a letter reads as it was written, a log-in can be copied, a file is saved byte for byte', async () => {
  const { page, context, recorder } = await openBrowser(town.origin, { permissions: ['clipboard-write'] });
  // As it is typed from paper.
  await open(page, ` ${kit.code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `);
  const shown = page.getByRole('article').filter({ hasText: 'For Bea' });
  expect(await shown.getByText('Dear Bea').evaluate((element) => element.textContent)).toBe(LETTER);
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.slice(0, 4)).toEqual(['Letters', 'Log-ins', 'Notes', 'Files']);

  expect(await page.getByText(PASSWORD).count()).toBe(0);
  await page.getByText('Bank of the north').click();
  await page.getByRole('button', { name: 'Show: Password' }).click();
  await page.getByText(PASSWORD).waitFor();
  await page.clock.install();
  await page.getByRole('button', { name: 'Copy: Password' }).click();
  await page.getByText('Copied. It leaves the clipboard after a minute.').waitFor();
  // The page itself may not read the clipboard, so another tab pastes it.
  const other = await context.newPage();
  await other.setContent('<textarea></textarea>');
  const clipboard = async () => {
    await other.getByRole('textbox').fill('');
    await other.getByRole('textbox').press('Control+V');
    return other.getByRole('textbox').inputValue();
  };
  expect(await clipboard()).toBe(PASSWORD);
  await page.clock.fastForward(61_000);
  expect(await clipboard()).toBe('');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save house.jpg' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('house.jpg');
  expect(await bytesOf(download)).toEqual(PHOTO);

  const lookAtTheClock = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await page.clock.fastForward('14:30');
  await lookAtTheClock();
  await page.getByText('it closes within a minute').waitFor();
  await checkAccessible(page);
  await page.clock.fastForward('00:40');
  await lookAtTheClock();
  await page.getByText('Nobody used this page for 15 minutes').waitFor();
  expect(await page.content()).not.toContain('roses');
  await checkAccessible(page);
  await fitsAt360(page);
  recorder.onlyTo(town.origin);
  recorder.neverSends({
    code: kit.code,
    LETTER,
    PASSWORD,
    PHOTO: PHOTO.subarray(0, 64),
    title: 'Bank of the north',
  });
});

test('a scanned sheet opens it, and a copy of everything opens offline, readable or sealed', async () => {
  await camera.shows('https://example.com');
  const { page, context, expectProblem } = await openBrowser(town.origin, { camera });
  expectProblem(/camera is not allowed/);
  await page.route('**/access*', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'permissions-policy': 'camera=()' };
    await route.fulfill({ response, headers });
  });
  await page.goto(link);
  await press(page, 'Scan it with the camera');
  await page.getByText('Your browser doesn’t let this page use the camera.').waitFor();
  await page.unroute('**/access*');
  await page.reload();
  await press(page, 'Scan it with the camera');
  await page.getByText('This is another square pattern.').waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await press(page, 'Close the camera');
  await camera.shows(kit.code);
  await press(page, 'Scan it with the camera');
  await page.getByText('The code has been read from your sheet.').waitFor();
  await press(page, 'Open');
  await page.getByRole('heading', { name: 'Letters' }).waitFor();
  const save = async (how: string) => {
    await page.getByRole('radio', { name: how }).check({ force: true });
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save the file')]);
    const path = join(folder, `${how}.html`);
    await writeFile(path, await bytesOf(download));
    return [download.suggestedFilename(), pathToFileURL(path).href] as const;
  };
  const [sealedName, sealed] = await save('Sealed');
  const [plainName, plain] = await save('Readable');
  expect([sealedName, plainName]).toEqual([
    'What Ada left to you (sealed).html',
    'What Ada left to you.html',
  ]);
  await context.setOffline(true);
  const offline = await context.newPage();
  const look = async () => {
    await offline.getByRole('heading', { level: 1, name: 'What Ada left to you' }).waitFor();
    expect(await offline.getByText('Dear Bea').evaluate((element) => element.textContent)).toBe(LETTER);
    await offline.getByText(PASSWORD).waitFor();
  };
  await offline.goto(plain);
  await look();
  await offline.goto(sealed);
  expect(await offline.content()).not.toContain('roses');
  await type(offline, kit.code);
  await offline.getByRole('button', { name: 'Open' }).click();
  await look();
});

test('a wrong, torn or mistyped kit says what is wrong with it, and what to do', async () => {
  const { page, context, recorder, expectProblem } = await openBrowser(town.origin);
  await page.goto(link);
  await press(page, 'Scan it with the camera');
  await page.getByText('The camera can’t be used here. Choose a photo of the sheet').waitFor();
  await press(page, 'Close the camera');
  const says = async (code: string, sentence: string) => {
    await type(page, code);
    await press(page, 'Open');
    await page.getByText(sentence).waitFor();
  };
  await says('', 'Please type the code from your sheet, all nine groups.');
  await says(kit.code.slice(0, -7), 'Group 8 is not complete yet.');
  await says(kit.code.replace(/-.{4}/, '-12G4'), 'Group 2 has a character that no code has.');
  const mistyped = kit.code.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  await says(mistyped, 'There is a typing mistake in one of the groups.');
  const bytes = () => crypto.getRandomValues(new Uint8Array(16));
  await says(await printCode('recovery-code-v1', bytes()), 'This is the recovery code of an owner');
  const asked = () => recorder.sent.filter(({ url }) => url.pathname.endsWith('/successor-access')).length;
  expect(asked()).toBe(0);
  const ofOther = await printCode('kit-code-v1', bytes());
  await context.setOffline(true);
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  await says(ofOther, 'We can’t reach the service. Check your connection and try again.');
  await context.setOffline(false);
  await press(page, 'Open');
  await page.getByText('This code is complete, but it belongs to another sheet').waitFor();
  await page.getByText('Recovery kit of Bea for what Ada leaves').waitFor();
  await page.getByText('My sheet is torn, or I can’t find it').click();
  await page.getByText('It takes all nine groups.').waitFor();
  await checkAccessible(page);
  // What was fetched is opened with the next code.
  const place = page.getByText('Or drop the photo or the file here.');
  const [torn, whole] = [join(folder, 'torn.html'), join(folder, 'whole.html')];
  await writeFile(torn, `<ol data-code="${kit.code.slice(0, 20)}">`);
  await writeFile(whole, `<ol data-code="${kit.code}">`);
  await dropFiles(place, [torn]);
  await page.getByText('We found no code in this file.').waitFor();
  await dropFiles(place, [whole]);
  await page.getByText('The code has been read from your sheet.').waitFor();
  // A file that misses its place does not open in place of the page.
  await dropFiles(page.getByRole('heading', { level: 1 }), [whole]);
  await press(page, 'Open');
  await page.getByRole('heading', { name: 'Letters' }).waitFor();
  expect(asked()).toBe(1);
  // Closed, the tab has nothing of it any more, and no code.
  await press(page, 'Close it again');
  await page.getByText('Nothing of it is left in this tab.').waitFor();
  expect(await page.content()).not.toContain('roses');
  await says('', 'Please type the code from your sheet, all nine groups.');
  await type(page, kit.code);
  await press(page, 'Open');
  await page.getByRole('heading', { name: 'Letters' }).waitFor();
  expect(asked()).toBe(2);
});

test.each([
  ['en', 'light'],
  ['de', 'dark'],
] as const)('everybody can open it, by keyboard and on a phone: %s, %s', async (language, theme) => {
  const { page } = await openBrowser(town.origin, { theme });
  await page.goto(link);
  await page.getByRole('button', { name: language === 'en' ? 'English' : 'Deutsch' }).click();
  const words =
    language === 'en' ? ['Code on your', 'Open', 'Letters'] : ['Code auf Ihrem', 'Öffnen', 'Briefe'];
  await page.getByLabel(words[0]!).focus();
  await checkAccessible(page);
  await fitsAt360(page);
  await page.keyboard.type(kit.code.replaceAll('-', ''));
  expect(await page.getByLabel(words[0]!).inputValue()).toBe(kit.code);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: words[2]! }).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await page.getByText('Bank of the north').focus();
  await page.keyboard.press('Enter');
  await page.getByText('ada.lovelace').waitFor();
  await checkAccessible(page);
});
