/** What everybody can do with an invitation: on a phone, by keyboard, on paper, and saying no. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { linkTo } from '../support/kit-holder.ts';
import { fitsAt360 } from '../support/layout.ts';
import { type Invited, type LeavingOwner, openLeavingOwner } from '../support/leaving-owner.ts';
import { startTown, type Town } from '../support/town.ts';

let town: Town;
let owner: LeavingOwner;
beforeAll(async () => {
  town = await startTown();
  owner = await openLeavingOwner(town);
});
afterAll(() => town.close());

const invitation = (invited: Invited) => linkTo(town, invited, '/successor');

test.each([
  ['en', 'light'],
  ['de', 'dark'],
] as const)(
  'everybody can make a kit, by keyboard and on a phone: %s, %s',
  async (language, theme) => {
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
        : [
            'Ada vertraut',
            'Ja, hier',
            'Erstellen Sie',
            'Mein Schl',
            'Drucken Sie',
            'Ich habe es',
            'Steht der',
          ];
    await look(words[0]!);
    await press(words[1]!);
    await look(words[2]!);
    await press(words[3]!);
    await look(words[4]!);
    await press(words[5]!);
    await look(words[6]!);
  },
  60_000,
);

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
