/** Two-factor authentication, from the QR code to turning it off. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { heading, press } from '../support/page-steps.ts';
import { codeOf } from '../support/totp.ts';
import { startTown, type Town } from '../support/town.ts';
import { logInAt, openWebOwner, typeLogIn } from '../support/web-owner.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

const typePassword = (page: Page, password: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Your password' }).fill(password);

const readCodes = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('listitem').allInnerTexts();

test('is set up, asked for at the log-in, passed with a recovery code, and turned off', async () => {
  const ada = await openWebOwner(town.life);
  const { page, recorder } = await openBrowser(town.origin);
  await logInAt(page, '/account/two-factor', ada);
  await heading(page, 'Two-factor authentication');
  await typePassword(page, ada.password);
  await press(page, 'Set it up');
  await heading(page, 'Connect your app');
  await checkAccessible(page);
  await fitsAt360(page);
  const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  expect(await scan(page)).toContain(`secret=${secret}`);

  await page.getByLabel('Code that the app shows').fill('000000');
  await press(page, 'Turn it on');
  await page.getByRole('alert').getByText('That code is wrong').waitFor();
  await page.getByLabel('Code that the app shows').fill(await codeOf(town.life, secret));
  await press(page, 'Turn it on');
  await heading(page, 'Two-factor authentication is on');
  const codes = await readCodes(page);
  expect(codes).toHaveLength(10);
  await checkAccessible(page);
  await fitsAt360(page);
  await press(page, 'I have kept them');
  await page.getByText('It is on: logging in takes your password and a code').waitFor();
  await checkAccessible(page);

  await press(page, 'Log out');
  await typeLogIn(page, ada);
  await page.getByLabel('Code from your authenticator app').fill(await codeOf(town.life, secret, 1));
  await press(page, 'Log in');
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();
  await press(page, 'Log out');
  await typeLogIn(page, ada);
  await page.getByLabel('Code from your authenticator app').fill(codes[0]!);
  await press(page, 'Log in');
  await page.getByRole('button', { name: 'Lock the vault' }).waitFor();

  await page.goto('/account/two-factor');
  await press(page, 'Turn it off');
  await typePassword(page, ada.password);
  await page.getByLabel('Code from your authenticator app').fill(codes[1]!);
  await checkAccessible(page);
  await press(page, 'Turn it off');
  await page.getByText('Two-factor authentication is off. Delete the account in your app too.').waitFor();
  recorder.neverSends({ password: ada.password, 'recovery code of the vault': ada.recoveryCode });
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
async function scan(page: Page): Promise<string | undefined> {
  const code = page.getByRole('img', { name: 'QR code for the authenticator app' });
  const { width, height, data } = await page.evaluate<{ width: number; height: number; data: number[] }>(
    pixelsOf(await code.screenshot()),
  );
  return jsqr.default(Uint8ClampedArray.from(data), width, height)?.data;
}
