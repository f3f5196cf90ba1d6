/** From the invitation to a recovery kit that counts, as a successor sees it. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Successor } from '../../db/entities/successor.ts';
import { openBrowser } from '../support/browser.ts';
import { linkTo } from '../support/kit-holder.ts';
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

const invitation = (invited: Invited) => linkTo(town, invited, '/successor');
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
  await page.getByRole('button', { name: 'Continue' }).click();
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
  const number = page.getByRole('list', { name: 'The comparison number' }).getByRole('listitem');
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
  await page.getByText('Read the comparison number from your sheet.').waitFor();
  expect(await page.getByRole('list', { name: 'The comparison number' }).count()).toBe(0);
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
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Your kit counts. Now one telephone call' }).waitFor();
  expect(await storedKey(dan)).toBe(stored);
});
