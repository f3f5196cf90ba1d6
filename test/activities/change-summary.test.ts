/**
 * What an owner does on a device that they had used before is reported in one summary, and soon. Anything else is an
 * alarm.
 */
import { beforeEach, expect, test } from '@jest/globals';
import { Mail } from '../../db/entities/mail.ts';
import { claimMail } from '../../db/mail.ts';
import { deliver } from '../../mail/deliver.ts';
import { logIn, openAccount, type TestAccount } from '../support/builders/account.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { caughtMails, linksIn } from '../support/clients/caught-mail.ts';
import type { TestClient, TestReply } from '../support/clients/client.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const MINUTE = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const HOME = '203.0.113.7';

const { api, deps, activities } = await useActivities({ TRUST_PROXY: '1' });

let owner: TestAccount;
let browser: TestClient;
const again = (who: TestClient) => {
  const { email, password } = owner;
  return who.post('/auth/login', { email, password });
};
const WEEK = 7 * 24 * 60 * MINUTE;
/** A browser that the owner has used for a week. */
const known = async () => {
  const who = await logIn(api, owner);
  api.clock.now += WEEK;
  expect((await again(who)).status).toBe(200);
  return who;
};
beforeEach(async () => {
  owner = await openAccount(api);
  browser = await known();
});

const from = (ip: string) => ({ 'User-Agent': FIREFOX, 'X-Forwarded-For': ip });
const done = async (reply: Promise<TestReply>): Promise<string> => {
  const { status, body } = await reply;
  expect([200, 201]).toContain(status);
  return body.successor?.id ?? '';
};
const name = (person: string, who = browser, ip = HOME) =>
  done(who.raw.post('/successors', { name: person, email: uniqueEmail('person') }, from(ip)));
const shorten = (thresholdDays: number, who = browser) =>
  done(who.raw.put('/inactivity/settings', { thresholdDays }, from(HOME)));

const rows = () =>
  api
    .em()
    .find(
      Mail,
      { userId: owner.id, kind: { $in: ['change_summary', 'security_change'] } },
      { orderBy: { id: 'asc' } },
    );
const kinds = async () => (await rows()).map(({ kind }) => kind);
/** Sends what may be sent now, as the mail workflows would. @returns for how long each other mail has to wait */
async function sendQueued(): Promise<number[]> {
  const waits: number[] = [];
  for (const { id } of (await rows()).filter(({ status }) => status === 'queued')) {
    await activities.sendMail({ mailId: id }).catch((error) => waits.push(Number(error.nextRetryDelay)));
  }
  return waits;
}
const mailsSent = async () =>
  (await caughtMails(owner.email)).filter(({ subject }) => !/confirm your email/i.test(subject));

test('changes of one sitting are one summary, at most ten minutes after the first', async () => {
  const anna = await name('Anna Miller');
  await done(browser.raw.delete(`/successors/${anna}`, undefined, from(HOME)));
  expect(await sendQueued()).toEqual([10 * MINUTE]);
  api.clock.now += 9 * MINUTE;
  await shorten(60);
  expect(await sendQueued()).toEqual([MINUTE]);
  expect(await mailsSent()).toEqual([]);
  api.clock.now += MINUTE;
  expect(await sendQueued()).toEqual([]);
  const [mail, ...others] = await mailsSent();
  expect(others).toEqual([]);
  expect(mail!.subject).toMatch(/^You named Anna Miller and made 2 other changes on \S+ \d+ \S+ \d{4}, /);
  for (const part of [mail!.text, mail!.html.replaceAll('&#39;', "'")]) {
    for (const said of [
      `from Firefox on Linux (IP address ${HOME}), which you had used before`,
      'Anna Miller was named as one of your successors.',
      'Anna Miller is no longer one of your successors.',
      'The final notice now comes after 60 days without a sign of life, instead of 90 days.',
      "If it wasn't you, someone else knows your password",
      'Remove Anna Miller.',
      'Name Anna Miller again.',
      'Change the settings of your switch back.',
    ]) {
      expect(part).toContain(said);
    }
  }
  expect(linksIn(mail!)).toEqual([`${api.origin}/account/password`]);
});

