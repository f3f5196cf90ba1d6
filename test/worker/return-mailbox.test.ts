/** A relay that takes every mail and returns it later, into a real mailbox that the worker reads by IMAP. */
import { randomBytes } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, test } from '@jest/globals';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { createActivities, createMailer } from '../../activities/index.ts';
import { makeCertificates } from '../../chaos/certificates.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { Mail } from '../../db/entities/mail.ts';
import { ensureMail } from '../../db/mail.ts';
import { returnReferences } from '../../db/return-reference.ts';
import { readWatch, watchAddress } from '../../db/watched.ts';
import { silent } from '../../dev/cli/progress.ts';
import { silenceStart } from '../../switch/state.ts';
import { nameOf, readReturnMailbox, watchReturnMailbox } from '../../worker/return-mailbox.ts';
import {
  answer,
  delayed,
  exchange,
  postfix,
  withDiagnostic,
  withManyReferences,
} from '../support/builders/delivery-reports.ts';
import { bringTo, switchOf } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { activityDeps } from '../support/servers/activity-deps.ts';
import { startImapListener } from '../support/servers/imap-listener.ts';
import { startGreenMail } from '../support/servers/programs/greenmail.ts';
import { startSmtpListener } from '../support/servers/smtp-listener.ts';
import { useApi } from '../support/servers/use-api.ts';
import { until } from '../support/until.ts';
import { use, useFolder } from '../support/use.ts';

const DAY = 86_400_000;
const CERTIFICATES = makeCertificates('DNS:localhost', useFolder('imap-'));

const api = await useApi();
const relay = await use(startSmtpListener);
const post = await use(
  () => startGreenMail({ say: silent }),
  (it) => it.stop(),
);

/** What was logged. */
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const deps = () => {
  const { orm, deps: d, clock } = api;
  return { ...d, orm, clock: () => clock.now, operators: [], announce: () => {}, log };
};
const mailbox = (more = {}) => ({ ...post, secure: false, requireTls: false, mailbox: 'INBOX', ...more });
const read = (more = {}) => readReturnMailbox(deps(), mailbox(more), new AbortController().signal);

/** The relay, or anybody, sends a mail to the mailbox. */
async function deliverToMailbox(raw: string): Promise<void> {
  const transport = createTransport({ host: post.host, port: post.smtpPort, ignoreTLS: true });
  await transport.sendMail({ envelope: { from: 'mailer-daemon@relay.test', to: post.address }, raw });
  transport.close();
}

/** The subjects in the mailbox, and whether each was seen. */
async function mailsInMailbox(): Promise<[string, boolean][]> {
  const { host, port, user, password: pass } = post;
  const client = new ImapFlow({ host, port, secure: false, auth: { user, pass }, logger: false });
  await client.connect();
  const lock = await client.getMailboxLock('INBOX');
  const found: [string, boolean][] = [];
  for await (const { envelope, flags } of client.fetch('1:*', { envelope: true, flags: true })) {
    found.push([envelope?.subject ?? '', flags?.has('\\Seen') ?? false]);
  }
  lock.release();
  await client.logout();
  return found;
}

const remindersOf = async (owner: BuiltOwner) => (await switchOf(api, owner)).state.remindersAccepted;

/** An owner whose first reminder the relay took. @returns where that mail comes back to */
async function reminded(): Promise<{
  owner: BuiltOwner;
  returnAddress: string;
  remind: () => Promise<string>;
}> {
  const owner = await buildOwnerWithSuccessor(api);
  const known = activityDeps(api);
  known.mailer.close();
  const remind = async () => {
    const from = 'Vault Handover <vault@vault.test>';
    const login = { user: '', password: '', secure: false };
    const mailer = createMailer({ ...relay, ...login, from, returnAddress: post.address });
    try {
      const activities = createActivities({ ...known, mailer });
      await activities.remind(stepInput(api, owner));
    } finally {
      mailer.close();
    }
    return relay.returnAddresses.at(-1) ?? '';
  };
  api.clock.now += 68 * DAY;
  return { owner, returnAddress: await remind(), remind };
}

