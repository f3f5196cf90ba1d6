/** From the invitation to a valid recovery kit, as a successor sees it, and saying no. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Successor } from '../../db/entities/successor.ts';
import { alter } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { whileFailing } from '../support/browser/failing.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { button, copyGroups, heading, savedFile, sheetGroups } from '../support/browser/page-steps.ts';
import { type Invited, type LeavingOwner, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { linkTo } from '../support/clients/caught-mail.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const CODE = /(?:[0-9A-F]{4}-){8}[0-9A-F]{4}/;

const environment = await useBrowserEnvironment();
let owner: LeavingOwner;
beforeAll(async () => {
  owner = await openLeavingOwner(environment);
});

const invitation = (invited: Invited) => linkTo(invited, '/successor');
const storedKey = async ({ id }: Invited) =>
  (await environment.em().findOneOrFail(Successor, { id })).publicKey ?? null;
const groupsOf = (page: Page, name: RegExp) => sheetGroups(page.getByRole('article', { name }));
async function wordsOn(page: Page): Promise<string> {
  const words = page.getByRole('list', { name: 'The six words' }).getByRole('listitem');
  await words.nth(5).waitFor();
  return (await words.allTextContents()).join(' ');
}
const use = (page: Page, name: string) => press(button(page, name));

async function prove(page: Page, groups: readonly string[]): Promise<void> {
  await heading(page, 'Is the code on your sheet?');
  await copyGroups(page, groups, type);
  await use(page, 'Continue');
}

test('a kit is valid once it is on paper, and its owner hears the words that the page shows', async () => {
  const bea = await owner.invite('Bea');
  const { page, recorder } = await openBrowser(environment.origin);
  await page.goto(await invitation(bea));
  await heading(page, 'Ada trusts you with something for later');
  // The address no longer holds the token, and a reload finds it nevertheless.
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  expect((await environment.em().findOneOrFail(Successor, { id: bea.id })).verifiedAt).toBeNull();
  await whileFailing(page, '/successors/verify', () => use(page, 'Yes, you can reach me here'));
  await use(page, 'Yes, you can reach me here');
  await heading(page, 'Make your recovery kit');
  await inspect(page);
  await use(page, 'Make my kit');
  await heading(page, 'Print your recovery kit');
  await inspect(page);
  const groups = await groupsOf(page, /Recovery kit of Bea for what Ada leaves/);
  const code = groups.join('-');
  expect(code).toMatch(CODE);

  const file = await savedFile(page, () => use(page, 'Save as a file'));
  expect(file.name).toBe('Recovery kit of Bea for what Ada leaves.html');
  for (const group of groups) expect(file.bytes.toString()).toContain(`<li>${group}</li>`);
  const sheetsWords = await wordsOn(page);

  // A link of the page asks first: the code is never shown again.
  await press(page.getByRole('link', { name: 'Help' }));
  await page.getByRole('alertdialog', { name: 'Leave before you’ve finished?' }).waitFor();
  // An owner who logs out in another tab loses nothing here, and isn't asked.
  const { held = [] } = await page.evaluate(() => navigator.locks.query());
  expect(held.map(({ name }) => name)).not.toContain('unsaved');
  await inspect(page);
  await use(page, 'Stay here');
  expect(await groupsOf(page, /Recovery kit of Bea/)).toEqual(groups);

  await use(page, 'I have it on paper');
  await prove(page, Array(9).fill('0000'));
  await page.getByText('This doesn’t match the code.').first().waitFor();
  expect(await storedKey(bea)).toBeNull();
  await inspect(page);
  await prove(page, groups);
  await heading(page, 'Your kit is ready. Now for a phone call');
  const spoken = await wordsOn(page);
  expect(spoken).toBe(sheetsWords);
  await press(page.getByText('Is Ada with you?'));
  await page.getByRole('img', { name: 'The same words, for scanning' }).waitFor();
  await inspect(page);
  await owner.compare(bea, spoken);

  await page.goto(await invitation(bea));
  await heading(page, 'Your recovery kit is ready');
  await inspect(page);

  // As after a restored backup that brought her back: she confirms, and keeps her kit.
  await environment.em().nativeUpdate(Successor, { id: bea.id }, { verifiedAt: null });
  await page.goto(await invitation(bea));
  await heading(page, 'Please confirm your address again');
  await page.getByText('You don’t need to make a new recovery kit').waitFor();
  await inspect(page);
  await use(page, 'Yes, you can reach me here');
  await heading(page, 'Your recovery kit is ready');
  recorder.onlyTo(environment.origin);
  recorder.neverSends({ 'the code': code });
});

test('another kit makes the old sheet worthless, and the page says so before and after', async () => {
  const cleo = await owner.invite('Cleo');
  const { page } = await openBrowser(environment.origin);
  const make = async () => {
    await use(page, 'Make my kit');
    await heading(page, 'Print your recovery kit');
    const groups = await groupsOf(page, /Recovery kit of Cleo/);
    await use(page, 'I have it on paper');
    await prove(page, groups);
    await heading(page, 'Your kit is ready. Now for a phone call');
    return storedKey(cleo);
  };
  await page.goto(await invitation(cleo));
  await use(page, 'Yes, you can reach me here');
  const first = await make();
  await page.goto(await invitation(cleo));
  await heading(page, 'You’ve made your recovery kit');
  await page.getByText('Read the six words from your sheet.').waitFor();
  expect(await page.getByRole('list', { name: 'The six words' }).count()).toBe(0);
  await inspect(page);
  await use(page, 'Make another kit');
  const question = page.getByRole('alertdialog', { name: 'Make another kit?' });
  await question.getByText('your old sheet is worthless').waitFor();
  await inspect(page);
  await press(question.getByRole('button', { name: 'Make another kit' }));
  await heading(page, 'Make another recovery kit');
  const second = await make();
  expect(second).not.toBe(first);
  const words = await wordsOn(page);
  await page.getByText('Your old sheet is now worthless.').waitFor();
  await inspect(page);

  // A third is too late: the owner compares the second while it is made.
  await page.goto(await invitation(cleo));
  await use(page, 'Make another kit');
  await press(question.getByRole('button', { name: 'Make another kit' }));
  await use(page, 'Make my kit');
  await heading(page, 'Print your recovery kit');
  const groups = await groupsOf(page, /Recovery kit of Cleo/);
  await owner.compare(cleo, words);
  await use(page, 'I have it on paper');
  await prove(page, groups);
  await heading(page, 'Your previous recovery kit is still valid');
  await page.getByText('The sheet you’ve just printed is worthless.').waitFor();
  expect(await storedKey(cleo)).toBe(second);
  await inspect(page);
});

test('a kit that the service refuses, or that got no answer, says whether the sheet is valid', async () => {
  const dan = await owner.invite('Dan');
  const { page, expectProblem } = await openBrowser(environment.origin);
  expectProblem(/Failed to load resource/);
  await page.goto(await invitation(dan));
  await use(page, 'Yes, you can reach me here');
  await use(page, 'Make my kit');
  await heading(page, 'Print your recovery kit');
  const groups = await groupsOf(page, /Recovery kit of Dan/);
  const words = await wordsOn(page);
  await use(page, 'I have it on paper');
  await whileFailing(page, '/successors/public-key', () => prove(page, groups), {
    says: page.getByText('The sheet isn’t valid yet.'),
  });
  // The service stores the key, and its answer gets lost.
  await page.route('**/successors/public-key', async (route) => {
    await route.fetch({ maxRetries: 3 });
    await route.abort();
  });
  await use(page, 'Continue');
  await page.getByText('We couldn’t confirm that the sheet is valid. Keep it').waitFor();
  await inspect(page);
  const stored = await storedKey(dan);
  expect(stored).not.toBeNull();
  await page.unroute('**/successors/public-key');
  // The sheet may be the valid one, whatever the answer to a later try, even after the owner has compared it.
  await owner.compare(dan, words);
  await whileFailing(page, '/successors/public-key', () => use(page, 'Continue'), {
    says: page.getByText('Too many attempts'),
  });
  await page.getByText('We couldn’t confirm that the sheet is valid. Keep it').waitFor();
  await use(page, 'Continue');
  await heading(page, 'Your kit is ready. Now for a phone call');
  expect(await storedKey(dan)).toBe(stored);
});

