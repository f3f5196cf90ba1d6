/** Each reader gets mails in their own language and time zone, whatever the other people of the same switch read. */
import { expect, test } from '@jest/globals';
import { Mail } from '../../db/entities/mail.ts';
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import type { Locale } from '../../db/locale.ts';
import { queueMail } from '../../db/mail.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { momentIn } from '../../mail/layout/when.ts';
import { credentials, logInProgram, openAccount, userOf } from '../support/builders/account.ts';
import { confirmSessions } from '../support/builders/confirmed.ts';
import { invite, take } from '../support/builders/handover.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { type CaughtMail, caughtMail, linksIn } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const DAY = 86_400_000;
const IN_BERLIN: Locale = { language: 'de', timeZone: 'Europe/Berlin' };
const IN_LONDON: Locale = { language: 'en', timeZone: 'Europe/London' };

const { api, activities, sendQueued, passDeadline } = await useActivities();

/** The latest mail of a kind, and its subject and its language as the reader sees them. */
async function latest(kind: MailKindName, userId: string): Promise<CaughtMail & { language: string }> {
  await sendQueued();
  const [row] = await api.em().find(Mail, { kind, userId }, { orderBy: { id: 'desc' }, limit: 1 });
  if (!row) throw new Error(`there is no ${kind}`);
  const mail = await caughtMail(row.id, 'vault.test');
  return { ...mail, language: /<html lang="(\w+)"/.exec(mail.html)?.[1] ?? '' };
}

async function germanOwner() {
  const owner = await buildOwner(api, { name: 'Olga' });
  await api.em().nativeUpdate(User, { id: owner.id }, IN_BERLIN);
  const successor = await buildSuccessor(api, owner, { name: 'Sam' });
  await api
    .em()
    .nativeUpdate(
      Successor,
      { id: successor.id },
      { ...IN_LONDON, restrictToAssignedEntries: false, encryptedShare: 'AAAA' },
    );
  return { owner, successor };
}

test('a German owner and an English successor, from the first reminder to the access and back', async () => {
  const { owner, successor } = await germanOwner();
  await passDeadline(owner);
  const reminder = await latest('reminder', owner.id);
  expect(reminder.language).toBe('de');
  expect(reminder.subject).toMatch(
    /^Bitte melden Sie sich bis zum \d+\. \S+ \d{4}: Vault Handover, Erinnerung 3 von 3$/,
  );
  expect(reminder.text).toContain(
    `Bitte melden Sie sich bis ${momentIn(IN_BERLIN, new Date(api.clock.now))}`,
  );
  expect(reminder.text).toContain('Guten Tag Olga,');

  await activities.giveFinalNotice(stepInput(api, owner));
  const notice = await latest('final_notice', owner.id);
  expect(notice.subject).toMatch(/^Letzte Aufforderung von Vault Handover: .* Uhr \(ME(S)?Z\)$/);

  api.clock.now += 2 * DAY;
  await activities.endGracePeriod(stepInput(api, owner));
  await activities.inviteSuccessors(stepInput(api, owner));
  const invitation = await latest('invitation', owner.id);
  expect([invitation.language, invitation.subject]).toEqual(['en', 'Will you accept what Olga left to you?']);
  expect(invitation.text).toContain('If you know that Olga is alive');

  await take(api, owner, { kind: 'responded', successorId: successor.id, response: 'accept' });
  const access = await latest('access', owner.id);
  expect(access.subject).toMatch(/^You can open what Olga left to you until .* (GMT|BST)$/);
  const [link = '', optOut = ''] = linksIn(access);
  expect([link, optOut].map((each) => new URL(each).searchParams.get('lang'))).toEqual(['en', 'en']);

  const token = new URL(link).searchParams.get('token');
  expect((await client(api).get(`/vault/successor-access?token=${token}`)).status).toBe(200);
  const opened = await latest('access_notice', owner.id);
  expect(opened.subject).toMatch(/^Sam hat am .* geöffnet, was Sie hinterlegt haben$/);
  expect(opened.text).toContain('Anmelden und Übergabe beenden:');

  await owner.browser.post('/handover/cancel', { reason: 'I was at sea.' });
  const cancelled = await latest('handover_cancelled', owner.id);
  expect(cancelled.text).toContain('Olga wrote: “I was at sea.”');
});

