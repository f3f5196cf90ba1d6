/** A successor's second mailbox: who sets it, how it is confirmed, what goes there, and what ends with it. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Mail, type MailRow } from '../../../db/entities/mail.ts';
import { Session } from '../../../db/entities/session.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { Token } from '../../../db/entities/token.ts';
import { endDeadMail, mailRefused } from '../../../db/mail.ts';
import { readOutlook } from '../../../db/outlook.ts';
import { disarmReturned, readRemovals } from '../../../db/removals.ts';
import { mintToken } from '../../../db/tokens.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { bringTo, take } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { stepInput } from '../../support/builders/step-input.ts';
import { linkToken } from '../../support/builders/successor-links.ts';
import { caughtMails, linksIn, tokenIn } from '../../support/clients/caught-mail.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useActivities } from '../../support/servers/use-activities.ts';

const { api, activities } = await useActivities();
const anyone = () => client(api);

const uniqueSecond = () => `second-${randomBytes(6).toString('hex')}@example.test`;
const queued = (successorId: string, kind: string) =>
  api.em().find(Mail, { successorId, kind, status: 'queued' }, { orderBy: { recipient: 'asc' } });
const recipients = async (successorId: string, kind: string) =>
  (await queued(successorId, kind)).map(({ recipient }) => recipient).sort();
const shown = async (owner: BuiltOwner, id: string) =>
  (await owner.program.get('/successors')).body.successors.find((each) => each.id === id);

async function setSecond(owner: BuiltOwner, id: string, secondEmail: string) {
  await confirmSessions(api, owner);
  return owner.program.put(`/successors/${id}`, { secondEmail });
}

/** Lets silence run its course until the successor is invited. */
async function invite(owner: BuiltOwner, id: string) {
  await bringTo(api, owner, 'awaiting_successors');
  await take(api, owner, { kind: 'successors_invited', successorIds: [id] });
}

/** Sends a mail. @returns the token of its first link */
async function sent(mail: MailRow | undefined): Promise<string> {
  await activities.sendMail({ mailId: mail?.id ?? '' });
  const [caught] = (await caughtMails(mail?.recipient ?? '')).slice(-1);
  return tokenIn(linksIn(caught!)[0] ?? '') ?? '';
}

/** A successor with a second address, confirmed by the link that was mailed there. */
async function withSecond() {
  const owner = await buildOwner(api, { name: 'Olive' });
  const successor = await buildSuccessor(api, owner, { name: 'Sam' });
  const second = uniqueSecond();
  expect((await setSecond(owner, successor.id, second)).status).toBe(200);
  const token = await sent((await queued(successor.id, 'second_address'))[0]);
  expect((await anyone().post('/successors/second-address', { token })).status).toBe(200);
  return { owner, id: successor.id, email: successor.email, second, token };
}

test('the owner sets a second address in a confirmed session, and it gets nothing before it is confirmed by its own link', async () => {
  const owner = await buildOwner(api, { name: 'Olive' });
  const { id, email } = await buildSuccessor(api, owner);
  const second = uniqueSecond();
  const before = await api.em().findOneOrFail(Successor, { id });
  await api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
  await expectProblem(
    owner.program.put(`/successors/${id}`, { secondEmail: second }),
    '403 confirmation_required',
  );
  for (const [wrong, problem] of [
    [owner.email, '400 validation_failed'],
    [email, '409 already_exists'],
  ] as const)
    await expectProblem(setSecond(owner, id, wrong), problem);
  const set = await setSecond(owner, id, second);
  expect(set.body.successor).toMatchObject({
    email,
    verified: true,
    secondEmail: second,
    secondVerifiedAt: null,
  });
  // The kit and the first address are as they were.
  expect(await api.em().findOneOrFail(Successor, { id })).toEqual({ ...before, secondEmail: second });
  const mailsSent = await api
    .em()
    .find(Mail, { userId: owner.id, kind: ['security_change', 'change_summary'] });
  expect(JSON.stringify(mailsSent.map(({ data }) => data))).toContain('"secondAddress":"set"');

  // The link to the first address doesn't confirm the second.
  const other = await linkToken(api, owner, id, 'successor_verification');
  await expectProblem(anyone().post('/successors/second-address', { token: other }), '401 token_invalid');
  await api.em().nativeUpdate(Successor, { id }, { nextQuestionAt: new Date(api.clock.now) });
  await activities.askSuccessors();
  expect(await recipients(id, 'contact_question')).toEqual([email]);

  const resend = (body?: { second: boolean }) =>
    owner.program.post(`/successors/${id}/resend-verification`, body);
  expect((await resend({ second: true })).status).toBe(200);
  const [, again] = await queued(id, 'second_address');
  const token = await sent(again);
  expect((await anyone().get(`/successors/link?token=${token}`)).body).toMatchObject({
    ownerName: 'Olive',
  });
  for (let time = 0; time < 2; time += 1)
    expect((await anyone().post('/successors/second-address', { token })).status).toBe(200);
  expect((await shown(owner, id))?.secondVerifiedAt).toBe(new Date(api.clock.now).toISOString());
  await expectProblem(resend({ second: true }), '409 already_verified');
  const log = await owner.program.get('/activity?type=successor_verified');
  expect(log.body.activity.map(({ detail }) => detail)).toEqual([{ successorId: id, secondAddress: true }]);
});

