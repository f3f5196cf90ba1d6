/** The answer of a successor: two of three who open together, a rehearsal, an owner who is alive, an expired link. */
import { beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { Kit } from '../../crypto/index.ts';
import { askDueSuccessors } from '../../db/contact-questions.ts';
import { ContactQuestion } from '../../db/entities/contact-question.ts';
import { Invitee } from '../../db/entities/invitee.ts';
import { Successor } from '../../db/entities/successor.ts';
import { alter, refuse } from '../support/browser/answers.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { whileFailing } from '../support/browser/failing.ts';
import { inspect } from '../support/browser/inspect.ts';
import * as keyboard from '../support/browser/keyboard.ts';
import { waitForFocus } from '../support/browser/page-steps.ts';
import {
  type Invited,
  type LeavingOwner,
  letter,
  openLeavingOwner,
} from '../support/builders/leaving-owner.ts';
import { linkTo } from '../support/clients/caught-mail.ts';
import { type NamedSuccessor, nameSuccessor } from '../support/clients/successor.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';
import { until } from '../support/until.ts';

const SECRET = 'The safe opens with left 12, right 40, left 7.';
const NAMES = ['Bea', 'Cleo', 'Dan'];

const environment = await useBrowserEnvironment();
let owner: LeavingOwner;
let people: NamedSuccessor[];
let kits: Kit[];
beforeAll(async () => {
  owner = await openLeavingOwner(environment);
  const note = { ...letter('The safe', SECRET), kind: 'note' as const };
  const id = await owner.write(note);
  people = [];
  for (const name of NAMES) people.push(await nameSuccessor(environment, owner, name));
  kits = people.map(({ kit }) => kit);
  await owner.leave(2, new Map(people.map((each) => [each, [id]])));
});

const press = (page: Page, name: string) => keyboard.press(page.getByRole('button', { name, exact: true }));
const answer = async (page: Page, name: RegExp) => {
  await keyboard.press(page.getByRole('radio', { name }));
  await press(page, 'Send my answer');
};
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const type = (page: Page, { code }: Kit) => keyboard.type(page.getByLabel('Code on your recovery kit'), code);

interface LinkResponse {
  successor: { hasKit: boolean; keyPinned: boolean };
  handover: object | null;
  access: { accessEndsAt: string | null } | null;
}
/** Changes what the service says about the page's link. @returns what ends this */
const alterResponse = (context: BrowserContext, change: (response: LinkResponse) => Partial<LinkResponse>) =>
  alter<LinkResponse>(context, '/successors/link', (body) => ({ ...body, ...change(body) }));

test('a rehearsal is marked at every step, and shows that the kit works', async () => {
  const [bea, kit] = [people[0]!, kits[0]!];
  await owner.rehearse(bea, letter('A sample', 'This is only a sample of a letter.'));
  const { page, context, recorder } = await openBrowser(environment.origin);
  await page.goto(await linkTo(bea, '/respond'));
  await page.getByText('This is a rehearsal').waitFor();
  await inspect(page);
  await answer(page, /^I accept/);
  await page.getByText('This was a rehearsal').waitFor();
  await inspect(page);
  const end = await alterResponse(context, ({ successor }) => ({
    successor: { ...successor, hasKit: false },
  }));
  await keyboard.press(page.getByRole('link', { name: 'See what was left to me' }));
  await page.getByText('You haven’t made your recovery kit yet.').waitFor();
  await inspect(page);
  await end();
  await page.reload();
  await page.getByText('This is a rehearsal').waitFor();
  await keyboard.press(page.getByText('My sheet is torn, or I can’t find it'));
  await page.getByText('nothing is lost yet').waitFor();
  await inspect(page);
  await type(page, kit);
  await press(page, 'Open');
  await page.getByText('Your kit works: you’re prepared.').waitFor();
  await page.getByText('This is only a sample of a letter.').waitFor();
  await page.getByText('This is a rehearsal').waitFor();
  await inspect(page);
  recorder.neverSends({ code: kit.code });

  // When it's over, a reload still knows that it was one.
  await refuse(context, '/successors/link', { code: 'token_expired', status: 410 });
  await page.reload();
  await heading(page, 'This rehearsal is over');
  await inspect(page);
});

test('someone who can be reached and has the sheet says so with one button, and someone who lost it says that', async () => {
  const bea = people[0]!;
  const nextQuestionAt = new Date(0);
  await environment.em().nativeUpdate(Successor, { email: bea.email }, { nextQuestionAt });
  expect(await askDueSuccessors(environment.em(), 24 * 60 * 60 * 1000, new Date())).toBe(1);
  const { page } = await openBrowser(environment.origin);
  await page.goto(await linkTo(bea, '/still-here'));
  await heading(page, 'Is this still you, and do you still have your sheet?');
  await inspect(page);
  await press(page, 'I can’t find my sheet');
  await heading(page, 'Thank you for telling us');
  await inspect(page);
  await page.reload();
  await press(page, 'Yes, and I have my sheet');
  await heading(page, 'Thank you');
  await inspect(page);
  await page.reload();
  await keyboard.press(page.getByText('My email address has changed'));
  await keyboard.type(page.getByLabel('New address'), 'bea@new.test');
  await inspect(page);
  await press(page, 'Tell Ada');
  await page.getByText('will see your new address').waitFor();
  await inspect(page);
  const [row] = await environment.em().find(ContactQuestion, {}, { orderBy: { askedAt: 'desc' }, limit: 1 });
  expect(row).toMatchObject({
    answer: 'moved',
    newEmail: 'bea@new.test',
    confirmedAt: expect.any(Date),
  });
});

const subjectsTo = async ({ email }: Invited): Promise<string[]> =>
  (await environment.mailFor(email)).map(({ subject }) => subject);

test('an owner who comes back ends the handover for everyone who was asked, even after an acceptance', async () => {
  await owner.fallSilent();
  const [beasRequest, cleosRequest] = await Promise.all(people.map((each) => linkTo(each, '/respond')));
  const { page } = await openBrowser(environment.origin);
  await page.goto(beasRequest!);
  await answer(page, /^I accept/);
  await heading(page, 'Thank you, you’ve accepted');
  await page.getByText('One more person must accept before anything opens.').waitFor();
  const phone = await openBrowser(environment.origin, { width: 360 });
  await phone.page.goto(await environment.followMail(owner.email, 'Final notice', '/check-in'));
  await press(phone.page, 'I’m here');
  await heading(phone.page, 'Thank you. You’re checked in');
  for (const request of [cleosRequest!, beasRequest!]) {
    await page.goto(request);
    await heading(page, 'The handover has ended');
  }
  await environment.rest();
  for (const each of people) expect((await subjectsTo(each)).at(-1)).toBe("Good news: we've heard from Ada");
  phone.recorder.onlyTo(environment.origin);
});

test('two of three open together, each with their own kit, and nobody alone', async () => {
  await owner.fallSilent();
  const [bea, cleo, dan] = people as [NamedSuccessor, NamedSuccessor, NamedSuccessor];
  const [beasKit, cleosKit, dansKit] = kits as [Kit, Kit, Kit];
  const first = await openBrowser(environment.origin);
  await first.page.goto(await linkTo(bea, '/respond'));
  await first.page.getByText('We haven’t heard from Ada since').waitFor();
  await first.page.getByText('2 more people must accept before anything opens.').waitFor();
  expect(await first.page.getByText(/\b(died|dead|death)\b/i).count()).toBe(0);
  await press(first.page, 'Send my answer');
  await first.page.getByText('Please choose one of the three answers.').waitFor();
  const firstChoice = first.page.getByRole('radio', { name: /^I accept/ });
  await waitForFocus(firstChoice);
  await inspect(first.page);

  const third = await openBrowser(environment.origin);
  await third.page.goto(await linkTo(dan, '/respond'));
  await answer(third.page, /^I decline/);
  await heading(third.page, 'Thank you for your answer');

  // Someone may change their mind.
  const words = first.page.getByLabel('A few words, if you like');
  const mayBeRead = first.page.getByRole('checkbox');
  await keyboard.type(words, 'I’ll look after the cat.');
  await keyboard.press(mayBeRead);
  await keyboard.press(first.page.getByRole('link', { name: 'Vault Handover' }));
  await first.page.getByRole('alertdialog', { name: 'Leave without sending?' }).waitFor();
  await inspect(first.page);
  await press(first.page, 'Stay here');
  expect(await words.inputValue()).toBe('I’ll look after the cat.');
  // In another tab of this browser, an owner logs out. What a successor reads goes on.
  await first.page.evaluate(`new BroadcastChannel('session').postMessage('left')`);
  await answer(first.page, /^I decline/);
  await heading(first.page, 'Thank you for your answer');
  await press(first.page, 'Change my answer');
  await first.page.getByText('You’ve declined').waitFor();
  expect(await words.inputValue()).toBe('I’ll look after the cat.');
  expect(await mayBeRead.isChecked()).toBe(true);
  await whileFailing(first.page, '/handover/respond', () => answer(first.page, /^I know that Ada is alive/), {
    problem: { code: 'response_final', status: 409 },
    says: first.page.getByText('please ask Ada to log in and check in.'),
  });
  await answer(first.page, /^I accept/);
  await heading(first.page, 'Thank you, you’ve accepted');
  await first.page.getByText('One more person must accept before anything opens.').waitFor();
  await heading(first.page, 'The others need your kit too');

  // Later, words that are typed before going on are sent too.
  await first.page.goto(await linkTo(bea, '/respond'));
  await words.fill('I’ll look after the cat, and the dog.');
  await keyboard.press(mayBeRead);
  await press(first.page, 'Continue from there');
  await heading(first.page, 'The others need your kit too');

  // If Bea left now, nobody could ever open it.
  await first.page.goto(await linkTo(bea, '/opt-out'));
  await first.page.getByText('Without it, they may never be able to open').waitFor();
  await inspect(first.page);

  // The sheet is at home: Bea comes back later. Cleo's acceptance is the second.
  const second = await openBrowser(environment.origin);
  const nothing = await alterResponse(second.context, ({ handover }) => ({
    handover: { ...handover, leftSomething: false },
  }));
  const closed = await alter<object>(second.context, '/handover/respond', (body) => ({
    ...body,
    accessToken: undefined,
  }));
  const request = await linkTo(cleo, '/respond');
  await second.page.goto(request);
  await second.page.getByText('One more person must accept before anything opens.').waitFor();
  await heading(second.page, 'Will you accept the handover from Ada?');
  await inspect(second.page);
  await answer(second.page, /^I accept.*Nothing was prepared for you/);
  await second.page.getByText('there’s nothing for you to open. As soon as enough').waitFor();
  await inspect(second.page);
  await closed();
  await press(second.page, 'Change my answer');
  await press(second.page, 'Continue from there');
  await second.page.getByText('Enough people have accepted. Nothing in Ada’s vault').waitFor();
  expect(await second.page.getByRole('link', { name: 'See what was left to me' }).count()).toBe(0);
  await inspect(second.page);
  await nothing();
  await second.page.goto(request);
  await press(second.page, 'Continue from there');
  await heading(second.page, 'Thank you. It’s now open to you');
  await type(second.page, beasKit);
  await press(second.page, 'Pass on my part');
  await second.page.getByText('This code is complete, but it belongs to another sheet.').waitFor();
  await inspect(second.page);
  await type(second.page, cleosKit);
  await press(second.page, 'Pass on my part');
  await second.page.getByText('Your part has been passed on to 2 other people').waitFor();
  // The form has gone. The focus is still there.
  await second.page.locator('h1:focus, h2:focus').waitFor();
  await inspect(second.page);
  await keyboard.press(second.page.getByRole('link', { name: 'See what was left to me' }));
  await type(second.page, cleosKit);
  await press(second.page, 'Open');
  await second.page
    .getByText('Ada wanted 2 people to use their kits together. So far, 1 of 2 have done so')
    .waitFor();
  // Anyone who hasn't passed on their part does it here.
  await press(second.page, 'Pass on my part');
  await second.page.getByText('Your part has been passed on to 2 other people').waitFor();
  await inspect(second.page);

  await first.page.goto(await linkTo(bea, '/respond'));
  await first.page.getByText('You’ve accepted', { exact: true }).waitFor();
  await inspect(first.page);
  await press(first.page, 'Continue from there');
  await heading(first.page, 'Thank you. It’s now open to you');
  // The request is lost. With the link to what was left, Bea reads it, and passes on her part.
  await first.page.goto(await linkTo(bea, '/access'));
  await type(first.page, beasKit);
  await press(first.page, 'Open');
  await first.page.getByText(SECRET).waitFor();
  await keyboard.press(first.page.getByText('Do the others need your kit?'));
  await inspect(first.page);
  await press(first.page, 'Pass on my part');
  await first.page.getByText('Your part has been passed on to 2 other people').waitFor();
  await first.page.goto(await linkTo(bea, '/opt-out'));
  await heading(first.page, 'Stop being a successor of Ada');
  expect(await first.page.getByText('The others may need your part').count()).toBe(0);

  await press(second.page, 'Open');
  await second.page.getByText(SECRET).waitFor();
  await second.page.getByText('I’ll look after the cat, and the dog.').waitFor();
  await inspect(second.page);

  // Dan, who declined, was sent no access. Nothing but an acceptance changes anything now.
  expect(await subjectsTo(dan)).not.toContainEqual(
    expect.stringMatching(/^You can open what Ada left to you/),
  );
  await third.page.goto(await linkTo(dan, '/respond'));
  await third.page.getByText('You can still accept.').waitFor();
  expect(await third.page.getByRole('radio').count()).toBe(0);
  await inspect(third.page);
  await press(third.page, 'I accept');
  await heading(third.page, 'Thank you. It’s now open to you');
  for (const { recorder } of [first, second, third]) {
    recorder.onlyTo(environment.origin);
    recorder.neverSends({
      SECRET,
      title: 'The safe',
      beas: beasKit.code,
      cleos: cleosKit.code,
      dans: dansKit.code,
    });
  }
});

test('a page left open over a release says that it is out of date, even after a vault was locked in another tab', async () => {
  const { page, context, expectProblem } = await openBrowser(environment.origin);
  expectProblem(/status of 404 .*\/assets\/worker-/);
  const workers = /\/assets\/worker-/;
  await context.route(workers, (route) => route.fulfill({ status: 404 }));
  await page.goto(await linkTo(people[0]!, '/access'));
  for (const before of ['', `new BroadcastChannel('vault-keys').postMessage(null)`]) {
    await page.reload();
    await type(page, kits[0]!);
    await page.evaluate(before);
    await press(page, 'Open');
    await page.getByText('This page is out of date. Please reload it.').waitFor();
  }
  await inspect(page);
  await context.unroute(workers);
  await press(page, 'Open');
  await page.getByText(SECRET).waitFor();
});

/** Makes a browser let no site keep anything, as its user may wish. @param stored what asking for its storage does */
const keepsNothing = (stored: string) => `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, name, { get() { ${stored} } });`;
const FULL = `return { getItem: () => null, removeItem() {}, setItem() { throw new DOMException('', 'QuotaExceededError'); } };`;

test.each([
  [
    'at once',
    `constructor() { throw new DOMException('Denied', 'SecurityError'); }`,
    `throw new DOMException('Denied', 'SecurityError');`,
  ],
  [
    'later',
    'port = new MessageChannel().port1; set onerror(listener) { setTimeout(listener); }',
    `if (name === 'localStorage') return null; ${FULL}`,
  ],
])(
  'what was left opens in a browser that keeps nothing, and refuses a shared worker %s',
  async (_, refusal, stored) => {
    const { page, context } = await openBrowser(environment.origin, { sharedWorker: true });
    await context.addInitScript(`${keepsNothing(stored)} globalThis.SharedWorker = class { ${refusal} };`);
    await page.goto(await linkTo(people[0]!, '/access'));
    await heading(page, 'What Ada left to you');
    await type(page, kits[0]!);
    await press(page, 'Open');
    await page.getByText(SECRET).waitFor();
  },
);

test('a link whose time is over says so at once, and its reader gets a new one by mail until the owner is back', async () => {
  const bea = people[0]!;
  const old = await linkTo(bea, '/access');
  const em = environment.em();
  await em.nativeUpdate(Invitee, { successorId: bea.id }, { accessEndsAt: new Date(Date.now() - 1_000) });
  const { page, context } = await openBrowser(environment.origin);
  await page.goto(old);
  await heading(page, 'This link has expired');
  expect(await page.getByLabel('Code on your recovery kit').count()).toBe(0);
  await whileFailing(page, '/handover/renew-access', () => press(page, 'Send me a new link'));
  await press(page, 'Send me a new link');
  await page.getByText('we’ve sent a new link to your email address').waitFor();
  await page.locator('h1:focus').waitFor();
  await inspect(page);
  const fresh = await until('the new link', async () => {
    const link = await linkTo(bea, '/access');
    return link !== old && link;
  });
  for (const [change, says] of [
    [{ successor: { hasKit: false, keyPinned: false } }, 'You never made a recovery kit'],
    [{ successor: { hasKit: true, keyPinned: false } }, 'never compared the words on your recovery kit'],
    [{ access: { accessEndsAt: null } }, 'It isn’t open yet'],
  ] as const) {
    const end = await alterResponse(context, () => change);
    await page.goto(fresh);
    await page.getByText(says).waitFor();
    await inspect(page);
    await end();
  }
  await page.reload();
  await page.getByText('You can use this link as often as you like until').waitFor();
  await type(page, kits[0]!);
  await whileFailing(page, '/vault/successor-access', () => press(page, 'Open'), {
    problem: { status: 403, code: 'access_not_released' },
    says: page.getByText('It isn’t open yet'),
  });
  const endUnsealed = await alter<object>(context, '/vault/successor-access', (body) => ({
    ...body,
    encryptedShare: null,
  }));
  await press(page, 'Open');
  await page.getByText('Nothing was prepared for your kit').waitFor();
  await inspect(page);
  await endUnsealed();
  await press(page, 'Open');
  await page.getByText(SECRET).waitFor();

  // Once the owner is back, there is nothing to renew by any link, and what is already here no longer opens.
  await page.goto(fresh);
  await type(page, kits[1]!);
  await press(page, 'Open');
  await page.getByText('This code is complete, but it belongs to another sheet').waitFor();
  await type(page, kits[0]!);
  await owner.call.POST('/activity/check-in');
  await press(page, 'Open');
  await heading(page, 'The handover has ended');
  await page.goto(old);
  await heading(page, 'The handover has ended');
  expect(await page.getByRole('button', { name: 'Send me a new link' }).count()).toBe(0);
  await inspect(page);
});

test('someone who knows that the owner is alive stops everything, and later links say that it is over', async () => {
  const other = await openLeavingOwner(environment, 'Eve');
  const fay = await nameSuccessor(environment, other, 'Fay', 'de');
  await other.leave(1, new Map([[fay, [await other.write(letter('Für Fay', 'Liebe Fay'))]]]));
  await other.fallSilent();
  const link = await linkTo(fay, '/respond');
  const { page } = await openBrowser(environment.origin, { theme: 'dark' });
  await page.goto(link);
  await page.getByText('kein Lebenszeichen von Eve').waitFor();
  await inspect(page);
  const send = page.getByRole('button', { name: 'Antwort senden' });
  await keyboard.press(page.getByRole('radio', { name: 'Ich weiß, dass Eve lebt' }));
  await whileFailing(page, '/handover/respond', () => keyboard.press(send), {
    problem: { code: 'owner_alive_limit', status: 409 },
    says: page.getByText('Bitten Sie Eve'),
  });
  await keyboard.press(send);
  await page.getByText('Vorerst bekommt niemand etwas.').waitFor();
  await inspect(page);
  await other.call.POST('/activity/check-in');
  await page.goto(link);
  await heading(page, 'Die Übergabe ist beendet');
  await inspect(page);
});
