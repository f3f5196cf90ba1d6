import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { GONE, noteFailed, noteTaken } from '../../db/channels.ts';
import { askDueSuccessors } from '../../db/contact-questions.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import { queueMail } from '../../db/mail.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { MAIL_KINDS } from '../../mail/kinds/index.ts';
import { credentials, logIn, userOf } from '../support/builders/account.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { randomKitKey } from '../support/builders/successor-links.ts';
import { newEntry } from '../support/builders/vault-entries.ts';
import { caughtMails, linksIn, tokenIn } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { startLongDayEnvironment } from '../support/servers/long-day-environment.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const environment = await use(startLongDayEnvironment);

const anyone = () => client(environment);

const passDays = (userId: string, days: number) => environment.passDays(userId, days);

const scanned = new Set<MailKindName>();

/**
 * Every table except the heartbeats, the counts and the worker's reports and checks, which change on their own. So does
 * the time of a switch's next event: a look that changes nothing else may still be under way.
 */
const rows = async () =>
  (await rowChecksum(environment.orm, ['next_event_at'])).replace(
    /^(liveness|worker_status|counted|judged_database|log_check) .*$/gm,
    '',
  );

const rest = () => environment.rest();

/**
 * Waits for a mail and treats its links as mail scanners, mail programs and the pages behind them do: opens each of
 * them several times, with every method that only reads.
 *
 * @returns the token of its first link, still unused
 */
async function scan(kind: MailKindName, recipient: string): Promise<string> {
  const row = await until(`the mail ${kind}`, () =>
    // The row no longer names its recipient once the account is deleted.
    environment.em().findOne(Mail, { kind, recipient: { $in: [recipient, ''] }, status: 'accepted' }),
  );
  await rest();
  const mail = (await caughtMails(recipient)).find(({ messageId }) => messageId.startsWith(row.id));
  if (!mail) throw new Error(`${kind} was accepted, but not caught`);
  const links = linksIn(mail);
  const before = await rows();
  for (const link of links) {
    for (const method of ['GET', 'HEAD', 'GET']) {
      for (const Accept of ['text/html', '*/*']) {
        const opened = await fetch(link, { method, headers: { Accept, 'User-Agent': 'Link scanner' } });
        await opened.text();
        expect([link, opened.status]).toEqual([link, 200]);
      }
    }
    const token = tokenIn(link);
    if (new URL(link).pathname === '/check-in') {
      const described = await anyone().get(`/activity/check-in-link?token=${token}`);
      expect(described.status).toBe(200);
      await fetch(`${environment.url}/activity/check-in-link?token=${token}`, { method: 'HEAD' });
    }
  }
  expect(await rows()).toBe(before);
  scanned.add(kind);
  return tokenIn(links[0] ?? environment.origin) ?? '';
}