test('question, rehearsal, invitation and access go to both, and the first that is opened is enough', async () => {
  const { owner, id, email, second } = await withSecond();
  const both = [email, second].sort();
  await api.em().nativeUpdate(Successor, { id }, { nextQuestionAt: new Date(api.clock.now) });
  await activities.askSuccessors();
  expect(await recipients(id, 'contact_question')).toEqual(both);
  const questions = await queued(id, 'contact_question');
  const token = await sent(questions.find(({ recipient }) => recipient === second));
  expect((await anyone().post('/successors/contact', { token, answer: 'here' })).status).toBe(200);
  // The other has become obsolete.
  for (const { id: mailId } of await queued(id, 'contact_question')) await activities.sendMail({ mailId });
  expect(await caughtMails(email)).toEqual([]);

  await invite(owner, id);
  expect(await recipients(id, 'invitation')).toEqual(both);
  const invitations = await queued(id, 'invitation');
  const invited = await sent(invitations.find(({ recipient }) => recipient === second));
  // The time until the next one begins with the first that is accepted.
  const invitedAt = async () =>
    (await api.em().execute('select invited_at from invitee where successor_id = ?', [id]))[0];
  const began = await invitedAt();
  expect(began).toEqual({ invited_at: expect.anything() });
  api.clock.now += 60_000;
  await sent(invitations.find(({ recipient }) => recipient === email));
  expect(await invitedAt()).toEqual(began);

  expect((await anyone().post('/handover/respond', { token: invited, response: 'accept' })).body.status).toBe(
    'released',
  );
  expect(await recipients(id, 'access')).toEqual(both);
  const opens = await sent((await queued(id, 'access')).find(({ recipient }) => recipient === second));
  expect((await anyone().get(`/vault/successor-access?token=${opens}`)).status).toBe(200);
  // A lost link is replaced in each mailbox that has none on its way.
  expect((await anyone().post('/handover/renew-access', { token: opens })).status).toBe(200);
  expect(await recipients(id, 'access')).toEqual([email, second].sort());
  await take(api, owner, { kind: 'cancelled' });
  expect(await recipients(id, 'handover_cancelled')).toEqual(both);

  // Someone whose second address has been replaced is still a successor, but not by this address.
  expect((await setSecond(owner, id, uniqueSecond())).status).toBe(200);
  const cancelled = (await queued(id, 'handover_cancelled')).find(({ recipient }) => recipient === second);
  await activities.sendMail({ mailId: cancelled?.id ?? '' });
  const last = (await caughtMails(second)).at(-1);
  expect(last?.text).toContain('If you made a recovery kit, please keep it.');
  expect(last?.text).not.toContain('no longer a successor');
  expect(linksIn(last!)).toEqual([]);

  // A new first address is taken for another person, even once it is confirmed.
  const moved = { email: uniqueEmail('moved') };
  expect((await owner.program.put(`/successors/${id}`, moved)).status).toBe(200);
  api.clock.now += 60_000;
  await api.em().nativeUpdate(Successor, { id }, { verifiedAt: new Date(api.clock.now) });
  const former = (await queued(id, 'handover_cancelled')).find(({ recipient }) => recipient === email);
  await activities.sendMail({ mailId: former?.id ?? '' });
  const farewell = (await caughtMails(email)).at(-1);
  expect(farewell?.text).toContain('no longer a successor');
  expect(farewell?.text).not.toContain('recovery kit');
});

