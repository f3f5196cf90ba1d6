/** Owners and operators see that mail is refused. On a real SMTP listener. */
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { countAgain } from '../../../db/counts.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { invite } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../../support/builders/owner.ts';
import { stepInput } from '../../support/builders/step-input.ts';
import { startSmtpListener } from '../../support/servers/smtp-listener.ts';
import { useActivities } from '../../support/servers/use-activities.ts';
import { until } from '../../support/until.ts';
import { use } from '../../support/use.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const listener = await use(startSmtpListener);
const { api, activities } = await useActivities({ ADMIN_EMAILS: 'boss@example.test' }, listener);
let admin: BuiltOwner;
beforeAll(async () => {
  admin = await buildOwner(api, { email: 'boss@example.test' });
});
beforeEach(() => {
  listener.onRecipient = () => null;
});

/** Tries every queued mail to a successor, as its workflow would. */
async function tryMails(successorId: string): Promise<void> {
  for (const { id } of await api.em().find(Mail, { successorId, status: 'queued' }))
    await activities.sendMail({ mailId: id }).catch(() => {});
}
const iso = (at: number) => new Date(at).toISOString();
const dashboard = async () => {
  // As a worker does in the background.
  await countAgain(api.em(), new Date(api.clock.now), api.deps.rules, 0);
  return (await admin.browser.get('/admin/dashboard')).body.stats;
};
const metrics = async () => (await fetch(`${api.url}/metrics`)).text();

test('a successor whose address bounces is shown to the owner until mail arrives, or the address is another', async () => {
  const owner = await buildOwner(api);
  const named = await owner.browser.post('/successors', { email: uniqueEmail('gone'), name: 'Gone' });
  const { id } = named.body.successor;
  expect(named.body.successor.mailProblem).toBeNull();
  const problem = async () => {
    const [listed] = (await owner.program.get('/successors')).body.successors;
    const read = (await owner.program.get(`/successors/${id}`)).body.successor;
    expect(listed).toEqual(read);
    return read.mailProblem;
  };

  // A server that is down says nothing about the address.
  listener.onSender = () => '451 4.3.0 not now';
  await tryMails(id);
  expect(await problem()).toBeNull();
  listener.onSender = () => null;

  const since = iso(api.clock.now);
  listener.onRecipient = () => '451 4.2.1 not now';
  await tryMails(id);
  expect(await problem()).toEqual({ since, permanent: false });
  listener.onRecipient = () => '550 5.1.1 no such user';
  api.clock.now += HOUR;
  await tryMails(id);
  expect(await problem()).toEqual({ since, permanent: true });

  // It is still shown once the verification mail has become obsolete, because nobody was reached.
  api.clock.now += 30 * DAY;
  await tryMails(id);
  expect(await api.em().count(Mail, { successorId: id, status: 'queued' })).toBe(0);
  expect(await problem()).toEqual({ since, permanent: true });
  expect((await owner.browser.post(`/successors/${id}/resend-verification`)).status).toBe(200);
  listener.onRecipient = () => null;
  await tryMails(id);
  expect(await problem()).toBeNull();

  // Refusals by the old address say nothing about the new one, which gets mails of its own.
  expect((await owner.browser.post(`/successors/${id}/resend-verification`)).status).toBe(200);
  listener.onRecipient = () => '550 5.1.1 no such user';
  api.clock.now += HOUR;
  await tryMails(id);
  expect(await problem()).toMatchObject({ permanent: true });
  const email = uniqueEmail('moved');
  await confirmSessions(api, owner);
  const moved = await owner.browser.put(`/successors/${id}`, { email });
  expect(moved.body.successor.mailProblem).toBeNull();
  listener.onRecipient = () => null;
  listener.taken.length = 0;
  api.clock.now += 6 * HOUR;
  await tryMails(id);
  expect(listener.taken).toEqual([email]);
  expect(await problem()).toBeNull();
});

