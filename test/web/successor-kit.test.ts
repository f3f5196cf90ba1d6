/** From the invitation to a recovery kit that counts, as a successor sees it. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Successor } from '../../db/entities/successor.ts';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { type Invited, type LeavingOwner, openLeavingOwner } from '../support/leaving-owner.ts';
import { startTown, type Town } from '../support/town.ts';

const CODE = /(?:[0-9A-F]{4}-){8}[0-9A-F]{4}/;

let town: Town;
let owner: LeavingOwner;
beforeAll(async () => {
  town = await startTown();
  owner = await openLeavingOwner(town);
});
afterAll(() => town.close());

const invitation = ({ email }: Invited) => town.followMail(email, '', '/successor');
const storedKey = async ({ id }: Invited) =>
  (await town.life.orm.em.fork().findOneOrFail(Successor, { id })).publicKey ?? null;
const groupsOf = (page: Page, name: RegExp) =>
  page.getByRole('article', { name }).getByRole('listitem').allTextContents();

/** Copies the groups that the page asks for from the sheet. */
async function prove(page: Page, groups: readonly string[]): Promise<void> {
  await page.getByRole('heading', { name: 'Is the code on your paper?' }).waitFor();
  for (const [at, group] of groups.entries()) {
    const field = page.getByRole('textbox', { name: `Group ${at + 1}`, exact: true });
    if (await field.isVisible()) await field.fill(group.toLowerCase());
  }
  await page.getByRole('button', { name: 'Finish' }).click();
}

test('a kit counts once it is on paper, and its owner hears the number that the page shows', async () => {
  const bea = await owner.invite('Bea');
  const { page, recorder } = await openBrowser(town.origin);
  await page.goto(await invitation(bea));
  await page.getByRole('heading', { name: 'Ada trusts you with something for later' }).waitFor();
  // The address no longer holds the token, and a reload finds it nevertheless.
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  expect((await town.life.orm.em.fork().findOneOrFail(Successor, { id: bea.id })).verifiedAt).toBeNull();
  await page.getByRole('button', { name: 'Yes, you can reach me here' }).click();
  await page.getByRole('button', { name: 'Make my kit' }).click();
  await page.getByRole('heading', { name: 'Print your recovery kit' }).waitFor();
  const groups = await groupsOf(page, /Recovery kit of Bea for what Ada leaves/);
  const code = groups.join('-');
  expect(code).toMatch(CODE);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Recovery kit of Bea for what Ada leaves.html');
  const file = await text(await download.createReadStream());
  for (const group of groups) expect(file).toContain(`<li>${group}</li>`);

  await page.getByRole('button', { name: 'I have it on paper' }).click();
  await prove(
    page,
    groups.map(() => '0000'),
  );
  await page.getByText('The code has something else here.').first().waitFor();
  expect(await storedKey(bea)).toBeNull();
  await prove(page, groups);
  await page.getByRole('heading', { name: 'Your kit counts. Now one telephone call' }).waitFor();
  const number = page.getByRole('list', { name: 'The number to read out' }).getByRole('listitem');
  await number.nth(9).waitFor();
  const spoken = (await number.allTextContents()).join(' ');
  await owner.compare(bea, spoken);

  await page.goto(await invitation(bea));
  await page.getByRole('heading', { name: 'Your recovery kit is ready' }).waitFor();
  recorder.onlyTo(town.origin);
  recorder.neverSends({ 'the code': code });
});

test('another kit makes the old sheet worthless, and the page says so before and after', async () => {
  const cleo = await owner.invite('Cleo');
  const { page } = await openBrowser(town.origin);
  const make = async () => {
    await page.getByRole('button', { name: 'Make my kit' }).click();
    await page.getByRole('heading', { name: 'Print your recovery kit' }).waitFor();
    const groups = await groupsOf(page, /Recovery kit of Cleo/);
    await page.getByRole('button', { name: 'I have it on paper' }).click();
    await prove(page, groups);
    await page.getByRole('heading', { name: 'Your kit counts. Now one telephone call' }).waitFor();
    return storedKey(cleo);
  };
  await page.goto(await invitation(cleo));
  await page.getByRole('button', { name: 'Yes, you can reach me here' }).click();
  const first = await make();
  await page.goto(await invitation(cleo));
  await page.getByRole('heading', { name: 'You have made your recovery kit' }).waitFor();
  await page.getByRole('button', { name: 'Make another kit' }).click();
  const question = page.getByRole('alertdialog', { name: 'Make another kit?' });
  await question.getByText('your old sheet is worthless').waitFor();
  await question.getByRole('button', { name: 'Make another kit' }).click();
  const second = await make();
  expect(second).not.toBe(first);
  await page.getByText('Your old sheet is worthless from now on.').waitFor();
});