test('the page speaks the language of the mail, and the sheet is one page of A4', async () => {
  const eve = await owner.invite('Eve', 'de');
  // Whatever the browser prefers.
  const { page, context, expectProblem } = await openBrowser(environment.origin);
  await page.goto(await invitation(eve));
  await heading(page, 'Ada vertraut Ihnen etwas für später an');
  const [mail] = await environment.mailFor(eve.email);
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(mail?.html).toContain('lang="de"');
  await page.getByRole('button', { name: 'Ja, hier' }).click();
  // If the words of the other language don't arrive, the page says so, and stays as it is.
  expectProblem(/ERR_FAILED/);
  await context.route(/\/assets\/en-/, (route) => route.abort());
  await press(page.getByRole('radio', { name: 'English' }));
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('radio', { name: 'Deutsch' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Mein Schlüsselblatt erstellen' }).click();
  await heading(page, 'Drucken Sie Ihr Schlüsselblatt');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
});

test('someone who opts out is asked nothing more, and old links say so', async () => {
  const gil = await owner.invite('Gil');
  const link = await invitation(gil);
  const { page } = await openBrowser(environment.origin);
  await page.goto(link);
  await press(page.getByRole('link', { name: 'stop being a successor' }));
  await heading(page, 'Stop being a successor of Ada');
  // Someone who only has a new address need not leave.
  await press(page.getByText('My email address has changed'));
  await type(page.getByLabel('New address'), 'gil@new.test');
  await use(page, 'Tell Ada');
  await page.getByText('Ada will see your new address.').waitFor();
  await press(page.getByRole('radio', { name: /^For everyone/ }));
  await whileFailing(page, '/successors/opt-out', () => use(page, 'Stop being a successor'));
  await use(page, 'Stop being a successor');
  await heading(page, 'You’re no longer a successor of Ada');
  await page.getByText('unless you’ve saved a sealed copy of what was left to you').waitFor();
  await inspect(page);
  await page.goto(link);
  await page.getByRole('heading', { name: 'You’re no longer a successor', exact: true }).waitFor();
  await inspect(page);
});

test('a link that is torn, wrong or too old says what to do', async () => {
  const hal = await owner.invite('Hal');
  const link = await invitation(hal);
  const { page, context } = await openBrowser(environment.origin);
  await page.goto('/successor');
  await heading(page, 'This page opens with the link in your email');
  await inspect(page);
  await page.goto((link.split('&')[0] ?? '').slice(0, -5));
  await heading(page, 'This link doesn’t work');
  await inspect(page);
  await whileFailing(page, '/successors/link', () => page.goto(link), {
    says: page.getByRole('heading', { level: 1, name: 'This page can’t be shown right now' }),
    loads: true,
  });
  await use(page, 'Try again');
  await heading(page, 'Ada trusts you with something for later');
  interface Verified {
    successor: { ownerKey: string | null };
  }
  const end = await alter<Verified>(context, '/successors/verify', (body) => ({
    ...body,
    successor: { ...body.successor, ownerKey: null },
  }));
  await use(page, 'Yes, you can reach me here');
  await heading(page, 'Thank you, your address is confirmed');
  await inspect(page);
  await end();
  await environment
    .em()
    .execute(`update token set expires_at = now() - interval '1 day' where successor_id = ?`, [hal.id]);
  await page.goto(link);
  await heading(page, 'This link has expired');
  await inspect(page);
  await page.goto(link.replace('/successor?', '/opt-out?'));
  await page.getByText('Please use the link at the end of our latest email to you.').waitFor();
  await inspect(page);
});