test('one address that bounces leaves the other, and the next invitations go out', async () => {
  const { owner, id, email, second } = await withSecond();
  await invite(owner, id);
  const [first, other] = ['', '/second'].map(async (end) => {
    const mails = await queued(id, 'invitation');
    return mails.find(({ recipient }) => recipient === (end ? second : email));
  });
  const refused = await first;
  const at = new Date(api.clock.now);
  await api.em().nativeUpdate(Mail, { id: refused?.id ?? '' }, { attempts: 1 });
  await mailRefused(api.em(), { id: refused?.id ?? '', attempt: 1, takenAt: 0 }, '550', {
    reason: 'gone',
    at,
  });
  const isOverdue = async () => {
    const { overdue } = await readOutlook(api.em(), at, api.deps.rules, 0);
    return overdue.some(({ userId }) => userId === owner.id);
  };
  const ends = async () => {
    const own = api.em();
    await own.begin();
    const ended = await endDeadMail(own, refused!, { since: at, refusals: 1 });
    await own.rollback();
    return ended;
  };
  // The handover waits for both, until one of them has taken it.
  expect([await isOverdue(), await ends()]).toEqual([true, false]);
  await sent(await other);
  expect([await isOverdue(), await ends()]).toEqual([false, true]);
  expect(await shown(owner, id)).toMatchObject({
    mailProblem: { permanent: true },
    secondMailProblem: null,
  });
  api.clock.now += 8 * 86_400_000;
  await activities.inviteSuccessors(stepInput(api, owner));
  const next = (await queued(id, 'invitation')).map(({ recipient, data }) => [recipient, data.n]);
  expect(next).toContainEqual([second, 2]);
  // The refused one is not sent beside the newer one.
  await activities.sendMail({ mailId: refused?.id ?? '' });
  expect(await caughtMails(email)).toEqual([]);
});

test('someone who confirms a second address after the invitation gets it there too, unless they have answered', async () => {
  const owner = await buildOwner(api, { name: 'Olive' });
  const { id, email } = await buildSuccessor(api, owner, { name: 'Sam' });
  const answering = await buildSuccessor(api, owner, { name: 'Ann' });
  const seconds = { [id]: uniqueSecond(), [answering.id]: uniqueSecond() };
  const links: Record<string, string> = {};
  for (const [each, second] of Object.entries(seconds)) {
    expect((await setSecond(owner, each, second)).status).toBe(200);
    links[each] = await sent((await queued(each, 'second_address'))[0]);
  }
  const confirm = async (each: string) =>
    expect((await anyone().post('/successors/second-address', { token: links[each] })).status).toBe(200);
  await bringTo(api, owner, 'awaiting_successors');
  await take(api, owner, { kind: 'successors_invited', successorIds: [id, answering.id] });
  await take(api, owner, { kind: 'responded', successorId: answering.id, response: 'decline' });
  await confirm(answering.id);
  expect(await recipients(answering.id, 'invitation')).toEqual([answering.email]);

  // Their first mailbox has not taken it, and may never do so.
  for (let time = 0; time < 2; time += 1) await confirm(id);
  const second = seconds[id] ?? '';
  const [atFirst, atSecond, ...others] = (await queued(id, 'invitation')).sort((a, b) =>
    a.key.localeCompare(b.key),
  );
  expect(others).toEqual([]);
  expect([atFirst, atSecond].map((each) => each?.recipient)).toEqual([email, second]);
  expect(atSecond?.key).toBe(`${atFirst?.key}/second`);
  const token = await sent(atSecond);
  const accepted = await anyone().post('/handover/respond', { token, response: 'accept' });
  expect(accepted.body.status).toBe('released');
});

