/** The account at a glance: who the owner is, where they are logged in, what happened, and the plan. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { alter } from '../support/browser/answers.ts';
import { openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { whileFailing } from '../support/browser/failing.ts';
import { inspect } from '../support/browser/inspect.ts';
import * as keyboard from '../support/browser/keyboard.ts';
import { follow, heading, press } from '../support/browser/page-steps.ts';
import {
  logInAt,
  openWebOwner,
  ownProgram,
  unlockWith,
  type WebOwner,
} from '../support/browser/web-owner.ts';
import { client } from '../support/clients/client.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { startStripe } from '../support/servers/stripe.ts';
import { use } from '../support/use.ts';

const stripe = await use(startStripe);
const environment = await useBrowserEnvironment({ DEFAULT_PLAN: 'free', ...stripe.env });
let ada: WebOwner;
let here: TestBrowser;
let page: Page;
beforeAll(async () => {
  ada = await openWebOwner(environment);
  here = await openBrowser(environment.origin);
  page = here.page;
  await logInAt(page, '/account', ada);
});

/** Opens the page again, as from a bookmark, while something cannot be read. */
async function showFailing(path: string, reads: string): Promise<void> {
  await whileFailing(page, reads, () => page.goto(path), {
    says: page.getByRole('alert').getByText('Too many attempts.'),
    loads: true,
  });
  await keyboard.press(page.getByRole('button', { name: 'Try again' }));
  await page.getByRole('alert').waitFor({ state: 'detached' });
}

test('what happened is shown in words, by kind, and further back', async () => {
  const { program } = await ownProgram(environment, ada);
  const added = await program.post('/successors', { name: 'Bea', email: 'bea@example.test' });
  expect(added.status).toBe(201);
  await program.put('/inactivity/settings', { thresholdDays: 120 });
  for (let times = 0; times < 50; times += 1) await program.post('/activity/check-in');
  await keyboard.press(page.getByRole('link', { name: /^Activity/ }));
  await heading(page, 'Activity');
  await page.getByText('Checked in.').first().waitFor();
  expect(await page.getByText('Bea was named as a successor.').count()).toBe(0);
  await keyboard.press(page.getByRole('button', { name: 'Show older activity' }));
  await page.getByText('Bea was named as a successor.').waitFor();
  await page.getByText('Logged in with a browser.').first().waitFor();
  await page.getByText('Chrome on Linux, from 127.0.0.1').first().waitFor();
  await page.getByText(/^Days without a sign of life: \d+ → 120$/).waitFor();
  await inspect(page);
  await page.getByLabel('Show only').selectOption({ label: 'A successor was named' });
  await page.getByText('Logged in with a browser.').waitFor({ state: 'detached' });
  await page.getByText('Bea was named as a successor.').waitFor();
  expect(await page.locator('[data-record]').count()).toBe(1);
  await page.getByLabel('Show only').selectOption({ label: 'The handover was cancelled' });
  await page.getByText('Nothing like this has happened yet.').waitFor();
  await inspect(page);
  const endFuture = await alter(here.context, '/activity', ({ activity }: { activity: object[] }) => ({
    activity: activity.map((record) => ({ ...record, type: 'from_the_future' })),
    nextCursor: null,
  }));
  await page.goto('/account/activity');
  await page.getByText('from_the_future').first().waitFor();
  await endFuture();
  await showFailing('/account/activity', '/activity');
});

test('an automation gets a token, checks in with it, and is shut out again', async () => {
  await page.goto('/account');
  await keyboard.press(page.getByRole('link', { name: /^Automations/ }));
  await heading(page, 'Automations');
  await inspect(page);
  await keyboard.type(page.getByLabel('Name of the automation'), 'Tag by the door');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('alertdialog', { name: 'The token of “Tag by the door”' });
  const token = (await shown.getByText(/^vh_/).textContent()) ?? '';
  await shown.getByText(`${environment.origin}/api/v1/automations/check-in`).waitFor();
  await inspect(page);
  await keyboard.press(shown.getByRole('button', { name: 'I’ve saved it' }));
  await shown.waitFor({ state: 'detached' });
  expect(await page.getByText(token).count()).toBe(0);
  const tag = client({ url: `${environment.origin}/api/v1`, origin: environment.origin }, { bearer: token });
  expect((await tag.post('/automations/check-in')).status).toBe(200);
  await page.goto('/account/activity');
  await page.getByText('The automation “Tag by the door” checked in for you.').waitFor();
  await page.goto('/account/automations');
  await page.getByText('Last used').waitFor();
  await keyboard.press(page.getByRole('button', { name: 'Revoke the token of “Tag by the door”' }));
  await inspect(page);
  await keyboard.press(page.getByRole('button', { name: 'Revoke', exact: true }));
  await page.getByText('The token of “Tag by the door” no longer works.').waitFor();
  expect((await tag.post('/automations/check-in')).status).toBe(401);
  await showFailing('/account/automations', '/automations');
});