test('a kit that the service refuses, or that got no answer, says what the sheet is worth', async () => {
  const dan = await owner.invite('Dan');
  const { page, expectProblem } = await openBrowser(town.origin);
  expectProblem(/Failed to load resource/);
  await page.goto(await invitation(dan));
  await page.getByRole('button', { name: 'Yes, you can reach me here' }).click();
  await page.getByRole('button', { name: 'Make my kit' }).click();
  await page.getByRole('heading', { name: 'Print your recovery kit' }).waitFor();
  const groups = await groupsOf(page, /Recovery kit of Dan/);
  await page.getByRole('button', { name: 'I have it on paper' }).click();
  // The service stores the key, and its answer gets lost.
  await page.route('**/successors/public-key', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await prove(page, groups);
  await page.getByText('We don’t know whether the sheet counts already. Keep it').waitFor();
  const stored = await storedKey(dan);
  expect(stored).not.toBeNull();
  await page.unroute('**/successors/public-key');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('heading', { name: 'Your kit counts. Now one telephone call' }).waitFor();
  expect(await storedKey(dan)).toBe(stored);
});

test.each([
  ['en', 'light'],
  ['de', 'dark'],
] as const)('everybody can make a kit, by keyboard and on a phone: %s, %s', async (language, theme) => {
  const eve = await owner.invite('Eve', language);
  // The page speaks the language of the mail, whatever the browser prefers.
  const { page } = await openBrowser(town.origin, { theme });
  await page.goto(await invitation(eve));
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [mail] = await town.mailFor(eve.email);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect(mail?.html).toContain(`lang="${language}"`);
  const look = async (name: string) => {
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await checkAccessible(page);
    await fitsAt360(page);
    await checkAccessible(page);
  };
  const press = async (name: string) => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  const words =
    language === 'en'
      ? ['Ada trusts', 'Yes, you can', 'Make your', 'Make my kit', 'Print your', 'I have it', 'Is the code']
      : ['Ada vertraut', 'Ja, hier', 'Erstellen Sie', 'Mein Schl', 'Drucken Sie', 'Ich habe es', 'Steht der'];
  await look(words[0]!);
  await press(words[1]!);
  await look(words[2]!);
  await press(words[3]!);
  await look(words[4]!);
  await press(words[5]!);
  await look(words[6]!);
});

test('the sheet is one page of A4', async () => {
  const fay = await owner.invite('Fay');
  const { page } = await openBrowser(town.origin);
  await page.goto(await invitation(fay));
  await page.getByRole('button', { name: 'Yes, you can reach me here' }).click();
  await page.getByRole('button', { name: 'Make my kit' }).click();
  await page.getByRole('heading', { name: 'Print your recovery kit' }).waitFor();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
});

test('somebody who opts out is asked nothing more, and old links say so', async () => {
  const gil = await owner.invite('Gil');
  const link = await invitation(gil);
  const { page } = await openBrowser(town.origin);
  await page.goto(link);
  await page.getByRole('link', { name: 'stop being a successor' }).click();
  await page.getByRole('heading', { name: 'Stop being a successor of Ada' }).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  await page.getByRole('radio', { name: 'Anybody at all' }).check({ force: true });
  await page.getByRole('button', { name: 'Stop being a successor' }).click();
  await page.getByRole('heading', { name: 'You’re no longer a successor of Ada' }).waitFor();
  await page.goto(link);
  await page.getByRole('heading', { name: 'You’re no longer a successor', exact: true }).waitFor();
});

test('a link that is torn, wrong or too old says what to do', async () => {
  const hal = await owner.invite('Hal');
  const link = await invitation(hal);
  const { page } = await openBrowser(town.origin);
  await page.goto('/successor');
  await page.getByRole('heading', { name: 'This page needs the link from your email' }).waitFor();
  await page.goto((link.split('&')[0] ?? '').slice(0, -5));
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
  await town.life.orm.em
    .fork()
    .execute(`update token set expires_at = now() - interval '1 day' where successor_id = ?`, [hal.id]);
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  await checkAccessible(page);
});
