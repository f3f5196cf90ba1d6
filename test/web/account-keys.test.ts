/** The keys and codes that open an account and its vault, changed one by one, and the deletion of the account. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import { openEntry, sealEntry, unlockWithRecoveryCode } from '../../crypto/index.ts';
import { Session } from '../../db/entities/session.ts';
import { cutOff, refuse } from '../support/browser/answers.ts';
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { whileFailing } from '../support/browser/failing.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { copyGroups, heading, sheetGroups } from '../support/browser/page-steps.ts';
import {
  logInAt,
  openWebOwner,
  ownProgram,
  typeLogIn,
  unlockWith,
  type WebOwner,
} from '../support/browser/web-owner.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { client } from '../support/clients/client.ts';
import { freshCodes, wrongCode } from '../support/clients/totp.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const CHOSEN = 'quarry oboe lantern heron';
const LETTER = 'The key is under the third flowerpot';

const environment = await useBrowserEnvironment();
let ada: WebOwner;
let letter: string;
let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  ada = await openWebOwner(environment);
  // As another program of the owner would.
  const { program, vault } = await ownProgram(environment, ada);
  const sealed = await sealEntry(vault, { id: randomUUID(), text: LETTER });
  const { status } = await program.post('/vault/entries', { ...sealed, category: '', tags: [] });
  expect(status).toBe(201);
  letter = sealed.id;
  browser = await openBrowser(environment.origin);
  page = browser.page;
  await logInAt(page, '/account', ada);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const follow = (name: string | RegExp) => press(page.getByRole('link', { name }));
const password = () => page.getByRole('textbox', { name: 'Your password', exact: true });
const alert = (words: string) => page.getByRole('alert').getByText(words).waitFor();
/** Follows a link, is told what would be lost, and stays. */
async function asksBeforeLeaving(words: string): Promise<void> {
  await press(page.getByRole('link', { name: 'Vault', exact: true }));
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByText(words).waitFor();
  await inspect(page);
  await press(button('Stay here'));
  await dialog.waitFor({ state: 'detached' });
}
/** The groups or codes on the sheet that the page shows. */
const itemsOf = () => sheetGroups(page.getByRole('main'));

