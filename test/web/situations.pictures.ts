/**
 * Situations in which people easily get lost. Each is played on the real page; what it shows is photographed, and kept
 * as text, for someone to look for dead ends and false sentences. `KEEP_PICTURES_IN=<folder> npx jest situations` runs
 * them.
 */
import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Token } from '../../db/entities/token.ts';
import { type OpenOptions, openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { follow, goTo, heading, press } from '../support/browser/page-steps.ts';
import { logInAt, logInHere, openWebOwner, ownProgram, typeLogIn } from '../support/browser/web-owner.ts';
import { letter, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { linkTo } from '../support/clients/caught-mail.ts';
import { accept, nameSuccessor } from '../support/clients/successor.ts';
import { withTwoFactor } from '../support/clients/totp.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const folder = process.env.KEEP_PICTURES_IN;
const environment = await useBrowserEnvironment();
const PHONE = { width: 360 } as const;

/** Photographs the whole page, and keeps its words. */
async function see(page: Page, name: string, looks = inspect): Promise<void> {
  await page.locator('h1').first().waitFor();
  await looks(page);
  const number = expect.getState().currentTestName?.match(/^\d+/)?.[0] ?? '';
  const path = `${folder}/${number}-${name}`;
  await page.screenshot({ path: `${path}.png`, fullPage: true, animations: 'disabled' });
  await writeFile(`${path}.txt`, await page.locator('body').ariaSnapshot());
}

const asIs = async (): Promise<void> => {};

/** Opens a link in a new browser, and sees what it shows. */
async function open(link: string, name: string, options: OpenOptions = PHONE): Promise<Page> {
  const { page } = await openBrowser(environment.origin, { sharedWorker: true, ...options });
  await page.goto(link);
  await see(page, name);
  return page;
}

/** An owner with two letters and two people, who are ready. Any of them opens everything. */
async function readyOwner(name = 'Ada', people = ['Grace', 'Alan'], threshold = 1) {
  const owner = await openLeavingOwner(environment, name);
  const ids = await owner.writeAll([
    letter('The garden', 'Water the roses.'),
    letter('The bank', 'Box 4711.'),
  ]);
  const named = [];
  for (const each of people) named.push(await nameSuccessor(environment, owner, each));
  await owner.leave(threshold, new Map(named.map((each) => [each, ids])));
  return { owner, named };
}

/** All links of a person lose their validity, as after a year. */
const expireLinks = (successorId: string) =>
  environment.em().nativeUpdate(Token, { successorId }, { expiresAt: new Date(Date.now() - 1_000) });

test('01 the phone with the second factor is lost', async () => {
  const ada = await openWebOwner(environment);
  const { program, logIn } = await ownProgram(environment, ada);
  await withTwoFactor(environment, program, logIn);
  const page = await open('/log-in', 'log-in');
  await typeLogIn(page, ada);
  await page.getByLabel('Code from your authenticator app').waitFor();
  await see(page, 'asks-for-code');
  await page
    .getByText(/recovery code|don’t have|lost/i)
    .first()
    .click();
  await see(page, 'other-ways');
});

test('02 a second browser, and devices', async () => {
  const ada = await openWebOwner(environment);
  const first = await openBrowser(environment.origin, PHONE);
  await logInAt(first.page, '/account/sessions', ada);
  const second = await openBrowser(environment.origin);
  await logInAt(second.page, '/account/sessions', ada);
  await second.page
    .getByRole('button', { name: /log out (everywhere|all)|other devices/i })
    .first()
    .waitFor();
  await see(second.page, 'devices');
  await press(second.page, 'Log out all other devices');
  await press(second.page, 'Log out all others');
  await second.page.getByRole('dialog').waitFor({ state: 'detached' });
  await see(second.page, 'ended-others');
  await heading(first.page, 'Log in');
  await see(first.page, 'was-logged-out');
});

test('03 a shared computer keeps nothing', async () => {
  const { owner } = await readyOwner();
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/vault', owner);
  await page.getByText('The bank').first().waitFor();
  await press(page, 'Log out');
  await see(page, 'logged-out');
  await page.goto('/vault');
  await see(page, 'came-back');
  expect(await page.content()).not.toContain('The bank');
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toMatch(
    /Ada|bank/,
  );
});

test('04 the device has another time zone', async () => {
  const { owner } = await readyOwner();
  const { page } = await openBrowser(environment.origin, { ...PHONE, timeZone: 'Pacific/Auckland' });
  await logInAt(page, '/log-in', owner);
  await heading(page, 'All is well');
  await see(page, 'home');
  await goTo(page, 'Account');
  await see(page, 'account');
});

test('05 a screen of 320 pixels', async () => {
  const { owner } = await readyOwner();
  const { page } = await openBrowser(environment.origin, { width: 320 });
  await logInAt(page, '/log-in', owner);
  await heading(page, 'All is well');
  await see(page, 'home', asIs);
  for (const place of ['Vault', 'Successors', 'Account'] as const) {
    await goTo(page, place);
    await page.waitForLoadState('load');
    await page.locator('h1').first().waitFor();
    await see(page, place, asIs);
    expect([place, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([place, 320]);
  }
});

test('06 text of 200 %', async () => {
  const { owner } = await readyOwner();
  for (const width of [360, 1280]) {
    const { page } = await openBrowser(environment.origin, { width });
    await page.addInitScript(
      'addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = "200%"; })',
    );
    await logInAt(page, '/log-in', owner);
    await heading(page, 'All is well');
    await see(page, `home-${width}`, asIs);
    await goTo(page, 'Successors');
    await page.getByText('Grace').first().waitFor();
    await see(page, `successors-${width}`, asIs);
    await goTo(page, 'Vault');
    await page.getByText('The bank').first().waitFor();
    await see(page, `vault-${width}`, asIs);
  }
});

test('07 what a screen reader reads, in order', async () => {
  const { owner } = await readyOwner();
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', owner);
  await heading(page, 'All is well');
  await writeFile(`${folder}/07-home.txt`, await page.locator('body').ariaSnapshot());
  for (const place of ['Vault', 'Successors'] as const) {
    await goTo(page, place);
    await page
      .getByText(place === 'Vault' ? 'The bank' : 'Grace')
      .first()
      .waitFor();
    await writeFile(`${folder}/07-${place}.txt`, await page.locator('body').ariaSnapshot());
  }
});

test('08 no JavaScript', async () => {
  const { owner, named } = await readyOwner();
  await owner.fallSilent();
  const browser = await openChromium();
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  });
  const page = await context.newPage();
  for (const [name, link] of [
    ['first', environment.origin],
    ['check-in', await linkTo(owner, '/check-in')],
    ['respond', await linkTo(named[0]!, '/respond')],
  ] as const) {
    await page.goto(link);
    await page.screenshot({ path: `${folder}/08-${name}.png`, fullPage: true });
    await writeFile(`${folder}/08-${name}.txt`, await page.locator('body').ariaSnapshot());
  }
  await context.close();
});

test('09 slow 3G', async () => {
  const { owner, named } = await readyOwner();
  await owner.fallSilent();
  await accept(environment, named[0]!);
  const { page, context } = await openBrowser(environment.origin, PHONE);
  const session = await context.newCDPSession(page);
  const rate = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400, offline: false };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', rate);
  const began = Date.now();
  await page.goto(await linkTo(named[0]!, '/access'), { waitUntil: 'commit' });
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: `${folder}/09-after-1500-ms.png` });
  await page.getByLabel('Code on your recovery kit').waitFor();
  const shown = Date.now() - began;
  await page.getByLabel('Code on your recovery kit').fill(named[0]!.kit.code);
  await press(page, 'Open');
  await page.getByText('Water the roses').first().waitFor();
  await writeFile(
    `${folder}/09-times.txt`,
    `form after ${shown} ms, letter after ${Date.now() - began} ms\n`,
  );
  await see(page, 'opened');
});