test('links to a second address end with it, those to the first stay, and moving the first removes the second', async () => {
  const { owner, id, email, second } = await withSecond();
  const mint = (toSecond: boolean) =>
    mintToken(
      api.em(),
      api.deps.tokenSigner,
      { purpose: 'opt_out', userId: owner.id, successorId: id, toSecond, expiresAt: null },
      new Date(api.clock.now),
    );
  const [toFirst, toSecond] = [await mint(false), await mint(true)];
  expect((await setSecond(owner, id, '')).body.successor).toMatchObject({
    email,
    secondEmail: null,
    verified: true,
  });
  await expectProblem(anyone().post('/successors/opt-out', { token: toSecond }), '401 token_invalid');
  expect((await anyone().get(`/successors/link?token=${toFirst}`)).status).toBe(200);
  expect(await api.em().count(Token, { successorId: id, toSecond: true })).toBe(0);

  // The second may become the first.
  await setSecond(owner, id, second);
  await confirmSessions(api, owner);
  const moved = await owner.program.put(`/successors/${id}`, { email: second });
  expect(moved.body.successor).toMatchObject({ email: second, verified: false, secondEmail: null });

  // And the first the second, in the same step.
  const third = uniqueSecond();
  await confirmSessions(api, owner);
  const swapped = await owner.program.put(`/successors/${id}`, { email: third, secondEmail: second });
  expect(swapped.body.successor).toMatchObject({ email: third, secondEmail: second, secondVerifiedAt: null });
});

test('someone who opts out by the second mailbox gets no mail in either, and a removed address that a backup brings back is unconfirmed', async () => {
  const { owner, id, email, second, token: confirms } = await withSecond();
  await api.em().nativeUpdate(Successor, { id }, { nextQuestionAt: new Date(api.clock.now) });
  await activities.askSuccessors();
  const question = (await queued(id, 'contact_question')).find(({ recipient }) => recipient === second);
  const links = await api.em().find(Token, { successorId: id, toSecond: true });
  expect(links.length).toBeGreaterThan(0);
  const backup = await api.em().findOneOrFail(Successor, { id });
  const [confirmation] = await api.em().find(Mail, { successorId: id, kind: 'second_address' });
  const letters = (await caughtMails(second)).length;
  await setSecond(owner, id, '');
  const removals = await readRemovals(api.em());
  const { secondEmail, secondVerifiedAt } = backup;
  await api.em().nativeUpdate(Successor, { id }, { secondEmail, secondVerifiedAt });
  await api.em().insertMany(Token, links);
  await api.em().nativeUpdate(Mail, { id: confirmation?.id ?? '' }, { status: 'queued' });
  await api.em().execute('delete from removal');
  await disarmReturned(api.em(), removals, new Date(api.clock.now));
  expect(await shown(owner, id)).toMatchObject({ verified: true, secondEmail, secondVerifiedAt: null });
  // Anyone who reads that mailbox has the old link, and the backup has its row and the mails that waited.
  await expectProblem(anyone().post('/successors/second-address', { token: confirms }), '401 token_invalid');
  for (const mail of [question, confirmation]) await activities.sendMail({ mailId: mail?.id ?? '' });
  expect(await caughtMails(second)).toHaveLength(letters);

  await api.em().nativeUpdate(Successor, { id }, { secondVerifiedAt });
  const request = { purpose: 'opt_out', userId: owner.id, successorId: id, toSecond: true } as const;
  const token = await mintToken(api.em(), api.deps.tokenSigner, request, new Date(api.clock.now));
  const optedOut = await anyone().post('/successors/opt-out', { token, scope: 'everybody' });
  expect(optedOut.status).toBe(200);
  // The reader of one mailbox doesn't decide for the other beyond this owner.
  const another = await buildOwner(api);
  const named = (address: string) => another.program.post('/successors', { email: address, name: 'Sam' });
  await expectProblem(named(second), '409 successor_opted_out');
  expect((await named(email)).status).toBe(201);
  const { program } = owner;
  await confirmSessions(api, owner);
  await program.delete(`/successors/${id}`);
  for (const address of [email, second])
    await expectProblem(
      program.post('/successors', { email: address, name: 'Sam' }),
      '409 successor_opted_out',
    );
});
