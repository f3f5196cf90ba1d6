/** Whole lives of people, played on the pages alone: from the registration to what a successor reads. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser/browser.ts';
import {
  everythingFor,
  fallSilent,
  goTo,
  heading,
  leave,
  nameSuccessor,
  press,
  register,
  type SuccessorAtPage,
  secretsOfCode,
  typeCode,
} from '../support/browser/people.ts';
import { saveEntry, startNew } from '../support/browser/web-vault.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
let folder: string;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
  folder = await mkdtemp(join(tmpdir(), 'life-'));
});
afterAll(async () => {
  await environment.close();
  await rm(folder, { recursive: true });
});

const LIFE_MS = 240_000;

/** What a press saves to the disk. */
async function saved(page: Page, button: string | RegExp): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  return buffer(await download.createReadStream());
}

const request = ({ email }: SuccessorAtPage, ownerName: string): Promise<string> =>
  environment.followMail(email, ownerName, '/respond');

async function answer(page: Page, words: string): Promise<void> {
  await page.getByRole('radio', { name: words }).check({ force: true });
  await press(page, 'Send my answer');
}

async function openWithKit({ page, kit }: SuccessorAtPage): Promise<void> {
  await typeCode(page, kit.code);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

const subjectsTo = async (email: string): Promise<string[]> =>
  (await environment.mailFor(email)).map(({ subject }) => subject);

test(
  'Ada leaves her sister a letter, a log-in and a file, and years later her sister reads and keeps them',
  async () => {
    const secrets = {
      title: 'For my sister Grace',
      letter: 'Dear Grace,\n\n  the deed is under the third stone.\nWater the roses – “all” of them.',
      'title of the log-in': 'Bank of the old harbour',
      'user name': 'ada.lovelace.1815',
      'password of the bank': 'quiet otter 42 & lantern',
      category: 'Family matters',
      tag: 'only for later',
      'name of the file': 'house plan.bin',
    };
    const photo = randomBytes(30_000);
    const ada = await register(environment, 'Ada');
    const { page } = ada;
    const step = page.getByRole('listitem').filter({ hasText: 'Put something into your vault' });
    await step.waitFor();
    expect(await page.getByRole('button', { name: 'Pause the switch' }).count()).toBe(0);
    await goTo(page, 'Vault');
    await startNew(page, 'Letter');
    await page.getByLabel('Title').fill(secrets.title);
    await page.getByLabel('Your letter').fill(secrets.letter);
    await page.getByLabel('Category').fill(secrets.category);
    await page.getByLabel('Tags').fill(secrets.tag);
    await page.getByLabel('Tags').press('Enter');
    await saveEntry(page, secrets.title);
    await startNew(page, 'Log-in');
    await page.getByLabel('Title').fill(secrets['title of the log-in']);
    await page.getByLabel('User name').fill(secrets['user name']);
    await page.getByRole('textbox', { name: 'Password' }).fill(secrets['password of the bank']);
    await saveEntry(page, secrets['title of the log-in']);
    await startNew(page, 'File');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose files')]);
    await chooser.setFiles({
      name: secrets['name of the file'],
      mimeType: 'application/octet-stream',
      buffer: photo,
    });
    await saveEntry(page, 'house plan');

    await goTo(page, 'Home');
    await step.getByRole('img', { name: 'Done' }).waitFor();
    const grace = await nameSuccessor(environment, ada, 'Grace', { width: 360 });
    await leave(ada, [everythingFor('Grace')]);
    await goTo(page, 'Home');
    await heading(page, 'All is well');

    await fallSilent(environment, ada);
    const theirs = grace.page;
    await theirs.goto(await request(grace, 'Ada'));
    await theirs.getByRole('radio', { name: /^I accept/ }).waitFor();
    expect(await theirs.getByText(/others/i).count()).toBe(0);
    await answer(theirs, 'I accept');
    await heading(theirs, 'Thank you. It’s now open to you');
    await theirs.goto(
      await environment.followMail(grace.email, 'You can open what Ada left to you', '/access'),
    );
    await openWithKit(grace);
    const letter = theirs.getByRole('article').filter({ hasText: secrets.title });
    expect(await letter.getByText('Dear Grace').evaluate((element) => element.textContent)).toBe(
      secrets.letter,
    );
    await theirs.getByText(secrets['title of the log-in']).click();
    await theirs.getByText(secrets['user name']).waitFor();
    await press(theirs, 'Show: Password');
    await theirs.getByText(secrets['password of the bank']).waitFor();
    expect(await saved(theirs, `Save ${secrets['name of the file']}`)).toEqual(photo);

    await theirs
      .getByRole('radiogroup', { name: 'How do you want to keep it?' })
      .getByText('Readable')
      .click();
    const copy = join(folder, 'copy.html');
    await writeFile(copy, await saved(theirs, 'Save the file'));
    await grace.context.setOffline(true);
    await theirs.goto(pathToFileURL(copy).href);
    await heading(theirs, 'What Ada left to you');
    expect(await theirs.getByText('Dear Grace').evaluate((element) => element.textContent)).toBe(
      secrets.letter,
    );
    await theirs.getByText(secrets['password of the bank']).waitFor();
    expect(await savedFromCopy(theirs)).toEqual(photo);

    // And Ada hears what was read, by mail.
    await environment.rest();
    expect(await subjectsTo(ada.email)).toContainEqual(expect.stringMatching(/^Grace opened what you left/));
    for (const { recorder } of [ada, grace]) {
      recorder.onlyTo(environment.origin);
      recorder.neverSends({
        ...secrets,
        'beginning of the file': photo.subarray(0, 60),
        'middle of the file': photo.subarray(15_000, 15_060),
        'end of the file': photo.subarray(-60),
        password: ada.password,
        ...secretsOfCode('recovery code', ada.recoveryCode),
        ...secretsOfCode('code of the kit', grace.kit.code),
      });
    }
  },
  LIFE_MS,
);

test(
  'of three who must be two, one accepts and the owner comes back; at the next silence two open it together',
  async () => {
    const LETTER = 'The manuscript may be burnt at last.';
    const owner = await register(environment, 'Franz');
    const { page } = owner;
    await goTo(page, 'Vault');
    await startNew(page, 'Letter');
    await page.getByLabel('Title').fill('To my friends');
    await page.getByLabel('Your letter').fill(LETTER);
    await saveEntry(page, 'To my friends');
    const max = await nameSuccessor(environment, owner, 'Max');
    const dora = await nameSuccessor(environment, owner, 'Dora');
    const ottla = await nameSuccessor(environment, owner, 'Ottla');
    await leave(owner, [everythingFor('Max'), everythingFor('Dora'), everythingFor('Ottla')], 2);

    await fallSilent(environment, owner);
    const maxsRequest = await request(max, 'Franz');
    const dorasRequest = await request(dora, 'Franz');
    await max.page.goto(maxsRequest);
    await answer(max.page, 'I accept');
    await heading(max.page, 'Thank you, you’ve accepted');
    await max.page.getByText('So far 1 has accepted.').waitFor();
    const phone = await openBrowser(environment.origin, { width: 360 });
    await phone.page.goto(await environment.followMail(owner.email, 'Final notice', '/check-in'));
    await press(phone.page, 'I’m here');
    await heading(phone.page, 'Thank you. You’re checked in');
    await dora.page.goto(dorasRequest);
    await heading(dora.page, 'The handover has ended');
    await max.page.goto(maxsRequest);
    await heading(max.page, 'The handover has ended');
    await environment.rest();
    for (const { email } of [max, dora, ottla]) {
      expect((await subjectsTo(email)).at(-1)).toBe("Good news: we've heard from Franz");
    }

    await fallSilent(environment, owner);
    await ottla.page.goto(await request(ottla, 'Franz'));
    await answer(ottla.page, 'I decline');
    await heading(ottla.page, 'Thank you for your answer');
    // Max has his sheet somewhere else today.
    const again = await request(max, 'Franz');
    await max.page.goto(again);
    await answer(max.page, 'I accept');
    await heading(max.page, 'Thank you, you’ve accepted');
    await dora.page.goto(await request(dora, 'Franz'));
    await answer(dora.page, 'I accept');
    await heading(dora.page, 'Thank you. It’s now open to you');
    await dora.page.goto(
      await environment.followMail(dora.email, 'You can open what Franz left to you', '/access'),
    );
    await openWithKit(dora);
    await dora.page.getByText('So far, 1 of 2 have accepted, including you.').waitFor();

    await max.page.goto(again);
    await press(max.page, 'Continue from there');
    await typeCode(max.page, max.kit.code);
    await press(max.page, 'Pass on my part');
    await max.page.getByText('Your part has been passed on to').waitFor();
    await dora.page.getByRole('button', { name: 'Open', exact: true }).click();
    await dora.page.getByText(LETTER).waitFor();
    expect(await subjectsTo(ottla.email)).not.toContainEqual(
      expect.stringMatching(/^You can open what Franz left to you/),
    );

    for (const { recorder } of [owner, max, dora, ottla, phone]) {
      recorder.onlyTo(environment.origin);
      recorder.neverSends({
        title: 'To my friends',
        LETTER,
        password: owner.password,
        ...secretsOfCode('recovery code', owner.recoveryCode),
        ...secretsOfCode('code of Max', max.kit.code),
        ...secretsOfCode('code of Dora', dora.kit.code),
        ...secretsOfCode('code of Ottla', ottla.kit.code),
      });
    }
  },
  LIFE_MS,
);

async function savedFromCopy(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save', exact: true }).click(),
  ]);
  return buffer(await download.createReadStream());
}
