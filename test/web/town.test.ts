/** What tests of the page count on: links arrive by mail, and days pass only when a test says so. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credentials } from '../support/builders/account.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { tokenIn } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { type BrowserEnvironment, startTown } from '../support/servers/browser-environment.ts';

let town: BrowserEnvironment;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

test('the link in a mail leads to the page of the same service, and works', async () => {
  const account = credentials();
  expect((await client(town.life).post('/auth/register', account)).status).toBe(201);
  const link = await town.followMail(account.email, 'Confirm your email address');
  expect(link).toMatch(new RegExp(`^${town.origin}/verify-email\\?token=`));
  expect((await fetch(link)).status).toBe(200);
  const verified = await client(town.life).get(`/auth/verify-email?token=${tokenIn(link)}`);
  expect(verified.status).toBe(200);
});

test('a silence of weeks passes at once, with the mails that belong to it, and for one owner alone', async () => {
  const [silent, other] = [await buildOwner(town.life), await buildOwner(town.life)];
  for (const owner of [silent, other]) await buildSuccessor(town.life, owner);
  await town.passDays(silent.email, 68);
  const first = await town.followMail(silent.email, 'Reminder 1 of 3', '/check-in');
  await town.passDays(silent.email, 9);
  const second = await town.followMail(silent.email, 'Reminder', '/check-in');
  expect(second).not.toBe(first);
  expect((await town.mailFor(silent.email)).map(({ subject }) => subject.slice(0, 15))).toEqual([
    'Reminder 1 of 3',
    'Reminder 2 of 3',
  ]);
  expect(await town.mailFor(other.email)).toEqual([]);
});
