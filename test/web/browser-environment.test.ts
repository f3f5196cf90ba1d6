/** What tests of the page count on: links arrive by mail, and days pass only when a test says so. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credentials } from '../support/builders/account.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { tokenIn } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

test('the link in a mail leads to the page of the same service, and works', async () => {
  const account = credentials();
  expect((await client(environment).post('/auth/register', account)).status).toBe(201);
  const link = await environment.followMail(account.email, 'Confirm your email address');
  expect(link).toMatch(new RegExp(`^${environment.origin}/verify-email\\?token=`));
  expect((await fetch(link)).status).toBe(200);
  const verified = await client(environment).get(`/auth/verify-email?token=${tokenIn(link)}`);
  expect(verified.status).toBe(200);
});

test('a silence of weeks passes at once, with the mails that belong to it, and for one owner alone', async () => {
  const [silent, other] = [await buildOwner(environment), await buildOwner(environment)];
  for (const owner of [silent, other]) await buildSuccessor(environment, owner);
  await environment.passOwnerDays(silent.email, 68);
  const first = await environment.followMail(silent.email, 'Reminder 1 of 3', '/check-in');
  await environment.passOwnerDays(silent.email, 9);
  const second = await environment.followMail(silent.email, 'Reminder', '/check-in');
  expect(second).not.toBe(first);
  expect((await environment.mailFor(silent.email)).map(({ subject }) => subject.slice(0, 15))).toEqual([
    'Reminder 1 of 3',
    'Reminder 2 of 3',
  ]);
  expect(await environment.mailFor(other.email)).toEqual([]);
});