test('10 printing', async () => {
  const { owner, named } = await readyOwner();
  const konrad = await owner.invite('Konrad');
  const page = await open(await linkTo(konrad, '/successor'), 'invitation');
  await press(page, 'Yes, you can reach me here');
  await press(page, 'Make my kit');
  await heading(page, 'Print your recovery kit');
  await writeFile(`${folder}/10-kit.pdf`, await page.pdf({ format: 'A4' }));
  await owner.fallSilent();
  await accept(environment, named[0]!);
  const { page: other } = await openBrowser(environment.origin);
  await other.goto(await linkTo(named[0]!, '/access'));
  await other.getByLabel('Code on your recovery kit').fill(named[0]!.kit.code);
  await press(other, 'Open');
  await other.getByText('Water the roses').first().waitFor();
  await writeFile(`${folder}/10-left.pdf`, await other.pdf({ format: 'A4' }));
});

test('11 links of mails that are opened after a year', async () => {
  const { owner, named } = await readyOwner();
  const konrad = await owner.invite('Konrad');
  const invited = await linkTo(konrad, '/successor');
  await expireLinks(konrad.id);
  const invitation = await open(invited, 'invitation');
  await press(invitation, 'Yes, you can reach me here').catch(() => {});
  await see(invitation, 'invitation-pressed');
  await owner.fallSilent();
  const respond = await linkTo(named[0]!, '/respond');
  await accept(environment, named[0]!);
  const access = await linkTo(named[0]!, '/access');
  const checkIn = await linkTo(owner, '/check-in');
  await environment.passOwnerDays(owner.email, 100);
  await environment.rest();
  await open(respond, 'respond');
  await open(access, 'access');
  const check = await open(checkIn, 'check-in');
  await check.getByRole('button').first().click();
  await see(check, 'check-in-pressed');
});

