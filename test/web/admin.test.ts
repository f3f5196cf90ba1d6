/** What administrators see, and what nobody else sees. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { countAgain } from '../../db/counts.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { alter } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { whileFailing } from '../support/browser/failing.ts';
import { inspect } from '../support/browser/inspect.ts';
import { choose, press, type } from '../support/browser/keyboard.ts';
import { heading } from '../support/browser/page-steps.ts';
import { logInAt, openWebOwner, type WebOwner } from '../support/browser/web-owner.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { client } from '../support/clients/client.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

type Stats = paths['/admin/dashboard']['get']['responses'][200]['content']['application/json']['stats'];

const email = uniqueEmail('boss');
const environment = await useBrowserEnvironment({ ADMIN_EMAILS: email });
let boss: WebOwner;
let ada: WebOwner;
beforeAll(async () => {
  boss = await openWebOwner(environment, 'Grace Admin', { email });
  ada = await openWebOwner(environment, 'Ada Locked');
  await countAgain(environment.em(), new Date(), environment.deps.rules, 0);
});

/** Locks an account by guessing. */
async function lockOut({ email }: WebOwner): Promise<void> {
  for (let guess = 0; guess < 5; guess += 1)
    await client(environment).post('/auth/login', { email, password: `guess ${guess}` });
}

const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);

test('an administrator finds a locked account and unlocks it, after a question', async () => {
  await lockOut(ada);
  const { page, context } = await openBrowser(environment.origin);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await logInAt(page, '/admin', boss);
  await heading(page, 'Administration');
  await page.getByText('1 account is locked after failed log-ins.').waitFor();
  await page.getByRole('row', { name: /^Waiting for a sign of life/ }).waitFor();
  await inspect(page);

  await press(page.getByRole('link', { name: 'unlock the account here' }));
  await heading(page, 'Accounts');
  const account = page.getByRole('listitem').filter({ hasText: ada.email });
  await account.getByText('Locked', { exact: true }).waitFor();
  await inspect(page);
  await press(account.getByRole('button', { name: 'Unlock' }));
  await page.getByRole('dialog', { name: 'Unlock the account of Ada Locked?' }).waitFor();
  await whileFailing(page, `/admin/users/${ada.id}/unlock`, () => press(button('Unlock the account')), {
    says: page.getByRole('dialog').getByRole('alert'),
  });
  await press(button('Unlock the account'));
  await page.getByText('No accounts found.').waitFor();
  // The card has gone with its button. The focus is still there.
  await page.locator('h1:focus').waitFor();
  await inspect(page);
  const { page: hers } = await openBrowser(environment.origin);
  await logInAt(hers, '/account', ada);

  await type(page.getByLabel('Name or address'), 'grace adm');
  await choose(page.getByRole('button', { name: /^Locked Filter/ }), 'All');
  await press(button('Search'));
  await page.getByText(boss.email).waitFor();
  expect(await page.getByText(ada.email).count()).toBe(0);
  const end = await alter<object>(context, '/admin/users', (body) => ({ ...body, nextCursor: 'more' }));
  await type(page.getByLabel('Name or address'), 'grace');
  await press(button('Search'));
  await button('Show more').waitFor();
  await inspect(page);
  await end();
  const askedAgain = page.waitForResponse(/\/admin\/users\?.*search=grace/);
  await press(button('Search'));
  await askedAgain;
});

