/** The file that a successor keeps, opened from the disk in a real browser. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { printCode } from '../../crypto/codes.ts';
import type { Content } from '../../crypto/index.ts';
import { savedPage, sealedPage } from '../../web/vault/export/saved-page.ts';
import { slipIn } from '../support/builders/slip.ts';
import { useFolder } from '../support/use.ts';
import { aLogin, aText } from './contents.ts';
import { WORDS } from './saved-words.ts';

const TEXT = 'Dear Bob,\r\n\r\n\tlook <b>under</b> the "third" pot & take care.';
const BYTES = Buffer.from([0, 1, 2, 253, 254, 255]);
const CONTENTS: Content[] = [
  aText('letter', 'To my brother', TEXT),
  aLogin('Bank'),
  {
    ...aText('note', 'Will', ''),
    kind: 'file',
    fields: { name: 'will.pdf', data: BYTES.toString('base64') },
  },
];

const folder = useFolder('saved-page-');
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  const browser = await openChromium();
  page = await browser.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => problems.push(message.text()));
});

async function openFile(html: string): Promise<void> {
  const path = join(folder, 'saved.html');
  await writeFile(path, html);
  await page.goto(pathToFileURL(path).href);
}

/** Expects everything in the file that its reader should find. */
async function expectEverything(): Promise<void> {
  expect(await page.title()).toBe(WORDS.title);
  expect(await page.locator('h2').allTextContents()).toEqual(['Letters', 'Log-ins', 'Files']);
  expect(await page.locator('.text').evaluate((element) => element.textContent)).toBe(TEXT);
  expect(await page.locator('dd').allTextContents()).toEqual(['ada', 'Shows3cret', 'https://example.com']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: WORDS.download }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('will.pdf');
  expect(await readFile(await download.path())).toEqual(BYTES);
  expect(problems).toEqual([]);
}

test('A plain file shows everything, to the character, and saves the files in it', async () => {
  await openFile(await savedPage(CONTENTS, WORDS));
  await expectEverything();
});

test('A letter is printed alone, and everything comes back after it', async () => {
  const letters = ['One', 'Two'].map((title) => aText('letter', title, `${title} letter. `.repeat(400)));
  await openFile(await savedPage([...letters, aLogin('Bank')], WORDS));
  const headings = () => page.getByRole('heading').allTextContents();
  const everything = await headings();
  await page.getByRole('link', { name: WORDS.printLetter }).last().click();
  await page.getByText(WORDS.nowPrint).last().waitFor();
  expect(await headings()).toEqual(['Two']);
  await page.emulateMedia({ media: 'print' });
  expect((await page.locator('body').allInnerTexts()).join('').trim()).toMatch(/^Two\s+(Two letter\. ?)+$/);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: WORDS.showAll }).click();
  expect(await headings()).toEqual(everything);
  expect(problems).toEqual([]);
});

test('A file that has lost its end says so', async () => {
  const right = await printCode('kit-code-v1', crypto.getRandomValues(new Uint8Array(16)));
  const whole = await sealedPage(CONTENTS, right, WORDS);
  await openFile(whole.slice(0, whole.indexOf('<template>') + 100));
  await page.getByRole('alert').getByText(WORDS.sealed.unsupported).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});

test('A sealed file says what is wrong with a code, and opens with the right one however it is typed', async () => {
  const right = await printCode('kit-code-v1', crypto.getRandomValues(new Uint8Array(16)));
  await openFile(await sealedPage(CONTENTS, right, WORDS));
  expect(await page.title()).toBe(WORDS.sealed.title);
  const alert = page.getByRole('alert');
  const open = async (typed: string) => {
    await page.getByLabel(WORDS.sealed.code).fill(typed);
    await page.getByRole('button', { name: WORDS.sealed.open }).click();
  };
  const wrong: [string, string][] = [
    [right.slice(0, -1), WORDS.sealed.mistyped],
    [await slipIn('kit-code-v1', right), WORDS.sealed.mistyped],
    // The checksum of a random code might fit both kinds.
    [await printCode('recovery-code-v1', new Uint8Array(16)), WORDS.sealed.otherSheet],
    ['hafen teppich apfel käse wolke zug', WORDS.sealed.words],
    ['Cat zoo able fog area bag', WORDS.sealed.words],
    [await printCode('kit-code-v1', new Uint8Array(16)), WORDS.sealed.wrong],
    [`2.${right}`, WORDS.sealed.wrong],
  ];
  for (const [typed, answer] of wrong) {
    await open(typed);
    await alert.getByText(answer).waitFor();
  }
  await open(
    ` ${right.toLowerCase().replaceAll('-', ' \u00ad– ').replaceAll('0', 'O').replaceAll('1', 'l')} `,
  );
  await page.getByRole('heading', { name: WORDS.title }).waitFor();
  await expectEverything();
});
