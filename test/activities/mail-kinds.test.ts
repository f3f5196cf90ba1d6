import { describe, expect, test } from '@jest/globals';
import { GONE, noteFailed } from '../../db/channels.ts';
import { ContactQuestion } from '../../db/entities/contact-question.ts';
import { Mail } from '../../db/entities/mail.ts';
import { MailTraits } from '../../db/entities/mail-kind.ts';
import { Successor } from '../../db/entities/successor.ts';
import { Switch } from '../../db/entities/switch.ts';
import { Token } from '../../db/entities/token.ts';
import { User } from '../../db/entities/user.ts';
import { queueMail } from '../../db/mail.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { MAIL_KINDS, type MailKindName } from '../../mail/kinds/index.ts';
import type { SwitchEvent } from '../../switch/state.ts';
import { buildEmailChange, logIn, openAccount } from '../support/builders/account.ts';
import { confirmSessions } from '../support/builders/confirmed.ts';
import { take } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { storeKey } from '../support/builders/successor-links.ts';
import { type CaughtMail, caughtMails, linksIn, tokenIn } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const DAY = 86_400_000;

const port = await freePort();
// The API serves the pages behind its links.
const { api, activities, sendQueued, passDeadline } = await useActivities({
  API_PORT: String(port),
  FRONTEND_URL: `http://127.0.0.1:${port}`,
});

/** The mail of this kind that the mail server accepted, found by its row. */
async function caught(kind: MailKindName, recipient: string): Promise<CaughtMail> {
  const rows = await api.em().find(Mail, { kind, recipient, status: 'accepted' });
  const all = await caughtMails(recipient);
  const mail = all.find(({ messageId }) => rows.some(({ id }) => messageId === `${id}@vault.test`));
  if (!mail) throw new Error(`no ${kind} was caught`);
  return mail;
}

async function silentOwner(name = 'Olga') {
  const owner = await buildOwner(api, { name });
  const successor = await buildSuccessor(api, owner, { name: `Successor of ${name}` });
  return { owner, successor };
}

/** Takes the worker's own steps, each when it is due. */
async function inviteSuccessors(owner: BuiltOwner): Promise<void> {
  await passDeadline(owner);
  await activities.giveFinalNotice(stepInput(api, owner));
  api.clock.now += 2 * DAY;
  await activities.endGracePeriod(stepInput(api, owner));
  await activities.inviteSuccessors(stepInput(api, owner));
  await sendQueued();
}

const queue = (kind: MailKindName, owner: BuiltOwner, data: Record<string, string | number> = {}) =>
  queueMail(
    api.em(),
    { key: `${kind}/${owner.id}`, kind, recipient: owner.email, userId: owner.id, data },
    new Date(api.clock.now),
  );

/** Queues a mail of this kind to a new owner. @returns the address */
const toOwner =
  (kind: MailKindName, data?: Record<string, string | number>, more?: { verified: boolean }) => async () => {
    const owner = await buildOwner(api, more);
    await queue(kind, owner, data);
    return owner.email;
  };

/** An owner whose successors are invited, and then takes a step. */
async function afterInvitation(event?: (successorId: string) => SwitchEvent) {
  const { owner, successor } = await silentOwner();
  await inviteSuccessors(owner);
  if (event) await take(api, owner, event(successor.id));
  return { owner, successor };
}

/** Adds a second mailbox as an owner would. */
async function addMailbox(owner: BuiltOwner): Promise<{ id: string; email: string }> {
  const email = `second-${owner.email}`;
  const added = await owner.browser.post('/channels/mailboxes', { name: 'Work', email });
  expect(added.status).toBe(201);
  return { id: added.body.channel.id, email };
}

/** The same, with its code entered. */
async function verifiedMailbox(owner: BuiltOwner) {
  const mailbox = await addMailbox(owner);
  const code = api.deps.channelSecrets.code(mailbox.id, 1);
  expect((await owner.browser.post(`/channels/${mailbox.id}/verify`, { code })).status).toBe(200);
  return mailbox;
}

const accepted = (successorId: string): SwitchEvent => ({
  kind: 'responded',
  successorId,
  response: 'accept',
});