test('opening the links in a mail changes nothing, and each of them still works afterwards', async () => {
  // A new account.
  const account = credentials();
  expect((await anyone().post('/auth/register', account)).status).toBe(201);
  const verify = await scan('verify_email', account.email);
  expect((await anyone().get(`/auth/verify-email?token=${verify}`)).status).toBe(200);
  expect((await anyone().post('/auth/register', { ...credentials(account.email) })).status).toBe(201);
  await scan('account_exists', account.email);
  const { id: userId } = await userOf(environment, account.email);
  const owner = await logIn(environment, account);

  // Two successors.
  const [stays, leaves] = [uniqueEmail('stays'), uniqueEmail('leaves')];
  for (const email of [stays, leaves]) {
    expect((await owner.post('/successors', { email, name: 'Sam Successor' })).status).toBe(201);
    const token = await scan('successor_verification', email);
    const verified = await anyone().get(`/successors/verify?token=${token}`);
    expect(verified.body).toMatchObject({ alreadyVerified: false });
    const kit = {
      token,
      publicKey: randomKitKey(),
      salt: randomBytes(16).toString('base64'),
    };
    if (email === stays) expect((await anyone().put('/successors/public-key', kit)).status).toBe(200);
  }
  await scan('successor_kit', account.email);

  // A rehearsal.
  const { body: named } = await owner.get('/successors');
  const successorId = named.successors.find(({ email }) => email === stays)?.id ?? '';
  const { category: _, tags: __, ...entry } = newEntry();
  expect((await owner.post('/handover/rehearsal', { successorId, entry })).status).toBe(201);
  const rehearsed = await scan('rehearsal', stays);
  expect(
    (await anyone().post('/handover/respond', { token: rehearsed, response: 'accept' })).body,
  ).toMatchObject({ rehearsal: true });

  // The question that comes once a year.
  await environment.em().nativeUpdate(Successor, { id: successorId }, { nextQuestionAt: new Date(0) });
  expect(await askDueSuccessors(environment.em(), 86_400_000, new Date())).toBe(1);
  const question = await scan('contact_question', stays);
  expect((await anyone().post('/successors/contact', { token: question, answer: 'sheet_lost' })).status).toBe(
    200,
  );
  await scan('successor_problem', account.email);
  expect((await anyone().post('/successors/contact', { token: question, answer: 'here' })).status).toBe(200);

  // Their second address.
  const secondEmail = uniqueEmail('second-of-successor');
  expect((await owner.put(`/successors/${successorId}`, { secondEmail })).status).toBe(200);
  const offered = await scan('second_address', secondEmail);
  expect((await anyone().post('/successors/second-address', { token: offered })).status).toBe(200);

  // Something is left to them.
  const { body: made } = await owner.post('/vault/entries', newEntry());
  const entryIds = [made.entry.id];
  const assigned = { entryIds, restrictToAssignedEntries: true };
  const envelopes = entryIds.map((entryId) => ({ entryId, envelope: randomBytes(40).toString('base64') }));
  const left = await owner.put(`/successors/${successorId}/assigned-entries`, { ...assigned, envelopes });
  expect(left.status).toBe(200);

  // A second mailbox.
  const second = uniqueEmail('second');
  const { body: added } = await owner.post('/channels/mailboxes', { name: 'Work', email: second });
  await scan('channel_code', second);
  const [codeMail] = await caughtMails(second);
  const code = /\d{8}/.exec(codeMail?.subject ?? '')?.[0] ?? '';
  expect((await owner.post(`/channels/${added.channel.id}/verify`, { code })).status).toBe(200);
  expect((await owner.post(`/channels/${added.channel.id}/test`)).status).toBe(200);
  await scan('channel_test', second);

  // A device whose notifications have ended.
  await noteFailed(environment.em(), added.channel.id, GONE, new Date());
  await scan('channel_gone', account.email);
  await noteTaken(environment.em(), added.channel.id, new Date());

  // A pause, and its reminder after a month.
  expect((await owner.post('/inactivity/pause')).status).toBe(200);
  await rest();
  await passDays(userId, 31);
  await scan('pause_reminder', account.email);
  expect((await owner.post('/inactivity/resume')).status).toBe(200);

  // Silence.
  await owner.put('/inactivity/settings', { thresholdDays: 10, reminderPercents: [50], accessDays: 365 });
  await rest();
  await passDays(userId, 5);
  await scan('channel_reminder', second);
  const inTime = await scan('reminder', account.email);
  expect((await anyone().post('/activity/check-in-link', { token: inTime })).status).toBe(200);
  await rest();
  await passDays(userId, 5);
  await until('the reminder of the next cycle', async () => {
    return (await environment.em().count(Mail, { kind: 'reminder', userId, status: 'accepted' })) === 2;
  });
  await rest();
  await passDays(userId, 5);
  await scan('channel_final_notice', second);
  await scan('final_notice', account.email);
  await passDays(userId, 2);

  // A handover to one of the two.
  const invitation = await scan('invitation', stays);
  const knows = await scan('invitation', leaves);
  expect((await anyone().post('/handover/respond', { token: knows, response: 'owner_alive' })).status).toBe(
    200,
  );
  await scan('owner_alive', account.email);
  await passDays(userId, 14);
  await until('the second final notice', async () => {
    return (await environment.em().count(Mail, { kind: 'final_notice', userId, status: 'accepted' })) === 2;
  });
  const notices = (await caughtMails(account.email)).filter(({ subject }) =>
    subject.startsWith('Final notice'),
  );
  expect(notices.map(({ text }) => /won't hear from us|everyone we asked/.exec(text)?.[0])).toEqual([
    "won't hear from us",
    'everyone we asked',
  ]);
  await rest();
  await passDays(userId, 2);
  await until('the end of the second grace period', async () => {
    return (await owner.get('/handover/status')).body.status === 'awaiting_successors';
  });
  const accepted = await anyone().post('/handover/respond', { token: invitation, response: 'accept' });
  expect(accepted.body).toMatchObject({ status: 'released' });
  const access = await scan('access', stays);
  expect((await anyone().get(`/vault/successor-access?token=${access}`)).status).toBe(200);
  await scan('access_notice', account.email);
  await rest();
  await passDays(userId, 335);
  await scan('access_reminder', stays);
  const [mail] = (await caughtMails(leaves)).slice(-1);
  const optOut =
    linksIn(mail ?? { text: '', html: '' }).find((link) => link.includes('/opt-out')) ?? environment.origin;
  expect((await anyone().raw.post('/successors/opt-out', { token: tokenIn(optOut) })).body).toMatchObject({
    alreadyOptedOut: false,
  });
  await scan('successor_opted_out', account.email);

  // Cancelled, switched off, and deleted.
  expect((await owner.post('/handover/cancel', {})).status).toBe(200);
  await scan('handover_cancelled', stays);
  const { body } = await owner.get('/successors');
  for (const { id } of body.successors) {
    expect((await owner.delete(`/successors/${id}`, { tell: true })).status).toBe(200);
  }
  await scan('successor_removed', stays);
  await scan('switch_off', account.email);
  await scan('security_change', account.email);
  expect((await anyone().post('/auth/forgot-password', { email: account.email })).status).toBe(200);
  await scan('password_reset', account.email);

  // A second factor that is lost.
  await environment.em().nativeUpdate(User, { id: userId }, { twoFactorEnabled: true });
  expect((await anyone().post('/auth/2fa/removal/request', { email: account.email })).status).toBe(200);
  await scan('second_factor_removal', account.email);
  await environment.em().nativeUpdate(User, { id: userId }, { twoFactorEnabled: false });

  // A new address, requested but not yet confirmed.
  const moved = credentials(uniqueEmail('moved'));
  const change = { currentPassword: account.password, newPassword: moved.password, salt: moved.salt };
  expect((await owner.put('/auth/profile', { email: moved.email, ...change })).status).toBe(200);
  await scan('email_change', moved.email);
  await scan('email_change_notice', account.email);

  // Queued as an event of the payment provider would, because there is no provider here.
  const failed = { key: `payment_failed/${userId}`, kind: 'payment_failed' as const, userId };
  await queueMail(environment.em(), { ...failed, recipient: account.email }, new Date());
  await scan('payment_failed', account.email);
  // Queued as a dead mailbox would for the operator.
  const gone = { key: `owner_unreachable/${userId}`, kind: 'owner_unreachable' as const, userId };
  const operator = uniqueEmail('operator');
  const data = { since: Date.now(), code: 'SMTP 550', rule: 'gone' };
  await queueMail(environment.em(), { ...gone, recipient: operator, data }, new Date());
  await scan('owner_unreachable', operator);

  // Queued as after changes on an established device, but without its ten minutes of rest.
  const calm = { key: `change_summary/${userId}`, kind: 'change_summary' as const, userId };
  const changes = [{ thresholdDays: 30, thresholdDaysBefore: 90 }];
  const told = { sessionId: userId, ipAddress: '', at: Date.now(), changes };
  await queueMail(environment.em(), { ...calm, recipient: account.email, data: told }, new Date());
  await scan('change_summary', account.email);

  // Queued as after a restored backup.
  const restored = { key: `restored/${userId}`, kind: 'restored' as const, userId };
  const at = { reason: 'operator', restoredAt: Date.now(), knownUntil: Date.now() };
  await queueMail(environment.em(), { ...restored, recipient: account.email, data: at }, new Date());
  await scan('restored', account.email);

  const { password } = account;
  expect((await owner.delete('/auth/delete-account', { password })).status).toBe(200);
  await scan('farewell', account.email);

  expect([...scanned].sort()).toEqual([...MAIL_KINDS].sort());
});