test('a report that arrived in time is believed although no worker reads it for 40 days', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  const { state } = await bringTo(api, owner, 'grace_period');
  const acceptedAt = new Date();
  const { id: userId, email: recipient } = owner;
  const data = { n: 0, since: silenceStart(state) };
  const request = { key: `final_notice/${userId}`, kind: 'final_notice', recipient, userId, data };
  const { id } = await ensureMail(api.em(), { ...request, epoch: state.epoch }, acceptedAt);
  await api.em().nativeUpdate(Mail, { id }, { status: 'accepted', acceptedAt, attempts: 1 });
  await deliverToMailbox(postfix(post.address.replace('@', `+${api.deps.returnReferences.of(id, 1)}@`)));
  api.clock.now = acceptedAt.getTime() + 40 * DAY;
  await read();
  expect((await switchOf(api, owner)).state.status).toBe('reminding');
  expect(await api.em().findOneOrFail(Mail, { id })).toMatchObject({ status: 'queued' });
});

test('a report takes the step back and is deleted; the next try has another return address', async () => {
  const { owner, returnAddress, remind } = await reminded();
  expect(await remindersOf(owner)).toBe(1);
  expect(returnAddress).toMatch(/^returns\+[0-9a-f]{32}-[0-9a-f]{16}@vault\.test$/);
  await deliverToMailbox(postfix(returnAddress));
  expect(await read()).toBe('all');
  expect(await remindersOf(owner)).toBe(0);
  expect(await mailsInMailbox()).toEqual([]);
  // The same report again, now that the reminder was accepted once more.
  api.clock.now += DAY;
  const again = await remind();
  expect(again).not.toBe(returnAddress);
  expect(await remindersOf(owner)).toBe(1);
  await deliverToMailbox(postfix(returnAddress));
  await read();
  expect(await remindersOf(owner)).toBe(1);
  await deliverToMailbox(exchange(again));
  await read();
  expect(await remindersOf(owner)).toBe(0);
  expect((await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' })).permanentRefusals).toBe(
    2,
  );
});

test('a delay, a forged report and a reply change nothing; mail that is no report for us is left, marked as seen', async () => {
  const { owner, returnAddress } = await reminded();
  const forged = returnAddress.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'));
  await deliverToMailbox(delayed(returnAddress));
  await deliverToMailbox(postfix(forged));
  await deliverToMailbox(postfix('somebody@else.test'));
  await deliverToMailbox(answer(returnAddress));
  await read();
  expect(await remindersOf(owner)).toBe(1);
  const left = [
    ['Undelivered Mail Returned to Sender', true],
    ['Undelivered Mail Returned to Sender', true],
    ['Re: Reminder 1 of 3', true],
  ];
  expect(await mailsInMailbox()).toEqual(left);
  await read();
  expect(await mailsInMailbox()).toEqual(left);
});

test('a report whose secret was replaced and is not listed is kept, marked as seen, and logged once', async () => {
  const { owner, returnAddress } = await reminded();
  const { id } = await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' });
  const before = await mailsInMailbox();
  await deliverToMailbox(postfix(returnAddress));
  lines.length = 0;
  const replaced = { ...deps(), returnReferences: returnReferences([randomBytes(64).toString('base64')]) };
  for (let time = 0; time < 2; time += 1) {
    await readReturnMailbox(replaced, mailbox(), new AbortController().signal);
  }
  expect(await mailsInMailbox()).toEqual([...before, ['Undelivered Mail Returned to Sender', true]]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ mailIds: [id] }]);
});

