/** Home, the settings of the switch, and the link in a reminder, as an owner uses them. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { buildSuccessor } from '../support/builders.ts';
import { fitsAt360 } from '../support/layout.ts';
import { startTown, type Town } from '../support/town.ts';
import { logInAt, openWebOwner } from '../support/web-owner.ts';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

/** An owner whose switch is armed, at home. */
async function atHome(options: Parameters<typeof openBrowser>[1] = {}) {
  const owner = await openWebOwner(town.life);
  await buildSuccessor(town.life, owner, { name: 'Grace Sister' });
  const browser = await openBrowser(town.origin, options);
  await logInAt(browser.page, '/log-in', owner);
  return { owner, ...browser };
}

test('home says that all is well, and shows each step of a silence with who is written to', async () => {
  const { page } = await atHome();
  await page.getByRole('heading', { level: 1, name: 'All is well' }).waitFor();
  const steps = page.getByRole('list', { name: 'What silence would bring' });
  const texts = await steps.getByRole('listitem').allInnerTexts();
  expect(texts.map((text) => text.split('\n').at(-1))).toEqual([
    'Your last sign of life',
    'You are here',
    'We remind you by email (1 of 3)',
    'We remind you by email (2 of 3)',
    'We remind you by email (3 of 3)',
    'We send you the final notice, and the grace period begins',
    'The grace period ends',
    'We ask Grace Sister whether they accept',
    'The earliest moment at which what you left can be opened',
    'Access ends again',
  ]);
  await checkAccessible(page);
});

test('the large button checks in, and says until when', async () => {
  const { page, owner } = await atHome();
  await town.passDays(owner.email, 70);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'We’re waiting for a sign of life from you' }).waitFor();
  await page.getByRole('button', { name: 'check in' }).click();
  await page.getByText('Thank you, you’re checked in. The next deadline is').waitFor();
  await page.getByRole('heading', { level: 1, name: 'All is well' }).waitFor();
});

test('settings show what they would bring before they are saved, and nothing is saved by looking', async () => {
  const { page } = await atHome();
  await page.getByRole('link', { name: 'Change' }).click();
  const days = page.getByRole('textbox', { name: 'Days of silence' });
  await days.fill('30');
  await days.press('Tab');
  const preview = page.getByRole('list', { name: 'What silence would bring with these settings' });
  await preview.getByText('Until now:').first().waitFor();
  await page.getByText('Saving this starts the clock again from now.').waitFor();
  await checkAccessible(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Days of silence' }).inputValue()).resolves.toBe('90');

  await page.getByRole('textbox', { name: 'Days of silence' }).fill('60');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Days of silence' }).inputValue()).resolves.toBe('60');
});

test('a pause stops the clock until a day, and can be ended early', async () => {
  const { page } = await atHome();
  await page.getByRole('button', { name: 'Pause the switch' }).click();
  await checkAccessible(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Your switch is paused' }).waitFor();
  await page.getByRole('button', { name: 'Start the clock now' }).click();
  await page.getByRole('heading', { level: 1, name: 'All is well' }).waitFor();
});

test('the link in a reminder checks in only by its button, works once, and says so the second time', async () => {
  const { owner } = await atHome();
  await town.passDays(owner.email, 70);
  const link = await town.followMail(owner.email, 'Reminder 1 of 3', '/check-in');
  const { page } = await openBrowser(town.origin, { width: 360 });
  await page.goto(link);
  await page.getByText('We’re waiting for a sign of life from you').waitFor();
  // Neither the history nor a photograph of the screen shows it.
  expect(page.url()).toBe(`${town.origin}/check-in`);
  await checkAccessible(page);
  await fitsAt360(page);
  await page.getByRole('button', { name: 'I’m here' }).click();
  await page.getByRole('heading', { level: 1, name: 'Thank you. You’re checked in' }).waitFor();
  await page.goto(link);
  await page.getByText('This link has been used already.').waitFor();
  await page.getByRole('link', { name: 'Log in' }).waitFor();
});

test('a handover under way is shown with what comes next, and can be cancelled', async () => {
  const { page, owner } = await atHome();
  const steps = [
    [68, 'Reminder 1'],
    [10, 'Reminder 2'],
    [10, 'Reminder 3'],
    [6, 'Final notice'],
  ] as const;
  for (const [days, subject] of steps) {
    await town.passDays(owner.email, days);
    await town.followMail(owner.email, subject, '/check-in');
  }
  await page.reload();
  const title = page.getByRole('heading', { level: 1 });
  await title.getByText('You’ve had the final notice: please check in').waitFor();
  await page.getByText('Your successors are asked').waitFor();
  await checkAccessible(page);
  await page.getByRole('button', { name: 'Cancel the handover' }).click();
  await page.getByLabel('A few words to them').fill('I was at sea.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the handover' }).click();
  await title.getByText('All is well').waitFor();
});

test.each(['light', 'dark'] as const)('in German on a small phone, %s, nothing overflows', async (theme) => {
  const owner = await openWebOwner(town.life, 'Ada Owner', { language: 'de' });
  await buildSuccessor(town.life, owner, { name: 'Annegret Schwiegermutter-Hohenstein' });
  const { page } = await openBrowser(town.origin, { language: 'de', theme, width: 360 });
  await page.goto('/log-in');
  await page.getByLabel('E-Mail-Adresse').fill(owner.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(owner.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { level: 1, name: 'Alles in Ordnung' }).waitFor();
  await fitsAt360(page);
  await checkAccessible(page);
  await page.getByRole('link', { name: 'Ändern' }).click();
  await page.getByRole('textbox', { name: 'Tage ohne Lebenszeichen' }).waitFor();
  await fitsAt360(page);
  await checkAccessible(page);
});
