/** A whole life as a successor sees it: from the invitation to a letter, every link followed from its mail. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { linkTo } from '../support/kit-holder.ts';
import { letter, openLeavingOwner } from '../support/leaving-owner.ts';
import { startTown, type Town } from '../support/town.ts';

const LETTER = 'Dear Bea,\n\nthe garden is yours now. Water the roses, and forgive me the weeds.';
const PHOTO = randomBytes(30_000);

let town: Town;
beforeAll(async () => {
  town = await startTown();
}, 60_000);
afterAll(() => town.close());

test('Bea makes a kit, is asked, accepts, opens with her sheet in any form, and reads', async () => {
  const { page, recorder } = await openBrowser(town.origin);
  const owner = await openLeavingOwner(town);
  const ids = [
    await owner.write(letter('For Bea', LETTER)),
    await owner.write({
      ...letter('The house', ''),
      kind: 'file',
      fields: { name: 'house.jpg', data: PHOTO.toString('base64') },
    }),
    await owner.write(letter('Damaged on the way', 'Nobody will read this.')),
  ];
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  const bea = await owner.invite('Bea');
  await page.goto(await linkTo(town, bea, '/successor'));
  await press('Yes, you can reach me here');
  await press('Make my kit');
  const sheet = page.getByRole('article', { name: 'Recovery kit of Bea for what Ada leaves' });
  const groups = await sheet.getByRole('listitem').allTextContents();
  const code = groups.join('-');
  const photo = await sheet.screenshot();
  const [saved] = await Promise.all([page.waitForEvent('download'), press('Save as a file')]);
  const file = await buffer(await saved.createReadStream());
  await press('I have it on paper');
  await page.getByRole('heading', { name: 'Is the code on your paper?' }).waitFor();
  for (const [at, group] of groups.entries()) {
    const field = page.getByRole('textbox', { name: `Group ${at + 1}`, exact: true });
    if (await field.isVisible()) await field.fill(group);
  }
  await press('Continue');
  const spoken = page.getByRole('list', { name: 'The comparison number' }).getByRole('listitem');
  await spoken.nth(9).waitFor();
  await owner.compare(bea, (await spoken.allTextContents()).join(' '));
  await owner.leave(1, new Map([[bea, ids]]));
  const em = town.life.orm.em.fork();
  await em.nativeUpdate(VaultEntry, { id: ids[2]! }, { iv: randomBytes(12).toString('base64') });

  await owner.fallSilent();
  await page.goto(await linkTo(town, bea, '/respond'));
  await page.getByRole('radio', { name: /^I accept/ }).check({ force: true });
  await press('Send my answer');
  await page.getByRole('heading', { name: 'Thank you. It is open to you' }).waitFor();

  const access = await linkTo(town, bea, '/access');
  const choose = async (name: string, mimeType: string, bytes: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press('Choose a photo or the saved file'),
    ]);
    await chooser.setFiles({ name, mimeType, buffer: bytes });
  };
  const typed = page.getByLabel('Code on your recovery kit');
  await page.goto(access);
  await choose('blank.png', 'image/png', await page.screenshot());
  await page.getByText('We found no code in this file.').waitFor();
  await press('Scan it with the camera');
  await page.getByText(/^(The camera can’t be used here|Your browser doesn’t let this page)/).waitFor();
  await checkAccessible(page);
  await choose('sheet.png', 'image/png', photo);
  await page.getByText('The code has been read from your sheet.').waitFor();
  expect(await typed.inputValue()).toBe(code);
  await typed.fill('');
  await choose('kit.html', 'text/html', file);
  await page.getByText('The code has been read from your sheet.').waitFor();
  expect(await typed.inputValue()).toBe(code);
  await press('Open');
  await page.getByRole('heading', { name: 'For Bea' }).waitFor();
  expect(await page.getByText('Dear Bea').evaluate((element) => element.textContent)).toBe(LETTER);
  // One entry that does not open stops no other.
  await page.getByText('One entry could not be opened').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), press('Save house.jpg')]);
  expect(await buffer(await download.createReadStream())).toEqual(PHOTO);
  await checkAccessible(page);

  recorder.onlyTo(town.origin);
  recorder.neverSends({ code, LETTER, photo: PHOTO.subarray(0, 64), sheet: file.subarray(-400) });
}, 120_000);