test('a mailbox that cannot be read is tried again, and no log names its user or password', async () => {
  const { owner, returnAddress } = await reminded();
  lines.length = 0;
  const address = mailbox({ user: 'secret-user', password: 'secret-password' });
  const fast = { ...deps(), rules: { ...api.deps.rules, dayMs: 1_000 } };
  await watchAddress(api.em(), 'returns', nameOf(mailbox()), new Date(api.clock.now));
  const refused = watchReturnMailbox(fast, address);
  await until('the refusal is logged', () => lines.some((line) => line.includes('cannot be read')));
  await refused.stop();
  await deliverToMailbox(postfix(returnAddress));
  const away = mailbox({ port: 1 });
  const watch = watchReturnMailbox(fast, away);
  await until(
    'that is logged as well',
    () => lines.filter((line) => line.includes('cannot be read')).length === 2,
  );
  const never = async () => (await readWatch(api.em(), 'returns')).neverAnsweredSince;
  expect(await never()).not.toBeNull();
  const beats = () => api.em().count(Liveness, { service: 'returns' });
  expect(await beats()).toBe(0);
  Object.assign(away, { port: post.port });
  await until('the step is taken back', async () => (await remindersOf(owner)) === 0);
  // From now on, it is an outage if the mailbox can't be read.
  await until('that proves it can be read', async () => (await beats()) > 0);
  expect(await never()).toBeNull();
  await watch.stop();
  expect(lines.join()).toContain('can be read again');
  expect(lines.join()).not.toContain('grace periods wait');
  const broken = watchReturnMailbox(fast, address);
  await until('that is logged too', () => lines.some((line) => line.includes('grace periods wait')));
  await broken.stop();
  expect(lines.join()).not.toContain('secret');
});

test('a report that comes before the acceptance is noted waits in the mailbox, and delays no other', async () => {
  const early = await reminded();
  const other = await reminded();
  const mail = await api.em().findOneOrFail(Mail, { userId: early.owner.id, kind: 'reminder' });
  // As after the 250, and before the commit.
  await api.em().nativeUpdate(Mail, { id: mail.id }, { status: 'queued', acceptedAt: null });
  await api
    .em()
    .execute(`update mail set claimed_until = clock_timestamp() + interval '1 minute' where id = ?`, [
      mail.id,
    ]);
  for (const { returnAddress } of [early, other]) await deliverToMailbox(postfix(returnAddress));
  await read();
  expect([await remindersOf(early.owner), await remindersOf(other.owner)]).toEqual([1, 0]);
  const waiting = (await mailsInMailbox()).filter(([, seen]) => !seen);
  expect(waiting).toHaveLength(1);
  const accepted = { status: 'accepted', acceptedAt: new Date(api.clock.now), claimedUntil: null } as const;
  await api.em().nativeUpdate(Mail, { id: mail.id }, accepted);
  await read();
  expect(await remindersOf(early.owner)).toBe(0);
  expect((await mailsInMailbox()).filter(([, seen]) => !seen)).toEqual([]);
});

test('reports about an owner whose row is invalid wait in the mailbox, are logged once, and delay no other', async () => {
  const broken = await reminded();
  const other = await reminded();
  const pausedUntil = (until: string | null) =>
    api.em().execute('update switch set paused_until = ? where user_id = ?', [until, broken.owner.id]);
  const mail = await api.em().findOneOrFail(Mail, { userId: broken.owner.id, kind: 'reminder' });
  await pausedUntil('infinity');
  // More than are dealt with at a time.
  for (let i = 0; i <= 50; i += 1) await deliverToMailbox(postfix(broken.returnAddress));
  await deliverToMailbox(postfix(other.returnAddress));
  lines.length = 0;
  for (let time = 0; time < 2; time += 1) expect(await read()).toBe('all');
  expect(await remindersOf(other.owner)).toBe(0);
  expect((await mailsInMailbox()).filter(([, seen]) => !seen)).toHaveLength(51);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(Array(51).fill({ mailIds: [mail.id] }));
  await pausedUntil(null);
  expect(await read()).toBe('more');
  expect(await read()).toBe('all');
  expect(await remindersOf(broken.owner)).toBe(0);
});

test.each([
  ['with a word of 700 kB', withDiagnostic('x'.repeat(700_000))],
  ['with spaces of 700 kB', withDiagnostic(`${' '.repeat(700_000)}\u2028`)],
  ['with 18,000 references', withManyReferences],
])('a report %s delays no other', async (_, hostile) => {
  const attacker = await reminded();
  const other = await reminded();
  await deliverToMailbox(hostile(attacker.returnAddress));
  await deliverToMailbox(postfix(other.returnAddress));
  expect(await read()).toBe('all');
  expect(await remindersOf(other.owner)).toBe(0);
});