test('someone chooses a larger plan, pays elsewhere, and comes back', async () => {
  await page.goto('/account/plan');
  await heading(page, 'Plan');
  await page.getByText('0 of 50').waitFor();
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await page.getByText('Pro: 2,000 entries and 5 successors').waitFor();

  // The provider's page sends its visitor on at once.
  stripe.answers.set('POST /v1/checkout/sessions', (answer) => ({
    ...answer,
    url: stripe.requests.at(-1)?.form.get('success_url') ?? '',
  }));
  await keyboard.press(page.getByRole('button', { name: 'Choose Pro' }));
  await page.getByText('Your plan changes as soon as the payment is confirmed').waitFor();
  expect(new URL(page.url()).pathname).toBe('/account/plan');
  stripe.down = true;
  here.expectProblem(/status of 503/);
  await press(page, 'Choose Family');
  await page.getByRole('alert').getByText('The service is busy or being repaired').waitFor();
  await inspect(page);

  interface Billing {
    status: string;
    currentPeriodEnd: string;
    cancelAtPeriodEnd: boolean;
    enabled: boolean;
  }
  const showPlan = async (change: Partial<Billing>, says: string, isPaid = false) => {
    const end = await alter<Billing>(here.context, '/billing/status', (body) => ({
      ...body,
      ...change,
    }));
    await page.goto('/account/plan?billing=cancelled');
    await page.getByText(says).waitFor();
    expect(await page.getByText('Paid until').count()).toBe(isPaid ? 1 : 0);
    await inspect(page);
    await end();
  };
  const currentPeriodEnd = '2027-01-31T12:00:00.000Z';
  await showPlan({ status: 'past_due', currentPeriodEnd }, 'The last payment failed.');
  await showPlan({ status: 'unpaid', currentPeriodEnd }, 'This plan isn’t paid for.');
  await showPlan({ status: 'active', currentPeriodEnd }, 'Paid until', true);
  await showPlan({ status: 'active', currentPeriodEnd, cancelAtPeriodEnd: true }, 'You’ve cancelled.');
  await showPlan({ enabled: false }, 'Nothing is for sale here.');
  await showFailing('/account/plan', '/billing/status');

  // Limits are shown before they refuse anything.
  const end = await alter<{ usage: object }>(here.context, '/billing/status', (body) => ({
    ...body,
    usage: { entries: 48, successors: 2 },
  }));
  await page.goto('/successors/invite');
  await unlockWith(page, ada.password);
  await page.getByText('Your plan allows 2 successors, and you’ve named that many.').waitFor();
  await inspect(page);
  await end();
  const visitor = await openBrowser(environment.origin);
  await visitor.page.goto('/register');
  await visitor.page.getByText('It holds 50 entries and 2 successors.').waitFor();
  await inspect(visitor.page);
});

test('one device is logged out, then all others, and each of them shows it', async () => {
  const [phone, laptop] = [
    await openBrowser(environment.origin, { width: 360 }),
    await openBrowser(environment.origin),
  ];
  await logInAt(laptop.page, '/account', ada);
  await logInAt(phone.page, '/account', ada);
  await showFailing('/account/sessions', '/sessions');
  await page.getByText('This device').waitFor();
  await keyboard.press(page.getByRole('button', { name: /^Log out Chrome/ }).first());
  const said = page.getByRole('status').getByText(/is logged out\.$/);
  await said.waitFor();
  expect(await said.evaluate((element) => element.matches(':focus'))).toBe(true);
  expect(await page.getByRole('button', { name: /^Log out Chrome/ }).count()).toBe(1);
  await heading(phone.page, 'Log in');
  await inspect(page);

  await keyboard.press(page.getByRole('button', { name: 'Log out all other devices' }));
  await page.getByText('2 other devices will have to log in again').waitFor();
  const others = page.getByRole('button', { name: 'Log out all others' });
  await whileFailing(page, '/sessions/invalidate-others', () => keyboard.press(others), {
    says: page.getByRole('dialog').getByRole('alert'),
  });
  await keyboard.press(others);
  await page.getByText('You aren’t logged in anywhere else.').waitFor();
  await heading(laptop.page, 'Log in');
  await inspect(page);
});

test('name, language and time zone are changed by keyboard alone, and mails follow', async () => {
  await follow(page, 'Your account');
  await keyboard.type(page.getByRole('textbox', { name: 'Your name' }), '');
  await keyboard.press(page.getByRole('button', { name: 'Save' }));
  await inspect(page);
  await keyboard.type(page.getByRole('textbox', { name: 'Your name' }), 'Ada Lovelace');
  await keyboard.choose(page.getByRole('button', { name: 'English Language' }), 'Deutsch');
  await keyboard.press(page.getByRole('button', { name: 'Use this device’s: Berlin' }));
  await keyboard.press(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Gespeichert.').waitFor();
  await inspect(page);
  const { program } = await ownProgram(environment, ada);
  const saved = async () => (await program.get('/auth/profile')).body.user;
  expect(await saved()).toMatchObject({ name: 'Ada Lovelace', language: 'de', timeZone: 'Europe/Berlin' });

  // What was changed elsewhere in the meantime stays as it is there.
  await program.put('/auth/profile', { timeZone: 'Europe/Paris' });
  await keyboard.type(page.getByRole('textbox', { name: 'Ihr Name' }), 'Ada King');
  await keyboard.press(page.getByRole('button', { name: 'Speichern' }));
  await page.getByText('Gespeichert.').waitFor();
  expect(await saved()).toMatchObject({ name: 'Ada King', language: 'de', timeZone: 'Europe/Paris' });
  await keyboard.press(page.getByRole('link', { name: /^Protokoll/ }));
  await page.getByText('Lebenszeichen gegeben.').first().waitFor();
  here.recorder.onlyTo(environment.origin);
  here.recorder.neverSends({ password: ada.password, 'recovery code': ada.recoveryCode });
});