test('12 a link is forwarded to someone else', async () => {
  const { named } = await readyOwner();
  const other = await openWebOwner(environment, 'Eve Other');
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', other);
  await page.goto(await linkTo(named[0]!, '/successor'));
  await see(page, 'invitation-of-grace-to-eve');
});

test('13 two owners name each other, in one browser each', async () => {
  const ada = await openLeavingOwner(environment, 'Ada');
  const bob = await openLeavingOwner(environment, 'Bob');
  await ada.write(letter('For Bob', 'Yours.'));
  await ada.invite('Bob');
  const invited = await bob.invite('Ada');
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', ada);
  await page.goto(await linkTo(invited, '/successor'));
  await see(page, 'ada-opens-invitation-of-bob');
  await page.goto('/');
  await see(page, 'home');
});

test('14 a successor wants an account of their own', async () => {
  const { named } = await readyOwner();
  const page = await open(await linkTo(named[0]!, '/successor'), 'kit-is-made');
  await page.goto('/');
  await see(page, 'first-page');
});

test('15 two of five successors must accept', async () => {
  const { owner, named } = await readyOwner('Ada', ['Grace', 'Alan', 'Edsger', 'Barbara', 'Donald'], 2);
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/log-in', owner);
  await heading(page, 'All is well');
  await see(page, 'home');
  await owner.fallSilent();
  const first = await open(await linkTo(named[0]!, '/respond'), 'respond');
  await first.locator('label', { hasText: 'I accept' }).click();
  await press(first, 'Send my answer');
  await heading(first, /Thank you/);
  await see(first, 'first-accepted');
  await first.getByRole('textbox').first().fill(named[0]!.kit.code);
  await press(first, 'Pass on my part');
  await first
    .getByText(/passed on/)
    .first()
    .waitFor();
  await see(first, 'first-helped');
  const second = await open(await linkTo(named[1]!, '/respond'), 'second');
  await second.locator('label', { hasText: 'I accept' }).click();
  await press(second, 'Send my answer');
  await heading(second, /Thank you|need your kit/);
  await see(second, 'second-accepted');
});