/** For each kind: the page that its link opens, and how it is queued. The latter returns the recipient. */
const CASES: { [K in MailKindName]: [page: string | null, arise: () => Promise<string>] } = {
  verify_email: ['/verify-email', toOwner('verify_email', {}, { verified: false })],
  account_exists: ['/', toOwner('account_exists')],
  payment_failed: ['/account/plan', toOwner('payment_failed')],
  password_reset: ['/reset-password', toOwner('password_reset')],
  farewell: [null, toOwner('farewell', { name: 'Olive Owner' })],
  successor_opted_out: ['/successors', toOwner('successor_opted_out', { successorName: 'Nina' })],
  security_change: [
    '/account/password',
    async () => {
      const owner = await buildOwner(api);
      const settings = { thresholdDays: 30, reminderPercents: [50], accessDays: 300 };
      expect((await owner.program.put('/inactivity/settings', settings)).status).toBe(200);
      return owner.email;
    },
  ],
  successor_removed: [
    null,
    async () => {
      const { owner, successor } = await silentOwner();
      const removed = await owner.program.delete(`/successors/${successor.id}`, { tell: true });
      expect(removed.status).toBe(200);
      return successor.email;
    },
  ],
  change_summary: [
    '/account/password',
    async () => {
      const account = await openAccount(api);
      const browser = await logIn(api, account);
      const { id, email, password } = account;
      // Until a device has been used for a week, its changes are alarms.
      api.clock.now += 7 * DAY;
      expect((await browser.post('/auth/login', { email, password })).status).toBe(200);
      expect((await browser.put('/inactivity/settings', { thresholdDays: 30 })).status).toBe(200);
      await api.em().nativeUpdate(Mail, { userId: id, kind: 'change_summary' }, { restsUntil: null });
      return email;
    },
  ],
  owner_unreachable: [
    null,
    async () => {
      const owner = await buildOwner(api);
      const recipient = owner.email.replace('@', '.operator@');
      const data = { since: api.clock.now, code: 'SMTP 550', rule: 'gone' };
      await queue('owner_unreachable', { ...owner, email: recipient }, data);
      return recipient;
    },
  ],
  second_factor_removal: [
    '/remove-second-factor',
    async () => {
      const owner = await buildOwner(api);
      await api.em().nativeUpdate(User, { id: owner.id }, { twoFactorEnabled: true });
      await queue('second_factor_removal', owner);
      return owner.email;
    },
  ],
  email_change: [
    '/verify-email',
    async () => {
      const owner = await buildOwner(api);
      const email = `new-${owner.email}`;
      await buildEmailChange(api, owner, email);
      return email;
    },
  ],
  email_change_notice: [
    '/forgot-password',
    async () => {
      const owner = await buildOwner(api);
      await buildEmailChange(api, owner, `new-${owner.email}`);
      return owner.email;
    },
  ],
  restored: [
    '/',
    async () => {
      const { owner } = await silentOwner();
      const { now } = api.clock;
      await queue('restored', owner, { reason: 'older', restoredAt: now, knownUntil: now - DAY });
      return owner.email;
    },
  ],
  reminder: [
    '/check-in',
    async () => {
      const { owner } = await silentOwner();
      api.clock.now += 67.5 * DAY;
      await activities.remind(stepInput(api, owner));
      return owner.email;
    },
  ],
  final_notice: ['/check-in', async () => (await afterInvitation()).owner.email],
  channel_code: ['/account/ways', async () => (await addMailbox(await buildOwner(api))).email],
  channel_test: [
    '/account/ways',
    async () => {
      const owner = await buildOwner(api);
      const { id, email } = await verifiedMailbox(owner);
      expect((await owner.browser.post(`/channels/${id}/test`)).status).toBe(200);
      return email;
    },
  ],
  channel_gone: [
    '/account/ways',
    async () => {
      const owner = await buildOwner(api);
      await noteFailed(api.em(), (await verifiedMailbox(owner)).id, GONE, new Date(api.clock.now));
      return owner.email;
    },
  ],
  channel_reminder: [
    '/check-in',
    async () => {
      const { owner } = await silentOwner();
      const { email } = await verifiedMailbox(owner);
      api.clock.now += 67.5 * DAY;
      await activities.remind(stepInput(api, owner));
      return email;
    },
  ],
  channel_final_notice: [
    '/check-in',
    async () => {
      const { owner } = await silentOwner();
      const { email } = await verifiedMailbox(owner);
      await passDeadline(owner);
      await activities.giveFinalNotice(stepInput(api, owner));
      return email;
    },
  ],
  pause_reminder: [
    '/',
    async () => {
      const { owner } = await silentOwner();
      await take(api, owner, { kind: 'paused', until: api.clock.now + 90 * DAY });
      api.clock.now += 30 * DAY;
      await activities.remindPaused(stepInput(api, owner));
      return owner.email;
    },
  ],
  switch_off: [
    '/successors',
    async () => {
      const { owner, successor } = await silentOwner();
      await api.em().nativeDelete(Successor, { id: successor.id });
      await take(api, owner, { kind: 'eligibility_changed' });
      return owner.email;
    },
  ],
  successor_verification: [
    '/successor',
    async () => {
      const owner = await buildOwner(api);
      const { body } = await owner.browser.post('/successors', { email: `new-${owner.email}`, name: 'Nina' });
      return body.successor.email;
    },
  ],
  successor_kit: [
    '/successors/ID/compare',
    async () => {
      const { owner, successor } = await silentOwner();
      await storeKey(api, owner, successor.id);
      return owner.email;
    },
  ],
  invitation: ['/respond', async () => (await afterInvitation()).successor.email],
  owner_alive: [
    '/check-in',
    async () => (await afterInvitation((successorId) => ({ kind: 'owner_alive', successorId }))).owner.email,
  ],
  access: ['/access', async () => (await afterInvitation(accepted)).successor.email],
  access_reminder: [
    '/access',
    async () => {
      const { owner, successor } = await afterInvitation(accepted);
      const left = { restrictToAssignedEntries: false, encryptedShare: 'c2hhcmU=' };
      await api.em().nativeUpdate(Successor, { id: successor.id }, left);
      // Of the 90 days of access, 60 are over.
      api.clock.now += 60 * DAY;
      await activities.remindReaders(stepInput(api, owner));
      return successor.email;
    },
  ],
  rehearsal: [
    '/respond',
    async () => {
      const { owner, successor } = await silentOwner();
      const entry = {
        encryptedData: 'c2FtcGxl',
        iv: Buffer.alloc(12).toString('base64'),
        salt: Buffer.alloc(16).toString('base64'),
        algorithm: 'AES-GCM' as const,
      };
      const reply = await owner.browser.post('/handover/rehearsal', { successorId: successor.id, entry });
      expect(reply.status).toBe(201);
      return successor.email;
    },
  ],
  contact_question: [
    '/still-here',
    async () => {
      const { successor } = await silentOwner();
      await api
        .em()
        .nativeUpdate(Successor, { id: successor.id }, { nextQuestionAt: new Date(api.clock.now) });
      expect(await activities.askSuccessors()).toBe(1);
      return successor.email;
    },
  ],
  successor_problem: [
    '/successors/ID',
    async () => {
      const { owner, successor } = await silentOwner();
      const question = {
        successorId: successor.id,
        userId: owner.id,
        askedAt: new Date(api.clock.now - 40 * DAY),
      };
      const mailAcceptedAt = new Date(api.clock.now - 31 * DAY);
      await api.em().insert(ContactQuestion, { ...question, mailAcceptedAt });
      await activities.askSuccessors();
      return owner.email;
    },
  ],
  second_address: [
    '/second-address',
    async () => {
      const { owner, successor } = await silentOwner();
      const secondEmail = `second-${successor.email}`;
      await confirmSessions(api, owner);
      expect((await owner.browser.put(`/successors/${successor.id}`, { secondEmail })).status).toBe(200);
      return secondEmail;
    },
  ],
  handover_cancelled: [
    null,
    async () => (await afterInvitation(() => ({ kind: 'cancelled' }))).successor.email,
  ],
  access_notice: [
    '/',
    async () => {
      const { owner, successor } = await afterInvitation(accepted);
      await sendQueued();
      const token = tokenIn(linksIn(await caught('access', successor.email))[0] ?? '');
      const reply = await client(api).get(`/vault/successor-access?token=${token}`);
      expect(reply.status).toBe(200);
      return owner.email;
    },
  ],
};