/** Reads the mailbox, which fails at the report about this mail. @param killed whether the worker ends there, too */
async function failAt(returnAddress: string, { killed }: { killed: boolean }): Promise<void> {
  const stopping = new AbortController();
  const known = api.deps.returnReferences;
  const isOf: typeof known.isOf = (reference, ...attempt) => {
    if (!returnAddress.includes(reference)) return known.isOf(reference, ...attempt);
    if (killed) stopping.abort();
    throw new Error('failed');
  };
  const failing = { ...deps(), returnReferences: { ...known, isOf } };
  await expect(readReturnMailbox(failing, mailbox(), stopping.signal)).rejects.toThrow('failed');
}

test('a report on which a worker stopped is tried once more', async () => {
  const { owner, returnAddress } = await reminded();
  const before = await mailsInMailbox();
  await deliverToMailbox(postfix(returnAddress));
  await failAt(returnAddress, { killed: true });
  expect(await remindersOf(owner)).toBe(1);
  expect(await read()).toBe('all');
  expect(await remindersOf(owner)).toBe(0);
  expect(await mailsInMailbox()).toEqual(before);
});

test('a report that stops every worker delays no other, and is tried twice', async () => {
  const hostile = await reminded();
  const other = await reminded();
  const before = await mailsInMailbox();
  await deliverToMailbox(postfix(hostile.returnAddress));
  await failAt(hostile.returnAddress, { killed: true });
  await deliverToMailbox(postfix(other.returnAddress));
  lines.length = 0;
  await failAt(hostile.returnAddress, { killed: true });
  expect(await remindersOf(other.owner)).toBe(0);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ uid: expect.any(Number) }]);
  expect(await read()).toBe('all');
  expect(await remindersOf(hostile.owner)).toBe(1);
  expect(await mailsInMailbox()).toEqual([...before, ['Undelivered Mail Returned to Sender', true]]);
});

test('a report that cannot be handled comes last until it can', async () => {
  const failing = await reminded();
  const other = await reminded();
  await deliverToMailbox(postfix(failing.returnAddress));
  await deliverToMailbox(postfix(other.returnAddress));
  for (let time = 0; time < 3; time += 1) await failAt(failing.returnAddress, { killed: false });
  expect(await remindersOf(other.owner)).toBe(0);
  await read();
  expect(await remindersOf(failing.owner)).toBe(0);
});

test('two workers never read at once', async () => {
  const { owner, returnAddress } = await reminded();
  for (let i = 0; i < 5; i += 1) await deliverToMailbox(postfix(returnAddress));
  await Promise.all([read(), read(), read()]);
  await read();
  expect(await remindersOf(owner)).toBe(0);
  const mail = await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' });
  expect(mail.permanentRefusals).toBe(1);
});

test('a mailbox without STARTTLS is not read if TLS is required, and the log says why', async () => {
  lines.length = 0;
  const fast = { ...deps(), rules: { ...api.deps.rules, dayMs: 1_000 } };
  const watch = watchReturnMailbox(fast, mailbox({ requireTls: true }));
  await until('that is logged', () => lines.some((line) => line.includes('BOUNCE_IMAP_REQUIRE_TLS')));
  await watch.stop();
});

test.each([
  { secure: false, requireTls: true, offersStartTls: false, password: [] },
  { secure: false, requireTls: false, offersStartTls: false, password: ['in the clear'] },
  { secure: false, requireTls: true, offersStartTls: true, password: ['encrypted'] },
  { secure: true, requireTls: true, offersStartTls: false, password: ['encrypted'] },
])('how the password is sent: %j', async ({ secure, requireTls, offersStartTls, password }) => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, CERTIFICATES.authority.cert]);
  try {
    await using server = await startImapListener(CERTIFICATES.valid, { secure, offersStartTls });
    await expect(read({ host: 'localhost', port: server.port, secure, requireTls })).rejects.toThrow();
    expect(server.passwords).toEqual(password);
  } finally {
    setDefaultCACertificates(before);
  }
});
