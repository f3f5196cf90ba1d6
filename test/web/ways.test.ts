/** The ways to reach an owner, in the web app: a second mailbox and a webhook, from their codes to their end. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Channel } from '../../db/entities/channel.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { whileFailing } from '../support/browser/failing.ts';
import { inspect } from '../support/browser/inspect.ts';
import * as keyboard from '../support/browser/keyboard.ts';
import { button, heading } from '../support/browser/page-steps.ts';
import { enterAs } from '../support/browser/web-owner.ts';
import { buildOwnerWithSuccessor, uniqueEmail } from '../support/builders/owner.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { startWebhookReceiver, verifyWebhook } from '../support/servers/webhook-receiver.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const receiver = await use(startWebhookReceiver);
const environment = await useBrowserEnvironment({ ALLOW_LOOPBACK_WAYS_IN_TESTS: 'true' });

const codeIn = (text = ''): string => /\b\d{8}\b/.exec(text)?.[0] ?? '';

async function addWay(page: Page, kind: string, name: string, address: string): Promise<void> {
  await keyboard.press(page.getByRole('radio', { name: kind }));
  await keyboard.type(page.getByLabel('Name of this way'), name);
  await keyboard.type(page.getByLabel(/^(Email address|Address of the webhook)$/), address);
  await page.keyboard.press('Enter');
}

async function enterCode(page: Page, name: string, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Confirm “${name}”` });
  await keyboard.type(dialog.getByLabel('Code', { exact: true }), code);
  await page.keyboard.press('Enter');
  await page.getByText(`From now on your warnings go to “${name}” too.`).waitFor();
}

test('a mailbox and a webhook are added, confirmed by their codes, tested and removed, and home counts them', async () => {
  const owner = await buildOwnerWithSuccessor(environment);
  const { page, context, ...browser } = await openBrowser(environment.origin);
  await enterAs({ page, context, ...browser }, environment.origin, owner);
  await page.goto('/');
  await page.getByText('You can be reached in one way.').waitFor();
  await keyboard.press(page.getByRole('link', { name: 'Add another way' }));
  await heading(page, 'Ways to reach you');
  await inspect(page);

  await addWay(page, 'In another mailbox', 'Work', owner.email);
  await page.getByText('Your warnings go to this address already.').waitFor();
  const work = uniqueEmail('work');
  await keyboard.type(page.getByLabel('Email address'), work);
  // The error has gone by now. If it went during the press, the button would move away from under the pointer.
  await button(page, 'Add it').click({ delay: 100 });
  await page.getByRole('dialog', { name: 'Confirm “Work”' }).waitFor();
  await inspect(page);
  const letter = async () => (await environment.mailFor(work)).at(-1);
  await until('the code', async () => (await letter()) !== undefined);
  await enterCode(page, 'Work', codeIn((await letter())?.subject));
  await keyboard.press(button(page, 'Send a test to “Work”'));
  await page.getByText('The mail server of “Work” has accepted the test.').waitFor();

  await addWay(page, 'By a webhook', 'Home', receiver.url);
  const shown = page.getByRole('alertdialog', { name: 'The secret of “Home”' });
  const secret = (await shown.getByText(/^whsec_/).textContent()) ?? '';
  await inspect(page);
  await keyboard.press(button(shown, 'I’ve saved it'));
  await until('the code', () => receiver.received.length > 0);
  verifyWebhook(receiver.received[0]!, secret);
  await enterCode(page, 'Home', codeIn(receiver.received[0]!.data.text));
  receiver.answer(503);
  await keyboard.press(button(page, 'Send a test to “Home”'));
  await page.getByText('The test didn’t reach “Home”.').waitFor();
  await page.getByText('(HTTP 503)').waitFor();
  await inspect(page);
  await page.goto('/');
  await page.getByText('You can be reached in 2 ways.').waitFor();
  await page.getByText(/“Home” hasn’t answered since \d+ \w+ \d{4}\./).waitFor();
  await inspect(page);

  receiver.answer(204);
  await keyboard.press(page.getByRole('link', { name: 'Ways to reach you' }));
  await keyboard.press(button(page, 'Give “Home” a new secret'));
  await keyboard.press(button(page.getByRole('dialog'), 'New secret'));
  const renewed = page.getByRole('alertdialog', { name: 'The secret of “Home”' });
  expect(await renewed.getByText(/^whsec_/).textContent()).not.toBe(secret);
  await keyboard.press(button(renewed, 'I’ve saved it'));
  await keyboard.press(button(page, 'Rename “Home”'));
  await keyboard.type(page.getByRole('dialog').getByLabel('Name of this way'), 'Flat');
  await page.keyboard.press('Enter');
  await page.getByText('This way is called “Flat” now.').waitFor();
  await keyboard.press(button(page, 'Remove “Flat”'));
  await inspect(page);
  await keyboard.press(button(page.getByRole('dialog'), 'Remove'));
  await page.getByText('“Flat” is removed.').waitFor();
  const left = await environment.em().find(Channel, { userId: owner.id });
  expect(left.map(({ name }) => name)).toEqual(['Work']);
  await whileFailing(page, '/channels', () => page.goto('/account/ways'), {
    says: page.getByRole('alert').getByText('Too many attempts.'),
    loads: true,
  });
});