test('a bounce is shown to the owner whose mail was refused, and on that successor only', async () => {
  const [owner, other] = [await buildOwner(api), await buildOwner(api)];
  const email = uniqueEmail('gone');
  const named = await owner.browser.post('/successors', { email, name: 'Gone' });
  await other.browser.post('/successors', { email, name: 'Gone' });
  await buildSuccessor(api, owner);
  listener.onRecipient = () => '550 5.1.1 no such user';
  await tryMails(named.body.successor.id);
  const problems = async (who: BuiltOwner) =>
    (await who.program.get('/successors')).body.successors.map(({ mailProblem }) => mailProblem);
  expect(await problems(owner)).toEqual([{ since: iso(api.clock.now), permanent: true }, null]);
  expect(await problems(other)).toEqual([null]);
});

test('settings and timeline tell an owner whose warning is refused why the switch waits, and no date moves', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  const agreedSettings = async () => {
    const { settings } = (await owner.program.get('/inactivity/settings')).body;
    const timeline = (await owner.program.get('/inactivity/timeline')).body;
    expect(timeline.holds).toEqual(settings.holds);
    return settings;
  };
  api.clock.now += 68 * DAY;
  const before = await agreedSettings();
  expect(before.holds).toEqual([]);
  listener.onRecipient = (address) => (address === owner.email ? '550 5.1.1 no such user' : null);
  await activities.remind(stepInput(api, owner));
  expect(await agreedSettings()).toEqual({ ...before, holds: ['mail_refused'] });
  const stats = await dashboard();
  expect(stats.refusedMails.oldest).toContainEqual({
    userId: owner.id,
    kind: 'reminder',
    since: iso(api.clock.now),
    permanent: true,
    blocked: false,
    code: 'SMTP 550 5.1.1 EENVELOPE',
  });
  // A sign of life starts a new silence, and the old warning no longer matters.
  expect((await owner.program.post('/activity/check-in')).status).toBe(200);
  expect((await agreedSettings()).holds).toEqual([]);
  api.clock.now += 68 * DAY;
  await activities.remind(stepInput(api, owner));
  expect((await agreedSettings()).holds).toEqual(['mail_refused']);
  listener.onRecipient = () => null;
  api.clock.now += 6 * HOUR;
  const queued = { userId: owner.id, kind: 'reminder', status: 'queued' } as const;
  for (const { id } of await api.em().find(Mail, queued)) await activities.sendMail({ mailId: id });
  expect(await agreedSettings()).toMatchObject({ status: 'reminding', holds: [] });
});

test('operators see by ID and code who bounces in an open handover, and never an address', async () => {
  const { successor: gone, ...owner } = await buildOwnerWithSuccessor(api);
  const there = await buildSuccessor(api, owner);
  await invite(api, owner);
  listener.onRecipient = (address) => (address === gone.email ? '550 5.1.1 no such user' : null);
  for (const { id } of [gone, there]) await tryMails(id);
  const { bouncingSuccessors } = await dashboard();
  expect(bouncingSuccessors).toEqual({
    count: 1,
    oldest: [
      {
        handoverId: expect.any(String),
        successorId: gone.id,
        userId: owner.id,
        kind: 'invitation',
        since: iso(api.clock.now),
        permanent: true,
        blocked: false,
        code: 'SMTP 550 5.1.1 EENVELOPE',
      },
    ],
  });
  const text = await until('the numbers', async () => {
    const scraped = await metrics();
    return scraped.includes('\nvault_bouncing_successors ') && scraped;
  });
  expect(text).toMatch(/^vault_bouncing_successors 1$/m);
  expect(text).toMatch(/^vault_refused_mails\{kind="invitation",permanent="true",blocked="false"\} 1$/m);
  expect(`${JSON.stringify(await dashboard())}${text}`).not.toContain('example.test');
  listener.onRecipient = () => null;
  api.clock.now += 6 * HOUR;
  await tryMails(gone.id);
  expect((await dashboard()).bouncingSuccessors).toEqual({ count: 0, oldest: [] });
});
