/** What a lying service gets from the page, and what an owner sees of a rehearsal. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { PASSWORD } from '../support/leaving-owner.ts';
import { cardOf, logInAs } from '../support/people-page.ts';
import { makePeopleReady, type ReadyPeople } from '../support/ready-people.ts';
import { playRehearsal } from '../support/successor-kit.ts';
import { startTown, type Town } from '../support/town.ts';

let town: Town;
let ready: ReadyPeople;
beforeAll(async () => {
  town = await startTown();
  ready = await makePeopleReady(town);
}, 60_000);
afterAll(() => town.close());

test('a swapped key, and a list that is not the owner’s, are refused in words', async () => {
  const { page, recorder } = await openBrowser(town.origin);
  const { alan, bank } = ready;
  let lie: 'key' | 'list' = 'key';
  await page.context().route('**/api/v1/successors', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { successors: { id: string; publicKey: string }[] };
    for (const each of body.successors)
      if (lie === 'key' && each.id === alan.id) each.publicKey = ready.grace.kit.publicKey;
    await route.fulfill({ response: reply, json: body });
  });
  await page.context().route(`**/successors/${alan.id}/assigned-entries`, async (route) => {
    if (lie !== 'list' || route.request().method() !== 'GET') return route.continue();
    const reply = await route.fetch();
    const body = (await reply.json()) as { entryIds: string[]; entries: object[] };
    body.entryIds.push(bank);
    body.entries.push({ entryId: bank, hasEnvelope: false, envelopeStale: false });
    return route.fulfill({ response: reply, json: body });
  });
  await logInAs(ready.ada, page, '/successors');
  await cardOf(page, 'Alan').getByText('The key of Alan was swapped').waitFor();
  await checkAccessible(page);
  lie = 'list';
  await page.getByRole('link', { name: 'Home' }).click();
  await page.goto('/successors/who-gets-what');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('Is this what you want for Alan?').waitFor();
  await page.getByText('exactly this is left to Alan: “The garden”, “The bank”').waitFor();
  await page.getByText('You decided otherwise').waitFor();
  expect(await page.getByRole('button', { name: 'Check and save' }).isDisabled()).toBe(true);
  await checkAccessible(page);
  expect(recorder.sent.filter(({ what }) => /rotate|PUT .*assigned/.test(what))).toEqual([]);
}, 60_000);

test('a rehearsal begins with a button, and its result appears by itself', async () => {
  const { page, recorder } = await openBrowser(town.origin);
  await logInAs(ready.ada, page, '/successors');
  await cardOf(page, 'Alan').getByRole('link', { name: 'Rehearse with Alan' }).click();
  await page.getByText('This is only a rehearsal.').waitFor();
  await page.getByRole('button', { name: 'Start the rehearsal' }).click();
  await page.getByRole('button', { name: 'Rehearse again' }).waitFor();
  expect(await playRehearsal(town, ready.alan)).toContain('Nothing has happened to Ada.');
  await page.getByText(/Last rehearsal: Opened the sample/).waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  recorder.neverSends({ 'the sample': 'Nothing has happened to Ada.' });
}, 60_000);

test.each([
  ['de', 'dark', 360],
  ['de', 'light', 1200],
  ['en', 'dark', 1200],
] as const)(
  'every page can be read by everybody: %s, %s, %d px',
  async (language, theme, width) => {
    const { page } = await openBrowser(town.origin, { language, theme, width });
    const { ada, alan } = ready;
    await page.goto('/successors');
    await page.getByLabel(/^Email address|^E‑Mail-Adresse/).fill(ada.email);
    await page.getByRole('textbox', { name: /^Password|^Passwort/ }).fill(PASSWORD);
    await page.getByRole('button', { name: /^Log in|^Anmelden/ }).click();
    const title = page.getByRole('heading', { level: 1 });
    await title.getByText(/^Successors|^Vertrauenspersonen/).waitFor();
    for (const [path, shows] of [
      ['/successors', 'Grace'],
      ['/successors/invite', /^What happens then|^Was dann geschieht/],
      [`/successors/${alan.id}`, /^Rehearse with Alan|^Mit Alan proben/],
      [`/successors/${alan.id}/compare`, /^Compare|^Nummer mit/],
      ['/successors/who-gets-what', /^Who gets what|^Wer was bekommt/],
    ] as const) {
      // As a link would: a reload would lock the vault.
      await page.evaluate(
        `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.getByRole('heading', { name: shows }).first().waitFor();
      if (path.endsWith('what')) await page.getByRole('checkbox').first().waitFor();
      await checkAccessible(page);
      if (width === 360) await fitsAt360(page);
    }
  },
  60_000,
);