test('a second final notice says that all successors are told, and that enough have accepted by now', async () => {
  const { owner, successor } = await germanOwner();
  await invite(api, owner);
  await take(api, owner, { kind: 'owner_alive', successorId: successor.id });
  await take(api, owner, { kind: 'responded', successorId: successor.id, response: 'accept' });
  // The switch came here within hours, so its threshold is the later of the two.
  api.clock.now += 90 * DAY;
  await activities.giveFinalNotice(stepInput(api, owner));
  const { text } = await latest('final_notice', owner.id);
  expect(text).toContain('Ihre Vertrauensperson hat schon angenommen.');
  expect(text).toContain('Wir sagen dann allen Bescheid, die wir gefragt haben.');
});

test('a change of language applies from the next mail on', async () => {
  const { owner } = await germanOwner();
  await confirmSessions(api, owner);
  const change = async (thresholdDays: number) => {
    await owner.program.put('/inactivity/settings', { thresholdDays });
    return latest('security_change', owner.id);
  };
  const german = await change(60);
  expect(german.subject).toMatch(/^Ihr Konto bei Vault Handover wurde am .* geändert$/);
  expect(german.text).toContain(
    'Die letzte Aufforderung kommt jetzt nach 60 Tagen ohne Lebenszeichen, statt nach 90 Tagen.',
  );
  await owner.program.put('/auth/profile', { language: 'en', timeZone: 'UTC' });
  expect((await change(30)).subject).toMatch(/^Your Vault Handover account was changed on .* UTC$/);
});

test('the last mails of a deleted account are in the languages of their readers', async () => {
  const account = await openAccount(api);
  await api.em().nativeUpdate(User, { id: account.id }, IN_BERLIN);
  const successor = await buildSuccessor(api, account);
  await api.em().nativeUpdate(Successor, { id: successor.id }, IN_LONDON);
  await invite(api, account);
  await take(api, account, { kind: 'invitation_accepted', successorId: successor.id, at: api.clock.now });
  const program = await logInProgram(api, account);
  const { password } = account;
  expect((await program.delete('/auth/delete-account', { password })).status).toBe(200);
  expect((await latest('farewell', account.id)).subject).toBe('Ihr Konto bei Vault Handover wurde gelöscht');
  expect((await latest('handover_cancelled', account.id)).language).toBe('en');
});

test('a successor who was removed is told in their language that a handover is over', async () => {
  const { owner, successor } = await germanOwner();
  await invite(api, owner);
  await take(api, owner, { kind: 'invitation_accepted', successorId: successor.id, at: api.clock.now });
  await owner.browser.post('/activity/check-in');
  await confirmSessions(api, owner);
  expect((await owner.browser.delete(`/successors/${successor.id}`)).status).toBe(200);
  expect((await latest('handover_cancelled', owner.id)).language).toBe('en');
});

test('each registration of an address is confirmed in its own language', async () => {
  const first = { ...credentials(), ...IN_BERLIN };
  await client(api).post('/auth/register', first);
  const { id } = await userOf(api, first.email);
  expect((await latest('verify_email', id)).language).toBe('de');
  await client(api).post('/auth/register', { ...credentials(first.email), ...IN_LONDON });
  expect((await latest('verify_email', id)).language).toBe('en');
});

test('operators read about an unreachable owner in their own language, if they have an account', async () => {
  const [owner, operator] = [await buildOwner(api), await buildOwner(api)];
  await api.em().nativeUpdate(User, { id: operator.id }, IN_BERLIN);
  const tell = async (recipient: string) => {
    const key = `owner_unreachable/${recipient}`;
    const data = { since: api.clock.now, code: 'SMTP 550', rule: 'gone' };
    const request = { key, kind: 'owner_unreachable', recipient, userId: owner.id, data };
    await queueMail(api.em(), request, new Date(api.clock.now));
    return (await latest('owner_unreachable', owner.id)).language;
  };
  expect(await tell(operator.email)).toBe('de');
  expect(await tell('root@operators.test')).toBe('en');
});
