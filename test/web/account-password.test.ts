/** What opens the vault, changed: the password and the recovery code. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openEntry, sealEntry, unlockWithRecoveryCode } from '../../crypto/index.ts';
import { Session } from '../../db/entities/session.ts';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { follow, heading, press } from '../support/page-steps.ts';
import { startTown, type Town } from '../support/town.ts';
import { logInAt, openWebOwner, ownProgram, typeLogIn, type WebOwner } from '../support/web-owner.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

const CHOSEN = 'quarry oboe lantern heron';
const LETTER = 'The key is under the third flowerpot';

/** Stores a letter, as another program of the owner would. */
async function leaveLetter(owner: WebOwner): Promise<string> {
  const { program, vault } = await ownProgram(town.life, owner, owner.password);
  const sealed = await sealEntry(vault, { id: randomUUID(), text: LETTER });
  const { status } = await program.post('/vault/entries', { ...sealed, category: '', tags: [] });
  expect(status).toBe(201);
  return sealed.id;
}

async function fillIn(page: Page, before: string, chosen: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your password until now' }).fill(before);
  await page.getByRole('textbox', { name: 'New password' }).fill(chosen);
  await page.getByLabel('The same password again').fill(chosen);
  await press(page, 'Change the password');
}

test('a new password logs in, opens every entry, and shows other devices out', async () => {
  const ada = await openWebOwner(town.life);
  const letter = await leaveLetter(ada);
  const { page, recorder } = await openBrowser(town.origin);
  const elsewhere = await openBrowser(town.origin);
  await logInAt(page, '/account', ada);
  await logInAt(elsewhere.page, '/account/sessions', ada);
  await follow(page, /^Password/);
  await heading(page, 'Change your password');

  await fillIn(page, 'not the password', CHOSEN);
  await page.getByRole('alert').getByText('That password doesn’t open this vault').waitFor();
  await fillIn(page, ada.password, 'password1234');
  await page.getByText('That is too easy to guess', { exact: false }).first().waitFor();
  await checkAccessible(page);
  await fillIn(page, ada.password, CHOSEN);
  await heading(page, 'Your password is changed');
  await checkAccessible(page);
  await fitsAt360(page);

  await elsewhere.page.reload();
  await elsewhere.page.getByRole('heading', { name: 'Log in' }).waitFor();
  await elsewhere.close();
  await press(page, 'Log out');
  await typeLogIn(page, { ...ada, password: CHOSEN });
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();

  const { program, vault } = await ownProgram(town.life, ada, CHOSEN);
  const { entry } = (await program.get(`/vault/entries/${letter}`)).body;
  expect(await openEntry(vault, entry)).toBe(LETTER);
  recorder.neverSends({ 'the old password': ada.password, 'the new password': CHOSEN });
});

/** The code on the sheet that the page shows. */
async function readSheet(page: Page): Promise<string> {
  const groups = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  return groups.map((group) => group.trim()).join('-');
}

async function prove(page: Page, code: string): Promise<void> {
  for (const field of await page.getByRole('textbox', { name: /^Group / }).all()) {
    const label = await field.evaluate(
      (input: { labels?: { textContent: string }[] }) => input.labels?.[0]?.textContent,
    );
    await field.fill(code.split('-')[Number(label?.match(/\d+/)?.[0]) - 1]!);
  }
  await press(page, 'Continue');
}

test('a new recovery code opens the vault once it is proven to be kept, and the old one no longer', async () => {
  const ada = await openWebOwner(town.life);
  const letter = await leaveLetter(ada);
  const { page, recorder } = await openBrowser(town.origin);
  await logInAt(page, '/account', ada);
  await follow(page, /^Recovery code/);
  await heading(page, 'A new recovery code');
  await press(page, 'Make a new code');
  await heading(page, 'Your recovery code');
  const code = await readSheet(page);
  await press(page, 'I have it on paper');
  await town.life.orm.em.fork().nativeUpdate(Session, { userId: ada.id }, { confirmedAt: null });
  await prove(page, code);
  await page.getByRole('dialog', { name: 'Confirm that it’s you' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
  await press(page, 'Continue');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(ada.password);
  await press(page, 'Confirm');
  await heading(page, 'The new code counts');
  await checkAccessible(page);

  const { program, logIn, user } = await ownProgram(town.life, ada, ada.password);
  const open = (typed: string) => unlockWithRecoveryCode(logIn, user, [], typed);
  const { entry } = (await program.get(`/vault/entries/${letter}`)).body;
  expect(await openEntry(await open(code), entry)).toBe(LETTER);
  await expect(open(ada.recoveryCode)).rejects.toMatchObject({ code: 'wrong_recovery_code' });
  recorder.neverSends({ password: ada.password, 'the new code': code, 'the old code': ada.recoveryCode });
});
