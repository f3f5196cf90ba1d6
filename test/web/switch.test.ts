/** Home, the settings of the switch, and the link in a reminder, by keyboard alone. */
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { ContactQuestion } from '../../db/entities/contact-question.ts';
import { Session } from '../../db/entities/session.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import { alter, refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { enterAs, logInAt, openWebOwner, typeLogIn } from '../support/browser/web-owner.ts';
import { bringTo, take } from '../support/builders/handover.ts';
import { buildOwner, buildOwnerWithSuccessor, buildSuccessor } from '../support/builders/owner.ts';
import { linksIn } from '../support/clients/caught-mail.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const environment = await useBrowserEnvironment();

const DAY = 24 * 60 * 60 * 1000;
/** As long as names may well be. */
const GRACE = 'Annegret Schwiegermutter-Hohenstein';

async function atHome(...people: string[]) {
  const owner = await buildOwner(environment);
  const ids: string[] = [];
  for (const name of people) ids.push((await buildSuccessor(environment, owner, { name })).id);
  const browser = await openBrowser(environment.origin);
  await enterAs(browser, environment.origin, owner);
  await browser.page.goto('/');
  return { owner, ids, ...browser };
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A verified person to whom nothing is sealed yet. */
const NOTHING_REACHES = 'Your switch is on, but nothing would reach anyone yet';

type Successors = { successors: Record<string, unknown>[] };
type Settings = { settings: Record<string, unknown> };

test('home says what is missing until all is well, and shows each step of a silence with who is written to', async () => {
  const { page, context, owner } = await atHome();
  await title(page, 'Your switch is off');
  await inspect(page);
  await buildSuccessor(environment, owner, { name: 'Alan', verified: false });
  await page.reload();
  await page.getByText('Nobody has confirmed their email address yet').waitFor();
  await inspect(page);
  await buildSuccessor(environment, owner, { name: GRACE });
  await page.reload();
  await title(page, NOTHING_REACHES);
  const steps = page.getByRole('list', { name: 'What happens if we don’t hear from you' });
  const texts = await steps.getByRole('listitem').allInnerTexts();
  expect(texts.map((text) => text.split('\n').at(-1))).toEqual([
    'The clock started',
    'You are here',
    'We remind you by email (1 of 3)',
    'We remind you by email (2 of 3)',
    'We remind you by email (3 of 3)',
    'We send you the final notice, and the grace period begins',
    'The grace period ends',
    `We ask ${GRACE} whether they accept`,
    'The earliest anyone can open what you left',
    'Access ends',
  ]);

  await page.getByText('No: nothing would reach anyone yet.').waitFor();
  const keyPinnedAt = '2026-11-01T10:00:00.000Z';
  const confirmedAt = '2026-11-20T10:00:00.000Z';
  const sealed = { publicKey: 'one', keyPinnedAt, encryptedShare: 'one' };
  await alter(context, '/successors', ({ successors: [alan, grace] }: Successors) => ({
    successors: [
      { ...alan, mailProblem: { since: keyPinnedAt, permanent: true } },
      { ...grace, publicKey: 'one' },
      { ...grace, id: 'b', ...sealed, sharesStale: true },
      { ...grace, id: 'c', publicKey: 'one', keyPinnedAt },
      { ...grace, id: 'd' },
      { ...grace, id: 'e', ...sealed, leftSomething: true, contact: { answer: 'here', confirmedAt } },
    ],
  }));
  await page.reload();
  await title(page, 'All is well');
  await page.getByText(`Yes: ${GRACE} could open what you leave to them.`).waitFor();
  await page.getByText('Told us on 20 November 2026 that we can reach them').waitFor();
  const people = page.getByRole('listitem').filter({ hasText: /Confirmed their address|Told us on/ });
  expect((await people.allInnerTexts()).map((text) => text.split('\n').at(1))).toEqual([
    'Has made a kit: compare its six words with them, by phone or in person.',
    'Nothing is left to them yet: choose what they get.',
    'Nothing has been prepared for them yet: choose what they get.',
    'Still has to make and print their recovery kit.',
    'Ready, compared on 1 November 2026, not rehearsed yet',
  ]);
  await alter(context, '/inactivity/settings', ({ settings }: Settings) => ({
    settings: { ...settings, holds: ['mail_unconfigured', 'clock_skew', 'database_changed', 'mail_refused'] },
  }));
  await page.reload();
  await page.getByText('Rehearse the handover').waitFor();
  await title(page, 'Your switch is waiting');
  await page.getByText('your switch is waiting until they’re right').waitFor();
  await inspect(page);

  const answerAgain = await refuse(context, '/inactivity/timeline');
  await page.reload();
  await page.getByText('Too many attempts').waitFor();
  await inspect(page);
  await answerAgain();
  await press(button(page, 'Try again'));
  await title(page, 'Your switch is waiting');
});

test('the large button checks in, and a pause stops the clock until a day and can be ended early', async () => {
  const { page, context, owner } = await atHome(GRACE);
  await environment.passOwnerDays(owner.email, 70);
  await page.reload();
  await title(page, 'We’re waiting for a sign of life from you');
  const answerAgain = await refuse(context, '/activity/check-in');
  await press(button(page, 'I’m well: check in'));
  await page.getByRole('alert').waitFor();
  await inspect(page);
  await answerAgain();
  // The page waits a few seconds itself, with the button pressed until the answer is there. After a press it waits for
  // ten at most, and says so only while it waits.
  for (const path of ['/activity/check-in', '/inactivity/timeline']) {
    await refuse(context, path, { times: 1, retryAfter: 10 });
  }
  await press(button(page, 'I’m well: check in'));
  await page.getByText('The service is busy. We’ll try again in a moment.').waitFor();
  const thanks = page.getByText('Thank you, you’re checked in. The next deadline is');
  await thanks.waitFor();
  await title(page, NOTHING_REACHES);
  await inspect(page);
  // The thanks end with the next press, and with the deadline that they name.
  const checkInAgain = await refuse(context, '/activity/check-in');
  await press(button(page, 'I’m well: check in'));
  await page.getByRole('alert').waitFor();
  expect(await thanks.count()).toBe(0);
  await checkInAgain();
  await press(button(page, 'I’m well: check in'));
  await thanks.waitFor();

  const pauseAgain = await refuse(context, '/inactivity/pause');
  await press(button(page, 'Pause the switch'));
  await press(button(page, 'Pause'));
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await inspect(page);
  await pauseAgain();
  await press(button(page, 'Pause'));
  await title(page, 'Your switch is paused');
  expect(await thanks.count()).toBe(0);
  const until = await alter(context, '/inactivity/settings', ({ settings }: Settings) => ({
    settings: { ...settings, pausedUntil: null, deadline: null },
  }));
  const at = new Date(Date.now() + 30 * DAY).toISOString();
  await alter(context, '/inactivity/timeline', (timeline: object) => ({
    ...timeline,
    events: [{ kind: 'pause_reminder', at, recipients: [] }],
  }));
  for (const path of ['/switch', '/']) {
    await page.goto(path);
    await page.getByText('We remind you that your switch is paused').first().waitFor();
    await inspect(page);
  }
  await page.getByText('The clock is stopped until you start it again.').waitFor();
  await until();
  await press(button(page, 'Start the clock now'));
  await title(page, NOTHING_REACHES);
});

test('home says who has lost the sheet and who does not answer, and the owner chooses how often we ask', async () => {
  const { page, owner, ids } = await atHome(GRACE, 'Alan');
  const question = { userId: owner.id, askedAt: new Date(0), mailAcceptedAt: new Date(0) };
  const silent = { ...question, answer: null, newEmail: null, answeredAt: null, confirmedAt: null };
  const em = environment.em();
  await em.insert(ContactQuestion, { ...silent, successorId: ids[0]! });
  const lost = {
    answer: 'sheet_lost',
    newEmail: null,
    answeredAt: new Date(),
    confirmedAt: new Date(0),
  } as const;
  await em.insert(ContactQuestion, { ...question, ...lost, successorId: ids[1]! });
  await page.reload();
  await page.getByText('The sheet is lost: Alan. Ask for a new one.').waitFor();
  await page.getByText(`No answer from ${GRACE} for a month`).waitFor();
  await page.getByText('Has lost the sheet: ask for a new one.').waitFor();
  expect(await page.getByText(/^Told us on/).count()).toBe(0);
  await inspect(page);
  await page.goto('/switch');
  await press(page.getByRole('button', { name: /How often we ask/ }));
  await press(page.getByRole('option', { name: 'Every 6 months' }));
  await page.getByText('Saved.').waitFor();
  await inspect(page);
  expect((await loadSwitch(environment.em(), owner.id))?.contactMonths).toBe(6);
});

test('settings show what they would bring before they are saved, and nothing is saved by looking', async () => {
  const { page, context, owner, expectProblem } = await atHome(GRACE);
  await press(page.getByRole('link', { name: 'Change' }));
  const days = page.getByRole('textbox', { name: 'Days of silence' });
  const more = () => press(page.getByText('More: reminders'));
  await more();
  await press(page.getByRole('radio', { name: 'Another period' }));
  await type(days, '30');
  await page.keyboard.press('Tab');
  const preview = page.getByRole('list', {
    name: 'What happens with these settings if we don’t hear from you',
  });
  await preview.getByText('Previously:').first().waitFor();
  await page.getByText('Saving this starts the clock again.').waitFor();
  const third = await preview.getByText('(3 of 3)').locator('..').getByRole('time').first().textContent();
  await page.getByText(`After 29 days, on ${third?.split(',')[0]}`).waitFor();
  await inspect(page);
  await page.reload();
  expect(await page.getByRole('radio', { name: 'Three months' }).isChecked()).toBe(true);

  await more();
  await press(page.getByRole('radio', { name: 'Another period' }));
  await type(days, '60');
  await page.keyboard.press('Tab');
  const accessDays = page.getByRole('textbox', { name: 'Days a successor can read it' });
  for (const field of [days, accessDays]) {
    const before = await field.inputValue();
    await type(field, '');
    await page.keyboard.press('Tab');
    expect(await field.inputValue()).toBe(before);
  }
  // Reminder 2 has this percentage already, and gets the next.
  await type(page.getByRole('textbox', { name: 'Reminder 1' }), '85');
  await press(button(page, 'One more reminder'));
  await press(button(page, 'Remove reminder 1'));
  await press(button(page, 'Save'));
  await page.getByText('Saved.').waitFor();
  await inspect(page);
  const saved = async () => (await owner.program.get('/inactivity/settings')).body.settings;
  expect(await saved()).toMatchObject({ thresholdDays: 60, reminderPercents: [86, 95, 98] });

  // What was changed elsewhere in the meantime stays as it is there.
  await owner.program.put('/inactivity/settings', { thresholdDays: 61 });
  await type(accessDays, '30');
  await press(button(page, 'Save'));
  await page.getByText('Saved.').waitFor();
  expect(await saved()).toMatchObject({ thresholdDays: 61, accessDays: 30 });

  // After a reminder, saving is a sign of life as well.
  await bringTo({ ...environment, clock: { now: Date.now() } }, owner, 'reminding');
  await page.reload();
  await page.getByRole('radio', { name: 'leads to the log-in page' }).focus();
  await page.keyboard.press('Space');
  await press(button(page, 'Apply'));
  await page.getByText('Try it now: log out').waitFor();
  expect(await saved()).toMatchObject({ checkInByLink: false, status: 'armed' });

  await alter(context, '/successors', ({ successors: [grace] }: Successors) => ({
    successors: [{ ...grace, encryptedShare: 'one' }],
  }));
  await alter(context, '/inactivity/settings', ({ settings }: Settings) => ({
    settings: { ...settings, creditedMs: 7_200_000, reminderPercents: [20, 40, 60, 80, 99] },
  }));
  await page.reload();
  await more();
  await page.getByText('Everything you leave was prepared for this number.').waitFor();
  expect(await days.inputValue()).toBe('61');
  await inspect(page);

  // A page that fails is never an empty screen.
  expectProblem(/TypeError/);
  await alter(context, '/successors', () => ({ successors: null }));
  await page.reload();
  await page.getByRole('heading', { name: 'This page has stopped working' }).waitFor();
  await inspect(page);
});

test('the link in a reminder checks in only by its button, works once, and says so the second time', async () => {
  const owner = await buildOwnerWithSuccessor(environment);
  await environment.passOwnerDays(owner.email, 70);
  const link = await environment.followMail(owner.email, 'reminder 1 of 3', '/check-in');
  const { page, context } = await openBrowser(environment.origin, { width: 360 });
  await page.goto('/check-in');
  await title(page, 'This link doesn’t work');
  await page.getByText('open the whole link from the email').waitFor();
  await inspect(page);
  await page.goto(link);
  await page.getByText('We’re waiting for a sign of life from you').waitFor();
  // Neither the history nor a photograph of the screen shows it.
  expect(page.url()).toBe(`${environment.origin}/check-in`);
  await inspect(page);
  for (const [status, before, after] of [
    ['paused', 'Your switch stays paused', 'We’ve recorded that you’re well.'],
    ['released', 'nobody can open anything any more', 'Access is closed again.'],
    ['completed', 'Everyone’s access has ended.', 'Everyone’s access had already ended.'],
  ] as const) {
    const told = { ownerName: 'Olive Owner', status, deadline: null };
    await context.route('**/activity/check-in-link*', (route) => route.fulfill({ json: told }));
    await page.reload();
    await page.getByText(before).waitFor();
    await inspect(page);
    await press(button(page, 'I’m here'));
    await page.getByText(after).waitFor();
    await inspect(page);
    await context.unroute('**/activity/check-in-link*');
  }
  await page.reload();
  await press(button(page, 'I’m here'));
  await title(page, 'Thank you. You’re checked in');
  await page.getByText('Nothing is handed over.').waitFor();
  await inspect(page);
  await page.goto(link);
  await title(page, 'This link doesn’t work');
  await page.getByText('This link has already been used.').waitFor();
  expect(await button(page, 'I’m here').count()).toBe(0);
  await page.getByRole('link', { name: 'Log in' }).waitFor();
});

test('an owner lets links only lead to the log-in with the password, tries the link, and logs in from a reminder', async () => {
  const ada = await openWebOwner(environment);
  await buildSuccessor(environment, ada, { name: GRACE });
  const state = async () => (await loadSwitch(environment.em(), ada.id))!;
  await environment.passOwnerDays(ada.email, 70);
  const sentBefore = await environment.followMail(ada.email, 'reminder 1 of 3', '/check-in');
  const { page, context } = await openBrowser(environment.origin, { width: 360 });
  await logInAt(page, '/switch', ada);
  const longAgo = new Date(Date.now() - DAY);
  await environment.em().nativeUpdate(Session, { userId: ada.id }, { confirmedAt: longAgo });
  await page.getByRole('radio', { name: 'leads to the log-in page' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('can still reset your password').waitFor();
  // One question for both forms of the page, and for each alone.
  const stays = async (leave: Locator, question: string) => {
    await press(leave);
    const dialog = page.getByRole('alertdialog', { name: question });
    await dialog.waitFor();
    expect(await page.locator('[role=alertdialog]').count()).toBe(1);
    await press(button(page, 'Stay here'));
    await dialog.waitFor({ state: 'detached' });
  };
  const staysOnLeaving = () =>
    stays(page.getByRole('link', { name: 'Vault', exact: true }), 'Leave without saving?');
  await staysOnLeaving();
  await stays(button(page, 'Log out'), 'Log out without saving?');
  await press(page.getByRole('radio', { name: 'Six months' }));
  await staysOnLeaving();
  await press(page.getByRole('radio', { name: 'checks you in' }));
  await staysOnLeaving();
  await press(page.getByRole('radio', { name: 'Three months' }));
  await press(page.getByRole('radio', { name: 'leads to the log-in page' }));
  const answerAgain = await refuse(context, '/inactivity/settings');
  await press(button(page, 'Apply'));
  await page.getByRole('alert').waitFor();
  await inspect(page);
  await answerAgain();
  await press(button(page, 'Apply'));
  const dialog = page.getByRole('dialog');
  await type(dialog.getByRole('textbox', { name: 'Password' }), ada.password);
  await page.keyboard.press('Enter');
  await page.getByText('Try it now: log out, open the link, and log in.').waitFor();
  await inspect(page);
  expect(await state()).toMatchObject({ checkInByLink: false });

  /** The only link of the latest mail. */
  const latestLink = async () => {
    await environment.rest();
    return linksIn((await environment.mailFor(ada.email)).at(-1)!);
  };
  const rehearsed = await latestLink();
  await press(button(page, 'Log out'));
  await page.getByText('You’re logged out').waitFor();
  await page.goto(sentBefore);
  await title(page, 'Log in to check in');
  await inspect(page);
  await environment.passOwnerDays(ada.email, 70);
  expect((await state()).state.status).toBe('reminding');
  const reminded = await latestLink();
  expect(reminded).toEqual(rehearsed);
  await page.goto(reminded[0]!);
  await title(page, 'Log in');
  await typeLogIn(page, ada);
  await title(page, NOTHING_REACHES);
  expect((await state()).state.status).toBe('armed');

  await page.goto('/switch');
  await page.getByRole('link', { name: 'Two-factor authentication' }).click();
  await title(page, 'Two-factor authentication');
});

test('a handover is shown with what comes next at each stage, and can be cancelled', async () => {
  const { page, context, owner, ids } = await atHome(GRACE, 'Alan', 'Edsger');
  const where = { ...environment, clock: { now: Date.now() } };
  await bringTo(where, owner, 'grace_period');
  await page.reload();
  await title(page, 'You’ve had the final notice: please check in');
  await page.getByText('We ask your successors whether they accept').waitFor();
  await inspect(page);

  await bringTo(where, owner, 'awaiting_successors');
  await take(where, owner, { kind: 'successors_invited', successorIds: ids });
  await take(where, owner, { kind: 'responded', successorId: ids[1]!, response: 'decline' });
  type Status = { handover: { responses: object[] } };
  await alter(context, '/handover/status', (status: Status) => {
    const [first, ...others] = status.handover?.responses ?? [];
    if (!first) return status;
    const message = 'Grüße aus Donaudampfschifffahrtsgesellschaftskapitänsheim: sie ist nur verreist.';
    const alive = { ...first, ownerAliveCount: 1, message };
    return {
      ...status,
      handover: { ...status.handover, undeliverable: true, responses: [alive, ...others] },
    };
  });
  await page.reload();
  await title(page, 'We’re asking your successors whether they accept');
  await page.getByText('says you’re alive').waitFor();
  await inspect(page);
  await press(button(page, 'Cancel the handover'));
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await inspect(page);
  await type(page.getByLabel('A few words to them'), 'I was at sea.');
  await press(dialog.getByRole('button', { name: 'Cancel the handover' }));
  await title(page, NOTHING_REACHES);
  // The owner sees people's answers once they are back.
  await page.getByText('Nobody could open anything').waitFor();
  await page.getByText('declined').waitFor();

  where.clock.now = Date.now() - 5 * DAY;
  await bringTo(where, owner, 'released');
  await page.reload();
  await title(page, 'What you left can be opened now');
  await inspect(page);
  await press(button(page, 'I’m well: check in'));
  await title(page, 'Access to your vault is closed again');
  await page.getByRole('link', { name: 'See in the activity who read' }).waitFor();
  where.clock.now = Date.now() - 3 * DAY;
  await bringTo(where, owner, 'completed');
  await page.reload();
  await title(page, 'Your vault has been handed over');
  await inspect(page);
  await press(button(page, 'I’m well: check in'));
  await title(page, 'Access to your vault is closed again');
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await page.getByText('Everyone’s access had ended').waitFor();
  await page.getByText('Could read it until').first().waitFor();
  await inspect(page);
});