test('16 all decline', async () => {
  const { owner, named } = await readyOwner();
  await owner.fallSilent();
  for (const [at, each] of named.entries()) {
    const page = await open(await linkTo(each, '/respond'), `respond-${at}`);
    await page.locator('label', { hasText: 'I decline' }).click();
    await press(page, 'Send my answer');
    await heading(page, /Thank you/);
    await see(page, `declined-${at}`);
  }
  await environment.rest();
  const { page } = await openBrowser(environment.origin, PHONE);
  await logInAt(page, '/log-in', owner);
  await see(page, 'owner-is-back');
});

test('17 the owner comes back while successors are asked', async () => {
  const { owner, named } = await readyOwner();
  await owner.fallSilent();
  const link = await linkTo(named[0]!, '/respond');
  const { page } = await openBrowser(environment.origin, PHONE);
  await page.goto('/log-in');
  await see(page, 'log-in');
  await logInHere(page, owner);
  await see(page, 'owner-is-back');
  await environment.rest();
  await open(link, 'successor-after');
});

test('18 the connection is gone when something is saved', async () => {
  const ada = await openWebOwner(environment);
  const { page, context, expectProblem } = await openBrowser(environment.origin, PHONE);
  expectProblem(/INTERNET_DISCONNECTED/);
  await logInAt(page, '/log-in', ada);
  await goTo(page, 'Vault');
  await page.getByRole('link', { name: 'Note' }).click();
  await page.getByLabel('Title').fill('The cellar');
  await page.getByRole('textbox', { name: 'Text' }).fill('Behind the barrels.');
  await context.setOffline(true);
  await press(page, 'Save');
  await page.getByRole('alert').first().waitFor();
  await see(page, 'offline', asIs);
  await context.setOffline(false);
  await press(page, 'Save');
  await page.getByRole('heading', { name: 'The cellar' }).waitFor();
  await see(page, 'saved');
});

test('19 a removed successor opens what they still have', async () => {
  const { owner, named } = await readyOwner();
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/successors', owner);
  await page
    .getByRole('link', { name: /Change or remove/ })
    .first()
    .click();
  await see(page, 'change-or-remove');
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await see(page, 'sure');
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page
    .getByText(/no longer/)
    .first()
    .waitFor();
  await see(page, 'removed');
  await environment.rest();
  for (const each of named) await open(await linkTo(each, '/successor'), `link-of-${each.name}`);
});

test('20 someone opts out', async () => {
  const { owner, named } = await readyOwner();
  const page = await open(await linkTo(named[0]!, '/opt-out'), 'opt-out');
  await page.getByRole('button').first().click();
  await see(page, 'opted-out');
  await environment.rest();
  const { page: own } = await openBrowser(environment.origin);
  await logInAt(own, '/log-in', owner);
  await see(own, 'home-of-owner');
  await goTo(own, 'Successors');
  await own.getByText('Grace').first().waitFor();
  await see(own, 'successors-of-owner');
});

test('21 nothing is prepared, and the owner thinks that it is', async () => {
  const owner = await openLeavingOwner(environment, 'Ada');
  await owner.write(letter('For Grace', 'Yours.'));
  await nameSuccessor(environment, owner, 'Grace');
  const { page } = await openBrowser(environment.origin, PHONE);
  await logInAt(page, '/log-in', owner);
  await see(page, 'home');
  await follow(page, /choose what|what .* gets|assign/i);
  await see(page, 'next-step');
});

test('22 a password is wrong, in German', async () => {
  const ada = await openWebOwner(environment);
  const page = await open('/log-in', 'log-in', { ...PHONE, language: 'de' });
  await page.getByLabel(/E.Mail.Adresse/).fill(ada.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill('not the password at all');
  await press(page, 'Anmelden');
  await page.getByRole('alert').first().waitFor();
  await see(page, 'wrong-password');
});
