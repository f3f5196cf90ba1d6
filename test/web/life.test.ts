/** A whole life, played on the pages alone: from the registration to what a successor reads and keeps. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser/browser.ts';
import {
  button,
  chooseFiles,
  follow,
  goTo,
  heading,
  press,
  savedFile,
} from '../support/browser/page-steps.ts';
import { logInHere } from '../support/browser/web-owner.ts';
import { saveEntry, startNew } from '../support/browser/web-vault.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { useFolder } from '../support/use.ts';
import { fallSilent, leaveEverything, nameSuccessor, register, secretsOfCode } from './people.ts';

const environment = await useBrowserEnvironment();
const folder = useFolder('life-');

const NEW_PASSWORD = 'anvil meadow cobalt thistle';
const FIRST_LETTER = 'For my sister Grace';
const SECOND_LETTER = 'The second letter';
const SECRETS = {
  title: FIRST_LETTER,
  letter: 'Dear Grace,\n\n  the deed is under the third stone.\nWater the roses – “all” of them.',
  'title of the log-in': 'Bank of the old harbour',
  'user name': 'ada.lovelace.1815',
  'password of the bank': 'quiet otter 42 & lantern',
  category: 'Family matters',
  tag: 'only for later',
  'name of the file': 'house plan.bin',
  'a later letter': 'Written after everything had changed.',
};

async function writeLetter(page: Page, title: string, text: string): Promise<void> {
  await startNew(page, 'Letter');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Your letter').fill(text);
}

const firstLetterIn = (within: { getByText: Page['getByText'] }): Promise<string | null> =>
  within.getByText('Dear Grace').evaluate((element) => element.textContent);

test('Ada leaves letters, a log-in and a file to her sister, who opens them years later; one who was removed opens nothing', async () => {
  const photo = randomBytes(30_000);
  const ada = await register(environment, 'Ada');
  const { page } = ada;
  const step = page.getByRole('listitem').filter({ hasText: 'Put something into your vault' });
  await step.waitFor();
  expect(await page.getByRole('button', { name: 'Pause the switch' }).count()).toBe(0);
  await goTo(page, 'Vault');
  await writeLetter(page, FIRST_LETTER, SECRETS.letter);
  await page.getByLabel('Category').fill(SECRETS.category);
  await page.getByLabel('Tags').fill(SECRETS.tag);
  await page.getByLabel('Tags').press('Enter');
  await saveEntry(page, FIRST_LETTER);
  await startNew(page, 'Log-in');
  await page.getByLabel('Title').fill(SECRETS['title of the log-in']);
  await page.getByLabel('User name').fill(SECRETS['user name']);
  await page.getByRole('textbox', { name: 'Password' }).fill(SECRETS['password of the bank']);
  await saveEntry(page, SECRETS['title of the log-in']);
  await startNew(page, 'File');
  const plan = { name: SECRETS['name of the file'], mimeType: 'application/octet-stream', buffer: photo };
  await chooseFiles(page, () => press(page, 'Choose files'), plan);
  await saveEntry(page, 'house plan');

  await goTo(page, 'Home');
  await step.getByRole('img', { name: 'Done' }).waitFor();
  const grace = await nameSuccessor(environment, ada, 'Grace', { width: 360 });
  const joan = await nameSuccessor(environment, ada, 'Joan');
  await leaveEverything(ada, 'Grace', 'Joan');
  await goTo(page, 'Home');
  await heading(page, 'All is well');

  await goTo(page, 'Account');
  await follow(page, /^Password/);
  await page.getByRole('textbox', { name: 'Current password' }).fill(ada.password);
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await page.getByLabel('The same password again').fill(NEW_PASSWORD);
  await press(page, 'Change the password');
  await heading(page, 'Your password has been changed');
  await goTo(page, 'Successors');
  await follow(page, 'Change or remove Joan');
  await press(page, 'Remove Joan');
  await button(page.getByRole('alertdialog'), 'Remove Joan').click();
  await page.getByText('The vault has new keys.').waitFor();
  await press(page, 'Back to your successors');

  // Another device knows nothing but the new password.
  const phone = await openBrowser(environment.origin, { width: 360 });
  await phone.page.goto('/vault');
  await logInHere(phone.page, { email: ada.email, password: NEW_PASSWORD });
  await follow(phone.page, FIRST_LETTER);
  expect(await firstLetterIn(phone.page)).toBe(SECRETS.letter);
  await goTo(page, 'Vault');
  await writeLetter(page, SECOND_LETTER, SECRETS['a later letter']);
  await saveEntry(page, SECOND_LETTER);

  await fallSilent(environment, ada);
  const theirs = grace.page;
  await theirs.goto(await environment.followMail(grace.email, 'Ada', '/respond'));
  const accept = theirs.getByRole('radio', { name: /^I accept/ });
  await accept.waitFor();
  expect(await theirs.getByText(/others/i).count()).toBe(0);
  await accept.press('Space');
  await press(theirs, 'Send my answer');
  await theirs.getByRole('heading', { name: 'Thank you. It’s now open to you' }).waitFor();
  await theirs.goto(
    await environment.followMail(grace.email, 'You can open what Ada left to you', '/access'),
  );
  await theirs.getByLabel('Code on your recovery kit').fill(grace.kit.code);
  await press(theirs, 'Open');
  expect(await firstLetterIn(theirs.getByRole('article').filter({ hasText: FIRST_LETTER }))).toBe(
    SECRETS.letter,
  );
  await theirs.getByText(SECRETS['a later letter']).waitFor();
  await theirs.getByText(SECRETS['title of the log-in']).click();
  await theirs.getByText(SECRETS['user name']).waitFor();
  await press(theirs, 'Show: Password');
  await theirs.getByText(SECRETS['password of the bank']).waitFor();
  const saved = await savedFile(theirs, () => press(theirs, `Save ${SECRETS['name of the file']}`));
  expect(saved.bytes).toEqual(photo);

  await theirs.getByRole('radiogroup', { name: 'How do you want to keep it?' }).getByText('Readable').click();
  const copy = join(folder, 'copy.html');
  await writeFile(copy, (await savedFile(theirs, () => press(theirs, 'Save the file'))).bytes);
  await grace.context.setOffline(true);
  await theirs.goto(pathToFileURL(copy).href);
  await heading(theirs, 'What Ada left to you');
  expect(await firstLetterIn(theirs)).toBe(SECRETS.letter);
  const bank = theirs.getByRole('article').filter({ hasText: SECRETS['title of the log-in'] });
  await bank.getByText('Show', { exact: true }).click();
  await theirs.getByText(SECRETS['password of the bank']).waitFor();
  const kept = await savedFile(theirs, () => theirs.getByRole('link', { name: 'Save', exact: true }).click());
  expect(kept.bytes).toEqual(photo);

  // Ada is told by mail that it was read, and Joan was never asked.
  await environment.rest();
  const subjects = (await environment.mailFor(ada.email)).map(({ subject }) => subject);
  expect(subjects).toContainEqual(expect.stringMatching(/^Grace opened what you left/));
  const mails = await environment.mailFor(joan.email);
  expect(mails.filter(({ text }) => /\/(?:respond|access)\?/.test(text))).toEqual([]);
  await joan.page.goto(
    await environment.followMail(joan.email, 'would like to leave you something', '/successor'),
  );
  await heading(joan.page, 'This link doesn’t work');

  for (const { recorder } of [ada, phone, grace, joan]) {
    recorder.onlyTo(environment.origin);
    recorder.neverSends({
      ...SECRETS,
      'beginning of the file': photo.subarray(0, 60),
      'middle of the file': photo.subarray(15_000, 15_060),
      'end of the file': photo.subarray(-60),
      'the old password': ada.password,
      'the new password': NEW_PASSWORD,
      ...secretsOfCode('recovery code', ada.recoveryCode),
      ...secretsOfCode('code of Grace', grace.kit.code),
      ...secretsOfCode('code of Joan', joan.kit.code),
    });
  }
}, 480_000);