test('a new recovery code opens the vault once it is proven to be kept, and the old one no longer does', async () => {
  await inspect(page);
  await follow(/^Recovery code/);
  await heading(page, 'A new recovery code');
  await inspect(page);
  await press(button('Make a new code'));
  await heading(page, 'Your recovery code');
  await inspect(page);
  const code = (await itemsOf()).join('-');
  await press(button('I have it on paper'));
  await heading(page, 'Is the code on your sheet?');
  const prove = async (groups: string[]) => {
    await copyGroups(page, groups, type);
    await press(button('Continue'));
  };
  await prove(Array(9).fill('0000'));
  await page.getByText('This doesn’t match the code.').first().waitFor();
  await inspect(page);
  await environment.em().nativeUpdate(Session, { userId: ada.id }, { confirmedAt: null });
  await prove(code.split('-'));
  await page.getByRole('dialog', { name: 'Confirm that it’s you' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
  await whileFailing(page, '/auth/profile', () => press(button('Continue')), {
    says: page.getByText('Nothing has been saved'),
  });
  await press(button('Continue'));
  await type(page.getByRole('dialog').getByRole('textbox', { name: 'Password' }), ada.password);
  await press(button('Confirm'));
  await heading(page, 'Your new recovery code is active');
  await inspect(page);

  const { program, logIn, user } = await ownProgram(environment, ada);
  const open = (typed: string) => unlockWithRecoveryCode(logIn, user, [], typed);
  const { entry } = (await program.get(`/vault/entries/${letter}`)).body;
  expect((await openEntry(await open(code), entry)).text).toBe(LETTER);
  await expect(open(ada.recoveryCode)).rejects.toMatchObject({ code: 'wrong_recovery_code' });
  browser.recorder.neverSends({ 'the new code': code, 'the old code': ada.recoveryCode });
});

test('all keys are replaced, and what was written before is signed again', async () => {
  const before = (await ownProgram(environment, ada)).vault.ownerKey;
  await follow('Back to your account');
  await follow(/^Keys/);
  await heading(page, 'Replace your keys');
  await inspect(page);
  await whileFailing(page, '/vault/rotate', () => press(button('Replace my keys')));
  await press(button('Replace my keys'));
  await heading(page, 'Your keys have been replaced');
  await inspect(page);
  const { program, vault } = await ownProgram(environment, ada);
  expect(vault.ownerKey).not.toBe(before);
  const { entry } = (await program.get(`/vault/entries/${letter}`)).body;
  expect((await openEntry(vault, entry)).text).toBe(LETTER);
});

/** The owner's second factor. */
const factor = { secret: '', codes: [] as string[] };
const nextCode = freshCodes(() => factor.secret);

test('two-factor authentication is set up with a picture, and its recovery codes are replaced', async () => {
  await follow('Back to your account');
  await follow(/^Two-factor authentication/);
  await heading(page, 'Two-factor authentication');
  await type(password(), 'not the password');
  await press(button('Set it up'));
  await alert('That’s not the password for this account');
  await press(button('Show password'));
  // Otherwise the browser would save it on the disk, to restore it with the tab.
  expect(await password().getAttribute('autocomplete')).toBe('off');
  await inspect(page);
  await press(button('Hide password'));
  await type(password(), ada.password);
  await press(button('Set it up'));
  await heading(page, 'Connect your app');
  factor.secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  expect(await scan(page)).toContain(`secret=${factor.secret}`);
  const code = page.getByLabel('Code shown in the app');
  await type(code, await wrongCode(environment, factor.secret));
  await press(button('Turn it on'));
  await alert('That code is wrong');
  await inspect(page);
  await type(code, await nextCode());
  await press(button('Turn it on'));
  await heading(page, 'Two-factor authentication is on');
  const first = await itemsOf();
  expect(first).toHaveLength(10);
  await inspect(page);
  await follow(/^Vault$/);
  await page.getByText('We won’t show these codes again.').waitFor();
  await inspect(page);
  await press(button('Stay here'));
  expect(await itemsOf()).toEqual(first);
  await press(button('I’ve saved them'));
  await page.getByText('It’s on: to log in, you need your password and a code').waitFor();

  await press(button('Make new recovery codes'));
  await type(password(), ada.password);
  await type(code, '12');
  await press(button('Make new recovery codes'));
  await page.getByText('The code has six digits.').waitFor();
  await inspect(page);
  await type(code, await nextCode());
  await press(button('Make new recovery codes'));
  await heading(page, 'Your new recovery codes');
  const second = await itemsOf();
  expect(second.some((each) => first.includes(each))).toBe(false);
  await press(button('I’ve saved them'));
  factor.codes = second;
});

test('a new password and a code of the app log in, open every entry, and log other devices out', async () => {
  const elsewhere = await openBrowser(environment.origin);
  await elsewhere.page.goto('/account/sessions');
  await typeLogIn(elsewhere.page, ada);
  await elsewhere.page.getByLabel('Code from your authenticator app').fill(factor.codes[0]!);
  await elsewhere.page.getByRole('button', { name: 'Log in' }).click();
  await heading(elsewhere.page, 'Devices');

  await follow('Your account');
  await follow(/^Password/);
  await heading(page, 'Change your password');
  const change = async (before: string, chosen: string) => {
    await type(page.getByRole('textbox', { name: 'Current password' }), before);
    await type(page.getByRole('textbox', { name: 'New password' }), chosen);
    await type(page.getByLabel('The same password again'), chosen);
    await press(button('Change the password'));
  };
  await change(ada.password, 'password1234');
  await page.getByText('That’s too easy to guess', { exact: false }).first().waitFor();
  await inspect(page);
  await change('not the password', CHOSEN);
  await alert('That password doesn’t open this vault');
  browser.expectProblem(/ERR_FAILED/);
  await cutOff(browser.context, '/auth/change-password', 'PUT');
  await change(ada.password, CHOSEN);
  await page.getByText('We couldn’t confirm that your password was changed.').waitFor();
  await inspect(page);
  await press(button('Change the password'));
  await heading(page, 'Your password has been changed');
  await inspect(page);

  await heading(elsewhere.page, 'Log in');
  await elsewhere.close();
  await press(button('Log out'));
  const logIn = { ...ada, password: CHOSEN };
  await typeLogIn(page, logIn);
  await type(page.getByLabel('Code from your authenticator app'), await nextCode());
  await press(button('Log in'));
  await button('Lock the vault').waitFor();
  browser.recorder.neverSends({ 'the old password': ada.password, 'the new password': CHOSEN });
  ada = logIn;
});

test('a recovery code turns two-factor authentication off, and the new password opens every entry', async () => {
  await press(page.getByRole('link', { name: 'Account', exact: true }));
  await follow(/^Two-factor authentication/);
  await press(button('Turn it off'));
  await type(password(), ada.password);
  const code = page.getByLabel('Code from your authenticator app');
  await type(code, factor.codes[0]!);
  await press(button('Turn it off'));
  await alert('That code is wrong or has already been used');
  await inspect(page);
  await type(code, factor.codes[1]!);
  await press(button('Turn it off'));
  await page.getByText('Two-factor authentication is off. Delete the account in your app too.').waitFor();
  await inspect(page);
  const { program, vault } = await ownProgram(environment, ada);
  const { entry } = (await program.get(`/vault/entries/${letter}`)).body;
  expect((await openEntry(vault, entry)).text).toBe(LETTER);
});

test('a new password and a new recovery code are stored together', async () => {
  const before = ada;
  ada = { ...before, password: `${CHOSEN}, again` };
  await press(page.getByRole('link', { name: 'Account', exact: true }));
  await follow(/^Password/);
  await type(page.getByRole('textbox', { name: 'Current password' }), before.password);
  await type(page.getByRole('textbox', { name: 'New password' }), ada.password);
  await type(page.getByLabel('The same password again'), ada.password);
  await press(page.getByRole('checkbox', { name: /^Make a new recovery code too/ }));
  await press(button('Change the password'));
  await heading(page, 'Your recovery code');
  const code = (await itemsOf()).join('-');
  // Leaving now would leave the old password, and a sheet that opens nothing.
  await page.getByText('isn’t valid yet. There’s one more small check.').waitFor();
  await asksBeforeLeaving('Nothing is saved until you finish here.');
  await press(button('I have it on paper'));
  await heading(page, 'Is the code on your sheet?');
  browser.expectProblem(/ERR_FAILED/);
  await cutOff(browser.context, '/auth/change-password', 'PUT');
  await copyGroups(page, code.split('-'), type);
  await press(button('Continue'));
  const doubt = 'We couldn’t confirm that your password and your recovery code were changed.';
  await page.getByText(doubt).waitFor();
  await asksBeforeLeaving(doubt);
  await press(button('Show the sheet again'));
  await heading(page, 'Your recovery code');
  await page.getByText(doubt).waitFor();
  expect(await page.getByText('isn’t valid yet').count()).toBe(0);
  await press(button('I have it on paper'));
  await copyGroups(page, code.split('-'), type);
  await press(button('Continue'));
  await heading(page, 'Your password has been changed');
  await page.getByText('Your new recovery code is active', { exact: false }).waitFor();
  await inspect(page);
  const { logIn, user } = await ownProgram(environment, ada);
  await expect(unlockWithRecoveryCode(logIn, user, [], code)).resolves.toMatchObject({ userId: ada.id });
  browser.recorder.neverSends({ 'the new password': ada.password, 'the new code': code });
});

test('a new address is used once its mailbox has confirmed it, with the same password', async () => {
  const email = uniqueEmail('ada');
  await follow('Your account');
  await follow(/^Email address/);
  await heading(page, 'Change your email address');
  const address = page.getByLabel('New email address');
  await type(address, ada.email);
  await type(password(), ada.password);
  await press(button('Send the link'));
  await page.getByText('That’s the address you already have.').waitFor();
  await type(address, email);
  await cutOff(browser.context, '/auth/profile', 'PUT');
  await press(button('Send the link'));
  await page.getByText('We don’t know whether the link is on its way.').waitFor();
  await inspect(page);
  await press(button('Send the link'));
  await heading(page, 'Check the new mailbox');
  await inspect(page);

  await environment.rest();
  const warning = await environment.mailFor(ada.email);
  expect(warning.map(({ subject }) => subject)).toContain(
    'Your Vault Handover account is about to get a new email address',
  );
  const second = await browser.context.newPage();
  await second.goto('/vault');
  await unlockWith(second, ada.password);
  await heading(second, 'Your vault');
  const mailbox = await browser.context.newPage();
  const link = await environment.followMail(email, 'Confirm your new email address');
  await mailbox.goto(link);
  const taken = { code: 'already_exists', status: 409, times: 1 };
  await refuse(browser.context, '/auth/verify-email', taken);
  await press(mailbox.getByRole('button', { name: 'Confirm my address' }));
  await heading(mailbox, 'Another account uses this address');
  await inspect(mailbox);
  await mailbox.goto(link);
  await press(mailbox.getByRole('button', { name: 'Confirm my address' }));
  await heading(mailbox, /your address is confirmed/);

  // The keys depend on the address, so every tab asks for the password once more.
  for (const tab of [second, page]) await heading(tab, 'Unlock your vault');
  for (const tab of [second, page]) {
    await unlockWith(tab, ada.password);
    await tab.getByRole('button', { name: 'Lock the vault' }).waitFor();
  }
  await press(button('Log out'));
  ada = { ...ada, email };
  await typeLogIn(page, ada);
  await button('Lock the vault').waitFor();
});

test('an account is deleted with its address typed and the password, and not by mistake', async () => {
  await press(page.getByRole('link', { name: 'Account', exact: true }));
  await follow(/^Delete the account/);
  await heading(page, 'Delete the account');
  const remove = button('Delete the account and everything in it');
  const address = page.getByLabel(/^To delete this account/);
  await type(address, 'someone@else.test');
  await type(password(), 'not the password');
  await press(remove);
  await page.getByText('That’s not the address of this account.').waitFor();
  await inspect(page);
  await type(address, ada.email);
  await press(remove);
  await alert('That’s not the password for this account');
  await type(password(), ada.password);
  const afterReset = { code: 'recently_reset', status: 403, times: 1 };
  await refuse(browser.context, '/auth/delete-account', afterReset);
  await press(remove);
  await alert('Your password was reset recently');
  await inspect(page);
  await press(remove);
  await heading(page, 'Your account has been deleted');
  await inspect(page);
  expect((await client(environment).get('/auth/profile')).status).toBe(401);
  await page.goto('/log-in');
  await typeLogIn(page, ada);
  await alert('That address and password don’t match');
  browser.recorder.neverSends({ password: ada.password });
});

/** Draws a picture, and gives its pixels. */
const pixelsOf = (png: Buffer): string => `(async () => {
  const image = new Image();
  image.src = 'data:image/png;base64,${png.toString('base64')}';
  await image.decode();
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  return { width, height, data: [...canvas.getImageData(0, 0, width, height).data] };
})()`;

/** What a phone reads from the QR code. */
async function scan(from: Page): Promise<string | undefined> {
  const code = from.getByRole('img', { name: 'QR code for the authenticator app' });
  const { width, height, data } = await from.evaluate<{ width: number; height: number; data: number[] }>(
    pixelsOf(await code.screenshot()),
  );
  return jsqr.default(Uint8ClampedArray.from(data), width, height)?.data;
}