test('what is done after that mail was tried is told in the next one', async () => {
  await name('Anna');
  const [first] = await rows();
  api.clock.now += 9.9 * MINUTE;
  expect(await claimMail(api.em(), first!.id)).not.toBeNull();
  await name('Ben');
  expect(await kinds()).toEqual(['change_summary', 'change_summary']);
  const [, second] = await rows();
  expect(second!.data.changes).toMatchObject([{ successor: 'named', successorName: 'Ben' }]);
});

test('a change between a worker’s first look at the mail and its claim is told too', async () => {
  await name('Anna');
  const own = api.em();
  const seen = await own.findOneOrFail(Mail, { userId: owner.id, kind: 'change_summary' });
  api.clock.now += 9.9 * MINUTE;
  await name('Ben');
  api.clock.now += 0.1 * MINUTE;
  await deliver(deps, own, seen);
  const [mail] = await mailsSent();
  expect(mail!.subject).toMatch(/^You named Anna and named Ben on /);
});

test('neither a restart nor a second worker sends it again or loses it', async () => {
  await name('Anna');
  await sendQueued();
  const [mail] = await rows();
  api.clock.now += 10 * MINUTE;
  // Its workflow goes on where it was, or another starts: both run the same activity.
  const tries = [1, 2, 3].map(() => activities.sendMail({ mailId: mail!.id }).catch(() => {}));
  await Promise.all(tries);
  await activities.sendMail({ mailId: mail!.id });
  expect(await mailsSent()).toHaveLength(1);
});

test('each session and each network address has a mail of its own, because it may be a thief with a cookie', async () => {
  await name('Anna');
  await name('Ben', browser, '198.51.100.9');
  await name('Cid', await known());
  expect((await rows()).map(({ kind, data }) => [kind, data.ipAddress])).toEqual([
    ['change_summary', HOME],
    ['change_summary', '198.51.100.9'],
    ['change_summary', HOME],
  ]);
});

test('a change on a device that was never used before is an alarm at once', async () => {
  const stranger = await logIn(api, owner);
  await name('Eve', stranger);
  expect(await kinds()).toEqual(['security_change']);
  expect(await sendQueued()).toEqual([]);
  expect((await mailsSent()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your Vault Handover account was changed on /),
  ]);
});

test('a thief’s device stays one that is not known for a week, however often it logs in', async () => {
  const thief = await logIn(api, owner);
  api.clock.now += WEEK - MINUTE;
  expect((await again(thief)).status).toBe(200);
  expect((await again(thief)).status).toBe(200);
  await name('Mallory', thief);
  expect(await kinds()).toEqual(['security_change']);
});

test('the device of another account, or from before the password changed, is one that was never used', async () => {
  const other = await openAccount(api);
  const theirs = await logIn(api, other);
  const forged = await logIn(api, owner);
  api.clock.now += WEEK;
  expect((await again(theirs)).status).toBe(200);
  await name('Eve', theirs);
  forged.cookies.set(
    'device',
    forged.cookies.get('device')!.replace(/..$/, (end) => (end[0] === 'x' ? 'yy' : 'xx')),
  );
  expect((await again(forged)).status).toBe(200);
  await name('Mallory', forged);
  expect(await kinds()).toEqual(['security_change', 'security_change']);
});

test('a program never gets a summary, whatever device it names', async () => {
  const { email, password } = owner;
  const log = (deviceToken?: string) =>
    browser.raw.post('/auth/login', { email, password, session: 'bearer', deviceToken });
  const { body } = await log((await log()).body.deviceToken);
  const bearer = { Authorization: `Bearer ${body.accessToken}` };
  const person = { name: 'Eve', email: uniqueEmail('eve') };
  browser.cookies.clear();
  await done(browser.raw.post('/successors', person, bearer));
  expect(await kinds()).toEqual(['security_change']);
});

test('what a thief would do to the account is an alarm at once, from any device', async () => {
  for (const version of [1, 2]) {
    await done(browser.raw.put('/auth/profile', { keyBundle: { version } }, from(HOME)));
  }
  const { password: currentPassword, salt } = owner;
  const newPassword = Buffer.alloc(32, 7).toString('base64');
  const bundle = { currentPassword, newPassword, salt, keyBundle: { version: 3 } };
  await done(browser.raw.put('/auth/change-password', bundle, from(HOME)));
  expect((await rows()).map(({ kind, data }) => [kind, data.account])).toEqual([
    ['security_change', 'key_bundle_replaced'],
    ['security_change', 'password_changed'],
  ]);
  expect(await sendQueued()).toEqual([]);
});