test('what is stuck, late, empty or unknown is said in words', async () => {
  const { page, context } = await openBrowser(environment.origin);
  await logInAt(page, '/account', boss);
  await whileFailing(
    page,
    '/admin/dashboard',
    async () => {
      await goTo(page, '/admin');
      await heading(page, 'Administration');
    },
    { loads: true },
  );
  const since = '2026-11-01T09:30:00.000Z';
  const cases = {
    count: 1234,
    oldest: Array.from({ length: 3 }, () => ({
      userId: randomUUID(),
      handoverId: randomUUID(),
      since,
      code: 550,
      kind: 'access_notice',
    })),
  };
  await alter<{ stats: Stats }>(context, '/admin/dashboard', ({ stats }) => {
    stats.holds = ['mail_unconfigured', 'clock_skew', 'database_changed'];
    stats.failingChores = [{ name: 'emptyTrash', since }];
    stats.workers.reporting = 0;
    stats.liveness.mail = { ...stats.liveness.mail, up: false, lastBeatAt: since };
    stats.liveness.neverAnsweredSince = since;
    stats.overdueEvents = 12;
    stats.outbox = { ...stats.outbox, size: 34, lagMs: 120_000 };
    stats.restorations.startingOverSince = since;
    stats.quorumUnreachable = 2;
    stats.locked = null;
    Object.assign(stats.stuckHandovers, cases);
    Object.assign(stats.bouncingSuccessors, cases);
    Object.assign(stats.refusedMails, cases, { permanent: 5 });
    const hour = '2026-11-02T10:00:00.000Z';
    const owner = () => ({ userId: randomUUID(), status: 'reminding' as const });
    stats.unwarned = {
      count: 2,
      oldest: [true, false].map((goesOn) => ({ ...owner(), since, goesOn, code: '550' })),
    };
    const late = { since: null, mail: null, code: null };
    stats.overdue = {
      count: 7,
      byReason: { mail_refused: 6, a_new_hold: 1 },
      oldest: [
        { ...owner(), reason: 'mail_refused', since, mail: 'reminder', code: '452' },
        { ...owner(), reason: 'a_new_hold', ...late },
      ],
    };
    stats.upcoming = {
      count: 30,
      byHour: [
        { hour, step: 'reminder', count: 20 },
        { hour, step: 'end_grace', count: 10 },
      ],
      first: [
        { ...owner(), step: 'reminder', n: 2, of: 3, at: hour },
        { ...owner(), step: 'end_grace', at: hour },
      ],
    };
    stats.outlookComplete = false;
    stats.failingMails = { count: 2345, oldestAt: since, byKind: { access_notice: 1200, invitation: 34 } };
    stats.outages.public.totalMs = 86_400_000;
    return { stats };
  });
  await press(page.getByRole('button', { name: 'Try again' }));
  await page.getByText('No worker is running.').waitFor();
  for (const oldest of await page.getByText('The oldest: 3').all()) await press(oldest);
  for (const oldest of await page.getByText('The oldest: 2').all()) await press(oldest);
  await press(page.getByText('The first 2 of 30 steps'));
  await page
    .getByText('2 owners don’t get our warnings, because their mailbox no longer accepts email.')
    .waitFor();
  await page.getByText('7 switches are overdue.').waitFor();
  await page.getByText('The mail server is rejecting the email: 6').waitFor();
  await page.getByText('a_new_hold: 1').waitFor();
  await page.getByRole('row', { name: /End of the grace period 10$/ }).waitFor();
  await page.getByText('Reminder 2 of 3').waitFor();
  await inspect(page);

  await whileFailing(page, '/admin/users', async () => {
    await press(page.getByRole('link', { name: 'Accounts' }));
    await heading(page, 'Accounts');
  });
});

test('an administrator makes an invitation, and with its link someone gets to the form', async () => {
  environment.config.REGISTRATION = 'invited';
  const { page } = await openBrowser(environment.origin);
  await logInAt(page, '/admin', boss);
  await press(page.getByRole('link', { name: 'Invitations' }));
  await heading(page, 'Invitations');
  await press(page.getByRole('button', { name: 'Make an invitation' }));
  const dialog = page.getByRole('alertdialog', { name: 'The link of the invitation' });
  const link = (await dialog.locator('code').textContent()) as string;
  await inspect(page);
  await press(dialog.getByRole('button', { name: 'I’ve saved it' }));
  await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  await inspect(page);

  const { page: stranger } = await openBrowser(environment.origin);
  await stranger.goto(`${environment.origin}/register`);
  await heading(stranger, 'By invitation only');
  await inspect(stranger);
  const { pathname, hash } = new URL(link);
  await stranger.goto('about:blank');
  await stranger.goto(`${environment.origin}${pathname}${hash}`);
  await heading(stranger, 'Open an account');

  await press(page.getByRole('button', { name: 'Withdraw' }));
  await page.getByText('Its link no longer works.').waitFor();
  environment.config.REGISTRATION = 'closed';
  await stranger.reload();
  await heading(stranger, 'No new accounts');
  await inspect(stranger);
  environment.config.REGISTRATION = 'open';
});

test('for everybody else there is no such page', async () => {
  const { page, recorder } = await openBrowser(environment.origin);
  await logInAt(page, '/admin', ada);
  await heading(page, 'Page not found');
  expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  await goTo(page, '/admin/users');
  await heading(page, 'Page not found');
  expect(recorder.sent.filter(({ url }) => url.pathname.startsWith('/api/v1/admin'))).toEqual([]);
});
