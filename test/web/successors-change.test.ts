/** Taking something away from successors: nothing that they held opens what comes later. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openAsSuccessor } from '../../crypto/index.ts';
import { answer } from '../../dev/api-client.ts';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { uniqueEmail } from '../support/builders.ts';
import { fitsAt360 } from '../support/layout.ts';
import { cardOf, logInAs, save } from '../support/people-page.ts';
import { makePeopleReady, type ReadyPeople, storedEntries } from '../support/ready-people.ts';
import type { Holder } from '../support/successor-kit.ts';
import { startTown, type Town } from '../support/town.ts';

let town: Town;
let ready: ReadyPeople;
beforeAll(async () => {
  town = await startTown();
}, 60_000);
beforeEach(async () => {
  ready = await makePeopleReady(town);
});
afterAll(() => town.close());

/** What somebody has who made a copy of everything that was sealed to them, with the server's help. */
async function copyOf({ id, kit }: Holder) {
  const params = { path: { id } };
  const { encryptedShare } = (await answer(ready.ada.call.GET('/successors/{id}', { params }))).successor;
  const given = { encryptedShare, reshares: [] };
  return openAsSuccessor({ code: kit.code, salt: kit.salt, successorId: id }, given);
}

test('somebody is removed, and their kit opens nothing that is there now', async () => {
  const copy = await copyOf(ready.grace);
  const [first] = await storedEntries(ready.ada);
  expect(await copy.open({ ...first!, envelope: null })).toContain('The garden');
  const { page, recorder } = await openBrowser(town.origin);
  await logInAs(ready.ada, page, '/successors');
  await cardOf(page, 'Grace').getByRole('link', { name: 'Change or remove Grace' }).click();
  await page.getByRole('button', { name: 'Remove Grace' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove Grace?' });
  await dialog.getByText('so your vault gets new keys').waitFor();
  await checkAccessible(page);
  await dialog.getByRole('button', { name: 'Remove Grace' }).click();
  await page.getByRole('alertdialog', { name: 'Grace is removed' }).getByText('new keys').waitFor();
  await page.getByRole('button', { name: 'Back to your successors' }).click();
  await cardOf(page, 'Alan').getByText('Ready').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Grace' }).count()).toBe(0);
  const after = await storedEntries(ready.ada);
  expect(after).toHaveLength(2);
  for (const entry of after)
    await expect(copy.open({ ...entry, envelope: null })).rejects.toMatchObject({ code: 'entry_refused' });
  recorder.neverSends({ title: 'The garden', text: 'Water the roses at dusk.', kit: ready.alan.kit.code });
}, 60_000);

test('new keys that are cut off change nothing, and the page offers them again', async () => {
  const { page, expectProblem } = await openBrowser(town.origin);
  expectProblem(/ERR_FAILED|ERR_CONNECTION/);
  await logInAs(ready.ada, page, '/successors');
  let isCut = true;
  await page
    .context()
    .route('**/api/v1/vault/rotate', (route) =>
      isCut && (route.request().postDataBuffer()?.length ?? 0) > 0 ? route.abort() : route.continue(),
    );
  const before = await storedEntries(ready.ada);
  await cardOf(page, 'Grace').getByRole('link', { name: 'Change or remove Grace' }).click();
  await page.getByRole('button', { name: 'Remove Grace' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Grace' }).click();
  await page.getByText('it isn’t certain that the vault has its new keys').waitFor();
  expect(await storedEntries(ready.ada)).toEqual(before);
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByText('Grace still holds keys to your vault').waitFor();
  await checkAccessible(page);
  await fitsAt360(page);
  isCut = false;
  await page.getByRole('button', { name: 'Give the vault new keys' }).click();
  await page.getByText('Grace still holds keys to your vault').waitFor({ state: 'detached' });
  expect((await storedEntries(ready.ada)).map(({ salt }) => salt)).not.toEqual(
    before.map(({ salt }) => salt),
  );
}, 60_000);

test('what is taken away from somebody is taken by new keys, and the page says why', async () => {
  const copy = await copyOf(ready.grace);
  const { page } = await openBrowser(town.origin);
  await logInAs(ready.ada, page, '/successors/who-gets-what');
  await page.getByRole('checkbox', { name: 'Everything for Grace, later entries too' }).uncheck();
  await page.getByRole('checkbox', { name: 'The bank for Grace' }).check();
  const said = await save(page);
  expect(said).toContain('Grace no longer gets everything, only “The bank”.');
  expect(said).toContain('The vault gets new keys');
  expect(said).toContain('Grace could otherwise still open what you take away');
  for (const entry of await storedEntries(ready.ada))
    await expect(copy.open({ ...entry, envelope: null })).rejects.toMatchObject({ code: 'entry_refused' });
  const { id } = ready.grace;
  const left = await answer(
    ready.ada.call.GET('/successors/{id}/assigned-entries', { params: { path: { id } } }),
  );
  expect(left.entries).toEqual([
    { entryId: expect.not.stringContaining(ready.garden), hasEnvelope: true, envelopeStale: false },
  ]);
  expect(left.restrictToAssignedEntries).toBe(true);
}, 60_000);

test('fewer successors are enough after a change of address only if the page has said so', async () => {
  const { ada, grace, alan, garden } = ready;
  await ada.leave(
    2,
    new Map([
      [grace, null],
      [alan, [garden]],
    ]),
  );
  const { page } = await openBrowser(town.origin);
  await logInAs(ada, page, '/successors');
  await cardOf(page, 'Grace').getByRole('link', { name: 'Change or remove Grace' }).click();
  await page.getByLabel('New address').fill(uniqueEmail('grace'));
  await page.getByRole('button', { name: 'Change the address' }).click();
  const dialog = page.getByRole('alertdialog', { name: /^Write to Grace at/ });
  await dialog.getByText('Until now 2 successors had to accept. From now on 1 is enough.').waitFor();
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await page.getByRole('alertdialog', { name: 'The address is changed' }).waitFor();
}, 60_000);
