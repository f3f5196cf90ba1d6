/** Entries that someone would get. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashLeft, KDF_V1, prepareLogIn, readSuccessorKeys, unlock } from '../../crypto/index.ts';
import { answer } from '../../dev/api-client.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { typeLogIn, unlockWith } from '../support/browser/web-owner.ts';
import { beginSealedScenario, PASSWORD } from '../support/clients/sealed-scenario.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
}, 60_000);
afterAll(() => environment.close());

test('the page says who gets an entry, and removing it takes it out of the owner’s own lists too', async () => {
  const life = await beginSealedScenario(environment);
  const [grace, alan] = life.people;
  const house = grace!.left!.find((id) => alan!.left!.includes(id))!;
  const { page, context } = await openBrowser(environment.origin);
  // The service says that nothing is left to Grace.
  const lists = `**/api/v1/successors/${grace!.id}/assigned-entries`;
  await context.route(lists, (route) => route.fulfill({ json: { entryIds: [], entries: [] } }));
  await page.goto(`/vault/${house}`);
  await typeLogIn(page, { email: life.email, password: PASSWORD });
  // Another program wrote these entries, so the page says that it can't read them.
  await page.getByText('4 entries can’t be opened').waitFor();
  await page.getByText('After a handover: Alan. As part of the whole vault: Edsger.').waitFor();
  await page.getByText('What the service says about Grace differs').waitFor();
  await inspect(page);
  await context.unroute(lists);
  await page.goto(`/vault/${house}`);
  await unlockWith(page, PASSWORD);
  await page.getByText('After a handover: Grace and Alan. As part of the whole vault: Edsger.').waitFor();
  // Looking at one entry after the other asks for nobody's list again: the service counts requests.
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  const show = (id: string) => page.evaluate(`history.pushState(null, '', '/vault/${id}')`);
  await show([...life.entries.keys()].find((id) => id !== house)!);
  await page
    .getByText('After a handover: Grace and Alan. As part of the whole vault: Edsger.')
    .waitFor({ state: 'detached' });
  await page.getByText('As part of the whole vault: Edsger.').waitFor();
  expect(asked.filter((url) => url.endsWith('/assigned-entries'))).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
  await show(house);
  await page.getByText('After a handover: Grace and Alan. As part of the whole vault: Edsger.').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Move to the trash' }).click();
  await page.getByText('3 entries can’t be opened').waitFor();

  const logIn = await prepareLogIn({ email: life.email, password: PASSWORD, kdf: KDF_V1 });
  const { user } = await answer(life.call.GET('/auth/profile'));
  const { pins } = await readSuccessorKeys(await unlock(logIn, user));
  for (const { id, left } of [grace!, alan!]) {
    const rest = left!.filter((each) => each !== house);
    expect(pins[id]?.left).toBe(await hashLeft(rest));
    const params = { path: { id } };
    const { entryIds } = await answer(life.call.GET('/successors/{id}/assigned-entries', { params }));
    expect(entryIds).toEqual(rest);
  }
});