const SUCCESSOR_MAILS: readonly MailKindName[] = [
  'successor_verification',
  'invitation',
  'access',
  'access_reminder',
  'rehearsal',
  'contact_question',
  'handover_cancelled',
];

/** To an address that nobody has proven yet. */
const STOPPABLE: readonly MailKindName[] = ['email_change', 'channel_code', 'second_address'];

test('the database knows every kind of mail, and no other', async () => {
  const names = (await api.em().find(MailTraits, {})).map(({ name }) => name);
  expect(names.sort()).toEqual([...MAIL_KINDS].sort());
});

describe.each(MAIL_KINDS)('the mail %s, written from real rows', (kind) => {
  test('goes to the right person, and its links open pages that exist', async () => {
    const [page, arise] = CASES[kind];
    const recipient = await arise();
    await sendQueued();
    const mail = await caught(kind, recipient);
    const links = linksIn(mail);
    const wayOut = STOPPABLE.includes(kind) ? '/no-mail' : null;
    const expected = [page, SUCCESSOR_MAILS.includes(kind) ? '/opt-out' : wayOut].filter(
      (each) => each !== null,
    );
    expect(links.map((link) => new URL(link).pathname.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual(expected);
    for (const link of links) {
      expect(new URL(link).origin).toBe(api.origin);
      const opened = await fetch(link, { headers: { Accept: 'text/html' } });
      expect([opened.status, opened.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
    for (const text of [mail.subject, mail.text, mail.html]) {
      // A token is random, so it may contain "NaN".
      const written = text.replace(/token=[\w.-]+/g, '');
      expect(written).not.toMatch(/undefined|null|NaN|Invalid Date|\[object/);
    }
  });
});

test('where links do not check in, every warning leads to the log-in, and no token is made', async () => {
  const { owner, successor } = await silentOwner('Lena');
  await confirmSessions(api, owner);
  const settings = { checkInByLink: false };
  expect((await owner.program.put('/inactivity/settings', settings)).status).toBe(200);
  await sendQueued();
  await inviteSuccessors(owner);
  await take(api, owner, { kind: 'owner_alive', successorId: successor.id });
  await sendQueued();
  const mails = await caughtMails(owner.email);
  expect(mails.map(({ subject }) => subject.replace(/:? (by|on) [^:]*20\d\d(, \d\d:\d\d UTC)?/, ''))).toEqual(
    [
      'Your Vault Handover account was changed',
      ...[1, 2, 3].map((n) => `Please log in: Vault Handover, reminder ${n} of 3`),
      'Final notice from Vault Handover: log in',
      "Your successor says you're alive: please log in",
    ],
  );
  // The first is the rehearsal: its link is the one that all others have.
  for (const mail of mails) expect(linksIn(mail)).toEqual([`${api.origin}/log-in?lang=en`]);
  expect(await api.em().count(Token, { userId: owner.id, purpose: 'check_in' })).toBe(0);
});

test('a reminder names its number and the deadline, a final notice the end of the grace period', async () => {
  const { owner } = await silentOwner('Zoe');
  await inviteSuccessors(owner);
  const subjects = (await caughtMails(owner.email)).map(({ subject }) => subject);
  const noticedAt =
    (await api.em().findOneOrFail(Switch, { userId: owner.id })).finalNoticeAt?.getTime() ?? 0;
  const day = (at: number) =>
    new Date(at).toLocaleDateString('en-GB', {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
  expect(subjects.slice(0, 3)).toEqual(
    [1, 2, 3].map((n) => `Your check-in is due by ${day(noticedAt)}: Vault Handover, reminder ${n} of 3`),
  );
  expect(subjects.slice(3)).toEqual([expect.stringMatching(`check in by .*${day(noticedAt + 2 * DAY)}`)]);
});
